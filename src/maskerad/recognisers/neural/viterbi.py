"""The best sequence of tags under a linear-chain CRF, for many sequences at once, and the certainty of each tag.

Scores of a sequence y over emissions e and transitions A (Lafferty et al. 2001), T tokens and L tags:

    s(y) = start[y_1] + Σ_t e[t, y_t] + Σ_t A[y_{t-1}, y_t] + end[y_T]

Transitions that the code of the tags does not allow are ``FORBIDDEN``, which no emission outweighs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.neural.lstm import Floats
from maskerad.text.codes import OUTSIDE, Code, may_follow

FORBIDDEN = np.float32(-1e4)
Tags = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Chain:
    """The scores of a CRF beside the emissions. L tags.

    Attributes:
        start: Of each tag at the first token, shape (L,).
        transitions: From a tag (row) to the next (column), shape (L, L).
        end: Of each tag at the last token, shape (L,).
    """

    start: Floats = field(repr=False)
    transitions: Floats = field(repr=False)
    end: Floats = field(repr=False)

    def masked(self, tags: Sequence[str], code: Code) -> Chain:
        """The same, with everything forbidden that the code does not allow."""
        start, between, end = allowed(tags, code)
        return Chain(
            np.where(start, self.start, FORBIDDEN),
            np.where(between, self.transitions, FORBIDDEN),
            np.where(end, self.end, FORBIDDEN),
        )


def allowed(tags: Sequence[str], code: Code) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Which tags may begin a sequence, follow one another, and end it: shapes (L,), (L, L), (L,)."""
    start = np.array([may_follow(OUTSIDE, tag, code) for tag in tags])
    between = np.array([[may_follow(before, after, code) for after in tags] for before in tags])
    end = np.array([may_follow(tag, OUTSIDE, code) for tag in tags])
    return start, between, end


def best_paths(emissions: Sequence[Floats], chain: Chain) -> list[Tags]:
    """The best tags of each sequence (Viterbi 1967), sequences of like length side by side.

    Args:
        emissions: Of each sequence, shape (T, L); T may be 0.
        chain: The other scores.

    Example:
        >>> free = Chain(np.zeros(2), np.zeros((2, 2)), np.zeros(2))
        >>> best_paths([np.array([[0, 1], [1, 0]])], free)[0].tolist()
        [1, 0]
    """
    paths: list[Tags] = [np.zeros(0, dtype=np.int64)] * len(emissions)
    by_length = sorted((number for number, e in enumerate(emissions) if len(e)), key=lambda n: -len(emissions[n]))
    for first in range(0, len(by_length), SIDE_BY_SIDE):
        group = by_length[first : first + SIDE_BY_SIDE]
        for number, path in zip(group, _best_group([emissions[n] for n in group], chain), strict=True):
            paths[number] = path
    return paths


SIDE_BY_SIDE = 32


def _best_group(emissions: Sequence[Floats], chain: Chain) -> list[Tags]:
    """Viterbi over sequences that descend in length. B sequences."""
    lengths = [len(e) for e in emissions]
    steps = np.zeros((lengths[0], len(emissions), len(chain.start)), dtype=np.float32)
    for number, rows in enumerate(emissions):
        steps[: len(rows), number] = rows
    n_active = np.searchsorted(-np.array(lengths), -np.arange(lengths[0])).tolist()
    back = np.zeros(steps.shape, dtype=np.intp)
    scores = chain.start + steps[0]
    arrivals = np.ascontiguousarray(chain.transitions.T)  # (to, from): the maximum runs along memory
    for step in range(1, lengths[0]):
        n = n_active[step]
        through = scores[:n, None, :] + arrivals
        through.argmax(axis=2, out=back[step, :n])
        np.add(through.max(axis=2), steps[step, :n], out=scores[:n])
    last = (scores + chain.end).argmax(axis=1)
    return [_traced(back[:length, number], int(last[number])) for number, length in enumerate(lengths)]


def _traced(back: NDArray[np.intp], last: int) -> Tags:
    path = [last]
    for step in range(len(back) - 1, 0, -1):
        path.append(int(back[step, path[-1]]))
    return np.array(path[::-1], dtype=np.int64)


def marginals(emissions: Floats, chain: Chain) -> Floats:
    """The probability of each tag at each token of one sequence, shape (T, L), by forward and backward sums."""
    forward = _log_sums(emissions, chain.start, chain.transitions)
    backward = _log_sums(emissions[::-1], chain.end, chain.transitions.T)[::-1]
    joint = forward + backward - emissions
    joint -= joint.max(axis=1, keepdims=True)
    weights: Floats = np.exp(joint)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _log_sums(emissions: Floats, start: Floats, transitions: Floats) -> Floats:
    """Logarithm of the summed weight of all paths up to each tag of each token, each row less its maximum.

    Sums are taken in probability space: one small matrix product a token.
    """
    weights = np.exp(transitions)
    sums = np.empty_like(emissions)
    row = start + emissions[0]
    for step in range(len(emissions)):
        if step:
            with np.errstate(divide="ignore"):
                row = np.log(np.exp(row) @ weights) + emissions[step]
        row = np.maximum(row - row.max(), FORBIDDEN)
        sums[step] = row
    return sums
