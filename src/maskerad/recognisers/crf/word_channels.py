"""Channels that look at words alone: each by itself, and in runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from maskerad.recognisers.crf.channels import LINE_END, Channel, Key, Numbering, Numbers, runs
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import CACHE_MAX, NEWLINE, Reading
from maskerad.recognisers.crf.word_features import (
    Resources,
    WordFeatures,
    part_of_speech,
    short_shape,
    skeleton,
    surface,
)


class Words:
    """Features of the word itself, in a window."""

    name = "w"
    run = None

    def __init__(self, features: WordFeatures) -> None:
        self._features = features
        self.offsets = tuple(range(-features.reach, features.reach + 1))

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are the words."""
        return [numbering.of_words(reading) for reading in record]

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """See ``WordFeatures``."""
        return self._features.strings(str(key), abs(offset))


class Grams:
    """Runs of views of words: bigrams, trigrams. The key of a token is the run that begins with it, as one string."""

    def __init__(self, name: str, views: Views, n_tokens: int, offsets: tuple[int, ...]) -> None:
        self.name = name
        self.offsets = offsets
        self.run = views.__getitem__, n_tokens

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are runs."""
        return [numbering.numbers(runs(reading.words, *self.run)) for reading in record]

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """The run."""
        return (str(key),)


class Views(dict[str, str]):
    """Words to what a run shows of them; files of features do not hold line ends. Fills itself."""

    def __init__(self, view: Callable[[str], str]) -> None:
        super().__init__()
        self._view = view

    def __missing__(self, word: str) -> str:
        if len(self) >= CACHE_MAX:
            self.clear()
        self[word] = view = LINE_END if word == NEWLINE else self._view(word).replace(NEWLINE, LINE_END)
        return view


class WordAndPos:
    """A word with its part of speech and with those of its neighbours."""

    name = "wp"
    run = None
    offsets: tuple[int, ...] = (0, 1)

    def __init__(self, resources: Resources) -> None:
        self._pos = lru_cache(maxsize=CACHE_MAX)(lambda word: part_of_speech(word, resources))

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are word and part of speech of the token before and of the token."""
        return [numbering.numbers(self._keys(reading.words)) for reading in record]

    def _keys(self, words: list[str]) -> Sequence[Key]:
        pairs = [(_lower(word), self._pos(word)) for word in words]
        return [(*before, *here) for before, here in zip([(NEWLINE, NEWLINE), *pairs], pairs, strict=False)]

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """Pairs across the two tokens; of the token itself where it is the one that is tagged."""
        word_before, pos_before, word, pos = (part or "" for part in _parts(key))
        yield f"{_joined((word_before, pos))}>"
        yield f">{_joined((pos_before, word))}"
        if offset == 0:
            yield _joined((word, pos))


def word_channels(features: FeatureSet, resources: Resources) -> list[Channel]:
    """The channels of a set that look at words alone."""
    words = WordFeatures(features, resources)
    channels: list[Channel] = [] if words.reach < 0 else [Words(words)]
    if features.has("ngrams"):
        channels += _grams("n", _lower, features.reach("ngrams"))
    if features.has("pos_ngrams"):
        channels += _grams("t", lambda word: part_of_speech(word, resources), features.reach("pos_ngrams"))
    if features.has("shape_ngrams"):
        channels.append(Grams("h3", Views(short_shape), 3, (-2, -1, 0)))
    if features.has("skeletons"):
        channels += _grams("k", lambda word: skeleton(word, resources), features.reach("skeletons"))
    if features.has("word_pos"):
        channels.append(WordAndPos(resources))
    return channels


def _grams(name: str, view: Callable[[str], str], reach: int) -> list[Channel]:
    """Bigrams and trigrams that lie within the reach of the token that is tagged."""
    views = Views(view)
    return [
        Grams(f"{name}{n_tokens}", views, n_tokens, tuple(range(-reach, reach - n_tokens + 2)))
        for n_tokens in (2, 3)
        if reach > 0
    ]


def _lower(word: str) -> str:
    return surface(word).lower()


def _parts(key: Key) -> tuple[str, ...]:
    return key if isinstance(key, tuple) else ()


def _joined(key: Key) -> str:
    """Parts of a key as one string without line ends, which files of features do not hold."""
    return "|".join(_parts(key)).replace(NEWLINE, LINE_END)
