"""The best tags of a sequence (Viterbi 1967) and the probability of chunks (forward-backward; Rabiner 1989).

In clinical text most tokens are plainly outside. Put ``O`` in the place of a run of tokens of one label: lost is at
most, for each token, by how much its best tag of that label beats ``O``, and for each transition, by how much the
best one of that label beats the one that takes its place. A token that lies in no run of any label for which this
bound is positive is ``O`` in a best sequence. All such runs are found by prefix sums, as in the maximum-sum segment
(Bentley 1984). Viterbi then goes over the stretches that are left, each between two outside tokens, and finds the
same best score as over the whole.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.compiled import best_path, sum_paths
from maskerad.recognisers.crf.packing import Stretch, Stretches
from maskerad.recognisers.crf.paths import Sums
from maskerad.recognisers.crf.weights import Floats
from maskerad.text.codes import OUTSIDE

TOLERANCE = 1e-3  # of sums of 32-bit scores
MAX_LOG_SUM = 250.0  # twice as much is a number still


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
        # Row: the tag that was reached before, from the left and from the right; column: the next one.
        self._steps = np.stack([transitions, transitions.T])
        self._exponentials = np.exp(self._steps.astype(np.float64))
        # After so many steps no sum is too great or too small for a number: each multiplies it by so much at most.
        self._steps_per_unit = max(1, int(MAX_LOG_SUM / (np.abs(transitions).max() + np.log(len(tags)))))
        labels = sorted({tag.partition("-")[2] for tag in tags if tag != OUTSIDE})
        tags_by_label = [[n for n, tag in enumerate(tags) if tag.partition("-")[2] == name] for name in labels]
        most = max(map(len, tags_by_label), default=0)
        self._tags_by_label = np.array([[*places, *places[:1] * (most - len(places))] for places in tags_by_label]).T
        self._inner, self._ends = _gains(transitions, self.outside, tags_by_label)

    def best(self, scores: Floats) -> tuple[NDArray[np.int32], list[Stretch]]:
        """Numbers of the tags of a best sequence, and the stretches that hold all tokens that are not outside.

        Args:
            scores: Score of each tag for each token, shape (T, L).
        """
        unsure = self._unsure(scores)
        path = self._viterbi(scores, unsure)
        firsts, stops = np.searchsorted(np.flatnonzero(path != self.outside), unsure.T)
        runs: list[list[int]] = unsure[firsts < stops].tolist()
        return path, [(first, stop) for first, stop in runs]

    def _unsure(self, scores: Floats) -> Stretches:
        """Stretches of tokens that may be anything but outside."""
        if not len(scores) or not len(self._tags_by_label):
            return np.zeros((0, 2), np.intp)
        gains = scores.take(self._tags_by_label[0], axis=1)
        for tags in self._tags_by_label[1:]:
            np.maximum(gains, scores.take(tags, axis=1), out=gains)
        sums = np.zeros((len(scores) + 1, gains.shape[1]), np.float64)
        np.cumsum(gains - scores[:, [self.outside]] + self._inner, axis=0, out=sums[1:])
        # The best run with a token inside begins at the lowest sum before it and ends at the highest after it.
        lowest = np.minimum.accumulate(sums[:-1], axis=0)
        highest = np.maximum.accumulate(sums[:0:-1], axis=0)[::-1]
        is_open = np.zeros(len(scores) + 2, np.bool_)  # one more on either side, which are not
        is_open[1:-1] = (highest - lowest > -TOLERANCE - self._ends).any(axis=1)
        return np.flatnonzero(is_open[1:] != is_open[:-1]).reshape(-1, 2)

    def _viterbi(self, scores: Floats, stretches: Stretches) -> NDArray[np.int32]:
        """The best tags of all stretches, each between outside tokens; all else is outside."""
        path = np.full(len(scores), self.outside, np.int32)
        if not len(stretches):
            return path
        framed = scores.copy()
        framed[0] -= self._steps[0, self.outside]  # nothing stands before the text, and nothing after it
        framed[-1] -= self._steps[1, self.outside]
        best_path(framed, self._steps, self.outside, stretches.astype(np.int64, copy=False), path)
        return path

    def probabilities(
        self, scores: Floats, path: NDArray[np.int32], stretches: list[Stretch], chunks: list[Stretch]
    ) -> list[float]:
        """How probable it is that the tokens of each chunk have the tags that the path gives them.

        Args:
            scores: Score of each tag for each token, shape (T, L).
            path: Number of the tag of each token, shape (T,).
            stretches: Disjoint and in order; the tokens beside them are taken to be outside.
            chunks: First and stop token of each chunk; each lies within one of the stretches.
        """
        if not chunks:
            return []
        tokens = np.concatenate([np.arange(*stretch) for stretch in stretches])
        weights, path = scores[tokens], path[tokens]
        weights = np.exp(weights - weights.max(axis=1, keepdims=True), dtype=np.float64)
        reached, units = self._reached(weights, tokens, np.array(stretches))
        firsts, lasts = np.searchsorted(tokens, np.array([(first, stop - 1) for first, stop in chunks]).T)
        own = weights[np.arange(len(tokens)), path]
        from_left = reached[0, firsts] * weights[firsts]
        begun = from_left[np.arange(len(chunks)), path[firsts]] / (from_left * reached[1, firsts]).sum(axis=1)
        ended = begun * reached[1, lasts, path[lasts]]
        into = (self._exponentials[0, path[:-1], path[1:]] * own[1:] / units[1:]).tolist()
        parts = zip(ended.tolist(), firsts.tolist(), lasts.tolist(), strict=True)
        return [min(1.0, share * prod(into[first:last])) for share, first, last in parts]

    def marginals(self, scores: Floats) -> tuple[NDArray[np.intp], Floats]:
        """Tokens that may be anything but outside in a best sequence, and how probable each tag is at each of them.

        Args:
            scores: Score of each tag for each token, shape (T, L).

        Returns:
            Their numbers, shape (U,), and the probabilities, shape (U, L); all others are taken to be outside.
        """
        unsure = self._unsure(scores)
        borders = np.zeros(len(scores) + 1, np.int8)
        borders[unsure[:, 0]], borders[unsure[:, 1]] = 1, -1  # no stretch begins where another ends
        tokens = np.flatnonzero(np.cumsum(borders[:-1]))
        if not len(tokens):
            return tokens, np.zeros((0, len(self.tags)), np.float32)
        weights = scores[tokens]
        weights = np.exp(weights - weights.max(axis=1, keepdims=True), dtype=np.float64)
        reached, _ = self._reached(weights, tokens, unsure)
        posteriors = reached[0] * weights * reached[1]
        return tokens, (posteriors / posteriors.sum(axis=1, keepdims=True)).astype(np.float32)

    def _reached(self, weights: Sums, tokens: NDArray[np.intp], stretches: Stretches) -> tuple[Sums, Sums]:
        """What ``sum_paths`` gives for the tokens of some stretches, in order; the units from the right alone."""
        reached, units = np.empty((2, *weights.shape)), np.empty((2, len(tokens)))
        begins = np.searchsorted(tokens, stretches[:, 0])
        places = np.stack([begins, begins + stretches[:, 1] - stretches[:, 0]], axis=1).astype(np.int64, copy=False)
        sum_paths(weights, self._exponentials, self.outside, places, self._steps_per_unit, reached, units)
        return reached, units[1]


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
        others = np.delete(np.arange(len(transitions)), tags)
        inside = transitions[np.ix_(tags, tags)].max() - transitions[outside, outside]
        # At the ends of the text nothing is gained or lost.
        enter, leave = before[np.ix_(others, tags)].max(), after[np.ix_(tags, others)].max()
        inner.append(inside)
        ends.append(max(enter, 0) + max(leave, 0) - inside)
    return np.array(inner, np.float32), np.array(ends, np.float32)
