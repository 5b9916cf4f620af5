"""Plots as inline SVG, drawn by hand: colours come from the page's style sheet, and never stand alone.

Every mark carries its number as text or as a tooltip; recall is solid, precision hatched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from maskerad.evaluation.figures import Figure
from maskerad.evaluation.report.numbers import UNDEFINED, decimal
from maskerad.evaluation.report.svg import svg, text_px
from maskerad.evaluation.result import Confusion, LabelRow

_BINS = ((0, 0), (1, 1), (2, 2), (3, 5), (6, 10), (11, None))
MISSED = "(missed)"
NOTHING = "(nothing)"


def label_bars(rows: Sequence[LabelRow]) -> str:
    """Recall, precision and cover of each label, as two bars and a tick."""
    left, width, pitch = _margin(row.label for row in rows), 640.0, 40.0
    height = pitch * len(rows) + 34
    grid = "".join(_grid_line(left + width * i / 4, height, f"{i / 4:.2f}") for i in range(5))
    bars = "".join(_label_group(row, left, width, pitch * i + 8) for i, row in enumerate(rows))
    return svg(left + width + 100, height, "Recall and precision by label", _hatch() + grid + bars)


def _label_group(row: LabelRow, left: float, width: float, top: float) -> str:
    score, covered = row.exact.score, row.covered.value
    name = f'<text class="name" x="{left - 10}" y="{top + 18}" text-anchor="end">{escape(row.label)}</text>'
    bars = _bar("recall", score.recall, left, width, top) + _bar("precision", score.precision, left, width, top + 14)
    if covered is None:
        return name + bars
    x = left + width * covered
    tip = f"<title>{escape(row.label)}: {covered:.3f} of mentions covered by any label</title>"
    return f'{name}{bars}<path class="cover" d="M{x:.1f} {top - 2}v30">{tip}</path>'


def _bar(kind: str, value: float | None, left: float, width: float, top: float) -> str:
    length = width * (value or 0.0)
    text = f'<text class="value" x="{left + width + 14:.1f}" y="{top + 10}">{decimal(value)}</text>'
    tip = f"<title>{kind} {decimal(value)}</title>"
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{length:.1f}" height="12" rx="2">{tip}</rect>{text}'


def _grid_line(x: float, height: float, name: str) -> str:
    return f'<path class="grid" d="M{x:.1f} 0V{height - 24}"/>' + (
        f'<text class="axis" x="{x:.1f}" y="{height - 8}" text-anchor="middle">{name}</text>'
    )


def _hatch() -> str:
    return (
        '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect class="hatch-ground" width="6" height="6"/><rect class="hatch-line" width="3" height="6"/>'
        "</pattern></defs>"
    )


def leak_histogram(uncovered: Sequence[int]) -> str:
    """Number of documents by how many of their mentions are not covered."""
    counts = [sum(low <= n and (high is None or n <= high) for n in uncovered) for low, high in _BINS]
    tallest, pitch, floor = max(counts, default=0) or 1, 84.0, 190.0
    columns = "".join(
        _column(_bin_name(low, high), n, 160 * n / tallest, 30 + pitch * i, floor)
        for i, ((low, high), n) in enumerate(zip(_BINS, counts, strict=True))
    )
    axis = f'<path class="axis-line" d="M20 {floor}H{30 + pitch * len(_BINS)}"/>'
    caption = f'<text class="axis" x="20" y="{floor + 40}">uncovered mentions in a document</text>'
    return svg(40 + pitch * len(_BINS), floor + 50, "Leaks per document", columns + axis + caption)


def _column(name: str, n: int, height: float, x: float, floor: float) -> str:
    kind = "safe" if name == "0" else "leak"
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{floor - height:.1f}" width="56" height="{height:.1f}" rx="2">'
        f"<title>{n} documents with {name} uncovered mentions</title></rect>"
        f'<text class="value" x="{x + 28:.1f}" y="{floor - height - 6:.1f}" text-anchor="middle">{n}</text>'
        f'<text class="axis" x="{x + 28:.1f}" y="{floor + 18}" text-anchor="middle">{name}</text>'
    )


def _bin_name(low: int, high: int | None) -> str:
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"


def confusion_map(confusion: Confusion) -> str:
    """Gold labels down, predicted labels across; shade and number are those of the cell, shade within its row."""
    names = [*confusion.labels, ""]
    left, cell = _margin([*confusion.labels, NOTHING]), 34.0
    top = left * 0.72 + 18
    rows = "".join(_heat_row(confusion.cells, names, i, left, top + cell * i, cell) for i in range(len(names)))
    heads = "".join(_heat_head(name or MISSED, left + cell * (i + 0.5), top - 8) for i, name in enumerate(names))
    width = left + cell * len(names) + left * 0.72
    return svg(width, top + cell * len(names) + 8, "Gold label by predicted label", heads + rows)


def _heat_row(
    cells: Mapping[tuple[str, str], int], names: Sequence[str], index: int, left: float, y: float, cell: float
) -> str:
    gold = names[index]
    total = sum(cells.get((gold, name), 0) for name in names)
    title = escape(gold or NOTHING)
    head = f'<text class="name" x="{left - 8}" y="{y + cell * 0.62:.1f}" text-anchor="end">{title}</text>'
    boxes = (
        _heat_cell(gold, name, cells.get((gold, name), 0), total, left + cell * i, y, cell)
        for i, name in enumerate(names)
    )
    return head + "".join(boxes)


def _heat_cell(gold: str, predicted: str, n: int, total: int, x: float, y: float, cell: float) -> str:
    share = n / total if total else 0.0
    right = " right" if gold == predicted and gold else ""
    said = f"gold {escape(gold or NOTHING)}, predicted {escape(predicted or MISSED)}: {n} of {total}"
    box = (
        f'<rect class="cell{right}" x="{x + 1:.1f}" y="{y + 1:.1f}" width="{cell - 2}" height="{cell - 2}" rx="3" '
        f'style="--share:{share:.3f}"><title>{said}</title></rect>'
    )
    if not n:
        return box
    strong = " strong" if share > 0.5 else ""
    middle = f'x="{x + cell / 2:.1f}" y="{y + cell * 0.62:.1f}" text-anchor="middle"'
    return f'{box}<text class="count{strong}" {middle}>{n}</text>'


def _heat_head(name: str, x: float, y: float) -> str:
    return f'<text class="name" transform="translate({x:.1f} {y:.1f}) rotate(-45)">{escape(name)}</text>'


def interval_strip(figure: Figure) -> str:
    """A line from 0 to 1 with the interval as a band and the value as a dot."""
    if figure.value is None or figure.definition.per != 1:
        return ""
    band = ""
    if figure.interval is not None:
        low, high = figure.interval
        band = f'<rect class="band" x="{6 + 188 * low:.1f}" y="5" width="{188 * (high - low):.1f}" height="8" rx="4"/>'
    line = '<path class="axis-line" d="M6 9H194"/>'
    dot = f'<circle class="dot" cx="{6 + 188 * figure.value:.1f}" cy="9" r="4"/>'
    return svg(200, 18, f"{figure.definition.title}: {decimal(figure.value) or UNDEFINED}", line + band + dot)


def _margin(labels: Iterable[str]) -> float:
    return 24 + text_px(list(labels))
