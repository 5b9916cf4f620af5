"""Lines over two axes, each with a band if it has one: learning curves, precision–recall, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from maskerad.pages.figure import figure
from maskerad.pages.scale import Scale
from maskerad.pages.svg import Margins, percent, picture, series_class, text

_TOP, _HEIGHT = 26.0, 300.0
_MARGINS = Margins(44.0, 20.0, _TOP, 44.0)
_DENSE = 40  # more points of a line are drawn small


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

    x: Scale
    y: Scale
    has_diagonal: bool = False


def line_chart(title: str, axes: Axes, lines: Sequence[Series]) -> str:
    """The lines; every point says its numbers as a tooltip. Titles of axes stand outside of the area that lines use."""
    strokes = [_band(axes, line, at) + _line(axes, line, at) for at, line in enumerate(lines)]
    # A square of 0 to 1 that is stretched over the area; strokes keep their width.
    stretched = f'<svg viewBox="0 0 1 1" preserveAspectRatio="none">{_diagonal(axes)}{"".join(strokes)}</svg>'
    dots = "".join(_dots(axes, line, at) for at, line in enumerate(lines))
    above = text("0", -_TOP + 12, axes.y.title, "name", dx=-_MARGINS.left)
    drawing = picture(title, _HEIGHT, above + _grid(axes) + stretched + dots, _MARGINS)
    keys = [(f"line {series_class(at)}", line.name) for at, line in enumerate(lines)] if len(lines) > 1 else []
    return figure(drawing, keys)


def _grid(axes: Axes) -> str:
    across = "".join(
        f'<line class="grid" x1="0" x2="100%" y1="{y:.1f}" y2="{y:.1f}"/>' + text("0", y + 4, said, anchor="end", dx=-8)
        for y, said in ((_HEIGHT * (1 - axes.y.share(mark)), axes.y.said(mark)) for mark in axes.y.marks)
    )
    down = "".join(
        text(percent(axes.x.share(mark)), _HEIGHT + 18, axes.x.said(mark), anchor="middle") for mark in axes.x.marks
    )
    return across + down + text("50%", _HEIGHT + 38, axes.x.title, "name", "middle")


def _diagonal(axes: Axes) -> str:
    return '<path class="diagonal" d="M0 1L1 0"/>' if axes.has_diagonal else ""


def _band(axes: Axes, line: Series, at: int) -> str:
    if all(point.low == point.high for point in line.points):
        return ""
    upper = [_place(axes, point.x, point.high) for point in line.points]
    lower = [_place(axes, point.x, point.low) for point in reversed(line.points)]
    return f'<path class="line-band {series_class(at)}" d="M{"L".join([*upper, *lower])}Z"/>'


def _line(axes: Axes, line: Series, at: int) -> str:
    places = "L".join(_place(axes, point.x, point.y) for point in line.points)
    return f'<path class="line {series_class(at)}" d="M{places}"/>' if places else ""


def _place(axes: Axes, x: float, y: float) -> str:
    return f"{axes.x.share(x):.5f} {1 - axes.y.share(y):.5f}"


def _dots(axes: Axes, line: Series, at: int) -> str:
    radius = 4 if len(line.points) <= _DENSE else 2
    return "".join(
        f'<circle class="line-dot {series_class(at)}" cx="{percent(axes.x.share(point.x))}" '
        f'cy="{_HEIGHT * (1 - axes.y.share(point.y)):.1f}" r="{radius}">'
        f"<title>{escape(_tip(axes, line, point))}</title></circle>"
        for point in line.points
    )


def _tip(axes: Axes, line: Series, point: Point) -> str:
    reach = "" if point.low == point.high else f" ({point.low:.3f}–{point.high:.3f})"
    x = f"{point.x:.3f}".rstrip("0").rstrip(".")
    return f"{line.name}: {axes.x.title} {x}, {axes.y.title} {point.y:.3f}{reach}"
