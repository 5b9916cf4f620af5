"""Overlapping windows: a long sequence in pieces of bounded length, nothing cut off, with context on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """One piece ``[start, stop)`` of a sequence, and the part of it ``[first, last)`` that is read off it.

    The parts that are read off tile the sequence.
    """

    start: int
    stop: int
    first: int
    last: int


def windows(length: int, size: int, margin: int) -> Iterator[Window]:
    """Windows over a sequence; inside it each item that is read off has at least ``margin`` items on both sides.

    Args:
        length: Of the sequence.
        size: Of a window; more than twice the margin.
        margin: Context on each side, which is run through but not read off.

    Example:
        >>> [(w.start, w.stop, w.first, w.last) for w in windows(10, 6, 1)]
        [(0, 6, 0, 5), (4, 10, 5, 10)]
    """
    stride = size - 2 * margin
    if stride < 1:
        raise ValueError("a window must be longer than its margins")
    start = first = 0
    while first < length:
        stop = min(start + size, length)
        last = stop if stop == length else stop - margin
        yield Window(start, stop, first, last)
        first, start = last, last - margin
