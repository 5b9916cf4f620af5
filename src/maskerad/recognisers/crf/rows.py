"""Rows of a table added to scores, in numpy: the twin of ``_core.c``."""

from __future__ import annotations

import numpy as np

from maskerad.recognisers.crf.channels import Numbers
from maskerad.recognisers.crf.weights import Floats


def add_rows(scores: Floats, table: Floats, rows: Numbers, nothing: int) -> None:
    """Adds to the scores of each token its row.

    Args:
        scores: Of each tag for each token, shape (T, L); changed in place.
        table: Shape (K, L).
        rows: Number of the row of each token, shape (T,).
        nothing: The number of a row of zeros, which is passed over.

    Example:
        >>> scores = np.zeros((2, 1), np.float32)
        >>> add_rows(scores, np.array([[0], [5]], np.float32), np.array([1, 0], np.int32), 0)
        >>> scores.tolist()
        [[5.0], [0.0]]
    """
    hits = np.flatnonzero(rows != nothing)
    if 2 * len(hits) > len(rows):
        scores += table.take(rows, axis=0)
    elif len(hits):
        scores[hits] += table.take(rows[hits], axis=0)
