"""Two systems side by side, with the marks of significance, as a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from maskerad.evaluation.inference.significance import Difference
from maskerad.evaluation.mistakes import Mistake
from maskerad.evaluation.report.mistake_list import Browser, Finding
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.evaluation.signature import Signature
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.numbers import decimal

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


@dataclass(frozen=True, slots=True)
class System:
    """One of the two.

    Attributes:
        name: Of the system.
        mistakes: All that it made, with text only if asked for.
    """

    name: str
    mistakes: Sequence[Mistake] = field(default=(), repr=False)


def comparison_sheet(
    systems: tuple[System, System], differences: Sequence[Difference], base: Signature, gold: str = ""
) -> Sheet:
    """Every measure of two systems, and every place where one of them alone is wrong.

    Args:
        systems: The one and the other.
        differences: One a measure, of the same records.
        base: Signature of the corpus.
        gold: Name of what both are measured against; "" leaves it out.
    """
    (left, right), first = (system.name for system in systems), differences[0]
    kind = f"all {first.n_shuffles:,} swaps" if first.is_exact else f"N = {first.n_shuffles:,} random swaps"
    rows = [
        (
            difference.definition.title,
            decimal(difference.left),
            decimal(difference.right),
            "" if difference.value is None else f"{difference.value:+.3f}",
            "undefined" if difference.p is None else f"{difference.p:.4f}",
            mark(difference),
            str(base.of(difference.definition.matching)),
        )
        for difference in differences
    ]
    header = ("measure", left, right, "difference", "p", "", "signature")
    note = (
        f"{BETTER} {right} is better than {left} with p < {LEVEL}, {WORSE} worse, {NO_DIFFERENCE} neither. "
        "The test does not correct for the number of measures looked at."
    )
    return Sheet(
        f"{right} against {left}",
        "Two-sided approximate randomisation over records: how often chance alone would part the two as far.",
        {**({"gold": gold} if gold else {}), "A": left, "B": right, "records": str(first.n_records), "test": kind},
        [Part(Table("Differences", header, rows), plot=_plot(left, right, differences), note=note)],
        {
            difference.definition.key: {"left": difference.left, "right": difference.right, "p": difference.p}
            for difference in differences
        },
        _browser(*systems),
    )


def _plot(left: str, right: str, differences: Sequence[Difference]) -> str:
    """The measures that are shares, with the marks of significance behind the values of the second system."""
    groups = [
        Group(
            difference.definition.title + (" (lower is better)" if difference.definition.is_loss else ""),
            (difference.left, difference.right),
            said=(decimal(difference.left), f"{decimal(difference.right)} {mark(difference)}"),
        )
        for difference in differences
        if difference.definition.per == 1
    ]
    return bar_chart(f"{right} against {left}", (left, right), groups)


def _browser(left: System, right: System) -> Browser:
    """Mistakes that one of the two made and the other did not."""
    findings = [*_alone(left, right), *_alone(right, left)]
    findings.sort(
        key=lambda finding: (finding.mistake.record, finding.mistake.document, finding.mistake.start, finding.group)
    )
    return Browser(findings, "Where one of them alone is wrong", "wrong")


def _alone(wrong: System, other: System) -> Iterator[Finding]:
    shared = {replace(mistake, excerpt=None) for mistake in other.mistakes}
    for mistake in wrong.mistakes:
        if replace(mistake, excerpt=None) not in shared:
            yield Finding(mistake, ("gold", wrong.name), f"{wrong.name} alone")
