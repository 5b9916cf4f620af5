"""Exact inference on a share: the binomial test, and the interval of Clopper and Pearson (1934)."""

from __future__ import annotations

from math import exp, fsum, lgamma, log

from maskerad.core.errors import InputError

CONFIDENCE = 0.95
_BISECTIONS = 60  # halvings of [0, 1]: more than a float can tell apart
_ALIKE = 1 + 1e-7  # probabilities this close are the same to the two-sided test, as in R's binom.test


def binomial_test(n_right: int, n: int, chance: float = 0.5) -> float:
    """The probability, by chance alone, of a number at most as likely as the one observed (two-sided, exact).

    Args:
        n_right: Successes.
        n: Trials.
        chance: Probability of a success under the null hypothesis.

    Raises:
        InputError: If the numbers are not those of an experiment.

    Example:
        >>> round(binomial_test(9, 10), 6)
        0.021484
    """
    _check(n_right, n, chance)
    observed = _probability(n_right, n, chance) * _ALIKE
    likely = (_probability(k, n, chance) for k in range(n + 1))
    return min(1.0, fsum(p for p in likely if p <= observed))


def exact_interval(n_right: int, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Bounds of the true share; with nothing observed, everything is possible.

    Args:
        n_right: Successes.
        n: Trials; 0 gives (0, 1).
        confidence: In (0, 1).

    Raises:
        InputError: If there are fewer trials than successes, or either is negative.

    Example:
        >>> tuple(round(bound, 4) for bound in exact_interval(0, 10))
        (0.0, 0.3085)
    """
    _check(n_right, n, 0.5)
    tail = (1 - confidence) / 2
    low = 0.0 if n_right == 0 else _solved(n_right - 1, n, 1 - tail)
    high = 1.0 if n_right == n else _solved(n_right, n, tail)
    return low, high


def _check(n_right: int, n: int, chance: float) -> None:
    if not 0 <= n_right <= n or not 0 <= chance <= 1:
        raise InputError(f"{n_right} of {n} trials at chance {chance}: no such experiment")


def _solved(k: int, n: int, wanted: float) -> float:
    """The share at which at most ``k`` of ``n`` come out with the wanted probability."""
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        at_most = fsum(_probability(i, n, middle) for i in range(k + 1))
        low, high = (middle, high) if at_most > wanted else (low, middle)
    return (low + high) / 2


def _probability(k: int, n: int, share: float) -> float:
    """Binomial probability of ``k`` successes."""
    if share in (0.0, 1.0):
        return float(k == (n if share else 0))
    ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(share) + (n - k) * log(1 - share))
