"""Two systems side by side, with the marks of significance, as a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.evaluation.report.numbers import decimal
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.evaluation.signature import Signature
from maskerad.evaluation.significance import Difference

LEVEL = 0.01
BETTER, WORSE, NO_DIFFERENCE = "▲", "▼", "○"


def mark(difference: Difference, level: float = LEVEL) -> str:
    """▲ significantly better, ▼ significantly worse, ○ neither (Trienes et al. 2020, table 5); "" where undefined."""
    if difference.p is None or difference.value is None:
        return ""
    if not difference.is_significant(level):
        return NO_DIFFERENCE
    gain = -difference.value if difference.definition.is_loss else difference.value
    return BETTER if gain > 0 else WORSE


def comparison_sheet(names: tuple[str, str], differences: Sequence[Difference], base: Signature) -> Sheet:
    """Every measure of two systems.

    Args:
        names: Of the one and of the other.
        differences: One a measure, of the same records.
        base: Signature of the corpus.
    """
    (left, right), first = names, differences[0]
    kind = f"all {first.n_shuffles:,} swaps" if first.is_exact else f"N = {first.n_shuffles:,} random swaps"
    rows = [
        (
            one.definition.title,
            decimal(one.left),
            decimal(one.right),
            "" if one.value is None else f"{one.value:+.3f}",
            "undefined" if one.p is None else f"{one.p:.4f}",
            mark(one),
            str(base.of(one.definition.matching)),
        )
        for one in differences
    ]
    header = ("measure", left, right, "difference", "p", "", "signature")
    note = (
        f"{BETTER} {right} is better than {left} with p < {LEVEL}, {WORSE} worse, {NO_DIFFERENCE} neither. "
        "The test does not correct for the number of measures looked at."
    )
    return Sheet(
        f"{right} against {left}",
        "Two-sided approximate randomisation over records: how often chance alone would part the two as far.",
        {"records": str(first.n_records), "test": kind},
        [Part(Table("Differences", header, rows), note=note)],
        {one.definition.key: {"left": one.left, "right": one.right, "p": one.p} for one in differences},
    )
