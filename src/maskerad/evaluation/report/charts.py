"""The plots of an evaluation. Colours never stand alone: every mark carries its number as text or as a tooltip."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core.counted import counted
from maskerad.evaluation.figures import Figure
from maskerad.evaluation.result import Confusion, LabelRow
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.columns import Column, column_chart
from maskerad.pages.matrix import Cell, matrix_chart
from maskerad.pages.strip import interval_strip

_BINS = ((0, 0), (1, 1), (2, 2), (3, 5), (6, 10), (11, None))
MISSED = "(missed)"
NOTHING = "(nothing)"


def label_bars(rows: Sequence[LabelRow]) -> str:
    """Recall, precision and cover of each label, as two bars and a tick."""
    groups = [
        Group(row.label, (row.exact.score.recall, row.exact.score.precision), tick=row.covered.value) for row in rows
    ]
    cover = "share of mentions covered by any label"
    return bar_chart("Recall and precision by label", ("recall", "precision"), groups, tick=cover)


def leak_histogram(uncovered: Sequence[int]) -> str:
    """Number of documents by how many of their mentions are not covered."""
    columns = [_bin(low, high, uncovered) for low, high in _BINS]
    return column_chart("Leaks per document", "uncovered mentions in a document", columns)


def _bin(low: int, high: int | None, uncovered: Sequence[int]) -> Column:
    name = f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"
    n = sum(low <= n and (high is None or n <= high) for n in uncovered)
    return Column(name, n, f"{counted(n, 'document')} with {name} uncovered mentions", "leak" if low else "safe")


def confusion_map(confusion: Confusion) -> str:
    """Gold labels down, predicted labels across, those that occur; shades are shares of a row."""
    rows = [name for name in (*confusion.labels, "") if _row_sum(confusion, name)]
    columns = [name for name in (*confusion.labels, "") if any(confusion.cells.get((row, name)) for row in rows)]
    cells = [[_cell(confusion, gold, predicted) for predicted in columns] for gold in rows]
    names = [gold or NOTHING for gold in rows], [predicted or MISSED for predicted in columns]
    return matrix_chart("Gold label by predicted label", *names, cells)


def _row_sum(confusion: Confusion, gold: str) -> int:
    return sum(confusion.cells.get((gold, name), 0) for name in (*confusion.labels, ""))


def _cell(confusion: Confusion, gold: str, predicted: str) -> Cell:
    n, total = confusion.cells.get((gold, predicted), 0), _row_sum(confusion, gold)
    tip = f"gold {gold or NOTHING}, predicted {predicted or MISSED}: {n:,} of {total:,}"
    return Cell(n / total, f"{n:,}" if n else "", tip, is_framed=gold == predicted != "")


def figure_strip(figure: Figure) -> str:
    """A figure between 0 and 1 with its interval; "" for one that is undefined or no share."""
    if figure.value is None or figure.definition.per != 1:
        return ""
    return interval_strip(figure.definition.title, figure.value, figure.interval)
