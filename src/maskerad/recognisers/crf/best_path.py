"""The best tags of stretches of a sequence (Viterbi 1967), in numpy: the twin of ``_core.c``, sum for sum."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.packing import Packed, Stretches, in_blocks
from maskerad.recognisers.crf.weights import Floats

Path = NDArray[np.int32]

_DIRECTIONS = np.array([[0], [1]])  # from the left, from the right


def best_path(scores: Floats, steps: Floats, outside: int, stretches: Stretches, path: Path) -> None:
    """Fills in the best tags of all stretches, each between outside tokens.

    A stretch is gone over from both ends to its middle token. The best tag there is where both sums together are
    highest; from it the best tags are followed back to either end.

    Args:
        scores: Of each tag for each token, shape (T, L).
        steps: Score of the next tag (column) behind the one reached before (row), from the left and from the right,
            shape (2, L, L).
        outside: Number of the tag that stands before and behind each stretch.
        stretches: First and stop token of each, disjoint, shape (stretches, 2).
        path: Number of the tag of each token, shape (T,); filled in place.
    """
    for firsts, lasts in in_blocks(stretches):
        halves = Packed(firsts, lasts, (lasts - firsts) // 2 + 1 + (lasts - firsts) % 2)
        best = _best_sums(scores[halves.tokens], steps, outside, halves)
        tags = _followed(best, scores, steps, halves, lasts - firsts)
        path[halves.tokens[1]] = tags[1]
        path[halves.tokens[0]] = tags[0]


def _best_sums(scores: Floats, steps: Floats, outside: int, halves: Packed) -> Floats:
    """Highest sum of the tokens up to each place that ends with each tag, shape (2, places, L)."""
    # The tag before on the first axis, shape (L, 2, 1, L): numpy takes maxima fastest over the first one.
    arrivals = np.ascontiguousarray(steps.transpose(1, 0, 2)[:, :, None])
    best = np.empty_like(scores)
    n_rows = halves.borders[1]
    best[:, :n_rows] = scores[:, :n_rows] + steps[:, outside, None]
    for start, n, before in halves.steps():
        reached = best[:, before : before + n].transpose(2, 0, 1)[..., None] + arrivals
        np.add(reached.max(axis=0), scores[:, start : start + n], out=best[:, start : start + n])
    return best


def _followed(
    best: Floats, scores: Floats, steps: Floats, halves: Packed, n_steps: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Best tags of all places, shape (2, places); wrong, and to be passed over, beyond the middle from the right.

    Args:
        best: What ``_best_sums`` gives.
        scores: Of all tokens, shape (T, L).
        steps: As ``best_path`` has them.
        halves: The stretches.
        n_steps: From the first to the last token of each stretch.
    """
    n_tags = scores.shape[1]
    back = steps.transpose(0, 2, 1).reshape(-1, n_tags)  # a row for each direction and next tag
    middles = np.stack([(n_steps + 1) // 2, n_steps // 2])  # steps to the same token, from either end
    left, right = halves.places(middles)
    both = best[0, left] + best[1, right] - scores[halves.tokens[0, left]]
    tags = np.zeros(best.shape[:2], np.intp)
    tags[0, left] = tags[1, right] = both.argmax(axis=1)
    # Rows that go on from each step; the longest stand first. From the right they end at the middle token.
    n_going_on = np.searchsorted(-middles[1], -np.arange(len(halves.borders)), side="left").tolist()
    for step, start, n, after in halves.steps_back():
        into = back.take(tags[:, after : after + n] + n_tags * _DIRECTIONS, axis=0)
        here = (best[:, start : start + n] + into).argmax(axis=2)
        tags[0, start : start + n] = here[0]
        tags[1, start : start + n_going_on[step]] = here[1, : n_going_on[step]]
    return tags
