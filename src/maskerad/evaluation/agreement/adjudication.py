"""One annotation out of several, by union: what one annotator marked, the others are taken to have missed.

So it is done where a missed identifier costs more than a needless mark (Trienes et al. 2020, section 3.3). Spans that
overlap become one that covers them all. Where the annotators disagree on its label, the label most of them gave is
taken, and the place is listed for a person to look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from maskerad.core import Span
from maskerad.core.span import Source


@dataclass(frozen=True, slots=True)
class Vote:
    """A span and who gave it."""

    annotator: str
    span: Span


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a cluster of overlapping spans.

    Attributes:
        span: Covers all of them.
        labels: Every label that was given, the one taken first.
        annotators: Who marked anything here.
        is_same_ends: Whether everybody who marked it gave the same ends.
    """

    span: Span
    labels: tuple[str, ...]
    annotators: tuple[str, ...]
    is_same_ends: bool

    @property
    def is_conflict(self) -> bool:
        """Whether labels differ, so that a person should look."""
        return len(self.labels) > 1


SOURCE = Source("adjudication.v1", "union")


def adjudicate(votes: Iterable[Vote]) -> list[Decision]:
    """Decisions on one document, in the order of the text; every character that anybody marked is covered.

    Args:
        votes: Spans of all annotators, labels in one scheme.

    Example:
        >>> votes = [Vote("A", Span(0, 4, "PATIENT")), Vote("B", Span(0, 7, "PATIENT")), Vote("B", Span(9, 11, "AGE"))]
        >>> [(one.span.start, one.span.end, one.span.label) for one in adjudicate(votes)]
        [(0, 7, 'PATIENT'), (9, 11, 'AGE')]
    """
    return [_decide(cluster) for cluster in _clusters(votes)]


def _clusters(votes: Iterable[Vote]) -> Iterator[list[Vote]]:
    cluster: list[Vote] = []
    end = 0
    for vote in sorted(votes, key=lambda vote: (vote.span.start, vote.span.end, vote.span.label, vote.annotator)):
        if cluster and vote.span.start >= end:
            yield cluster
            cluster = []
        cluster.append(vote)
        end = max(end, vote.span.end)
    if cluster:
        yield cluster


def _decide(cluster: Sequence[Vote]) -> Decision:
    labels = _ranked_labels(cluster)
    start, end = min(vote.span.start for vote in cluster), max(vote.span.end for vote in cluster)
    return Decision(
        Span(start, end, labels[0], source=SOURCE),
        labels,
        tuple(sorted({vote.annotator for vote in cluster})),
        len({(vote.span.start, vote.span.end) for vote in cluster}) == 1,
    )


def _ranked_labels(cluster: Sequence[Vote]) -> tuple[str, ...]:
    """Most annotators first, then most characters, then by name, so that the order of the annotators is nothing."""
    n_annotators = Counter(label for _, label in {(vote.annotator, vote.span.label) for vote in cluster})
    n_chars: Counter[str] = Counter()
    for vote in cluster:
        n_chars[vote.span.label] += vote.span.length
    return tuple(sorted(n_annotators, key=lambda label: (-n_annotators[label], -n_chars[label], label)))
