"""Offsets lead from the old text to the new and back, as a walk over both tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import OffsetMap, Released, Span, SpanSet
from maskerad.core.errors import BoundsError

Pieces = list[tuple[int, int, int]]  # letters kept, then replaced, then put there


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.integers(0, 3)), max_size=5), st.integers(0, 3))
def test_offsets_are_those_of_a_walk(pieces: Pieces, tail: int) -> None:
    old = new = 0
    replaced: list[tuple[int, int, int, int]] = []
    starts, ends, backs = {}, {0: 0}, {}
    for kept, taken, put in pieces:
        for step in range(kept):
            starts[old + step], ends[old + step + 1], backs[new + step] = new + step, new + step + 1, old + step
        old, new = old + kept, new + kept
        replaced.append((old, old + taken, new, new + put))
        starts |= dict.fromkeys(range(old, old + taken), new)
        ends |= dict.fromkeys(range(old + 1, old + taken + 1), new + put)
        backs |= dict.fromkeys(range(new, new + put), old)
        old, new = old + taken, new + put
    for step in range(tail):
        starts[old + step], ends[old + step + 1], backs[new + step] = new + step, new + step + 1, old + step
    old, new = old + tail, new + tail
    starts[old], backs[new] = new, old
    offsets = OffsetMap(tuple(replaced), old)
    assert offsets.n_new_chars == new
    assert {at: offsets.to_new(at) for at in range(old + 1)} == starts
    assert {at: offsets.end_to_new(at) for at in range(old + 1)} == ends
    assert {at: offsets.to_old(at) for at in range(new + 1)} == backs
    for ask, end in ((offsets.to_new, old), (offsets.end_to_new, old), (offsets.to_old, new)):
        for outside in (-1, end + 1):
            with pytest.raises(BoundsError, match=f"offsets are 0 to {end}$"):
                ask(outside)


def test_without_a_length_only_what_lies_before_the_text_is_refused() -> None:
    offsets = OffsetMap(((4, 8, 4, 10),))
    assert offsets.n_new_chars is None and offsets.to_new(1_000) == 1_002 and offsets.to_old(1_002) == 1_000
    with pytest.raises(BoundsError, match=r"offsets are 0$"):
        offsets.to_new(-1)


def test_what_is_kept_is_told_by_its_label() -> None:
    spans = SpanSet((Span(0, 4, "PATIENT"), Span(8, 12, "CITY")))
    released = Released("d1", "[X] in Lund", spans, spans, OffsetMap(((0, 4, 0, 3),), 12))
    assert released.kept == ("CITY",)


def test_a_release_shows_neither_a_text_nor_where_anything_stands_in_it() -> None:
    spans = SpanSet((Span(0, 4, "PATIENT"),))
    released = Released("d1", "Anna", spans, spans, OffsetMap(((0, 4, 0, 4),), 4), {"name": "Anna"})
    assert repr(released) == "Released(document='d1', refused=(), doubts=(), beside=())"
