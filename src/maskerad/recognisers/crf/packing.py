"""Stretches of different lengths side by side, from both ends at once.

What goes from token to token goes step by step; so that a step costs no more for many stretches than for one, all
first tokens are taken together, then all second ones, and so on. The longest stretches stand first: those that go on
are always the first rows. Direction 0 reads from the left, direction 1 from the right.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Stretch = tuple[int, int]
Stretches = NDArray[np.intp]  # first and stop token of each, shape (stretches, 2)

ROWS_MAX = 128  # stretches side by side; more take memory and save nothing


class Packed:
    """Some stretches of one sequence.

    Args:
        firsts: First token of each stretch.
        lasts: Last token of each stretch.
        lengths: How many tokens are read from either end; descending.
    """

    def __init__(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp], lengths: NDArray[np.intp]) -> None:
        n_rows = np.searchsorted(-lengths, -np.arange(lengths[0]), side="left")  # longer than each step
        self.borders: list[int] = [0, *np.cumsum(n_rows).tolist()]
        steps = np.repeat(np.arange(len(n_rows)), n_rows)
        rows = np.arange(len(steps)) - np.repeat(self.borders[:-1], n_rows)
        # Token of each place, shape (2 directions, places).
        self.tokens = np.stack([firsts[rows] + steps, lasts[rows] - steps])

    def steps(self) -> Iterator[tuple[int, int, int]]:
        """For each step but the first: where its places begin, how many they are, and where those before begin."""
        borders = self.borders
        for step in range(1, len(borders) - 1):
            yield borders[step], borders[step + 1] - borders[step], borders[step - 1]

    def steps_back(self) -> Iterator[tuple[int, int, int, int]]:
        """From the last step but one: its number, where its places begin, how many go on, and where they go on."""
        borders = self.borders
        for step in range(len(borders) - 3, -1, -1):
            yield step, borders[step], borders[step + 2] - borders[step + 1], borders[step + 1]

    def places(self, steps: NDArray[np.intp]) -> NDArray[np.intp]:
        """Places of the tokens that each row reaches after so many steps; shape as ``steps``: (…, rows)."""
        return np.array(self.borders)[steps] + np.arange(steps.shape[-1])


def in_blocks(stretches: Stretches) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """First and last tokens of stretches, the longest first, some at a time."""
    ordered = stretches[np.argsort(stretches[:, 0] - stretches[:, 1], kind="stable")]
    for start in range(0, len(ordered), ROWS_MAX):
        block = ordered[start : start + ROWS_MAX]
        yield block[:, 0], block[:, 1] - 1
