"""Tries the examples that rules of the user's own carry.

``examples`` of a rule are texts in which it must mark something: the piece in ``{ }`` where there is one, otherwise
anything. ``negatives`` are texts in which it must mark nothing. An example is tried with the rule alone, and then with
everything else: what it marks must still be covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from maskerad.core import Document, Span, record_of
from maskerad.languages.toml_file import Problem, TomlFile
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.detect import Detector
from maskerad.recognisers import first_evidence
from maskerad.recognisers.rules.recogniser import Grammar, Patterns
from maskerad.recognisers.rules.rulebook import RuleBook, load_rulebook
from maskerad.recognisers.rules.sources import KINDS, entries_of
from maskerad.text.views import normalise

_MARKED = re.compile(r"\{(.*)\}", re.DOTALL)
PLACE = "example"


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of the rule files of one language.

    Attributes:
        settings: Of the project, with this language alone.
        files: Rule files of the user's own, free of mistakes.
    """

    settings: Settings
    files: Sequence[TomlFile] = field(repr=False)

    @property
    def n_examples(self) -> int:
        """How many there are, negatives included."""
        return sum(1 for _ in self._all())

    def problems(self) -> Iterator[Problem]:
        """Every example that does not come out as it says."""
        (code,) = self.settings.languages
        book, detector = load_rulebook(code, self.settings.project), Detector(self.settings)
        for file, kind, number, name, key, text in self._all():
            what = _wrong(text, _rule_alone(book, name), detector) if key == "examples" else _marked(text, book, name)
            if what:
                yield file.problem((kind, number, key), f"rule {name!r}: {what}")

    def _all(self) -> Iterator[tuple[TomlFile, str, int, str, str, str]]:
        """File, kind and number of the rule, its name, examples or negatives, and the text."""
        for file in self.files:
            for kind in KINDS:
                for number, entry in enumerate(entries_of(file, kind)):
                    for key in ("examples", "negatives"):
                        texts = entry.get(key, [])
                        for text in texts if isinstance(texts, list) else ():
                            yield file, kind, number, str(entry["name"]), key, str(text)


def _rule_alone(book: RuleBook, name: str) -> RuleBook:
    """The rule book with this rule and no other."""
    return replace(
        book,
        token_rules=tuple(rule for rule in book.token_rules if rule.name == name),
        text_rules=tuple(rule for rule in book.text_rules if rule.name == name),
    )


def _found(text: str, book: RuleBook) -> list[Span]:
    """What the rules of a book mark in a text, as offsets of that text."""
    view = normalise(text)
    evidence = first_evidence([book.analyser.analyse(Document(PLACE, view.text))])
    spans = [span for recogniser in (Patterns(book), Grammar(book)) for span in recogniser.recognise(evidence).spans[0]]
    places = ((span, *view.to_original(span.start, span.end)) for span in spans)
    return [replace(span, start=start, end=end) for span, start, end in places if start < end]


def _wrong(example: str, book: RuleBook, detector: Detector) -> str:
    """What is wrong with an example, "" if it comes out as it says."""
    wanted = _MARKED.search(example)
    text = _MARKED.sub(r"\1", example)
    spans = _found(text, book)
    if not spans:
        return f"marks nothing in {example!r}"
    place = (wanted.start(), wanted.end() - 2) if wanted else (spans[0].start, spans[0].end)
    if place not in {(span.start, span.end) for span in spans}:
        marked = " and ".join(repr(text[span.start : span.end]) for span in spans)
        return f"marks {marked} in {example!r}"
    covering = detector.detect(record_of(Document(PLACE, text)))[0]
    covered = {at for span in covering for at in range(span.start, span.end)}
    is_kept = covered.issuperset(range(*place))
    return "" if is_kept else f"marks its piece of {example!r}, but what is never marked takes it back"


def _marked(negative: str, book: RuleBook, name: str) -> str:
    """What is wrong with a negative, "" if the rule marks nothing in it."""
    spans = _found(negative, _rule_alone(book, name))
    return f"marks {negative[spans[0].start : spans[0].end]!r} in {negative!r}" if spans else ""
