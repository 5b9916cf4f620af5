"""What the keys of a channel weigh, for one member or several that read the same text.

A member is what scores by names of features: a field, or the network beside one. A key is turned into sums of weights
when it first comes, for all members and offsets at once. Where a key is itself its only feature, as a run of words is,
the weights say beforehand which keys matter: all others are passed over and never kept. So a text that was never seen
costs little more than one that was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, filterfalse
from typing import Any

import numpy as np

from maskerad.recognisers.crf.channels import (
    EDGE,
    EDGE_NUMBER,
    LINE_END,
    UNKNOWN,
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
from maskerad.recognisers.crf.compiled import sum_strings
from maskerad.recognisers.crf.reading import VOCABULARY_MAX, Reading
from maskerad.recognisers.crf.tables import EDGE_STRING
from maskerad.recognisers.crf.weights import Floats, Weights

FIRST_KEY = UNKNOWN + 1
KEYS_MAX = VOCABULARY_MAX  # a channel forgets its keys beyond so many, between two records
_ROOM = 1024  # of a table at first
_NO_CODE = np.iinfo(np.int64).max  # of no run; the others are smaller


@dataclass(slots=True)
class Member:
    """What one member knows of one channel.

    Attributes:
        number: Among the members.
        offsets: At which it knows something, ascending, shape (O,).
        rows: Rows of ``state`` by string and offset, shape (S, O); the last row where it has no weight.
        state: Weights (D + 1, L), the last row zeros.
        table: What keys weigh, shape (room, O, L); grows.
    """

    number: int
    offsets: Numbers = field(repr=False)
    rows: Numbers = field(repr=False)
    state: Floats = field(repr=False)
    table: Floats = field(init=False, repr=False)

    def begin(self, n_keys: int) -> None:
        """An empty table."""
        self.table = np.zeros((n_keys, len(self.offsets), self.state.shape[1]), np.float32)

    def sum_up(self, first: int, numbers: Numbers, ends: Sequence[int]) -> None:
        """Fills in keys from one on, each given by where the numbers of its strings end."""
        stop = first + len(ends)
        while stop > len(self.table):
            self.table = np.concatenate([self.table, np.zeros_like(self.table)])
        sum_strings(self.table[first:stop], self.state, self.rows, numbers, np.array(ends, np.int64))


@dataclass(frozen=True, slots=True)
class Strings:
    """The features of one channel: every string that any member knows, by number, and the members that know some."""

    numbers: Mapping[str, int] = field(repr=False)
    members: Sequence[Member]

    def of(self, strings: Iterable[str]) -> list[int]:
        """Numbers of those strings that any weight speaks of, each once."""
        numbers = dict.fromkeys(map(self.numbers.get, strings))
        numbers.pop(None, None)
        return list(numbers)  # type: ignore[arg-type]  # None is gone


class SummedKeys(dict[Key, int], Numbering):
    """Keys with several features each, whose weights are added up when a key first comes."""

    def __init__(self, channel: Channel, strings: Strings) -> None:
        super().__init__()
        self._channel, self._strings = channel, strings
        self._offset = nearest(channel)
        self._words = Column(self._numbers_of)
        self.members = strings.members
        self._begin()

    def _begin(self) -> None:
        self.clear()
        self._words.forget()
        self[EDGE] = EDGE_NUMBER
        self._n_keys = FIRST_KEY
        edge = self._strings.of([EDGE_STRING])
        for member in self.members:
            member.begin(_ROOM)
            if edge:
                member.sum_up(EDGE_NUMBER, np.array(edge, np.int32), [1])

    def make_room(self) -> None:
        """Forgets everything when it has become much."""
        if max(len(self), self._n_keys) > KEYS_MAX:
            self._begin()

    def read(self, record: Sequence[Reading]) -> list[Numbers]:
        """Number of the key of each token, shape (T,) a document."""
        return self._channel.read(record, self)

    def number(self, key: Key) -> int:
        """Of one key."""
        return self[key] if key in self else int(self.numbers([key])[0])

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of some keys, shape (keys,)."""
        if new := list(dict.fromkeys(filterfalse(self.__contains__, keys))):
            self.update(zip(new, self._numbers_of(new), strict=True))
        return np.fromiter(map(self.__getitem__, keys), np.int32, len(keys))

    def of_words(self, reading: Reading) -> Numbers:
        """The same where the keys are the words themselves, one a token."""
        return self._words.of(reading)

    def _numbers_of(self, keys: Sequence[Key]) -> list[int]:
        """Numbers of new keys: the next ones, for those that any weight speaks of."""
        numbers: list[int] = []
        strings: list[int] = []
        ends: list[int] = []
        for key in keys:
            found = self._strings.of(self._channel.strings(key, self._offset))
            numbers.append(self._n_keys + len(ends) if found else UNKNOWN)
            if found:
                strings += found
                ends.append(len(strings))
        if ends:
            for member in self.members:
                member.sum_up(self._n_keys, np.array(strings, np.int32), ends)
            self._n_keys += len(ends)
        return numbers


