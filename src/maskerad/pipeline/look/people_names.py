"""What the people of a record are called, as its mentions tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from maskerad.core import Document, Span, SpanSet
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.name import Name, read_name
from maskerad.text.line_breaks import one_line

SURE_SCORE, UNTOLD_SCORE = 0.8, 0.9  # of mentions that tell who somebody is, and of those that do not
UNTOLD = frozenset({"PERSON", "GIVEN_NAME", "FAMILY_NAME"})
RELATIVE = "RELATIVE"


@dataclass(frozen=True, slots=True)
class PeopleNames:
    """Names of a record's people.

    Attributes:
        wholes: The letters of every name that has a given and a family name; with a comma it may be two, and is none.
        given: Folded given names, and the label under which their bearer is named.
        family: Folded family names likewise.
    """

    wholes: set[str] = field(repr=False)
    given: dict[str, str] = field(repr=False)
    family: dict[str, str] = field(repr=False)

    def are_of_one(self, words: Iterable[str], others: Iterable[str]) -> bool:
        """Whether one name of the record holds one of some words and one of others: Abdulrahman Al-Masri, Al Masri."""
        left, right = frozenset(words), frozenset(others)
        left, right = frozenset(map(_letters, left - right)), frozenset(map(_letters, right - left))
        return any(_holds(whole, left) and _holds(whole, right) for whole in self.wholes)


def _holds(whole: str, words: Iterable[str]) -> bool:
    return any(word in whole for word in words)


def _letters(word: str) -> str:
    return "".join(filter(str.isalpha, word))


def people_names(documents: Sequence[Document], spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> PeopleNames:
    """The names of the people who are surely found: whole ones, and given names of relatives."""
    names = PeopleNames(set(), {}, {})
    for document, in_document, pack in zip(documents, spans, packs, strict=True):
        for span in in_document:
            if span.label in people_labels() and span.score >= SURE_SCORE:
                text = one_line(document.text[span.start : span.end])
                _take(names, span, read_name(text, span.label, pack), "," in text, pack)
    return names


def _take(names: PeopleNames, span: Span, name: Name, has_comma: bool, pack: LanguagePack) -> None:
    """Learns a name; one with a comma may be two, and one that tells nobody's role may be a house's."""
    if has_comma:
        return
    if name.given and name.family:
        names.wholes.add(_letters("".join((*name.given, *name.particles, *name.family))))
    if span.label in UNTOLD and span.score < UNTOLD_SCORE:
        return
    if name.given and name.family:
        names.given.update(dict.fromkeys(name.given, span.label))
        names.family.update(dict.fromkeys(name.family, span.label))
    elif span.label == RELATIVE and len(name.words) == 1:
        word = next(iter(name.words))
        if not name_conventions(pack).is_family(word):  # "Mr and Mrs Ek"
            names.given.setdefault(word, span.label)
