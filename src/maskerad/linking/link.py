"""Mentions to entities: one for each person, place, institution, number or day of a record.

People are linked by their names: mentions with the same names are one person, and a mention that has only some of
them ("Anna", "Lindqvist", "H. Rose") is the one person of the record it fits. Where it fits two, it stays apart: a
name that could be two people is never merged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from maskerad.core.document import Record
from maskerad.core.entity import Entity, Mention
from maskerad.core.span import Span, SpanSet
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.keys import entity_key, family_of, name_words
from maskerad.text.folding import fold, folded_words

FITTING_MAX = 50  # people that share a word, looked through for the one that a part of a name belongs to
GENERAL = frozenset({"PERSON", "GIVEN_NAME", "FAMILY_NAME"})


class _Found(NamedTuple):
    """One mention with its text and language, in the order of the record."""

    mention: Mention
    text: str
    pack: LanguagePack

    @property
    def span(self) -> Span:
        return self.mention.span


@dataclass(frozen=True, slots=True)
class _Name:
    """What tells a mention of a person: its names and its initials."""

    words: frozenset[str] = field(repr=False)
    initials: str = field(repr=False)


def link(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> list[Entity]:
    """Groups the mentions of a record.

    Args:
        record: Its documents.
        spans: One set a document, in the order of the documents.
        packs: Language of each document.

    Returns:
        Entities in the order of their first mention, documents being taken by date, then by id. Their ids are
        their label and a number from 1 in that order, and tell nothing of any text.
    """
    found = _in_order(record, spans, packs)
    names = _names([one for one in found if family_of(one.span.label) == "PERSON"])
    people = _people(set(names.values()))
    groups: dict[tuple[str, str], list[_Found]] = defaultdict(list)
    for one in found:
        family = family_of(one.span.label)
        key = people[names[one]] if family == "PERSON" else entity_key(one.text, one.span.label, one.pack)
        groups[family, key].append(one)
    counts: Counter[str] = Counter()
    return [_entity(group, names, counts) for group in groups.values()]


def _in_order(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> list[_Found]:
    documents = list(zip(record.documents, spans, packs, strict=True))
    documents.sort(key=lambda one: (one[0].date or date.max, one[0].id))
    return [
        _Found(Mention(document.id, span), document.text[span.start : span.end], pack)
        for document, found, pack in documents
        for span in found
    ]


def _names(people: Sequence[_Found]) -> dict[_Found, _Name]:
    """Names of the mentions of people, endings told from names by all names of the record."""
    known = frozenset(word for one in people for word in folded_words(one.text))
    names: dict[_Found, _Name] = {}
    for one in people:
        words, initials = name_words(one.text, one.span.label, one.pack, known)
        names[one] = _Name(words or frozenset([fold(one.text)]), initials)
    return names


def _people(names: Iterable[_Name]) -> dict[_Name, str]:
    """The key of the person that each name belongs to.

    Names are taken from the fullest to the barest; each joins the one person whose names include its own and whose
    other names begin with its initials, or becomes a person of its own.
    """
    persons: list[frozenset[str]] = []
    having: dict[str, set[int]] = defaultdict(set)
    people: dict[_Name, str] = {}
    for name in sorted(names, key=lambda name: (-len(name.words), sorted(name.words), name.initials)):
        fitting = _fitting(name, persons, having)
        if len(fitting) != 1:
            fitting = [len(persons)]
            persons.append(name.words)
            for word in name.words:
                having[word].add(fitting[0])
        people[name] = str(fitting[0])
    return people


def _fitting(name: _Name, persons: Sequence[frozenset[str]], having: Mapping[str, set[int]]) -> list[int]:
    """Persons that a name can belong to; an exact one alone."""
    candidates = min((having.get(word, set()) for word in name.words), key=len)
    if len(candidates) > FITTING_MAX:
        return []
    fitting = [at for at in sorted(candidates) if name.words <= persons[at] and _may_begin(name, persons[at])]
    exact = [at for at in fitting if persons[at] == name.words]
    return exact or fitting


def _may_begin(name: _Name, person: frozenset[str]) -> bool:
    others = person - name.words
    return all(any(word.startswith(initial) for word in others) for initial in name.initials if others)


def _entity(group: Sequence[_Found], names: Mapping[_Found, _Name], counts: Counter[str]) -> Entity:
    label = _label(group)
    counts[label] += 1
    number, mentions = f"{label}-{counts[label]}", tuple(one.mention for one in group)
    fullest = max(group, key=lambda one: (len(one.text), one.text))
    if family_of(label) != "PERSON":
        return Entity(number, label, mentions, key=entity_key(fullest.text, fullest.span.label, fullest.pack))
    name = max((names[one] for one in group), key=lambda name: (len(name.words), sorted(name.words), name.initials))
    role = label if label not in GENERAL else ""
    key = " ".join(sorted(name.words))
    return Entity(number, label, mentions, role=role, gender=_gender(group, names), key=key)


def _label(group: Sequence[_Found]) -> str:
    """The commonest label, one that tells a role before one that does not; the first one on a tie."""
    votes = Counter(one.span.label for one in group)
    return max(votes, key=lambda label: (label not in GENERAL, votes[label]))


def _gender(group: Sequence[_Found], names: Mapping[_Found, _Name]) -> str:
    """What the names tell, if they agree; "" for what is no person."""
    told = {name_conventions(one.pack).gender(word) for one in group if one in names for word in names[one].words} - {
        ""
    }
    return told.pop() if len(told) == 1 else ""
