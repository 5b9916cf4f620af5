"""Contextual string embeddings: states of character language models at the borders of tokens (Akbik et al. 2018).

A text is read in overlapping pieces side by side, not in one long run: a model that has read a few dozen characters
has forgotten where it began, and many short sequences are many times faster than a long one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.neural.lstm import LSTM, Floats
from maskerad.recognisers.neural.vocabulary import EDGE, Vocabulary

WARM_UP_CHARS = 64
PIECE_CHARS = 192
PIECES_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class CharacterLM:
    """A character language model, ready to run.

    Attributes:
        vocabulary: Characters it knows.
        hidden: Dimensions of its state, H.
        is_backward: Whether it reads from the end.
        run: States after each character, shape (T, B, H), from numbers of characters of shape (T, B).
    """

    vocabulary: Vocabulary = field(repr=False)
    hidden: int
    is_backward: bool
    run: Callable[[NDArray[np.int32]], Floats] = field(repr=False)

    @classmethod
    def of(cls, vocabulary: Vocabulary, weights: Mapping[str, Floats], is_backward: bool) -> CharacterLM:
        """From weights under the names of the torch module."""
        names = ("lstm.weight_ih_l0", "lstm.weight_hh_l0", "lstm.bias_ih_l0", "lstm.bias_hh_l0")
        lstm = LSTM.from_torch(*(weights[name] for name in names))
        table = lstm.project(weights["embedding.weight"])  # what each character adds to the gates
        return cls(vocabulary, lstm.hidden, is_backward, lambda codes: lstm.run(table[codes]))

    def states(self, text: str, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> Floats:
        """The state at each token, shape (tokens, H): forward after its last character, backward before its first.

        Args:
            text: Any text.
            starts: Offset of each token, ascending.
            ends: One past its last character.
        """
        codes = self.vocabulary.numbers(text)
        if not self.is_backward:
            return self._read(codes, ends - 1)
        return self._read(codes[::-1], len(codes) - 1 - starts[::-1])[::-1]

    def _read(self, codes: NDArray[np.int32], places: NDArray[np.int32]) -> Floats:
        """States after the characters at some places, which ascend."""
        framed = np.concatenate([np.full(WARM_UP_CHARS, EDGE, dtype=np.int32), codes])
        vectors = np.empty((len(places), self.hidden), dtype=np.float32)
        piece_of = places // PIECE_CHARS
        used = np.unique(piece_of)
        size = WARM_UP_CHARS + PIECE_CHARS
        for group in range(0, len(used), PIECES_AT_ONCE):
            numbers = used[group : group + PIECES_AT_ONCE]
            rows = np.minimum(numbers[:, None] * PIECE_CHARS + np.arange(size), len(framed) - 1)
            states = self.run(framed[rows].T)
            first, last = np.searchsorted(piece_of, [numbers[0], numbers[-1] + 1])
            columns = np.searchsorted(numbers, piece_of[first:last])
            vectors[first:last] = states[places[first:last] % PIECE_CHARS + WARM_UP_CHARS, columns]
        return vectors
