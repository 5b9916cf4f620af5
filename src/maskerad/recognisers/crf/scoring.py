"""What tokens see, as a score for each tag.

A key is turned into weights when it first comes, for all offsets at once. Where a key is itself its only feature, as a
run of words is, the weights say beforehand which keys matter: all others are passed over and never kept. So a text
that was never seen costs little more than one that was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.channels import EDGE, EDGE_NUMBER, Channel, Key, Numbers, feature_head, nearest
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.tables import EDGE_STRING, Window, reach_of
from maskerad.recognisers.crf.weights import Floats, Weights

UNKNOWN = EDGE_NUMBER + 1  # the number of all keys that no weight speaks of
KEYS_MAX = 30_000  # a channel forgets its keys beyond so many, between two records


class Scorer:
    """Scores tokens by what they see, without transitions."""

    def __init__(self, channels: Sequence[Channel], weights: Weights) -> None:
        by_head = _by_head(weights.features)
        state = np.concatenate([weights.state, np.zeros((1, len(weights.tags)), np.float32)])
        rows = [_feature_rows(channel, by_head, state) for channel in channels]
        self._keys = [
            PlainKeys(found) if channel.is_plain else SummedKeys(channel, found)
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
            for sums, numbers, window in zip(scores, channel.read(record, keys), windows, strict=True):
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

    def of(self, strings: Iterable[str]) -> NDArray[np.int32]:
        """Rows of those strings that any weight speaks of, each once; shape (found, offsets)."""
        numbers = self.numbers
        found: NDArray[np.int32] = self.rows[[numbers[string] for string in {*strings} if string in numbers]]
        return found


class PlainKeys:
    """Keys that are their only feature. Those without a weight share one number."""

    def __init__(self, features: FeatureRows) -> None:
        nothing = len(features.state) - 1
        n_offsets = features.rows.shape[1]
        edge = features.of([EDGE_STRING])[:1]
        ends = np.full((UNKNOWN + 1 - len(edge), n_offsets), nothing, np.int32)
        self._rows = np.ascontiguousarray(np.concatenate([edge, ends, features.rows]).T)
        self._state = features.state
        self._nothing = nothing
        self._numbers: dict[Key, int] = {EDGE: EDGE_NUMBER}
        self._numbers |= {string: number + UNKNOWN + 1 for string, number in features.numbers.items()}

    def make_room(self) -> None:
        """Nothing is kept that would have to go."""

    def number(self, key: Key) -> int:
        """Of one key."""
        return self._numbers.get(key, UNKNOWN)

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of a key for each token, shape (T,)."""
        return np.fromiter(map(self._numbers.get, keys, repeat(UNKNOWN)), np.int32, len(keys))

    def add(self, scores: Floats, seen: Numbers, at: int) -> None:
        """Adds what each token sees at the offset number ``at`` to its scores, in place."""
        rows = self._rows[at].take(seen)
        hits = np.flatnonzero(rows != self._nothing)
        scores[hits] += self._state.take(rows[hits], axis=0)


class SummedKeys(dict[Key, int]):
    """Keys with several features each, whose weights are added up when a key first comes."""

    def __init__(self, channel: Channel, features: FeatureRows) -> None:
        super().__init__()
        self._channel, self._features = channel, features
        self._offset = nearest(channel)
        self._table = np.zeros((len(channel.offsets), 1024, features.state.shape[1]), np.float32)
        self._begin()

    def _begin(self) -> None:
        self.clear()
        self[EDGE] = EDGE_NUMBER
        self._n_rows = UNKNOWN + 1
        self._table[:, EDGE_NUMBER] = self._sums([EDGE_STRING])

    def make_room(self) -> None:
        """Forgets everything when it has become much."""
        if len(self) > KEYS_MAX:
            self._begin()

    def number(self, key: Key) -> int:
        """Of one key."""
        return self[key]

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of a key for each token, shape (T,)."""
        return np.fromiter(map(self.__getitem__, keys), np.int32, len(keys))

    def __missing__(self, key: Key) -> int:
        rows = self._features.of(self._channel.strings(key, self._offset))
        self[key] = number = self._kept(rows) if len(rows) else UNKNOWN
        return number

    def _kept(self, rows: NDArray[np.int32]) -> int:
        number = self._n_rows
        if number == self._table.shape[1]:
            self._table = np.concatenate([self._table, np.zeros_like(self._table)], axis=1)
        self._table[:, number] = self._features.state[rows].sum(axis=0)
        self._n_rows += 1
        return number

    def _sums(self, strings: Iterable[str]) -> Floats:
        sums: Floats = self._features.state[self._features.of(strings)].sum(axis=0)
        return sums

    def add(self, scores: Floats, seen: Numbers, at: int) -> None:
        """Adds what each token sees at the offset number ``at`` to its scores, in place."""
        hits = np.flatnonzero(seen != UNKNOWN)
        if 2 * len(hits) > len(seen):
            scores += self._table[at].take(seen, axis=0)
        elif len(hits):
            scores[hits] += self._table[at].take(seen[hits], axis=0)


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
