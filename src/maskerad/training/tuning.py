"""Elastic net by random search: both weights drawn in log10 space, the best on the development part is taken.

Trienes et al. (2020, section 4.2) draw 250 pairs from 10^-4 to 10^1 likewise. Test documents never come here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from maskerad.core.errors import ConfigError
from maskerad.training.crf import Fit

LOG10_LOW, LOG10_HIGH = -4.0, 1.0


@dataclass(frozen=True, slots=True)
class Trial:
    """One pair of weights and the F1 that it reached on the development part."""

    c1: float
    c2: float
    f1: float


def draw_fits(base: Fit, n_trials: int, seed: int) -> list[Fit]:
    """The settings of a search: those given, then as many random ones as make up the number of trials.

    Raises:
        ConfigError: If there is nothing to try.
    """
    if n_trials < 1:
        raise ConfigError("a search needs one trial at least")
    drawn = 10 ** np.random.default_rng(seed).uniform(LOG10_LOW, LOG10_HIGH, size=(n_trials - 1, 2))
    return [base, *(replace(base, c1=float(f"{c1:.3g}"), c2=float(f"{c2:.3g}")) for c1, c2 in drawn)]


def search(
    fits: list[Fit], f1_of: Callable[[Fit], float], on_trial: Callable[[Trial], None]
) -> tuple[Fit, list[Trial]]:
    """Tries all settings; the first of the best is taken.

    Args:
        fits: What to try.
        f1_of: Trains with some settings and scores on the development part.
        on_trial: Told of each trial when it is done.
    """
    trials = []
    for fit in fits:
        trials.append(Trial(fit.c1, fit.c2, round(f1_of(fit), 5)))
        on_trial(trials[-1])
    best = max(range(len(fits)), key=lambda number: (trials[number].f1, -number))
    return fits[best], trials
