"""Unions against a set of positions."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from maskerad.evaluation.intervals import Intervals

stretches = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12)


def positions(pieces: list[tuple[int, int]]) -> set[int]:
    return {position for start, end in pieces for position in range(start, end)}


@given(stretches)
def test_the_union_holds_exactly_the_positions(pieces: list[tuple[int, int]]) -> None:
    union = Intervals.of(pieces)
    assert positions(list(union)) == positions(pieces)
    assert union.length == len(positions(pieces))
    edges = list(union)
    assert all(left[1] < right[0] for left, right in pairwise(edges))


@given(stretches, st.integers(0, 45), st.integers(0, 45))
def test_covered_counts_positions(pieces: list[tuple[int, int]], a: int, b: int) -> None:
    start, end = min(a, b), max(a, b)
    assert Intervals.of(pieces).covered(start, end) == len(positions(pieces) & set(range(start, end)))


@given(stretches, stretches)
def test_shared_counts_common_positions(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> None:
    a, b = Intervals.of(left), Intervals.of(right)
    assert a.shared(b) == b.shared(a) == len(positions(left) & positions(right))
