"""Groups of bars, for shares from 0 to 1 and for effects to both sides of a middle line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from maskerad.evaluation.report.numbers import decimal
from maskerad.evaluation.report.svg import series_class, svg, text, text_px

_WIDTH, _BAR, _GAP = 480.0, 13.0, 12.0


@dataclass(frozen=True, slots=True)
class Group:
    """A name and one value for each series; None where undefined."""

    name: str
    values: Sequence[float | None]


def share_bars(title: str, series: Sequence[str], groups: Sequence[Group]) -> str:
    """Bars from 0 to 1."""
    return _bars(title, series, groups, 0.0, 1.0)


def effect_bars(title: str, series: Sequence[str], groups: Sequence[Group]) -> str:
    """Bars that go left for a loss and right for a gain, on a scale that the largest of them fills."""
    largest = max((abs(value) for group in groups for value in group.values if value is not None), default=0.0)
    reach = max(0.01, largest)
    return _bars(title, series, groups, -reach, reach)


def _bars(title: str, series: Sequence[str], groups: Sequence[Group], low: float, high: float) -> str:
    left = 24 + text_px([group.name for group in groups])
    pitch = _BAR * len(series) + _GAP
    top = 26.0
    height = top + pitch * len(groups) + 26
    parts = [_legend(series, left), *(_mark(left, height, low, high, step) for step in range(5))]
    for at, group in enumerate(groups):
        parts.append(_group(group, left, top + pitch * at, low, high))
    return svg(left + _WIDTH + 90, height, title, "".join(parts))


def _group(group: Group, left: float, top: float, low: float, high: float) -> str:
    middle = top + _BAR * len(group.values) / 2 + 4
    bars = (_bar(value, at, left, top + _BAR * at, low, high) for at, value in enumerate(group.values))
    return text(left - 10, middle, group.name, "name", "end") + "".join(bars)


def _bar(value: float | None, at: int, left: float, y: float, low: float, high: float) -> str:
    scale = _WIDTH / (high - low)
    zero, end = -low * scale, ((value or 0.0) - low) * scale
    start, length = left + min(zero, end), abs(end - zero)
    said = decimal(value) if low == 0 or value is None else f"{value:+.3f}"
    return (
        f'<rect class="bar {series_class(at)}" x="{start:.1f}" y="{y:.1f}" width="{length:.1f}" height="{_BAR - 2}">'
        f"<title>{escape(said)}</title></rect>" + text(left + _WIDTH + 12, y + 10, said, "value")
    )


def _mark(left: float, height: float, low: float, high: float, step: int) -> str:
    x, value = left + _WIDTH * step / 4, low + (high - low) * step / 4
    said = f"{value:.2f}" if low == 0 else f"{value:+.2f}"
    return f'<path class="grid" d="M{x:.1f} 20V{height - 24:.1f}"/>' + text(x, height - 8, said, anchor="middle")


def _legend(series: Sequence[str], left: float) -> str:
    parts, x = [], left
    for at, name in enumerate(series):
        parts.append(f'<rect class="bar {series_class(at)}" x="{x:.1f}" y="2" width="16" height="11"/>')
        parts.append(text(x + 22, 12, name, "name"))
        x += 44 + text_px([name])
    return "".join(parts)
