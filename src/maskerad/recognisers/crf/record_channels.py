"""Channels that look beyond the words around: marks of the rules, and the same word elsewhere in the record."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from maskerad.core.span import Span
from maskerad.recognisers.crf.channels import Channel, Key, Numbering, Numbers
from maskerad.recognisers.crf.columns import Column
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import CACHE_MAX, KIND_MARK, NEWLINE, Reading
from maskerad.recognisers.crf.word_features import cluster_key
from maskerad.text.morphemes import is_run

PATTERN_RECOGNISER = "rules.patterns.v1"
# What a model may look at. Known identifiers are left out: training texts come without their tables.
RULE_RECOGNISERS = (PATTERN_RECOGNISER, "rules.grammar.v1", "rules.titles.v1", "rules.dictionary.v1")
MIN_CHARS = 3
MAX_PLACES = 6  # of a word that are looked at; the first ones in the record
MAX_TIMES = 4
LABEL_REACH = 8

_STOPS = {NEWLINE: 1, ":": 2}  # what the search for a label ends at

Place = tuple[int, int]  # document, token


class _ReadDocument(NamedTuple):
    """What is known of a document: its words, the token of the label of each or -1, and what rules marked it as."""

    words: Sequence[str]
    labels: Sequence[int]
    marks: Mapping[int, set[str]]


class _Said(dict[str, str]):
    """Words to what is said of them where they stand beside another. Fills itself."""

    def __init__(self, head: str) -> None:
        super().__init__()
        self._head = head

    def __missing__(self, word: str) -> str:
        if len(self) >= CACHE_MAX:
            self.clear()
        self[word] = said = f"{self._head}={'NL' if word == NEWLINE else cluster_key(word)}"
        return said


class Marks:
    """What rules mark a token as, and whether as the first token of the mark."""

    run = None

    def __init__(self, name: str, recognisers: Iterable[str], reach: int) -> None:
        self.name = name
        self.offsets = tuple(range(-reach, reach + 1))
        self._recognisers = frozenset(recognisers)

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are all marks of a token as one string, "" where there is none."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        by_token: dict[int, set[str]] = defaultdict(set)
        for mark in reading.marks:
            if mark.source.recogniser in self._recognisers:
                first, stop = _tokens(reading, mark)
                for token in range(first, stop):
                    by_token[token] |= _said(mark.source.recogniser, mark.label, token == first, token == stop - 1)
        numbers = np.full(len(reading.words), numbering.number(""), np.int32)
        for token, marks in by_token.items():
            numbers[token] = numbering.number("|".join(sorted(marks)))
        return numbers

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """One string a mark."""
        return str(key).split("|") if key else ("none",)


class Repeats:
    """The same name-like word elsewhere in the record: how often, after which words and labels, under which marks.

    All places of a word share one key, so a name that is plain in one place ("Patient: Alm") is known in the other.
    """

    name = "rep"
    offsets: tuple[int, ...] = (0,)
    run = None

    def __init__(self) -> None:
        self._is_candidate = Column(lambda words: [_is_name_like(word) for word in words])
        self._stops = Column(lambda words: [_STOPS.get(word, 0) for word in words])
        self._before, self._after, self._label = map(_Said, ("b", "a", "l"))

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are tuples of strings for words that stand twice or that stand in lower case too; else empty ones."""
        numbers = [np.full(len(reading.words), numbering.number(()), np.int32) for reading in record]
        readings = [_ReadDocument(reading.words, self._labels(reading), _mark_labels(reading)) for reading in record]
        repeated = list(self._repeated(record))
        keys = [tuple(self._key(readings, places, is_lower)) for places, is_lower in repeated]
        for (places, _), number in zip(repeated, numbering.numbers(keys).tolist(), strict=True):
            for document, token in places:
                numbers[document][token] = number
        return numbers

    def _repeated(self, record: Sequence[Reading]) -> Iterator[tuple[list[Place], bool]]:
        """Places of each word that something is told of, and whether the word stands in lower case too."""
        places: dict[str, list[Place]] = defaultdict(list)
        for number, reading in enumerate(record):
            for token in np.flatnonzero(self._is_candidate.of(reading)).tolist():
                places[reading.words[token]].append((number, token))
        words = set[str]().union(*(reading.words for reading in record))
        for word, found in places.items():
            is_lower = word.lower() in words
            if is_lower or len(found) > 1:
                yield found, is_lower

    def _key(self, readings: Sequence[_ReadDocument], places: Sequence[Place], is_lower: bool) -> dict[str, None]:
        """What the places of a word tell of it, each once and in order."""
        key = dict.fromkeys([f"n={min(len(places), MAX_TIMES)}", *(["lower"] if is_lower else [])])
        for document, token in places[:MAX_PLACES]:
            words, labels, marks = readings[document]
            key[self._before[words[token - 1]] if token else "b="] = None
            key[self._after[words[token + 1]] if token + 1 < len(words) else "a="] = None
            if labels[token] >= 0:
                key[self._label[words[labels[token]]]] = None
            if token in marks:
                key.update(dict.fromkeys(f"m={mark}" for mark in sorted(marks[token])))
        return key

    def _labels(self, reading: Reading) -> list[int]:
        """The token before the nearest colon to the left of each token, on its line and near; else -1."""
        stops, tokens = self._stops.of(reading), np.arange(len(reading.words))
        nearest = np.maximum.accumulate(np.where(stops, tokens, 0))[:-1]
        is_near = (nearest > np.maximum(0, tokens[1:] - LABEL_REACH)) & (stops[nearest] == _STOPS[":"])
        return [-1, *np.where(is_near, nearest - 1, -1).tolist()]

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """The strings of the key."""
        return key if isinstance(key, tuple) else ()


@lru_cache(maxsize=1024)
def _said(recogniser: str, label: str, is_first: bool, is_last: bool) -> frozenset[str]:
    """What a mark says of one of its tokens."""
    place = "B" if is_first else "I"
    return frozenset({f"{place}{'E' if is_last else ''}-{label}", f"{recogniser.split('.')[1]}-{place}-{label}"})


def record_channels(features: FeatureSet) -> list[Channel]:
    """The channels of a set that look at marks and at the record."""
    channels: list[Channel] = []
    if features.has("patterns"):
        channels.append(Marks("pat", (PATTERN_RECOGNISER,), features.reach("patterns")))
    if features.has("rules"):
        channels.append(Marks("rule", RULE_RECOGNISERS, features.reach("rules")))
    if features.has("repeats"):
        channels.append(Repeats())
    return channels


def _is_name_like(word: str) -> bool:
    """Whether a word can be a name or a number that stands for somebody."""
    text = word.partition(KIND_MARK)[0]
    if text[0].isdigit():
        return len(text) > MIN_CHARS
    return text[0].isalpha() and not text[0].islower() and (len(text) >= MIN_CHARS or is_run(text))


def _mark_labels(reading: Reading) -> dict[int, set[str]]:
    """Labels that the rules gave each token."""
    labels: dict[int, set[str]] = defaultdict(set)
    for mark in reading.marks:
        if mark.source.recogniser in RULE_RECOGNISERS:
            for token in range(*_tokens(reading, mark)):
                labels[token].add(mark.label)
    return labels


def _tokens(reading: Reading, mark: Span) -> tuple[int, int]:
    """The tokens that a mark touches: first and stop."""
    return bisect_right(reading.ends, mark.start), bisect_left(reading.starts, mark.end)
