"""Sums over all paths through a sequence (Rabiner 1989), in numpy: the twin of ``_core.c``, sum for sum."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.packing import Packed, Stretches, in_blocks

Sums = NDArray[np.float64]


def sum_paths(
    weights: Sums,
    exponentials: Sums,
    outside: int,
    stretches: Stretches,
    steps_per_unit: int,
    reached: Sums,
    units: Sums,
) -> None:
    """Fills in the sums over all paths that reach each place, without its own weight, from either end of its stretch.

    Args:
        weights: Of each tag at each place, shape (U, L).
        exponentials: Weight of the next tag (column) behind the one reached before (row), from the left and from the
            right, shape (2, L, L).
        outside: Number of the tag that stands before and behind each stretch.
        stretches: First and stop place of each, disjoint, shape (stretches, 2).
        steps_per_unit: After so many steps sums are divided by the greatest of them.
        reached: The sums, in units of the place before, shape (2, U, L); filled in place.
        units: The unit of each place in units of the one before it: the greatest sum there with its own weight, or 1.
            Shape (2, U); filled in place.
    """
    # The tag before on the first axis, shape (L, 2, 1, L): numpy adds over it one after another.
    arrivals = np.ascontiguousarray(exponentials.transpose(1, 0, 2)[:, :, None])
    for firsts, lasts in in_blocks(stretches):
        packed = Packed(firsts, lasts, lasts - firsts + 1)
        sums, scales = _sums(weights[packed.tokens], arrivals, exponentials[:, outside, None], steps_per_unit, packed)
        for direction, places in enumerate(packed.tokens):
            reached[direction, places], units[direction, places] = sums[direction], scales[direction]


def _sums(weights: Sums, arrivals: Sums, begun: Sums, steps_per_unit: int, packed: Packed) -> tuple[Sums, Sums]:
    """Sums and units of some stretches; of shape (2, places, L) and (2, places)."""
    reached, units = np.empty_like(weights), np.ones(weights.shape[:2])
    n_rows = packed.borders[1]
    reached[:, :n_rows] = begun
    now = reached[:, :n_rows] * weights[:, :n_rows]
    for step, (start, n, before) in enumerate(packed.steps(), 1):
        now = now[:, :n]
        if step % steps_per_unit == 0:
            units[:, before : before + n] = now.max(axis=2)
            now = now / units[:, before : before + n, None]
        into = (now.transpose(2, 0, 1)[..., None] * arrivals).sum(axis=0)
        reached[:, start : start + n] = into
        now = into * weights[:, start : start + n]
    return reached, units
