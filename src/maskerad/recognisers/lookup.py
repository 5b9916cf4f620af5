"""Marks what it was told to mark: phrases with a label each, wherever they stand."""

from __future__ import annotations

from collections.abc import Mapping

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.text.phrases import PhraseIndex

SOURCE = Source("lookup.v1", "phrase", "annotated so in the training data")


class Lookup:
    """Every occurrence of a phrase, the longest first. Case counts.

    Args:
        phrases: Phrase to label.
    """

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self._index = PhraseIndex(phrases)

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans of every document; those of one document do not overlap."""
        return Findings([self.spans(analysed.document.text) for analysed in evidence.documents])

    def spans(self, text: str) -> list[Span]:
        """The spans of one text."""
        return [Span(start, end, label, 0.5, SOURCE) for start, end, label in self._index.find(text)]
