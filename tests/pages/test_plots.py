"""Plots: they stay inside their area, say rounded numbers, and hold whatever names and values they are given."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.pages.bars import Group, bar_chart, effect_chart
from maskerad.pages.columns import Column, column_chart
from maskerad.pages.lines import Axes, Point, Series, line_chart
from maskerad.pages.matrix import Cell, matrix_chart
from maskerad.pages.scale import Scale, scale_around, scale_to
from maskerad.pages.strip import interval_strip

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=60)
SHARES = st.floats(0, 1)


def drawn(figure: str) -> ElementTree.Element:
    """The figure as XML: well formed, with everything that is measured in per cent inside of it."""
    tree = ElementTree.fromstring(figure)
    for element in tree.iter():
        for name in ("x", "width", "cx", "x1", "x2"):
            value = element.get(name, "")
            if value.endswith("%"):
                assert -0.01 <= float(value[:-1]) <= 100.01
        if element.tag == "rect" and element.get("width", "").endswith("%"):
            assert float(element.get("x", "0")[:-1]) + float(element.get("width", "0")[:-1]) <= 100.02
    return tree


@given(st.lists(st.tuples(NAMES, st.lists(st.none() | st.floats(-2, 5), min_size=2, max_size=2)), max_size=6))
def test_bars_stay_inside_whatever_their_values(rows: list[tuple[str, list[float | None]]]) -> None:
    groups = [Group(name, values, ((0.1, 0.9), None), 0.5) for name, values in rows]
    drawn(bar_chart("t", ("one", "two"), groups, tick="chance"))
    drawn(effect_chart("t", ("one", "two"), groups))
    most = max((value for group in groups for value in group.values if value is not None), default=0.0)
    drawn(bar_chart("t", ("one", "two"), groups, scale_to(most, "share")))


@given(st.lists(st.tuples(SHARES, SHARES), max_size=60), NAMES)
def test_lines_stay_inside_and_every_point_says_its_numbers(points: list[tuple[float, float]], name: str) -> None:
    line = Series(name, [Point.of(x, y) for x, y in points])
    figure = drawn(line_chart("t", Axes(Scale(title="x"), Scale(title="y")), [line, line]))
    tips = [title.text or "" for circle in figure.iter("circle") for title in circle.iter("title")]
    assert len(tips) == 2 * len(points)
    assert all(re.search(r"x \d(\.\d{1,3})?, y \d\.\d{3}$", tip) for tip in tips)


@given(st.lists(NAMES, min_size=1, max_size=12, unique=True), SHARES)
def test_matrices_hold_any_names(names: list[str], shade: float) -> None:
    cells = [[Cell(shade, "1", f"{row} {column}", row == column) for column in names] for row in names]
    drawn(matrix_chart("t", names, names, cells))


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=9))
def test_columns_are_no_higher_than_their_picture(numbers: list[int]) -> None:
    tree = drawn(column_chart("t", "x", [Column(str(n), n, "tip", "safe") for n in numbers]))
    assert all(float(bar.get("y", "0")) >= -0.1 for bar in tree.iter("rect"))


@given(st.floats(0, 1e6, allow_subnormal=False), st.floats(1e-6, 1e6))
def test_scales_reach_what_they_must_show_with_few_round_marks(highest: float, largest: float) -> None:
    up, both = scale_to(highest), scale_around(largest)
    assert up.low == 0 and up.high >= highest * (1 - 1e-6) and len(up.marks) <= 7
    assert both.high == -both.low and both.high >= largest * (1 - 1e-6) and 0.0 in both.marks
    for scale in (up, both):
        assert len({scale.said(mark) for mark in scale.marks}) == len(scale.marks)


def test_marks_are_named_with_as_few_places_as_tell_them_apart() -> None:
    assert [scale_to(0.087).said(mark) for mark in scale_to(0.087).marks] == [
        "0.00", "0.02", "0.04", "0.06", "0.08", "0.10",
    ]  # fmt: skip
    assert [scale_around(0.3).said(mark) for mark in scale_around(0.3).marks] == ["−0.4", "−0.2", "0.0", "+0.2", "+0.4"]


def test_names_are_cut_into_lines_and_never_lost() -> None:
    name = "propagation + name table + learner of a rather long kind"
    tree = drawn(bar_chart("t", ("one",), [Group(name, (0.5,))]))
    words = " ".join(text.text or "" for text in tree.iter("text") if text.get("class") == "name")
    assert words == name


def test_hostile_names_are_escaped() -> None:
    hostile = "<img src=x onerror=alert(1)>\"'"
    figures = (
        bar_chart(hostile, (hostile, hostile), [Group(hostile, (0.1, 0.2))], Scale(title=hostile), tick=hostile),
        line_chart(hostile, Axes(Scale(title=hostile), Scale(title=hostile)), [Series(hostile, [Point.of(0, 0)])] * 2),
        matrix_chart(hostile, [hostile], [hostile], [[Cell(0.5, hostile, hostile)]]),
        column_chart(hostile, hostile, [Column(hostile, 1, hostile, "safe")]),
        interval_strip(hostile, 0.5, (0.1, 0.9)),
    )
    for figure in figures:
        assert "<img" not in figure
        drawn(figure)


@pytest.mark.parametrize("n_series", [1, 2, 4])
def test_series_are_told_apart_by_more_than_colour(n_series: int) -> None:
    """Each has its own class; the style sheet gives each class a hatching and a dash as well as a colour."""
    names = [f"s{at}" for at in range(n_series)]
    page = bar_chart("t", names, [Group("g", [0.5] * n_series)])
    assert {f"series-{at + 1}" for at in range(n_series)} == set(re.findall(r"series-\d", page))
