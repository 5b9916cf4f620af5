"""Known identifiers: what the hospital's own tables say of the people in a record, found however it is written.

Names are found word by word, with genitive endings, in any case, misspelt by a bounded edit distance, split or joined
("Anna-Karin", "Annakarin", "Anna Karin"), and as initials. Numbers are found with any separators, and without their
century. Birth dates are found in every order of figures. Everything else is found as written, whatever the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.known_index import KNOWN, KnownIndex, index_of
from maskerad.recognisers.known_names import KnownNames
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.folding import fold

_NUMBER = re.compile(r"\d(?:[ .\-/()]{0,2}\d){3,24}")
_DATE = re.compile(r"(?<!\d)\d{1,4}(?:[ .\-/]?\d{1,2}){1,2}(?:\d{2})?(?!\d)")


class Known:
    """Marks the identifiers given with a record."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._names = KnownNames(rulebook)

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans of everything known; nothing when the record brings no identifiers."""
        if not evidence.known:
            return Findings([[] for _ in evidence.documents])
        index = index_of(evidence.known)
        return Findings([list(self._spans(document, index)) for document in evidence.documents])

    def _spans(self, document: Analysed, index: KnownIndex) -> Iterator[Span]:
        yield from self._names.spans(document, index)
        yield from _figures(document.document.text, index)
        yield from _literals(document.document.text, index)


def _figures(text: str, index: KnownIndex) -> Iterator[Span]:
    if index.numbers:
        for match in _NUMBER.finditer(text):
            digits = re.sub(r"\D", "", match[0])
            label = index.numbers.get(digits) or index.numbers.get(digits.lstrip("0"))
            if label:
                yield Span(*match.span(), label, 0.99, Source(KNOWN, "number", "a known number"))
    if index.dates:
        for match in _DATE.finditer(text):
            if re.sub(r"\D", "", match[0]) in index.dates:
                yield Span(*match.span(), "DATE", 0.99, Source(KNOWN, "birth_date", "a known birth date"))


def _literals(text: str, index: KnownIndex) -> Iterator[Span]:
    if not index.literals:
        return
    folded = fold(text)
    if len(folded) != len(text):  # folding changed offsets: look for the plain lower-case form instead
        folded = text.lower() if len(text.lower()) == len(text) else text
    for value, label in index.literals.items():
        start = folded.find(value) if len(value) > 1 else -1
        while start >= 0:
            yield Span(start, start + len(value), label, 0.97, Source(KNOWN, "literal", "a known value"))
            start = folded.find(value, start + len(value))