class RunKeys:
    """Keys that are runs of words and their only feature. Those without a weight share one number.

    Each word is looked up as a part of the runs that matter, and each run by the numbers of its parts: no string is
    made of a run.
    """

    def __init__(self, strings: Strings, view: View, n_tokens: int) -> None:
        self.members = strings.members
        edge = strings.numbers.get(EDGE_STRING)
        for member in self.members:
            member.begin(FIRST_KEY + len(strings.numbers))
            member.table[FIRST_KEY:] = member.state[member.rows]
            if edge is not None:
                member.table[EDGE_NUMBER] = member.table[FIRST_KEY + edge]
        self._n_tokens = n_tokens
        entries = {parts: number for run, number in strings.numbers.items() for parts in parted(run, n_tokens)}
        words = {word: number for number, word in enumerate(dict.fromkeys(chain.from_iterable(entries)), 1)}
        self._base = len(words) + 1
        codes = {self._code([words[word] for word in parts]): number for parts, number in entries.items()}
        self._codes = np.array([*sorted(codes), _NO_CODE])
        self._numbers = np.array([*(codes[code] + FIRST_KEY for code in sorted(codes)), UNKNOWN], np.int32)
        self._line_ends = np.full(n_tokens - 1, words.get(LINE_END, 0), np.int64)
        self._words = Column(lambda met: [words.get(view(word), 0) for word in met])

    def _code(self, parts: Sequence[Any]) -> Any:
        """One number for the numbers of the words of a run, or of many runs at once; a word in no run is 0."""
        return reduce(lambda code, part: code * self._base + part, parts)

    def make_room(self) -> None:
        """Nothing is kept that would have to go."""

    def read(self, record: Sequence[Reading]) -> list[Numbers]:
        """Number of the run that begins with each token, shape (T,) a document."""
        return list(map(self._numbers_of, record))

    def _numbers_of(self, reading: Reading) -> Numbers:
        n = len(reading.words)
        words = np.concatenate([self._words.of(reading), self._line_ends])
        parts = [words[shift : shift + n] for shift in range(self._n_tokens)]
        numbers = np.full(n, UNKNOWN, np.int32)
        known = np.flatnonzero(np.logical_and.reduce(parts))  # all words of the run are in runs that matter
        if len(known):
            codes = self._code([part[known] for part in parts])
            places = np.searchsorted(self._codes, codes)
            numbers[known] = np.where(self._codes[places] == codes, self._numbers[places], UNKNOWN)
        return numbers


def keys_of(channel: Channel, strings: Strings) -> SummedKeys | RunKeys:
    """The keys of a channel."""
    return SummedKeys(channel, strings) if channel.run is None else RunKeys(strings, *channel.run)


def strings_of(channels: Sequence[Channel], members: Sequence[Weights]) -> list[Strings]:
    """What some members know of each channel."""
    known = [(_by_head(weights.features), _with_nothing(weights.state)) for weights in members]
    return [_strings(channel, known) for channel in channels]


def _strings(channel: Channel, known: Sequence[tuple[Mapping[str, list[tuple[str, int]]], Floats]]) -> Strings:
    heads = [feature_head(channel, offset) for offset in channel.offsets]
    said = (string for by_head, _ in known for head in heads for string, _ in by_head.get(head, ()))
    numbers = {string: number for number, string in enumerate(dict.fromkeys(said))}
    members = [
        _member(number, channel, [by_head.get(head, ()) for head in heads], numbers, state)
        for number, (by_head, state) in enumerate(known)
    ]
    return Strings(numbers, [member for member in members if len(member.offsets)])


def _member(
    number: int,
    channel: Channel,
    by_offset: Sequence[Sequence[tuple[str, int]]],
    numbers: Mapping[str, int],
    state: Floats,
) -> Member:
    """What one member knows of a channel, by the strings and rows that it has at each offset."""
    known = [(offset, rows) for offset, rows in zip(channel.offsets, by_offset, strict=True) if rows]
    rows = np.full((len(numbers), len(known)), len(state) - 1, np.int32)
    for at, (_, items) in enumerate(known):
        for string, row in items:
            rows[numbers[string], at] = row
    return Member(number, np.array([offset for offset, _ in known], np.int32), rows, state)


def _by_head(features: Mapping[str, int]) -> dict[str, list[tuple[str, int]]]:
    """String and row of each feature, by channel and offset."""
    by_head: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, row in features.items():
        head, colon, string = name.partition(":")
        by_head[head + colon].append((string, row))
    return by_head


def _with_nothing(state: Floats) -> Floats:
    """Weights with a row of zeros behind them."""
    return np.concatenate([state, np.zeros((1, state.shape[1]), np.float32)])
