"""Folding many lines at once says what folding each says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskerad.text.folding import fold, fold_lines

LINES = st.lists(st.text(st.characters(exclude_characters="\n")))


@given(LINES)
def test_lines_are_folded_one_by_one(lines: list[str]) -> None:
    assert fold_lines(lines) == tuple(map(fold, lines))
