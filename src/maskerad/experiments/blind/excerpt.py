"""The densest lines of a text: what an evaluator is given to read in place of the whole.

Dalianis (2019, section 4) took at most 20 consecutive lines with the highest density of identifiers, so that nobody
tires of text that holds none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from maskerad.core import Span

N_LINES = 20
LINE_CHARS = 120  # a longer line is read as several, broken at blanks
_LINE = re.compile(rf"[^\n]{{1,{LINE_CHARS}}}(?:(?<=\s)|(?=\s)[^\S\n]*|(?=\n)|\Z)\n?|[^\n]{{1,{LINE_CHARS}}}|\n")


def reading_lines(text: str) -> list[tuple[int, int]]:
    """Start and end of each line as it is read, line ends included; they join without gaps.

    Example:
        >>> reading_lines("Anna kom.\\n\\nHon mår bra.")
        [(0, 10), (10, 11), (11, 23)]
    """
    return [match.span() for match in _LINE.finditer(text)]


def densest_lines(text: str, spans: Iterable[Span], n_lines: int = N_LINES) -> tuple[int, int, int]:
    """The stretch of consecutive lines in which most spans begin; of equal ones the first.

    Args:
        text: Any text.
        spans: Of the text.
        n_lines: Most lines of the stretch.

    Returns:
        Start and end, widened so that no span is cut, and the number of spans in it.
    """
    ordered = sorted(spans, key=lambda span: span.start)
    lines = reading_lines(text)
    if not lines:
        return 0, 0, 0
    before = list(accumulate(_n_begun(lines, ordered), initial=0))
    tops = range(max(1, len(lines) - n_lines + 1))
    top = max(tops, key=lambda i: (before[min(len(lines), i + n_lines)] - before[i], -i))
    last = min(len(lines), top + n_lines)
    start, end = lines[top][0], lines[last - 1][1]
    cut = [span for span in ordered if span.start < end and span.end > start]
    return min([start, *(s.start for s in cut)]), max([end, *(s.end for s in cut)]), before[last] - before[top]


def _n_begun(lines: Sequence[tuple[int, int]], spans: Sequence[Span]) -> list[int]:
    """How many spans begin in each line."""
    starts = [start for start, _ in lines]
    counts = [0] * len(lines)
    for span in spans:
        counts[bisect_right(starts, span.start) - 1] += 1
    return counts
