"""What follows from a word alone, as a number for each word of a vocabulary: worked out once, looked up at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.reading import Reading

_FIRST_ROOM = 1024


class Column:
    """A number for each word, asked for when the word first comes.

    Args:
        numbers_of: Numbers of some words.
    """

    def __init__(self, numbers_of: Callable[[Sequence[str]], Sequence[int]]) -> None:
        self._numbers_of = numbers_of
        self._vocabulary: list[str] = []
        self._n_known = 0
        self._numbers = np.zeros(_FIRST_ROOM, np.int32)

    def of(self, reading: Reading) -> NDArray[np.int32]:
        """The number of the word of each token, shape (T,)."""
        vocabulary = reading.vocabulary
        if vocabulary is not self._vocabulary:
            self._vocabulary, self._n_known = vocabulary, 1  # the first word stands for no word
        if len(vocabulary) > self._n_known:
            self._extend(vocabulary)
        return self._numbers.take(reading.types)

    def forget(self) -> None:
        """Asks for all numbers anew."""
        self._vocabulary = []

    def _extend(self, vocabulary: list[str]) -> None:
        n_known, self._n_known = self._n_known, len(vocabulary)
        if self._n_known > len(self._numbers):
            self._numbers = np.concatenate([self._numbers, np.zeros(self._n_known, np.int32)])
        self._numbers[n_known : self._n_known] = self._numbers_of(vocabulary[n_known:])
