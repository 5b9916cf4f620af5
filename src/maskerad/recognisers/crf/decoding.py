"""The best tags of a sequence (Viterbi 1967) and the probability of chunks (forward-backward; Rabiner 1989).

In clinical text most tokens are plainly outside. A token whose score for ``O`` beats its score for every other tag by
more than all that transitions could make up for is ``O`` in a best sequence whatever its neighbours are: put ``O`` in
its place in any sequence, and the score does not fall. Viterbi then runs over the stretches that are left, each between
two outside tokens, and finds the same best score as over the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.weights import Floats
from maskerad.text.codes import OUTSIDE

Stretch = tuple[int, int]


class Decoder:
    """Decodes with one set of tags and transitions.

    Args:
        tags: The L tags.
        transitions: Score of each tag (column) right behind another (row), shape (L, L).
    """

    def __init__(self, tags: tuple[str, ...], transitions: Floats) -> None:
        self.tags = tags
        self.outside = tags.index(OUTSIDE)
        self._transitions = transitions
        self._by_column = np.ascontiguousarray(transitions.T)
        self._exponentials = np.exp(transitions.astype(np.float64))
        self._margins = _margins(transitions, self.outside)

    def best(self, scores: Floats) -> tuple[NDArray[np.int32], list[Stretch]]:
        """Numbers of the tags of a best sequence, and the stretches that hold all tokens that are not outside.

        Args:
            scores: Score of each tag for each token, shape (T, L).
        """
        path = np.full(len(scores), self.outside, np.int32)
        stretches = []
        for first, stop in self._unsure(scores):
            piece = self._viterbi(scores[first:stop], first > 0, stop < len(scores))
            path[first:stop] = piece
            if (piece != self.outside).any():
                stretches.append((first, stop))
        return path, stretches

    def _unsure(self, scores: Floats) -> Iterator[Stretch]:
        """Stretches of tokens that may be anything but outside."""
        is_open = ((scores + self._margins).max(axis=1) > scores[:, self.outside]).astype(np.int8)
        borders = np.flatnonzero(np.diff(is_open, prepend=0, append=0))
        return zip(borders[::2].tolist(), borders[1::2].tolist(), strict=True)

    def _viterbi(self, scores: Floats, is_after: bool, is_before: bool) -> NDArray[np.int32]:
        """The best tags of a stretch; ``is_after``, ``is_before``: whether an outside token stands at that side."""
        best = scores[0] + self._transitions[self.outside] if is_after else scores[0]
        back = np.empty((len(scores), len(self.tags)), np.int32)
        for token in range(1, len(scores)):
            reached = self._by_column + best  # row: the tag, column: the tag before
            back[token] = reached.argmax(axis=1)
            best = reached.max(axis=1) + scores[token]
        if is_before:
            best = best + self._by_column[self.outside]
        path = np.empty(len(scores), np.int32)
        path[-1] = best.argmax()
        for token in range(len(scores) - 1, 0, -1):
            path[token - 1] = back[token, path[token]]
        return path

    def probabilities(self, scores: Floats, path: NDArray[np.int32], chunks: list[Stretch]) -> list[float]:
        """How probable it is that the tokens of each chunk have the tags that the path gives them.

        Args:
            scores: Of one stretch, shape (T, L); the tokens beside it are taken to be outside.
            path: Numbers of the tags of the stretch.
            chunks: First and stop token of each chunk in the stretch.
        """
        weights = np.exp(scores.astype(np.float64) - scores.max(axis=1, keepdims=True))
        forward, scales = self._forward(weights)
        backward = self._backward(weights, scales)
        return [self._probability(weights, path, forward, backward, scales, chunk) for chunk in chunks]

    def _forward(self, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        forward, scales = np.empty_like(weights), np.empty(len(weights))
        row = self._exponentials[self.outside] * weights[0]
        for token in range(len(weights)):
            if token:
                row = row @ self._exponentials * weights[token]
            scales[token] = row.sum()
            row = forward[token] = row / scales[token]
        return forward, scales

    def _backward(self, weights: NDArray[np.float64], scales: NDArray[np.float64]) -> NDArray[np.float64]:
        backward = np.empty_like(weights)
        row = backward[-1] = self._exponentials[:, self.outside]
        for token in range(len(weights) - 1, 0, -1):
            row = backward[token - 1] = self._exponentials @ (weights[token] * row) / scales[token]
        return backward

    def _probability(
        self,
        weights: NDArray[np.float64],
        path: NDArray[np.int32],
        forward: NDArray[np.float64],
        backward: NDArray[np.float64],
        scales: NDArray[np.float64],
        chunk: Stretch,
    ) -> float:
        first, stop = chunk
        share = forward[first, path[first]]
        for token in range(first + 1, stop):
            share *= self._exponentials[path[token - 1], path[token]] * weights[token, path[token]] / scales[token]
        whole = (forward[-1] * backward[-1]).sum()
        return float(min(1.0, share * backward[stop - 1, path[stop - 1]] / whole))


def _margins(transitions: Floats, outside: int) -> Floats:
    """By how much each tag can gain on ``O`` from the tags on either side; minus infinity for ``O`` itself."""
    gain_before = (transitions - transitions[:, [outside]]).max(axis=0)
    gain_after = (transitions - transitions[[outside], :]).max(axis=1)
    margins: Floats = np.maximum(gain_before, 0) + np.maximum(gain_after, 0)
    margins[outside] = -np.inf
    return margins
