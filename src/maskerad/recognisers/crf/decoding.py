"""The best tags of a sequence (Viterbi 1967) and the probability of chunks (forward-backward; Rabiner 1989).

In clinical text most tokens are plainly outside. Put ``O`` in the place of a run of tokens of one label: lost is at
most, for each token, by how much its best tag of that label beats ``O``, and for each transition, by how much the
best one of that label beats the one that takes its place. A token that lies in no run of any label for which this
bound is positive is ``O`` in a best sequence. All such runs are found by prefix sums, as in the maximum-sum segment
(Bentley 1984). Viterbi then goes over the stretches that are left, each between two outside tokens, and finds the
same best score as over the whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.packing import Packed, Stretch, in_blocks
from maskerad.recognisers.crf.weights import Floats
from maskerad.text.codes import OUTSIDE

Sums = NDArray[np.float64]

TOLERANCE = 1e-3  # of sums of 32-bit scores
_DIRECTIONS = np.array([[0], [1]])  # from the left, from the right


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
        self._back = np.ascontiguousarray(self._steps.transpose(0, 2, 1))
        self._exponentials = np.exp(self._steps.astype(np.float64))
        labels = sorted({tag.partition("-")[2] for tag in tags if tag != OUTSIDE})
        tags_by_label = [[n for n, tag in enumerate(tags) if tag.partition("-")[2] == name] for name in labels]
        most = max(map(len, tags_by_label), default=0)
        self._tags_by_label = np.array([[*found, *found[:1] * (most - len(found))] for found in tags_by_label]).T
        self._inner, self._ends = _gains(transitions, self.outside, tags_by_label)

    def best(self, scores: Floats) -> tuple[NDArray[np.int32], list[Stretch]]:
        """Numbers of the tags of a best sequence, and the stretches that hold all tokens that are not outside.

        Args:
            scores: Score of each tag for each token, shape (T, L).
        """
        unsure = self._unsure(scores)
        path = self._viterbi(scores, unsure)
        inside = path != self.outside
        return path, [(first, stop) for first, stop in unsure if inside[first:stop].any()]

    def _unsure(self, scores: Floats) -> list[Stretch]:
        """Stretches of tokens that may be anything but outside."""
        if not len(scores) or not len(self._tags_by_label):
            return []
        gains = scores.take(self._tags_by_label[0], axis=1)
        for tags in self._tags_by_label[1:]:
            np.maximum(gains, scores.take(tags, axis=1), out=gains)
        sums = np.zeros((len(scores) + 1, gains.shape[1]), np.float64)
        np.cumsum(gains - scores[:, [self.outside]] + self._inner, axis=0, out=sums[1:])
        # The best run with a token inside begins at the lowest sum before it and ends at the highest after it.
        lowest = np.minimum.accumulate(sums[:-1], axis=0)
        highest = np.maximum.accumulate(sums[:0:-1], axis=0)[::-1]
        is_open = (highest - lowest > -TOLERANCE - self._ends).any(axis=1)
        borders = np.flatnonzero(np.diff(is_open.view(np.int8), prepend=0, append=0)).tolist()
        return list(zip(borders[::2], borders[1::2], strict=True))

    def _viterbi(self, scores: Floats, stretches: list[Stretch]) -> NDArray[np.int32]:
        """The best tags of all stretches, each between outside tokens; all else is outside.

        A stretch is gone over from both ends to its middle token. The best tag there is where both sums together are
        highest; from it the best tags are followed back to either end.
        """
        path = np.full(len(scores), self.outside, np.int32)
        if not stretches:
            return path
        framed = scores.copy()
        framed[0] -= self._steps[0, self.outside]  # nothing stands before the text, and nothing after it
        framed[-1] -= self._steps[1, self.outside]
        for firsts, lasts in in_blocks(stretches):
            halves = Packed(firsts, lasts, (lasts - firsts) // 2 + 1 + (lasts - firsts) % 2)
            best = self._best_sums(framed[halves.tokens], halves)
            tags = self._followed(best, framed, halves, lasts - firsts)
            path[halves.tokens[1]] = tags[1]
            path[halves.tokens[0]] = tags[0]
        return path

    def _best_sums(self, scores: Floats, halves: Packed) -> Floats:
        """Highest sum of the tokens up to each place that ends with each tag, shape (2, places, L)."""
        best = np.empty_like(scores)
        n_rows = halves.borders[1]
        best[:, :n_rows] = scores[:, :n_rows] + self._steps[:, self.outside, None]
        steps = self._steps[:, None]
        for start, n, before in halves.steps():
            reached = best[:, before : before + n, :, None] + steps
            np.add(reached.max(axis=2), scores[:, start : start + n], out=best[:, start : start + n])
        return best

    def _followed(self, best: Floats, scores: Floats, halves: Packed, n_steps: NDArray[np.intp]) -> NDArray[np.intp]:
        """Best tags of all places, shape (2, places); wrong, and to be passed over, beyond the middle from the right.

        Args:
            best: What ``_best_sums`` gives.
            scores: Of all tokens, shape (T, L).
            halves: The stretches.
            n_steps: From the first to the last token of each stretch.
        """
        middles = np.stack([(n_steps + 1) // 2, n_steps // 2])  # steps to the same token, from either end
        left, right = halves.places(middles)
        both = best[0, left] + best[1, right] - scores[halves.tokens[0, left]]
        now = np.stack([both.argmax(axis=1)] * 2)
        tags = np.empty(best.shape[:2], np.intp)
        borders = halves.borders
        for step in range(len(borders) - 2, -1, -1):
            start, n = borders[step], borders[step + 1] - borders[step]
            into = self._back[_DIRECTIONS, now[:, :n]]
            here = (best[:, start : start + n] + into).argmax(axis=2)
            now[:, :n] = np.where(middles[:, :n] > step, here, now[:, :n])
            tags[:, start : start + n] = now[:, :n]
        return tags

    def probabilities(
        self, scores: Floats, path: NDArray[np.int32], stretches: list[Stretch], chunks: list[Stretch]
    ) -> list[float]:
        """How probable it is that the tokens of each chunk have the tags that the path gives them.

        Args:
            scores: Score of each tag for each token, shape (T, L).
            path: Number of the tag of each token, shape (T,).
            stretches: Disjoint; the tokens beside them are taken to be outside.
            chunks: First and stop token of each chunk; each lies within one of the stretches.
        """
        weights = np.exp(scores - scores.max(axis=1, keepdims=True), dtype=np.float64)
        reached, totals = np.zeros((2, *scores.shape)), np.ones((2, len(scores)))
        for firsts, lasts in in_blocks(stretches):
            packed = Packed(firsts, lasts, lasts - firsts + 1)
            found, sums = self._sums(weights[packed.tokens], packed)
            for direction, tokens in enumerate(packed.tokens):
                reached[direction, tokens], totals[direction, tokens] = found[direction], sums[direction]
        return [self._probability(weights, path, reached, totals[1], chunk) for chunk in chunks]

    def _sums(self, weights: Sums, packed: Packed) -> tuple[Sums, Sums]:
        """Sums over all paths that reach each place, without its own weight, from either end.

        Returns:
            The sums, shape (2, places, L), in units of the total of the place before; and the totals of each place
            with its own weight, in the same units, shape (2, places).
        """
        reached, totals = np.empty_like(weights), np.empty(weights.shape[:2])
        n_rows = packed.borders[1]
        reached[:, :n_rows] = self._exponentials[:, self.outside, None]
        now = reached[:, :n_rows] * weights[:, :n_rows]
        totals[:, :n_rows] = now.sum(axis=2)
        for start, n, before in packed.steps():
            now = now[:, :n] / totals[:, before : before + n, None]
            here = np.matmul(now, self._exponentials, out=reached[:, start : start + n])
            now = here * weights[:, start : start + n]
            now.sum(axis=2, out=totals[:, start : start + n])
        return reached, totals

    def _probability(
        self, weights: Sums, path: NDArray[np.int32], reached: Sums, totals: Sums, chunk: Stretch
    ) -> float:
        """Of one chunk; ``totals`` are those from the right."""
        first, stop = chunk
        from_left = reached[0, first] * weights[first]
        share = from_left[path[first]] / (from_left * reached[1, first]).sum()
        for token in range(first + 1, stop):
            step = self._exponentials[0, path[token - 1], path[token]]
            share *= step * weights[token, path[token]] / totals[token]
        return float(min(1.0, share * reached[1, stop - 1, path[stop - 1]]))


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
