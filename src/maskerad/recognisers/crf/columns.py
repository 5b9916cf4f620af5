"""What follows from a word alone, as a number for each word of a vocabulary: worked out once, looked up at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.reading import Reading

_ROOM = 1024  # for numbers at first
_FIRST_WORD = 1  # no word has the number 0


class Column:
    """A number for each word, asked for when the word first comes.

    Args:
        numbers_of: Numbers of some words.
    """

    def __init__(self, numbers_of: Callable[[Sequence[str]], Sequence[int]]) -> None:
        self._numbers_of = numbers_of
        self._vocabulary: list[str] = []
        self._numbers = np.zeros(_ROOM, np.int32)
        self.forget()

    def of(self, reading: Reading) -> NDArray[np.int32]:
        """The number of the word of each token, shape (T,)."""
        if reading.vocabulary is not self._vocabulary:  # another list is another vocabulary
            self._vocabulary = reading.vocabulary
            self.forget()
        if self._n_known < len(self._vocabulary):
            self._learn()
        return self._numbers.take(reading.types)

    def forget(self) -> None:
        """Asks for all numbers anew."""
        self._n_known = _FIRST_WORD

    def _learn(self) -> None:
        """Asks for the numbers of the words that are new."""
        first, self._n_known = self._n_known, len(self._vocabulary)
        while self._n_known > len(self._numbers):
            self._numbers = np.concatenate([self._numbers, np.zeros_like(self._numbers)])
        self._numbers[first : self._n_known] = self._numbers_of(self._vocabulary[first:])
