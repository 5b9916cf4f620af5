"""A histogram: one column a bin, with its number above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from maskerad.pages.figure import figure
from maskerad.pages.svg import Margins, percent, picture, text

_HEIGHT = 170.0
_MARGINS = Margins(4.0, 4.0, 22.0, 44.0)
_WIDTH = 0.7  # of a column, as a share of its bin


@dataclass(frozen=True, slots=True)
class Column:
    """One bin.

    Attributes:
        name: Under the column.
        n: How many fell into it.
        tip: What that means.
        kind: Class of the style sheet: "safe" or "leak".
    """

    name: str
    n: int
    tip: str
    kind: str


def column_chart(title: str, x_title: str, columns: Sequence[Column]) -> str:
    """The columns from left to right."""
    tallest = max((column.n for column in columns), default=0) or 1
    drawn = "".join(_column(column, at / len(columns), 1 / len(columns), tallest) for at, column in enumerate(columns))
    floor = f'<line class="zero" x1="0" x2="100%" y1="{_HEIGHT}" y2="{_HEIGHT}"/>'
    below = text("50%", _HEIGHT + 38, x_title, "name", "middle")
    return figure(picture(title, _HEIGHT, drawn + floor + below, _MARGINS))


def _column(column: Column, x: float, width: float, tallest: int) -> str:
    height, middle = _HEIGHT * column.n / tallest, percent(x + width / 2)
    return (
        f'<rect class="{column.kind}" x="{percent(x + width * (1 - _WIDTH) / 2)}" y="{_HEIGHT - height:.1f}" '
        f'width="{percent(width * _WIDTH)}" height="{height:.1f}"><title>{escape(column.tip)}</title></rect>'
        + text(middle, _HEIGHT - height - 6, f"{column.n:,}", "value", "middle")
        + text(middle, _HEIGHT + 18, column.name, anchor="middle")
    )
