"""What follows from a word alone, as a number for each word of a vocabulary: worked out once, looked up at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.reading import Reading

_UNASKED = -1


class Column:
    """A number for each word, asked for when the word first comes.

    Args:
        numbers_of: Numbers of some words; none is negative.
    """

    def __init__(self, numbers_of: Callable[[Sequence[str]], Sequence[int]]) -> None:
        self._numbers_of = numbers_of
        self._vocabulary: list[str] = []
        self._numbers = np.zeros(0, np.int32)

    def of(self, reading: Reading) -> NDArray[np.int32]:
        """The number of the word of each token, shape (T,)."""
        self._make_fit(reading.vocabulary)
        numbers = self._numbers.take(reading.types)
        is_new = numbers == _UNASKED
        if not is_new.any():
            return numbers
        new = np.unique(reading.types[is_new])
        self._numbers[new] = self._numbers_of([reading.vocabulary[word] for word in new.tolist()])
        return self._numbers.take(reading.types)

    def forget(self) -> None:
        """Asks for all numbers anew."""
        self._numbers.fill(_UNASKED)

    def _make_fit(self, vocabulary: list[str]) -> None:
        """A number for every word of a vocabulary; another list is another vocabulary."""
        if vocabulary is not self._vocabulary:
            self._vocabulary = vocabulary
            self.forget()
        if len(vocabulary) > len(self._numbers):
            self._numbers = np.concatenate([self._numbers, np.full(len(vocabulary), _UNASKED, np.int32)])
