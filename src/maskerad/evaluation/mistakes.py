"""What went wrong, one by one: missed, spurious, boundary, label. The kind is suggested by the offsets alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate

from maskerad.core import Span
from maskerad.evaluation.pairs import Pair

CONTEXT_CHARS = 40
SHOWN_CHARS = 240  # of a longer mention the rest is not shown
# Where dozens of predictions overlap one mention, only this many are compared: keeps hostile input linear.
CANDIDATES = 16


class Kind(StrEnum):
    """What is wrong with a mention or a prediction."""

    MISSED = "missed"
    SPURIOUS = "spurious"
    BOUNDARY = "boundary"
    LABEL = "label"


MEANINGS = {
    Kind.MISSED: "a gold mention that shares no character with any prediction",
    Kind.SPURIOUS: "a prediction that shares no character with any gold mention",
    Kind.BOUNDARY: "right label, wrong start or end",
    Kind.LABEL: "found under another label, with right or wrong ends",
}


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of the text around a mistake; made only when asked for. Stays out of ``repr``.

    Attributes:
        text: The piece.
        offset: Where it begins in the document, in code points.
    """

    text: str = field(repr=False)
    offset: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """One gold mention that was not found exactly, or one prediction that hits nothing. Holds no text by itself."""

    kind: Kind
    document: str
    record: str
    gold: Span | None
    predicted: Span | None
    excerpt: Excerpt | None = None

    @property
    def start(self) -> int:
        """First code point of either span."""
        return min(span.start for span in (self.gold, self.predicted) if span)

    @property
    def end(self) -> int:
        """One past the last code point of either span."""
        return max(span.end for span in (self.gold, self.predicted) if span)


def mistake_of(pair: Pair, gold: Span | None, predicted: Span | None) -> Mistake | None:
    """The mistake in a mention and its best prediction, None when they are equal. One of the two may be missing.

    A prediction that only repeats a part of a mention is never a mistake of its own: the mention's boundary says so.
    """
    if gold is None:
        kind = Kind.SPURIOUS
    elif predicted is None:
        kind = Kind.MISSED
    elif gold.label != predicted.label:
        kind = Kind.LABEL
    elif (gold.start, gold.end) != (predicted.start, predicted.end):
        kind = Kind.BOUNDARY
    else:
        return None
    return Mistake(kind, pair.document, pair.record, gold, predicted)


def matched(gold: Iterable[Span], predicted: Sequence[Span]) -> list[tuple[Span, Span | None]]:
    """Each gold span with the prediction that shares most characters with it, or None where none does."""
    ordered = sorted(predicted, key=lambda s: (s.start, s.end))
    starts = [span.start for span in ordered]
    furthest = list(accumulate((span.end for span in ordered), max))
    exact = {(span.start, span.end, span.label): span for span in ordered}
    pairs: list[tuple[Span, Span | None]] = []
    for span in gold:
        same = exact.get((span.start, span.end, span.label))
        pairs.append((span, same or _best(span, ordered, starts, furthest)))
    return pairs


def without_partner(spans: Iterable[Span], others: Iterable[Span]) -> Iterator[Span]:
    """The spans that share no character with any of the others."""
    return (span for span, partner in matched(spans, list(others)) if partner is None)


def partners(gold: Sequence[Span], predicted: Sequence[Span]) -> list[tuple[Span | None, Span | None]]:
    """Every gold span with its best prediction, then every prediction that hits nothing; None stands for nothing."""
    return [*matched(gold, predicted), *((None, span) for span in without_partner(predicted, gold))]


def mistakes_of(
    pair: Pair, couples: Iterable[tuple[Span | None, Span | None]], with_text: bool = False
) -> list[Mistake]:
    """The mistakes of one document in the order of its text.

    Args:
        pair: The document.
        found: What ``partners`` gave.
        with_text: Whether each carries the text around it.
    """
    made = (mistake_of(pair, gold, predicted) for gold, predicted in couples)
    ordered = sorted((mistake for mistake in made if mistake), key=lambda mistake: (mistake.start, mistake.end))
    return [replace(mistake, excerpt=excerpt_of(pair.text, mistake)) for mistake in ordered] if with_text else ordered


def excerpt_of(text: str, mistake: Mistake) -> Excerpt:
    """The text around a mistake, at most ``SHOWN_CHARS`` of it and ``CONTEXT_CHARS`` on both sides."""
    start = max(0, mistake.start - CONTEXT_CHARS)
    end = min(mistake.end, mistake.start + SHOWN_CHARS) + CONTEXT_CHARS
    return Excerpt(text[start:end], start)


def _best(span: Span, ordered: Sequence[Span], starts: Sequence[int], furthest: Sequence[int]) -> Span | None:
    """Most shared characters, then the same label, then the first."""
    first = bisect_right(furthest, span.start)  # everything before ends too early
    last = bisect_left(starts, span.end)  # everything from here on starts too late
    if first >= last:
        return None
    near = {first, *range(max(first, last - CANDIDATES), last)}
    candidates: list[Span] = [ordered[i] for i in sorted(near) if ordered[i].overlaps(span)]
    best: Span = max(candidates, key=lambda other: (_shared_chars(span, other), other.label == span.label))
    return best


def _shared_chars(left: Span, right: Span) -> int:
    return min(left.end, right.end) - max(left.start, right.start)
