"""Groups of bars, for shares, for amounts, and for effects to both sides of a middle line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from maskerad.pages.figure import figure
from maskerad.pages.numbers import decimal, signed_decimal
from maskerad.pages.scale import Scale, scale_around
from maskerad.pages.svg import (
    LINE_PX,
    Margins,
    lines_of,
    names_px,
    percent,
    picture,
    row_name,
    series_class,
    text,
    text_px,
)

_BAR, _GAP, _TOP, _BELOW = 14.0, 12.0, 6.0, 24.0
_TITLE = 18.0

Reach = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Group:
    """A name and one value for each series; None where undefined.

    Attributes:
        name: Of the group.
        values: One a series.
        reaches: The intervals of the values, drawn as lines through the ends of their bars; () for none.
        tick: Something else that the bars are seen against; None for nothing.
        said: What stands behind the bars in place of the values; () for these.
    """

    name: str
    values: Sequence[float | None]
    reaches: Sequence[Reach] = ()
    tick: float | None = None
    said: Sequence[str] = ()


def bar_chart(
    title: str, series: Sequence[str], groups: Sequence[Group], scale: Scale | None = None, tick: str = ""
) -> str:
    """Bars along a scale, from its zero; the legend is left out where there is one series and no tick.

    Args:
        title: What a screen reader says.
        series: Names of the values of each group.
        groups: From top to bottom.
        scale: Where the axis ends; from 0 to 1 when not given.
        tick: What the ticks mean; "" where there are none.
    """
    scale = scale or Scale()
    left = names_px(group.name for group in groups)
    right = text_px([words for group in groups for words in _said(group, scale)]) + 14
    tops = [_TOP]
    for group in groups:
        tops.append(tops[-1] + _height(group) + _GAP)
    rows = "".join(_bars(group, series, top, scale) for group, top in zip(groups, tops, strict=False))
    names = "".join(row_name(top + _height(group) / 2, group.name) for group, top in zip(groups, tops, strict=False))
    margins = Margins(left, right, bottom=_BELOW + (_TITLE if scale.title else 0))
    drawing = picture(title, tops[-1], _axis(scale, tops[-1]) + rows + names, margins)
    keys = [(f"bar {series_class(at)}", name) for at, name in enumerate(series)] if len(series) > 1 or tick else []
    return figure(drawing, [*keys, *([("tick", tick)] if tick else [])])


def effect_chart(title: str, series: Sequence[str], groups: Sequence[Group]) -> str:
    """Bars that go left for a loss and right for a gain, on a scale that the largest of them fills."""
    largest = max((abs(value) for group in groups for value in group.values if value is not None), default=0.0)
    return bar_chart(title, series, groups, scale_around(largest))


def _height(group: Group) -> float:
    return max(_BAR * len(group.values), LINE_PX * len(lines_of(group.name)))


def _said(group: Group, scale: Scale) -> Sequence[str]:
    written = signed_decimal if scale.is_signed else decimal
    return group.said or [written(value) for value in group.values]


def _bars(group: Group, series: Sequence[str], top: float, scale: Scale) -> str:
    top += (_height(group) - _BAR * len(group.values)) / 2
    said = _said(group, scale)
    reaches = group.reaches or [None] * len(group.values)
    bars = "".join(
        _bar(value, f"{group.name}, {series[at]}: {said[at]}", at, top + _BAR * at, scale)
        + _reach(reach, top + _BAR * at, scale)
        + text("100%", top + _BAR * at + 10, said[at], "value", dx=10)
        for at, (value, reach) in enumerate(zip(group.values, reaches, strict=True))
    )
    return bars + _tick(group.tick, top, _BAR * len(group.values), scale)


def _bar(value: float | None, tip: str, at: int, y: float, scale: Scale) -> str:
    zero, end = scale.share(0.0), scale.share(value or 0.0)
    return (
        f'<rect class="bar {series_class(at)}" x="{percent(min(zero, end))}" y="{y:.1f}" '
        f'width="{percent(abs(end - zero))}" height="{_BAR - 2:.0f}"><title>{escape(tip)}</title></rect>'
    )


def _reach(reach: Reach, y: float, scale: Scale) -> str:
    if reach is None:
        return ""
    start, end, middle = percent(scale.share(reach[0])), percent(scale.share(reach[1])), y + (_BAR - 2) / 2
    tip = f"<title>95 % interval: {reach[0]:.3f}–{reach[1]:.3f}</title>"
    ends = "".join(f'<line class="reach" x1="{x}" x2="{x}" y1="{middle - 4}" y2="{middle + 4}"/>' for x in (start, end))
    whole = f'x1="{start}" x2="{end}" y1="{middle}" y2="{middle}"'
    return f'<line class="halo" {whole}/><line class="reach" {whole}>{tip}</line>{ends}'


def _tick(value: float | None, top: float, height: float, scale: Scale) -> str:
    if value is None:
        return ""
    x, tip = percent(scale.share(value)), f"<title>{value:.3f}</title>"
    return f'<line class="tick" x1="{x}" x2="{x}" y1="{top - 3:.1f}" y2="{top + height + 1:.1f}">{tip}</line>'


def _axis(scale: Scale, bottom: float) -> str:
    marks = "".join(
        f'<line class="{"zero" if mark == 0 else "grid"}" x1="{x}" x2="{x}" y1="0" y2="{bottom - 4:.1f}"/>'
        + text(x, bottom + 12, scale.said(mark), anchor="middle")
        for mark, x in ((mark, percent(scale.share(mark))) for mark in scale.marks)
    )
    return marks + (text("50%", bottom + 12 + _TITLE, scale.title, "name", "middle") if scale.title else "")
