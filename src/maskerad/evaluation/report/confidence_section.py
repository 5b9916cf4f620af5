"""The section of the page on the scores of predictions: precision–recall curve and calibration."""

from __future__ import annotations

from maskerad.evaluation.confidence import (
    Scores,
    average_precision,
    calibration_bins,
    expected_calibration_error,
    thresholds,
)
from maskerad.evaluation.result import Evaluation
from maskerad.pages.frame import details, section, signed, table
from maskerad.pages.lines import Axes, Point, Series, line_chart
from maskerad.pages.numbers import decimal
from maskerad.pages.scale import Scale

MAX_POINTS = 200  # of a curve; models give thousands of different scores


def confidence_section(evaluation: Evaluation) -> str:
    """Both plots with their numbers; "" where all predictions have one score."""
    if len(evaluation.scores) < 2:
        return ""
    n_gold = sum(row.exact.n_gold for row in evaluation.labels)
    content = _curve(evaluation.scores, n_gold) + _calibration(evaluation.scores)
    return section("Scores of predictions", content + signed(str(evaluation.signature.of("exact-by-score"))))


def _curve(scores: Scores, n_gold: int) -> str:
    points = thresholds(scores, n_gold)
    shown = points[:: max(1, len(points) // MAX_POINTS)]
    line = Series("precision", [Point.of(p.recall, p.precision) for p in shown if p.recall is not None])
    plot = line_chart("Precision by recall", _axes("recall", "precision"), [line])
    rows = [(f"{p.score:.3f}", decimal(p.precision), decimal(p.recall)) for p in shown]
    words = (
        "<p>Precision and recall of exact matches when predictions below a score are dropped. "
        f"Average precision: {decimal(average_precision(points))}.</p>"
    )
    numbers = details("All thresholds", table(("score", "precision", "recall"), rows, text=set()))
    return f"{words}{plot}{numbers}"


def _axes(x: str, y: str, has_diagonal: bool = False) -> Axes:
    return Axes(Scale(title=x), Scale(title=y), has_diagonal)


def _calibration(scores: Scores) -> str:
    bins = calibration_bins(scores)
    line = Series("right", [Point.of(bin_.mean_score, bin_.right.value or 0.0) for bin_ in bins])
    plot = line_chart("Calibration", _axes("score", "share that is right", has_diagonal=True), [line])
    rows = [(f"{bin_.mean_score:.3f}", decimal(bin_.right.value), f"{bin_.right.whole:,}") for bin_ in bins]
    words = (
        "<p>Calibration: of predictions with a score of 0.8, four in five should be right. Expected calibration "
        f"error: {decimal(expected_calibration_error(bins))}.</p>"
    )
    numbers = table(("mean score", "share that is right", "predictions"), rows, text=set())
    return words + plot + details("All bins", numbers)
