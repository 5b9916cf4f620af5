"""The three measures of the MEDDOCAN task (Marimon et al. 2019): NER, span strict, span merged.

NER is exact matching in the gold's own labels (``matching.exact_counts``), span strict is exact matching without
labels (``matching.blind_counts``). Span merged joins neighbours first, as stated below.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Set
from itertools import accumulate

from maskerad.core import Span
from maskerad.evaluation.counts import Counts

Stretch = tuple[int, int]


def merged_counts(text: str, gold: Iterable[Span], predicted: Iterable[Span]) -> Counts:
    """Span merged: spans with no letter or digit between them count as one, and whatever lies in a hit is a hit.

    True positives are the spans found strictly and the merged spans found; any other span inside one of these is
    forgiven; what remains is a false positive or a false negative.

    Example:
        >>> merged_counts("Ana Gil", [Span(0, 7, "A")], [Span(0, 3, "A"), Span(4, 7, "A")])
        Counts(tp=1, fp=0, fn=0)
    """
    ours = {(s.start, s.end) for s in gold}
    theirs = {(s.start, s.end) for s in predicted}
    hits = (ours & theirs) | (_merged(text, ours) & _merged(text, theirs))
    return Counts(len(hits), _outside(theirs - ours, hits), _outside(ours - theirs, hits))


def _merged(text: str, stretches: Set[Stretch]) -> set[Stretch]:
    joined: list[Stretch] = []
    for start, end in sorted(stretches):
        if joined and not any(map(str.isalnum, text[joined[-1][1] : start])):
            first, last = joined[-1]
            joined[-1] = (first, max(last, end))
        else:
            joined.append((start, end))
    return set(joined)


def _outside(stretches: Set[Stretch], hits: Set[Stretch]) -> int:
    """How many of the stretches lie inside none of the hits."""
    ordered = sorted(hits)
    starts = [start for start, _ in ordered]
    furthest = list(accumulate((end for _, end in ordered), max))
    outside = 0
    for start, end in stretches:
        index = bisect_right(starts, start) - 1
        outside += index < 0 or furthest[index] < end
    return outside
