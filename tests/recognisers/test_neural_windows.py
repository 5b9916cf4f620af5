"""Windows tile a sequence and give context on both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.recognisers.neural.windows import windows


@given(st.integers(0, 700), st.integers(1, 60), st.integers(0, 20))
def test_what_is_read_off_tiles_the_sequence(length: int, stride: int, margin: int) -> None:
    size = stride + 2 * margin
    found = list(windows(length, size, margin))
    assert [item for w in found for item in range(w.first, w.last)] == list(range(length))
    for window in found:
        assert window.stop - window.start <= size
        assert window.start == 0 or window.first - window.start >= margin
        assert window.stop == length or window.stop - window.last >= margin


def test_a_window_that_is_all_margin_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than its margins"):
        list(windows(5, 4, 2))
