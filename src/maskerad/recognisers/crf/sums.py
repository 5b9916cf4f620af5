"""Weights added up, for keys and for tokens, in numpy: the twin of ``_core.c``, sum for sum."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.channels import EDGE_NUMBER, UNKNOWN, Lines, Numbers
from maskerad.recognisers.crf.weights import Floats


def sum_strings(sums: Floats, state: Floats, rows: Numbers, numbers: Numbers, ends: NDArray[np.int64]) -> None:
    """Fills in what keys weigh at each offset: the sum of what their strings weigh there, one after another.

    Args:
        sums: By key, shape (K, offsets, L); filled in place.
        state: Weights, shape (D, L).
        rows: Rows of ``state`` by string, shape (S, offsets).
        numbers: Of the strings of all keys, shape (N,).
        ends: Where in ``numbers`` the strings of each key end, ascending; each has one at least. Shape (K,).

    Example:
        >>> sums, state = np.empty((2, 1, 1), np.float32), np.array([[1], [10]], np.float32)
        >>> rows, numbers = np.array([[0], [1]], np.int32), np.array([0, 1, 1], np.int32)
        >>> sum_strings(sums, state, rows, numbers, np.array([2, 3]))
        >>> sums.ravel().tolist()
        [11.0, 10.0]
    """
    begins = np.concatenate([[0], ends[:-1]])
    sums.fill(0)
    keys = np.arange(len(ends))
    for place in range(int((ends - begins).max(initial=0))):
        keys = keys[begins[keys] + place < ends[keys]]
        sums[keys] += state[rows[numbers[begins[keys] + place]]]


def add_seen(scores: Floats, table: Floats, numbers: Numbers, lines: Lines, offsets: Numbers) -> None:
    """Adds what each token sees of one channel to its scores, offset by offset.

    Args:
        scores: Of each tag for each token, shape (T, L); changed in place.
        table: What keys weigh at each offset, shape (K, offsets, L).
        numbers: Of the key of each token, shape (T,); nothing is added for ``UNKNOWN``.
        lines: Number of the line of each token, ascending, shape (T,).
        offsets: In tokens, shape (offsets,).

    Example:
        >>> scores, table = np.zeros((2, 1), np.float32), np.array([[[7]], [[0]], [[5]]], np.float32)
        >>> add_seen(scores, table, np.array([2, 1], np.int32), np.array([0, 0], np.int32), np.array([-1], np.int32))
        >>> scores.tolist()
        [[7.0], [5.0]]
    """
    for at, offset in enumerate(offsets.tolist()):
        keys = seen(numbers, lines, offset)
        hits = np.flatnonzero(keys != UNKNOWN)
        if len(hits):
            scores[hits] += table[keys[hits], at]


def seen(numbers: Numbers, lines: Lines, offset: int) -> Numbers:
    """The number that each token sees so many tokens away: ``EDGE_NUMBER`` beyond its line.

    Example:
        >>> seen(np.array([5, 6, 7], np.int32), np.array([0, 0, 1], np.int32), -1).tolist()
        [0, 5, 0]
    """
    n_seeing = max(0, len(numbers) - abs(offset))
    earlier = np.full(len(numbers), EDGE_NUMBER, np.int32)
    first, there = max(0, -offset), max(0, offset)
    here, away = slice(first, first + n_seeing), slice(there, there + n_seeing)
    earlier[here] = np.where(lines[here] == lines[away], numbers[away], EDGE_NUMBER)
    return earlier
