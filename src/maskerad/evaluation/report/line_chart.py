"""Lines over a square of numbers, each with a band if it has one: learning curves, precision–recall, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maskerad.evaluation.report.svg import series_class, svg, text, text_px

_LEFT, _TOP, _BELOW = 56.0, 14.0, 44.0
_WIDTH, _HEIGHT = 520.0, 300.0


@dataclass(frozen=True, slots=True)
class Point:
    """A place of a line; ``low`` and ``high`` bound its band, and are the value where there is none."""

    x: float
    y: float
    low: float
    high: float

    @classmethod
    def of(cls, x: float, y: float) -> Point:
        """A place without a band."""
        return cls(x, y, y, y)


@dataclass(frozen=True, slots=True)
class Series:
    """A named line."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Axes:
    """What the two directions mean, and from where to where they go."""

    x_title: str
    y_title: str
    x_range: tuple[float, float] = (0.0, 1.0)
    y_range: tuple[float, float] = (0.0, 1.0)
    diagonal: bool = False

    def x_px(self, x: float) -> float:
        """Pixels from the left."""
        low, high = self.x_range
        return _LEFT + _WIDTH * (x - low) / ((high - low) or 1.0)

    def y_px(self, y: float) -> float:
        """Pixels from the top."""
        low, high = self.y_range
        return _TOP + _HEIGHT * (1 - (y - low) / ((high - low) or 1.0))


def line_chart(title: str, axes: Axes, lines: Sequence[Series]) -> str:
    """The lines with a legend beside them; every point says its numbers as a tooltip."""
    legend_left = _LEFT + _WIDTH + 24
    width = legend_left + 40 + text_px([line.name for line in lines])
    parts = [_grid(axes), _diagonal(axes)]
    parts += [_band(axes, line, at) + _line(axes, line, at) for at, line in enumerate(lines)]
    parts += [_legend(line.name, at, legend_left) for at, line in enumerate(lines)]
    return svg(width, _TOP + _HEIGHT + _BELOW, title, "".join(parts))


def _grid(axes: Axes) -> str:
    marks = []
    for step in range(6):
        y = axes.y_range[0] + (axes.y_range[1] - axes.y_range[0]) * step / 5
        x = axes.x_range[0] + (axes.x_range[1] - axes.x_range[0]) * step / 5
        marks.append(f'<path class="grid" d="M{_LEFT} {axes.y_px(y):.1f}h{_WIDTH}"/>')
        marks.append(text(_LEFT - 8, axes.y_px(y) + 4, f"{y:.2f}", anchor="end"))
        marks.append(text(axes.x_px(x), _TOP + _HEIGHT + 18, f"{x:g}", anchor="middle"))
    below = text(_LEFT + _WIDTH / 2, _TOP + _HEIGHT + 38, axes.x_title, "name", "middle")
    return "".join(marks) + below + text(_LEFT + 6, _TOP + 12, axes.y_title, "name")


def _diagonal(axes: Axes) -> str:
    if not axes.diagonal:
        return ""
    start, end = axes.x_range[0], axes.x_range[1]
    path = f"M{axes.x_px(start):.1f} {axes.y_px(start):.1f}L{axes.x_px(end):.1f} {axes.y_px(end):.1f}"
    return f'<path class="axis-line diagonal" d="{path}"/>'


def _band(axes: Axes, line: Series, at: int) -> str:
    if all(point.low == point.high for point in line.points):
        return ""
    upper = [f"{axes.x_px(p.x):.1f} {axes.y_px(p.high):.1f}" for p in line.points]
    lower = [f"{axes.x_px(p.x):.1f} {axes.y_px(p.low):.1f}" for p in reversed(line.points)]
    return f'<path class="line-band {series_class(at)}" d="M{"L".join([*upper, *lower])}Z"/>'


def _line(axes: Axes, line: Series, at: int) -> str:
    if not line.points:
        return ""
    places = "L".join(f"{axes.x_px(p.x):.1f} {axes.y_px(p.y):.1f}" for p in line.points)
    dots = "".join(
        f'<circle class="line-dot {series_class(at)}" cx="{axes.x_px(p.x):.1f}" cy="{axes.y_px(p.y):.1f}" r="3">'
        f"<title>{p.x:g}: {p.y:.3f}{_range(p)}</title></circle>"
        for p in line.points
    )
    return f'<path class="line {series_class(at)}" d="M{places}"/>{dots}'


def _range(point: Point) -> str:
    return "" if point.low == point.high else f" ({point.low:.3f}–{point.high:.3f})"


def _legend(name: str, at: int, left: float) -> str:
    y = _TOP + 14 + 22 * at
    return f'<path class="line {series_class(at)}" d="M{left} {y - 4}h26"/>' + text(left + 34, y, name, "name")
