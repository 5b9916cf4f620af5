"""What tokens see, as a score for each tag.

A key is turned into weights when it first comes, for all offsets at once. Where a key is itself its only feature, as a
run of words is, the weights say beforehand which keys matter: all others are passed over and never kept. So a text
that was never seen costs little more than one that was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate, chain, count

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.channels import (
    EDGE,
    EDGE_NUMBER,
    LINE_END,
    Channel,
    Key,
    Numbering,
    Numbers,
    View,
    feature_head,
    nearest,
    parted,
)
from maskerad.recognisers.crf.columns import Column
from maskerad.recognisers.crf.compiled import add_rows
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.tables import EDGE_STRING, Window, reach_of
from maskerad.recognisers.crf.weights import Floats, Weights

UNKNOWN = EDGE_NUMBER + 1  # the number of all keys that no weight speaks of
_NO_CODE = np.iinfo(np.int64).max  # of no run; the others are smaller
KEYS_AT_ONCE = 64
KEYS_MAX = 30_000  # a channel forgets its keys beyond so many, between two records


class Scorer:
    """Scores tokens by what they see, without transitions."""

    def __init__(self, channels: Sequence[Channel], weights: Weights) -> None:
        by_head = _by_head(weights.features)
        state = np.concatenate([weights.state, np.zeros((1, len(weights.tags)), np.float32)])
        rows = [_feature_rows(channel, by_head, state) for channel in channels]
        self._keys = [
            SummedKeys(channel, found) if channel.run is None else RunKeys(found, *channel.run)
            for channel, found in zip(channels, rows, strict=True)
        ]
        self._channels = channels
        self._reach = reach_of(channels)
        self._n_tags = len(weights.tags)

    def scores(self, record: Sequence[Reading]) -> list[Floats]:
        """Score of each tag for each token; shape (T, L) a document."""
        windows = [Window(reading.lines, self._reach) for reading in record]
        scores = [np.zeros((len(reading.words), self._n_tags), np.float32) for reading in record]
        for channel, keys in zip(self._channels, self._keys, strict=True):
            keys.make_room()
            for sums, numbers, window in zip(scores, keys.read(record), windows, strict=True):
                for at, seen in enumerate(window.seen_at(numbers, channel.offsets)):
                    keys.add(sums, seen, at)
        return scores


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """The features of one channel.

    Attributes:
        numbers: String of a feature to its row in ``rows``.
        rows: Rows of ``state``, shape (S strings, offsets); the last row of ``state`` where there is no weight.
        state: Weights (D + 1, L), the last row zeros.
    """

    numbers: Mapping[str, int] = field(repr=False)
    rows: NDArray[np.int32] = field(repr=False)
    state: Floats = field(repr=False)

    def numbers_of(self, strings: Iterable[str]) -> list[int]:
        """Numbers of those strings that any weight speaks of, each once."""
        numbers = self.numbers
        return [numbers[string] for string in dict.fromkeys(strings) if string in numbers]

    def of(self, strings: Iterable[str]) -> NDArray[np.int32]:
        """Rows of those strings, shape (found, offsets)."""
        found: NDArray[np.int32] = self.rows[self.numbers_of(strings)]
        return found


class RunKeys:
    """Keys that are runs of words and their only feature. Those without a weight share one number.

    Each word is looked up as a part of the runs that matter, and each run by the numbers of its parts: no string is
    made of a run.
    """

    def __init__(self, features: FeatureRows, view: View, n_tokens: int) -> None:
        nothing = len(features.state) - 1
        n_offsets = features.rows.shape[1]
        edge = features.of([EDGE_STRING])[:1]
        ends = np.full((UNKNOWN + 1 - len(edge), n_offsets), nothing, np.int32)
        self._rows = np.ascontiguousarray(np.concatenate([edge, ends, features.rows]).T)
        self._state = features.state
        self._nothing = nothing
        self._n_tokens = n_tokens
        found = {parts: number for run, number in features.numbers.items() for parts in parted(run, n_tokens)}
        words = {word: number for number, word in enumerate(dict.fromkeys(chain.from_iterable(found)), 1)}
        self._base = len(words) + 1
        codes = {self._code([words[word] for word in parts]): number for parts, number in found.items()}
        self._codes = np.array([*sorted(codes), _NO_CODE])
        self._numbers = np.array([*(codes[code] + UNKNOWN + 1 for code in sorted(codes)), UNKNOWN], np.int32)
        self._line_ends = np.full(n_tokens - 1, words.get(LINE_END, 0), np.int64)
        self._words = Column(lambda met: [words.get(view(word), 0) for word in met])

    def _code(self, parts: Sequence[int]) -> int:
        """One number for the numbers of the words of a run; 0 stands for words that are in no run."""
        return reduce(lambda code, part: code * self._base + part, parts)

    def make_room(self) -> None:
        """Nothing is kept that would have to go."""

    def read(self, record: Sequence[Reading]) -> list[Numbers]:
        """Number of the run that begins with each token, shape (T,) a document."""
        return list(map(self._numbers_of, record))

    def _numbers_of(self, reading: Reading) -> Numbers:
        n = len(reading.words)
        words = np.concatenate([self._words.of(reading), self._line_ends])
        codes = words[:n]
        for shift in range(1, self._n_tokens):
            codes = codes * self._base + words[shift : shift + n]
        places = np.searchsorted(self._codes, codes)
        return np.where(self._codes[places] == codes, self._numbers[places], UNKNOWN)

    def add(self, scores: Floats, seen: Numbers, at: int) -> None:
        """Adds what each token sees at the offset number ``at`` to its scores, in place."""
        add_rows(scores, self._state, self._rows[at].take(seen), self._nothing)


class SummedKeys(dict[Key, int], Numbering):
    """Keys with several features each, whose weights are added up when a key first comes."""

    def __init__(self, channel: Channel, features: FeatureRows) -> None:
        super().__init__()
        self._channel, self._features = channel, features
        self._offset = nearest(channel)
        self._table = np.zeros((len(channel.offsets), 1024, features.state.shape[1]), np.float32)
        self._words = Column(self._numbers_of)
        self._begin()

    def _begin(self) -> None:
        self.clear()
        self._words.forget()
        self[EDGE] = EDGE_NUMBER
        self._n_rows = UNKNOWN + 1
        self._table[:, EDGE_NUMBER] = self._features.state[self._features.of([EDGE_STRING])].sum(axis=0)

    def make_room(self) -> None:
        """Forgets everything when it has become much."""
        if max(len(self), self._n_rows) > KEYS_MAX:
            self._begin()

    def read(self, record: Sequence[Reading]) -> list[Numbers]:
        """Number of the key of each token, shape (T,) a document."""
        return self._channel.read(record, self)

    def number(self, key: Key) -> int:
        """Of one key."""
        return self[key]

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of a key for each token, shape (T,)."""
        return np.fromiter(map(self.__getitem__, keys), np.int32, len(keys))

    def of_words(self, reading: Reading) -> Numbers:
        """The same where the keys are the words themselves."""
        return self._words.of(reading)

    def __missing__(self, key: Key) -> int:
        (number,) = self._numbers_of([key])
        self[key] = number
        return number

    def _numbers_of(self, keys: Sequence[Key]) -> list[int]:
        """Numbers of new keys: the next ones, for those that any weight speaks of."""
        numbers: list[int] = []
        for start in range(0, len(keys), KEYS_AT_ONCE):
            strings = [self._channel.strings(key, self._offset) for key in keys[start : start + KEYS_AT_ONCE]]
            numbers += self._kept([self._features.numbers_of(those) for those in strings])
        return numbers

    def _kept(self, found: Sequence[Sequence[int]]) -> list[int]:
        """Adds up the weights of some keys, each given by the numbers of its strings."""
        lengths = list(filter(None, map(len, found)))
        if lengths:
            rows = self._features.rows.take(list(chain.from_iterable(found)), axis=0)
            begins = list(accumulate(lengths[:-1], initial=0))
            first, self._n_rows = self._n_rows, self._n_rows + len(lengths)
            while self._n_rows > self._table.shape[1]:
                self._table = np.concatenate([self._table, np.zeros_like(self._table)], axis=1)
            sums = np.add.reduceat(self._features.state.take(rows, axis=0), begins, axis=0)
            self._table[:, first : self._n_rows] = sums.swapaxes(0, 1)
        following = count(self._n_rows - len(lengths))
        return [next(following) if one else UNKNOWN for one in found]

    def add(self, scores: Floats, seen: Numbers, at: int) -> None:
        """Adds what each token sees at the offset number ``at`` to its scores, in place."""
        add_rows(scores, self._table[at], seen, UNKNOWN)


def _by_head(features: Mapping[str, int]) -> dict[str, list[tuple[str, int]]]:
    """String and row of each feature, by channel and offset."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, row in features.items():
        head, colon, string = name.partition(":")
        found[head + colon].append((string, row))
    return found


def _feature_rows(channel: Channel, by_head: Mapping[str, list[tuple[str, int]]], state: Floats) -> FeatureRows:
    by_offset = [by_head.get(feature_head(channel, offset), []) for offset in channel.offsets]
    numbers = {
        string: number for number, string in enumerate(dict.fromkeys(s for found in by_offset for s, _ in found))
    }
    rows = np.full((len(numbers), len(channel.offsets)), len(state) - 1, np.int32)
    for at, found in enumerate(by_offset):
        for string, row in found:
            rows[numbers[string], at] = row
    return FeatureRows(numbers, rows, state)
