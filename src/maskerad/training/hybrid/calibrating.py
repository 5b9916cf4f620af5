"""How often a member is right when it holds something so probable, learnt on texts that it was not trained on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from maskerad.evaluation.confidence import calibration_bins, expected_calibration_error
from maskerad.evaluation.counts import Share
from maskerad.recognisers.chances import Chances
from maskerad.recognisers.hybrid.operating_points import Calibration, logits
from maskerad.training.hybrid.proposals import Sample

RULED_OUT = 1e-4  # below this a member rules a label out; such pairs, nearly all, would drown the others
STEPS, HALVINGS = 50, 30
PRECISION = 1e-7
SLOPE_MIN = 1e-3  # the order of the probabilities stays
AS_GIVEN = np.array([1.0, 0.0])  # slope and shift that change nothing
RIDGE = np.array([1e-3, 1e-6])  # towards these, where the data say little

Values = NDArray[np.float64]
Truths = NDArray[np.bool_]


def calibrate(samples: Iterable[Sample], member: str) -> Calibration:
    """Platt's two numbers for one member; none are needed where there is nothing to learn them from."""
    values, truths = pairs(samples, member)
    return fit_platt(values, truths) if truths.any() and not truths.all() else Calibration()


def fit_platt(values: Values, truths: Truths) -> Calibration:
    """Logistic regression on the log odds, by Newton's method, with Platt's targets (1999, section 2.2).

    Args:
        values: Probabilities as a member gives them.
        truths: Whether it was so.

    Example:
        >>> fitted = fit_platt(np.array([0.9, 0.9, 0.9, 0.9]), np.array([True, True, False, False]))
        >>> round(float(fitted.of(np.array([0.9]))[0]), 3)
        0.5
    """
    n_right = int(truths.sum())
    high, low = (n_right + 1) / (n_right + 2), 1 / (len(truths) - n_right + 2)
    targets = np.where(truths, high, low)
    inputs = np.column_stack([logits(values), np.ones(len(values))])
    weights = AS_GIVEN
    for _ in range(STEPS):
        after = _improved(inputs, targets, weights)
        if np.abs(after - weights).max() < PRECISION:
            break
        weights = after
    return Calibration(round(max(SLOPE_MIN, float(weights[0])), 6), round(float(weights[1]), 6))


def _improved(inputs: Values, targets: Values, weights: Values) -> Values:
    """One step of Newton's method, halved until the loss falls."""
    guesses = 1 / (1 + np.exp(-(inputs @ weights)))
    gradient = inputs.T @ (guesses - targets) + RIDGE * (weights - AS_GIVEN)
    curvature = (inputs * (guesses * (1 - guesses))[:, None]).T @ inputs + np.diag(RIDGE)
    step = np.linalg.solve(curvature, gradient)
    loss = _loss(inputs, targets, weights)
    for _ in range(HALVINGS):
        if _loss(inputs, targets, weights - step) <= loss:
            return weights - step
        step = step / 2
    return weights


def _loss(inputs: Values, targets: Values, weights: Values) -> float:
    """Cross entropy, and how far the weights are from leaving probabilities as they are."""
    scores = inputs @ weights
    return float((np.logaddexp(0, scores) - targets * scores).sum() + (RIDGE * (weights - AS_GIVEN) ** 2).sum() / 2)


def pairs(samples: Iterable[Sample], member: str) -> tuple[Values, Truths]:
    """Each token and label that a member does not rule out: how probable it holds it, and whether it is so."""
    values: list[NDArray[np.floating]] = [np.zeros(0)]
    truths: list[Truths] = [np.zeros(0, np.bool_)]
    for sample in samples:
        chances = sample.chances[member]
        is_open = chances.values > RULED_OUT
        values.append(chances.values[is_open])
        truths.append(_gold(sample, chances)[is_open])
    return np.concatenate(values).astype(np.float64), np.concatenate(truths)


def _gold(sample: Sample, chances: Chances) -> Truths:
    """Whether each token lies in an annotation of each label, shape (T, K)."""
    truths = np.zeros(chances.values.shape, np.bool_)
    starts, ends = np.array(chances.starts), np.array(chances.ends)
    for span in sample.gold:
        if span.label in chances.labels:
            first, stop = np.searchsorted(ends, span.start, side="right"), np.searchsorted(starts, span.end)
            truths[first:stop, chances.labels.index(span.label)] = True
    return truths


def calibration_error(values: Values, truths: Truths) -> float | None:
    """Expected calibration error over ten ranges of probability; None without pairs."""
    shares: dict[float, Share] = {}
    for value, truth in zip(values.round(3).tolist(), truths.tolist(), strict=True):
        shares[value] = shares.get(value, Share()) + Share(int(truth), 1)
    return expected_calibration_error(calibration_bins(shares))


def errors_of(parts: Sequence[Sequence[Sample]], member: str) -> tuple[float | None, float | None]:
    """Calibration error as given, and as calibrated on the other folds."""
    raw, calibrated, truths = [], [], []
    for number, part in enumerate(parts):
        others = [sample for at, other in enumerate(parts) if at != number for sample in other]
        values, is_so = pairs(part, member)
        raw.append(values)
        calibrated.append(calibrate(others, member).of(values))
        truths.append(is_so)
    together = np.concatenate(truths)
    return calibration_error(np.concatenate(raw), together), calibration_error(np.concatenate(calibrated), together)
