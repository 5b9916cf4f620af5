"""Character level: how many characters of the text are rightly covered."""

from __future__ import annotations

from collections.abc import Iterable

from maskerad.core import Span
from maskerad.evaluation.counts import Counts
from maskerad.evaluation.intervals import Intervals
from maskerad.evaluation.matching import by_label


def union(spans: Iterable[Span]) -> Intervals:
    """All characters under any of the spans."""
    return Intervals.of((span.start, span.end) for span in spans)


def character_counts(gold: Iterable[Span], predicted: Iterable[Span]) -> dict[str, Counts]:
    """Counts of characters by label; a character under two spans of a label counts once."""
    ours, theirs = by_label(gold), by_label(predicted)
    return {
        label: _compare(Intervals.of(ours.get(label, ())), Intervals.of(theirs.get(label, ())))
        for label in sorted(ours.keys() | theirs.keys())
    }


def blind_character_counts(gold: Iterable[Span], predicted: Iterable[Span]) -> Counts:
    """Counts of characters, whatever the label.

    Example:
        >>> blind_character_counts([Span(0, 4, "CITY")], [Span(2, 7, "AGE")])
        Counts(tp=2, fp=3, fn=2)
    """
    return _compare(union(gold), union(predicted))


def _compare(gold: Intervals, predicted: Intervals) -> Counts:
    both = gold.shared(predicted)
    return Counts(both, predicted.length - both, gold.length - both)
