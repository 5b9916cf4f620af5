"""Tables that several studies share: classes down, systems across, as the papers print them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maskerad.evaluation import Score
from maskerad.evaluation.figures import DEFINITIONS
from maskerad.evaluation.report.sheet import Part
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.studies.trials import TOTAL, Trial
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.numbers import decimal

POOLED = "All folds taken together"
F1 = next(definition for definition in DEFINITIONS if definition.key == "exact_f1")


def class_table(title: str, labels: Sequence[str], systems: Mapping[str, Mapping[str, Score]]) -> Table:
    """Precision, recall and F1 of each class for each system, the highest F1 of a row marked with an asterisk.

    Args:
        title: Of the table.
        labels: Rows, before the total.
        systems: Name of each system to its scores by label and ``TOTAL``.
    """
    header = ("class", *(f"{name} {column}" for name in systems for column in ("P", "R", "F1")))
    return Table(title, header, [_class_row(label, systems) for label in (*labels, TOTAL)])


def _class_row(label: str, systems: Mapping[str, Mapping[str, Score]]) -> tuple[str, ...]:
    scores = [scores.get(label) for scores in systems.values()]
    best = max((score.f1 for score in scores if score and score.f1 is not None), default=None)
    cells = [label]
    for score in scores:
        cells += [decimal(score.precision), decimal(score.recall)] if score else ["", ""]
        cells.append(_marked(score, best) if score else "")
    return tuple(cells)


def _marked(score: Score, best: float | None) -> str:
    return decimal(score.f1) + ("*" if score.f1 is not None and score.f1 == best else "")


def pooled_part(trials: Sequence[Trial], resamples: int, title: str = POOLED) -> Part:
    """All folds of each system taken together, with bootstrap intervals by record."""
    rows, groups = [], []
    for trial in trials:
        evaluation = trial.evaluation(resamples)
        score, f1 = evaluation.line("exact").score, evaluation.figure("exact_f1")
        reach = "" if f1.interval is None else f"{f1.interval[0]:.3f}–{f1.interval[1]:.3f}"
        partial = decimal(evaluation.line("overlap").score.f1)
        cover = decimal(evaluation.figure("mention_recall").value)
        numbers = (decimal(score.precision), decimal(score.recall), decimal(score.f1))
        rows.append((trial.name, *numbers, reach, partial, cover, f"{evaluation.signature}|{trial.how}"))
        groups.append(Group(trial.name, (score.precision, score.recall, score.f1), (None, None, f1.interval)))
    header = ("system", "precision", "recall", "F1", "95 % interval", "partial F1", "mentions covered", "signature")
    return Part(Table(title, header, rows), plot=bar_chart(title, ("precision", "recall", "F1"), groups))


def score_values(systems: Mapping[str, Mapping[str, Score]]) -> dict[str, object]:
    """The same for programs."""
    return {
        name: {label: {"p": s.precision, "r": s.recall, "f1": s.f1} for label, s in scores.items()}
        for name, scores in systems.items()
    }
