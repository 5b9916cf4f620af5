"""The analysis of a blind study as one HTML page. It holds no text of a record."""

from __future__ import annotations

from datetime import date

from maskerad.evaluation.inference.binomial import exact_interval
from maskerad.evaluation.report.sheet import Part, Sheet, sheet_to_html
from maskerad.experiments.blind.analysis import Analysis, EvaluatorRow
from maskerad.experiments.blind.tables import EVALUATORS, tables
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.scale import Scale

LEAD = (
    "Can people tell pseudonymised records from real ones? Half of the records that each evaluator read were real, "
    "half pseudonymised with all tags removed. After Dalianis (2019)."
)
NOTE = "Whoever throws a coin is right half of the time: the tick. Intervals are exact (Clopper and Pearson), 95 %."
COIN = 0.5


def to_html(analysis: Analysis, made: date | None = None) -> str:
    """The analysis as a page; ``made`` is the day that its head says."""
    plot = _plot(analysis.rows)
    parts = [
        Part(table, plot=plot, note=NOTE) if table.title == EVALUATORS else Part(table) for table in tables(analysis)
    ]
    facts = {"study": analysis.study, "evaluators": str(len(analysis.rows))}
    return sheet_to_html(Sheet("Blind test", LEAD, facts, parts), made)


def _plot(rows: tuple[EvaluatorRow, ...]) -> str:
    """Right verdicts of each evaluator, and the pseudonymised records that passed for real, with their intervals."""
    groups = [
        Group(
            row.evaluator,
            (row.right.value, row.pseudonymised_as_real.value),
            (row.right_interval, _interval(row)),
            COIN,
        )
        for row in rows
    ]
    series = ("right verdicts", "pseudonymised records judged real")
    return bar_chart("Verdicts of each evaluator", series, groups, Scale(title="share of records"), tick="a coin")


def _interval(row: EvaluatorRow) -> tuple[float, float] | None:
    share = row.pseudonymised_as_real
    return exact_interval(share.part, share.whole) if share.whole else None
