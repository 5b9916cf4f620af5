"""Where a name runs on into the next phrase: "Anna Lindqvist, Falu lasarett" is a person and a hospital.

A rule that reads "surname, given name" cannot know that what stands behind the comma is a house. Another rule may:
where the name of an institution begins right behind the comma and reaches to the end of the name or beyond, the name
ends before the comma. No character is uncovered but the comma and blanks.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span

INSTITUTIONS = frozenset({"HOSPITAL", "ORGANIZATION"})
TRUSTED_SCORE = 0.6
_COMMA = re.compile(r"[ \t]*,\s*")


def end_names_before_institutions(spans: Sequence[Span], text: str) -> list[Span]:
    """The candidates, names cut before the comma behind which an institution begins.

    Args:
        spans: Candidates in any order.
        text: Where they lie.

    Example:
        >>> found = [Span(0, 20, "PERSON", 0.9), Span(10, 23, "HOSPITAL", 0.8)]
        >>> [(s.start, s.end, s.label) for s in end_names_before_institutions(found, "Anna Lind, Falu lasarett")]
        [(0, 20, 'PERSON'), (10, 23, 'HOSPITAL')]
        >>> found[1] = Span(11, 24, "HOSPITAL", 0.8)
        >>> [(s.start, s.end, s.label) for s in end_names_before_institutions(found, "Anna Lind, Falu lasarett")]
        [(0, 9, 'PERSON'), (11, 24, 'HOSPITAL')]
    """
    ends = {s.start: s.end for s in sorted(spans, key=lambda s: s.end) if _is_institution(s)}
    if not ends:
        return list(spans)
    starts = sorted(ends)
    return [_ended(span, text, starts, ends) if span.label in people_labels() else span for span in spans]


def _is_institution(span: Span) -> bool:
    return span.label in INSTITUTIONS and span.score >= TRUSTED_SCORE


def _ended(span: Span, text: str, starts: Sequence[int], ends: dict[int, int]) -> Span:
    """A name, ended before the first comma behind which an institution begins that holds the rest of it."""
    at = bisect_left(starts, span.start + 1)
    while at < len(starts) and starts[at] < span.end:
        start = starts[at]
        comma = next((m for m in _COMMA.finditer(text, span.start + 1, start) if m.end() == start), None)
        if comma is not None and ends[start] >= span.end:
            return replace(span, end=comma.start())
        at += 1
    return span
