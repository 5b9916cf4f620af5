"""The bounded distance is the textbook one wherever it is not more than what is asked for."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from maskerad.text.edit_distance import edit_distance

WORDS = st.text("abc", max_size=7)


@cache
def textbook(left: str, right: str) -> int:
    """Optimal string alignment, by the definition."""
    if not left or not right:
        return len(left) + len(right)
    ways = [
        textbook(left[:-1], right) + 1,
        textbook(left, right[:-1]) + 1,
        textbook(left[:-1], right[:-1]) + (left[-1] != right[-1]),
    ]
    if left[-2:] == right[-2:][::-1] and len(left) > 1 and len(right) > 1:
        ways.append(textbook(left[:-2], right[:-2]) + 1)
    return min(ways)


@given(WORDS, WORDS, st.integers(0, 3))
def test_distance_is_that_of_the_definition(left: str, right: str, most: int) -> None:
    assert edit_distance(left, right, most) == min(textbook(left, right), most + 1)
