"""Unions of spans, and how much of a stretch they cover, in logarithmic time a question."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Intervals:
    """Sorted, disjoint, non-touching half-open intervals.

    Attributes:
        starts: First position of each, ascending.
        ends: One past the last position of each, ascending.
        before: Number of covered positions before each interval; one longer than ``starts``.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    before: tuple[int, ...]

    @classmethod
    def of(cls, stretches: Iterable[tuple[int, int]]) -> Intervals:
        """The union of any stretches; empty ones count for nothing.

        Example:
            >>> list(Intervals.of([(4, 6), (0, 2), (2, 3), (5, 9)]))
            [(0, 3), (4, 9)]
        """
        merged: list[list[int]] = []
        for start, end in sorted(stretches):
            if start >= end:
                continue
            if merged and start <= merged[-1][1]:
                merged[-1][1] = max(merged[-1][1], end)
            else:
                merged.append([start, end])
        lengths = (end - start for start, end in merged)
        return cls(tuple(s for s, _ in merged), tuple(e for _, e in merged), tuple(accumulate(lengths, initial=0)))

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.starts, self.ends, strict=True)

    @property
    def length(self) -> int:
        """Number of covered positions."""
        return self.before[-1]

    def covered_before(self, position: int) -> int:
        """Number of covered positions smaller than ``position``."""
        index = bisect_right(self.starts, position) - 1
        if index < 0:
            return 0
        return self.before[index] + min(position, self.ends[index]) - self.starts[index]

    def covered(self, start: int, end: int) -> int:
        """Number of covered positions in ``[start, end)``.

        Example:
            >>> Intervals.of([(0, 3), (5, 9)]).covered(2, 7)
            3
        """
        return self.covered_before(end) - self.covered_before(start)

    def shared(self, other: Intervals) -> int:
        """Number of positions covered by both."""
        few, many = (self, other) if len(self.starts) <= len(other.starts) else (other, self)
        return sum(many.covered(start, end) for start, end in few)
