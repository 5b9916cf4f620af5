"""The analysis of a blind study as tables: plain text, Markdown, JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

from maskerad.evaluation.counts import Share
from maskerad.evaluation.report.tables import Table, aligned_table, joined_parts, markdown_table
from maskerad.experiments.blind.analysis import Analysis, EvaluatorRow
from maskerad.experiments.blind.answers import Reason
from maskerad.pages.numbers import decimal

FORMAT = "maskerad-blind-analysis-1"
EVALUATORS = "Evaluators"
HEADER = (
    "evaluator",
    "judged pseudonymised, rightly",
    "judged pseudonymised, wrongly",
    "precision",
    "recall",
    "pseudonymised judged real",
    "real judged real",
    "right",
    "95 % interval",
    "p against a coin",
)


def to_plain(analysis: Analysis) -> str:
    """The analysis as aligned text."""
    return joined_parts((table.title, aligned_table(table)) for table in tables(analysis))


def to_markdown(analysis: Analysis) -> str:
    """The analysis as Markdown."""
    return joined_parts((f"## {table.title}", markdown_table(table)) for table in tables(analysis))


def tables(analysis: Analysis) -> list[Table]:
    """All tables that have rows."""
    together = [
        ("records", str(analysis.n_real + analysis.n_pseudonymised)),
        ("of them pseudonymised", str(analysis.n_pseudonymised)),
        ("pseudonymised judged real, mean of the evaluators", decimal(analysis.judged_real)),
        ("pseudonymised, found by every evaluator", f"{analysis.n_found_by_all} / {analysis.n_judged_by_all}"),
    ]
    agreements = [
        (agreement.first, agreement.second, str(agreement.n_items), decimal(agreement.kappa))
        for agreement in analysis.agreements
    ]
    marks = [
        (row.evaluator, _fraction(row.marks), decimal(row.marks.value), decimal(row.marks_by_chance))
        for row in analysis.rows
        if row.marks.whole
    ]
    reasons = [
        (row.evaluator, reason.value, str(row.reasons[reason]))
        for row in analysis.rows
        for reason in Reason
        if row.reasons.get(reason)
    ]
    made = (
        Table("Study", ("what", "value"), together),
        Table(EVALUATORS, HEADER, [_cells(row) for row in analysis.rows]),
        Table("Agreement", ("evaluator", "and", "records", "kappa"), agreements, n_text=2),
        Table("Words marked as replaced", ("evaluator", "rightly / all", "share", "by chance"), marks),
        Table("Reasons", ("evaluator", "reason", "times"), reasons, n_text=2),
    )
    return [table for table in made if table.rows]


def _cells(row: EvaluatorRow) -> tuple[str, ...]:
    score, (low, high) = row.counts.score, row.right_interval
    return (
        row.evaluator,
        str(row.counts.tp),
        str(row.counts.fp),
        decimal(score.precision),
        decimal(score.recall),
        f"{decimal(row.pseudonymised_as_real.value)} ({_fraction(row.pseudonymised_as_real)})",
        f"{decimal(row.real_as_real.value)} ({_fraction(row.real_as_real)})",
        f"{decimal(row.right.value)} ({_fraction(row.right)})",
        f"{low:.3f}–{high:.3f}",
        f"{row.p_value:.4f}",
    )


def _fraction(share: Share) -> str:
    return f"{share.part} / {share.whole}"


def to_json(analysis: Analysis) -> str:
    """The analysis as JSON; undefined values are ``null``."""
    content = {
        "format": FORMAT,
        "study": analysis.study,
        "n_real": analysis.n_real,
        "n_pseudonymised": analysis.n_pseudonymised,
        "pseudonymised_judged_real": analysis.judged_real,
        "n_found_by_all": analysis.n_found_by_all,
        "n_judged_by_all": analysis.n_judged_by_all,
        "evaluators": {row.evaluator: _row(row) for row in analysis.rows},
        "agreements": [asdict(agreement) for agreement in analysis.agreements],
    }
    return json.dumps(content, indent=2) + "\n"


def _row(row: EvaluatorRow) -> dict[str, object]:
    return {
        **asdict(row.counts),
        **asdict(row.counts.score),
        "pseudonymised_judged_real": row.pseudonymised_as_real.value,
        "real_judged_real": row.real_as_real.value,
        "right": row.right.value,
        "n_judged": row.right.whole,
        "right_interval": row.right_interval,
        "p_value": row.p_value,
        "marks": {"right": row.marks.part, "all": row.marks.whole, "by_chance": row.marks_by_chance},
        "reasons": {reason.value: n for reason, n in sorted(row.reasons.items())},
    }
