"""A matrix of shares as shades with numbers: rows are tested on, columns learnt from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from maskerad.evaluation.report.numbers import UNDEFINED
from maskerad.evaluation.report.svg import svg, text, text_px

_CELL_WIDTH, _CELL_HEIGHT, _TOP = 84.0, 40.0, 34.0

Cells = Mapping[tuple[str, str], float | None]


def matrix_chart(title: str, rows: Sequence[str], columns: Sequence[str], cells: Cells) -> str:
    """Shades from 0 to 1; cells whose row and column are the same are framed."""
    left = 20 + text_px(rows)
    width = max(_CELL_WIDTH, 12 + text_px(columns))
    heads = (text(left + width * (at + 0.5), _TOP - 12, name, "name", "middle") for at, name in enumerate(columns))
    body = (_row(name, columns, cells, left, _TOP + _CELL_HEIGHT * at, width) for at, name in enumerate(rows))
    return svg(left + width * len(columns) + 8, _TOP + _CELL_HEIGHT * len(rows) + 8, title, "".join([*heads, *body]))


def _row(row: str, columns: Sequence[str], cells: Cells, left: float, y: float, width: float) -> str:
    boxes = (
        _cell(row, column, cells.get((row, column)), left + width * at, y, width) for at, column in enumerate(columns)
    )
    return text(left - 10, y + _CELL_HEIGHT * 0.6, row, "name", "end") + "".join(boxes)


def _cell(row: str, column: str, value: float | None, x: float, y: float, width: float) -> str:
    said = "–" if value is None else f"{value:.3f}"
    same = " right" if row == column else ""
    strong = " strong" if value is not None and value > 0.5 else ""
    tip = escape(f"{column} → {row}: {UNDEFINED if value is None else said}")
    return (
        f'<rect class="cell{same}" x="{x + 1:.1f}" y="{y + 1:.1f}" width="{width - 2:.1f}" '
        f'height="{_CELL_HEIGHT - 2}" rx="3" style="--share:{value or 0.0:.3f}"><title>{tip}</title></rect>'
        + text(x + width / 2, y + _CELL_HEIGHT * 0.6, said, f"count{strong}", "middle")
    )
