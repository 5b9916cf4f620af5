"""What the scores of predictions are worth: precision and recall at every threshold, and calibration.

Rules give priors and models give probabilities; a corpus without scores has 1.0 everywhere and nothing to show here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maskerad.evaluation.counts import Share, ratio

N_BINS = 10
# Score of a prediction, rounded, to how many predictions with it are exactly right, of how many.
Scores = Mapping[float, Share]


@dataclass(frozen=True, slots=True)
class Threshold:
    """What is left when predictions below a score are dropped.

    Attributes:
        score: The lowest that is kept.
        precision: Share of what is kept that is right.
        recall: Share of the gold that is kept and right; None when there is no gold.
    """

    score: float
    precision: float
    recall: float | None


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions of about the same score.

    Attributes:
        mean_score: Their mean score.
        right: How many of them are right.
    """

    mean_score: float
    right: Share


def thresholds(scores: Scores, n_gold: int) -> list[Threshold]:
    """Precision and recall at every score that occurs, the highest first.

    Example:
        >>> found = thresholds({0.9: Share(1, 1), 0.5: Share(0, 1)}, 2)
        >>> [(point.score, point.precision, point.recall) for point in found]
        [(0.9, 1.0, 0.5), (0.5, 0.5, 0.5)]
    """
    kept, points = Share(), []
    for score in sorted(scores, reverse=True):
        kept += scores[score]
        points.append(Threshold(score, kept.part / kept.whole, ratio(kept.part, n_gold)))
    return points


def average_precision(points: Sequence[Threshold]) -> float | None:
    """Area under the steps of the curve, precision times gain of recall; None without gold or predictions."""
    if not points or points[0].recall is None:
        return None
    area, before = 0.0, 0.0
    for point in points:
        recall = point.recall or 0.0
        area += point.precision * (recall - before)
        before = recall
    return area


def calibration_bins(scores: Scores, n_bins: int = N_BINS) -> list[Bin]:
    """Predictions by equal ranges of score (DeGroot and Fienberg 1983); empty ranges are left out."""
    ranges: dict[int, list[float]] = {}
    for score in scores:
        ranges.setdefault(min(n_bins - 1, int(score * n_bins)), []).append(score)
    return [_bin(scores, sorted(ranges[at])) for at in sorted(ranges)]


def expected_calibration_error(bins: Sequence[Bin]) -> float | None:
    """Mean distance of score and share of right ones, weighted (Naeini et al. 2015); None without predictions."""
    total = sum(bin_.right.whole for bin_ in bins)
    gaps = (bin_.right.whole * abs(bin_.mean_score - (bin_.right.value or 0.0)) for bin_ in bins)
    return ratio(sum(gaps), total)


def _bin(scores: Scores, inside: Sequence[float]) -> Bin:
    right = sum((scores[score] for score in inside), Share())
    return Bin(sum(score * scores[score].whole for score in inside) / right.whole, right)
