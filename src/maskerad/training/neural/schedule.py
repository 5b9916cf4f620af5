"""Learning rates over a run: one cycle, or halving."""

from __future__ import annotations

import math
from collections.abc import Sequence

WARM_UP = 0.1
PATIENCE_EPOCHS = 3
LEAST_RATE = 1e-4


def one_cycle(share: float, warm_up: float = WARM_UP) -> float:
    """Factor of the peak rate after a share of the run: up in a line, down along a cosine (Smith and Topin 2019).

    Example:
        >>> [round(one_cycle(share), 2) for share in (0.0, 0.1, 0.55, 1.0)]
        [0.01, 1.0, 0.5, 0.0]
    """
    if share < warm_up:
        return 0.01 + 0.99 * share / warm_up
    return 0.5 * (1 + math.cos(math.pi * (share - warm_up) / (1 - warm_up)))


def halved(losses: Sequence[float]) -> float:
    """Factor of the first rate: halved whenever the loss has not fallen for three epochs (Trienes et al. 2020).

    Args:
        losses: Mean training loss of each epoch so far.

    Example:
        >>> halved([1.0, 0.5, 0.6, 0.6, 0.6]), halved([1.0, 0.9])
        (0.5, 1.0)
    """
    factor, best, waited = 1.0, math.inf, 0
    for loss in losses:
        waited = 0 if loss < best else waited + 1
        best = min(best, loss)
        if waited == PATIENCE_EPOCHS:
            factor, waited = factor / 2, 0
    return factor
