"""The best tags of a sequence (Viterbi 1967) and the probability of chunks (forward-backward; Rabiner 1989).

In clinical text most tokens are plainly outside. Put ``O`` in the place of a run of tokens of one label: lost is at
most, for each token, by how much its best tag of that label beats ``O``, and for each transition, by how much the
best one of that label beats the one that takes its place. A token that lies in no run of any label for which this
bound is positive is ``O`` in a best sequence. All such runs are found by prefix sums, as in the maximum-sum segment
(Bentley 1984). Viterbi then goes over the stretches that are left, each between two outside tokens, and finds the
same best score as over the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.weights import Floats
from maskerad.text.codes import OUTSIDE

Stretch = tuple[int, int]

TOLERANCE = 1e-3  # of sums of 32-bit scores


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
        labels = sorted({tag.partition("-")[2] for tag in tags if tag != OUTSIDE})
        self._tags_by_label = [[n for n, tag in enumerate(tags) if tag.partition("-")[2] == name] for name in labels]
        self._inner, self._ends = _gains(transitions, self.outside, self._tags_by_label)

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
        gains = np.stack([scores[:, tags].max(axis=1) for tags in self._tags_by_label], axis=1)
        sums = np.zeros((len(scores) + 1, len(self._tags_by_label)), np.float64)
        np.cumsum(gains - scores[:, [self.outside]] + self._inner, axis=0, out=sums[1:])
        # The best run with a token inside begins at the lowest sum before it and ends at the highest after it.
        lowest = np.minimum.accumulate(sums[:-1], axis=0)
        highest = np.maximum.accumulate(sums[:0:-1], axis=0)[::-1]
        is_open = (highest - lowest + self._ends > -TOLERANCE).any(axis=1).astype(np.int8)
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


def _gains(transitions: Floats, outside: int, tags_by_label: list[list[int]]) -> tuple[Floats, Floats]:
    """What transitions can add to a run of one label, beside those that stand there when it is outside.

    Returns:
        At most so much for each token, and so much more for the whole run: its two ends are in it, and it has one
        transition less inside than it has tokens. Both of shape (labels,).
    """
    before = transitions - transitions[:, [outside]]  # gained on entering a tag, by the tag before
    after = transitions - transitions[[outside], :]  # gained on leaving a tag, by the tag after
    inner, ends = [], []
    for tags in map(np.array, tags_by_label):
        others = np.setdiff1d(np.arange(len(transitions)), tags)
        inside = transitions[np.ix_(tags, tags)].max() - transitions[outside, outside]
        # At the ends of the text nothing is gained or lost.
        enter, leave = before[np.ix_(others, tags)].max(), after[np.ix_(tags, others)].max()
        inner.append(inside)
        ends.append(max(enter, 0) + max(leave, 0) - inside)
    return np.array(inner, np.float32), np.array(ends, np.float32)
