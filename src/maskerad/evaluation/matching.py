"""Entity level: which predicted spans are gold spans, exactly or in part.

A span that is stated twice is one statement: everything here works on sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Set

from maskerad.core import Span
from maskerad.evaluation.counts import Counts, Credit
from maskerad.evaluation.intervals import Intervals


def by_label(spans: Iterable[Span]) -> dict[str, set[tuple[int, int]]]:
    """Offsets of the spans of each label."""
    groups: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for span in spans:
        groups[span.label].add((span.start, span.end))
    return dict(groups)


def exact_counts(gold: Iterable[Span], predicted: Iterable[Span]) -> dict[str, Counts]:
    """Label and both ends must be right (strict matching of CoNLL-2003 and i2b2 2014), counted by label.

    Example:
        >>> exact_counts([Span(0, 4, "CITY")], [Span(0, 4, "CITY"), Span(5, 6, "AGE")])
        {'AGE': Counts(tp=0, fp=1, fn=0), 'CITY': Counts(tp=1, fp=0, fn=0)}
    """
    ours, theirs = by_label(gold), by_label(predicted)
    nothing: Set[Hashable] = frozenset()
    labels = sorted(ours.keys() | theirs.keys())
    return {label: Counts.of(ours.get(label, nothing), theirs.get(label, nothing)) for label in labels}


def blind_counts(gold: Iterable[Span], predicted: Iterable[Span]) -> Counts:
    """Both ends must be right, whatever the label."""
    return Counts.of({(s.start, s.end) for s in gold}, {(s.start, s.end) for s in predicted})


def overlap_credits(gold: Iterable[Span], predicted: Iterable[Span]) -> dict[str, Credit]:
    """Partial credit by characters, counted by label.

    A predicted span earns the share of its characters that lie in gold spans of its label, a gold span the share
    of its characters that lie in predicted spans of its label. So precision and recall have numerators of their
    own, as in the partial matches of Dalianis and Velupillai 2010 (table 1 in Berg and Dalianis 2019).
    """
    ours, theirs = by_label(gold), by_label(predicted)
    credits: dict[str, Credit] = {}
    for label in sorted(ours.keys() | theirs.keys()):
        relevant, retrieved = ours.get(label, set()), theirs.get(label, set())
        credits[label] = Credit(
            _credit(retrieved, Intervals.of(relevant)),
            len(retrieved),
            _credit(relevant, Intervals.of(retrieved)),
            len(relevant),
        )
    return credits


def _credit(stretches: Iterable[tuple[int, int]], other: Intervals) -> float:
    # Sorted, so that the floating-point sum does not depend on the order of a set.
    return sum(other.covered(start, end) / (end - start) for start, end in sorted(stretches))
