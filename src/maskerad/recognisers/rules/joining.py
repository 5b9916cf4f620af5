"""Pieces that belong together become one: the two ends of a range of dates, a number and its extension.

Which labels join, and over what between them, is data: ``[joins]`` of ``pack.toml`` gives a pattern per label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

import regex

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.rulebook import RuleBook

GAP_MAX_CHARS = 12
SOURCE = Source("rules.joining.v1", "joined", "two pieces of one thing")


class Joining:
    """Adds a span over neighbours of one label that only a joining sign parts."""

    def __init__(self, rulebook: RuleBook) -> None:
        joins = rulebook.pack.table("joins")
        self._between = {label: regex.compile(str(pattern), regex.VERBOSE) for label, pattern in joins.items()}

    def recognise(self, evidence: Evidence) -> Findings:
        """One span for each pair of neighbours that join."""
        pairs = zip(evidence.documents, evidence.spans, strict=True)
        return Findings([list(self._spans(document.document.text, spans)) for document, spans in pairs])

    def _spans(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        by_label: dict[str, list[Span]] = {}
        for span in spans:
            if span.label in self._between:
                by_label.setdefault(span.label, []).append(span)
        for label, marked in by_label.items():
            between = self._between[label]
            marked.sort(key=attrgetter("start", "end"))
            for left, right in pairwise(_without_inner(marked)):
                if 0 <= right.start - left.end <= GAP_MAX_CHARS and between.fullmatch(text, left.end, right.start):
                    yield replace(left, end=right.end, source=SOURCE)


def _without_inner(spans: Sequence[Span]) -> Iterator[Span]:
    """Leaves out spans that lie inside an earlier one."""
    reach = 0
    for span in spans:
        if span.end > reach:
            reach = span.end
            yield span
