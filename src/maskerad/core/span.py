"""Spans: where something is, and what it is. A span never carries text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import overload

from maskerad.core.errors import BoundsError, OverlapError


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Who found a span, by which rule, and on what evidence (a rule's words, never the record's)."""

    recogniser: str
    rule: str = ""
    evidence: str = ""


UNKNOWN_SOURCE = Source("unknown")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A labelled piece of one text: ``[start, end)`` in Unicode code points.

    Args:
        start: First code point.
        end: One past the last code point; greater than ``start``.
        label: A label of the scheme in use.
        score: Confidence in [0, 1]; rules give their prior.
        source: Which recogniser found it, and why.
        entity: Id shared by the mentions of one real-world thing in a record, "" when not linked.

    Raises:
        BoundsError: If not ``0 <= start < end``.

    Example:
        >>> Span(0, 4, "PATIENT").length
        4
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    source: Source = UNKNOWN_SOURCE
    entity: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise BoundsError(f"span {self.start}..{self.end} labelled {self.label!r}: need 0 <= start < end")

    @property
    def length(self) -> int:
        """Number of code points."""
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def moved(self, offset: int) -> Span:
        """The same span, ``offset`` code points further on."""
        return Span(self.start + offset, self.end + offset, self.label, self.score, self.source, self.entity)

    def relabelled(self, label: str) -> Span:
        """The same place under another label."""
        if label == self.label:
            return self
        return Span(self.start, self.end, label, self.score, self.source, self.entity)


@dataclass(frozen=True, slots=True)
class SpanSet(Sequence[Span]):
    """Sorted, disjoint spans of one text: the only thing that a rewrite accepts.

    Raises:
        OverlapError: If two spans share a character.

    Example:
        >>> [s.start for s in SpanSet.of([Span(5, 7, "DATE"), Span(0, 4, "CITY")])]
        [0, 5]
    """

    spans: tuple[Span, ...] = ()
    scheme: str = "core"

    def __post_init__(self) -> None:
        for left, right in pairwise(self.spans):
            if right.start < left.end:
                raise OverlapError(
                    f"spans {left.start}..{left.end} {left.label} and "
                    f"{right.start}..{right.end} {right.label} overlap or are not in order"
                )

    @classmethod
    def of(cls, spans: Iterable[Span], scheme: str = "core") -> SpanSet:
        """Sorts the spans by offset; overlaps are still refused."""
        return cls(tuple(sorted(spans, key=lambda s: (s.start, s.end))), scheme)

    def __len__(self) -> int:
        return len(self.spans)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    @overload
    def __getitem__(self, index: int) -> Span: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Span, ...]: ...

    def __getitem__(self, index: int | slice) -> Span | tuple[Span, ...]:
        return self.spans[index]

    @property
    def covered_chars(self) -> int:
        """Number of code points under any span."""
        return sum(span.length for span in self.spans)
