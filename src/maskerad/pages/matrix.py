"""A matrix as shades with numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from maskerad.pages.figure import figure
from maskerad.pages.svg import Margins, names_px, percent, picture, row_name, text, text_px

_CELL, _GAP = 34.0, 2.0
_SLANTED_FROM = 7  # columns; fewer have room for their names
_RISE, _RUN = 0.87, 0.5  # sine and cosine of the 60 degrees that names are turned by


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        shade: From 0 to 1.
        said: The number in it; "" for none.
        tip: What the number means.
        is_framed: Whether row and column are the same.
    """

    shade: float
    said: str
    tip: str
    is_framed: bool = False


def matrix_chart(title: str, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Cell]]) -> str:
    """The cells, row by row; numbers are left out where the page is too narrow for them, tooltips say them all."""
    is_slanted = len(columns) >= _SLANTED_FROM or text_px(columns) > 90
    length = text_px(columns)
    top, right = (length * _RISE + 10, length * _RUN) if is_slanted else (24.0, 4.0)
    width, height = 1 / len(columns), _CELL * len(rows)
    heads = "".join(_head(name, width * (at + 0.5), is_slanted) for at, name in enumerate(columns))
    body = "".join(_row(row, width, _CELL * at) for at, row in enumerate(cells))
    names = "".join(row_name(_CELL * (at + 0.5), name) for at, name in enumerate(rows))
    drawing = picture(
        title, height, f'<g class="heads">{heads}</g>{body}{names}', Margins(names_px(rows), right, top, 4)
    )
    dense = " dense" if len(columns) > _SLANTED_FROM else ""
    return figure(f'<div class="matrix{dense}">{drawing}</div>')


def _head(name: str, x: float, is_slanted: bool) -> str:
    if not is_slanted:
        return text(percent(x), -8, name, "name", "middle")
    return (
        f'<svg x="{percent(x)}" y="-6" overflow="visible">'
        f'<text class="name" transform="rotate(-60)">{escape(name)}</text></svg>'
    )


def _row(row: Sequence[Cell], width: float, y: float) -> str:
    return "".join(_cell(cell, width * at, width, y) for at, cell in enumerate(row))


def _cell(cell: Cell, x: float, width: float, y: float) -> str:
    kind = "cell framed" if cell.is_framed else "cell"
    box = (
        f'<rect class="{kind}" x="{percent(x)}" y="{y + 1:.0f}" width="{percent(width * 0.96)}" '
        f'height="{_CELL - _GAP:.0f}" rx="3" style="--share:{cell.shade:.3f}"><title>{escape(cell.tip)}</title></rect>'
    )
    if not cell.said:
        return box
    return box + text(percent(x + width * 0.48), y + _CELL * 0.62, cell.said, "count", "middle")
