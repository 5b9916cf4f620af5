"""Logistic regression with a quadratic penalty, fitted by Newton's method: a textbook model of a dozen weights.

Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section 4.4.1 (iteratively reweighted least
squares) and 3.4.1 (ridge). Features are standardised first; both classes weigh the same in all, as one is rare.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

STEPS_MAX = 50
TOLERANCE = 1e-8


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted model.

    Attributes:
        mean, scale: Of each feature, shape (D,).
        weights: Of the standardised features, and last the intercept, shape (D + 1,).
    """

    mean: Array = field(repr=False)
    scale: Array = field(repr=False)
    weights: Array = field(repr=False)

    def probabilities(self, rows: Array) -> Array:
        """Probability of the class 1 of each row.

        Args:
            rows: Shape (N, D).

        Returns:
            Shape (N,).
        """
        result: Array = _sigmoid(_with_ones((rows - self.mean) / self.scale) @ self.weights)
        return result


def fit(rows: Array, classes: Array, penalty: float = 1.0) -> Logistic:
    """Fits a model; the same input gives the same weights.

    Args:
        rows: Features, shape (N, D).
        classes: 0 or 1, shape (N,).
        penalty: Weight of the squared weights, the intercept left out.
    """
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale > TOLERANCE, scale, 1.0)
    inputs = _with_ones((rows - mean) / scale)
    case_weights = _balanced(classes)
    ridge = penalty * np.eye(inputs.shape[1])
    ridge[-1, -1] = TOLERANCE
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS_MAX):
        p = _sigmoid(inputs @ weights)
        gradient = inputs.T @ (case_weights * (classes - p)) - ridge @ weights
        curvature = (inputs * (case_weights * p * (1 - p))[:, None]).T @ inputs + ridge
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max() < TOLERANCE:
            break
    return Logistic(mean, scale, weights)


def _balanced(classes: Array) -> Array:
    """Weights of the cases with which each class has half of the whole."""
    n_positive = classes.sum()
    n_negative = len(classes) - n_positive
    if not n_positive or not n_negative:
        return np.ones_like(classes)
    half = len(classes) / 2
    weights: Array = np.where(classes > 0, half / n_positive, half / n_negative)
    return weights


def _sigmoid(values: Array) -> Array:
    result: Array = 1 / (1 + np.exp(-np.clip(values, -30, 30)))
    return result


def _with_ones(rows: Array) -> Array:
    result: Array = np.hstack([rows, np.ones((len(rows), 1))])
    return result
