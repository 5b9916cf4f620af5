"""Channels that tell where in the text a token stands: sentence, section, line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from maskerad.languages import load_pack
from maskerad.languages.section_cues import load_section_cues
from maskerad.recognisers.crf.channels import Channel, Key, Numbering, Numbers
from maskerad.recognisers.crf.date_channels import NearDates
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import CACHE_MAX, NEWLINE, Reading
from maskerad.recognisers.crf.word_features import short_shape, surface
from maskerad.text.sections import SectionSplitter
from maskerad.text.sentences import split_sentences

HEADING_MAX_CHARS = 40
LABEL_MAX_WORDS = 3
FAR = 4  # beyond so many tokens from either end of a line it does not matter how many
PLACES = 5  # parts that a text is cut into
LONG_LINE_TOKENS = 14
GAP_MAX = 2
HEAD_TOKENS, TAIL_TOKENS = 3, 3
ALIKE_MAX = 3
_END_MARKS = tuple(".?!。？！")
_BRACKETS = ("()", "[]", "{}", "（）", "「」")
# How many values each fact of a place in a line may have: tokens before, tokens after, long or not, part of the text.
_LINE_FACTS = (FAR + 1, FAR + 1, 2, PLACES)
_DIGIT = re.compile(r"\d")
_STOPS = frozenset(".:,;!?" + NEWLINE)


class Sentence:
    """Length, end mark and brackets of the sentence; or only whether the token begins it."""

    offsets: tuple[int, ...] = (0,)
    run = None

    def __init__(self, name: str, describe: Callable[[str], str]) -> None:
        self.name = name
        self._describe = describe

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are what is said of the sentence, and whether the token is its first."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        numbers = np.full(len(reading.words), numbering.number(("", "")), np.int32)
        for start, end in split_sentences(reading.text):
            first, stop = _tokens(reading, start, end)
            if first < stop:
                said = self._describe(reading.text[start:end])
                numbers[first:stop] = numbering.number((said, ""))
                numbers[first] = numbering.number((said, "first"))
        return numbers

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """The parts that say something."""
        return filter(None, key if isinstance(key, tuple) else ())


def describe_sentence(sentence: str) -> str:
    """Length in words as a power of two, whether it ends with an end mark, whether its brackets match.

    Example:
        >>> describe_sentence("Kommer (igen.")
        '2 mark open'
    """
    length = len(sentence.split()).bit_length()  # 1, 2-3, 4-7, 8-15 … words
    mark = "mark" if sentence.endswith(_END_MARKS) else "none"
    is_open = any(sentence.count(pair[0]) != sentence.count(pair[1]) for pair in _BRACKETS)
    return f"{length} {mark} {'open' if is_open else 'closed'}"


class Sections:
    """Kind and heading of the section that a token lies in."""

    name = "sec"
    run = None
    offsets: tuple[int, ...] = (0,)

    def __init__(self, language: str) -> None:
        self._splitter = SectionSplitter([load_section_cues(language)])

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are kind and heading."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        numbers = np.full(len(reading.words), numbering.number(("", "")), np.int32)
        sections = self._splitter.split(reading.text)
        codes = numbering.numbers([(section.kind.value, _plain(section.heading)) for section in sections])
        for section, number in zip(sections, codes, strict=True):
            first, stop = _tokens(reading, section.start, section.end)
            numbers[first:stop] = number
        return numbers

    def strings(self, key: Key, offset: int) -> Iterator[str]:
        """The kind, the heading, and both."""
        kind, heading = key if isinstance(key, tuple) else ("", "")
        yield f"k={kind}"
        if heading:
            yield f"h={heading}"
            yield f"{kind}|{heading}"


class LinePlace:
    """How far from the ends of its line a token stands, how long the line is, and where in the text it is."""

    name = "line"
    offsets: tuple[int, ...] = (0,)
    run = None

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are (tokens before, tokens after, whether the line is long, part of the text), as one number."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        lines = reading.lines
        lengths = np.bincount(lines)
        before = np.arange(len(lines)) - (np.cumsum(lengths) - lengths)[lines]
        length = lengths[lines]
        after, part = np.minimum(length - before, FAR), PLACES * lines // max(1, len(lengths))
        facts = np.minimum(before, FAR), after, length > LONG_LINE_TOKENS, part
        return numbering.numbers(np.ravel_multi_index(facts, _LINE_FACTS).tolist())

    def strings(self, key: Key, offset: int) -> Iterator[str]:
        """One string a fact."""
        before, after, is_long, part = np.unravel_index(key if isinstance(key, int) else 0, _LINE_FACTS)
        yield f"b={before}"
        yield f"a={after}"
        yield f"p={part}"
        yield "long" if is_long else "short"


class Gap:
    """Blanks before a token, and behind it: columns of a table stand far apart, the parts of a name do not."""

    name = "gap"
    offsets: tuple[int, ...] = (0, 1)
    run = None

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are 0, 1, or 2 for more."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        starts, ends = np.array(reading.starts, np.intp), np.array([0, *reading.ends], np.intp)
        own = np.array([numbering.number(blanks) for blanks in range(GAP_MAX + 1)], np.int32)
        numbers: Numbers = own[np.minimum(starts - ends[:-1], GAP_MAX)]
        return numbers

    def strings(self, key: Key, offset: int) -> Iterator[str]:
        """The number."""
        yield str(key)


class LineShapes:
    """Shapes at both ends of a line, and how many lines of the text have the same there.

    Rows of a chart begin with their dates and end with who signs: what stands alike in other rows is of one kind.
    """

    name = "row"
    offsets: tuple[int, ...] = (0,)
    run = None

    def __init__(self) -> None:
        self._shape = lru_cache(maxsize=CACHE_MAX)(short_shape)

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are strings of place, number of lines, and shape; "" between the ends of a line."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        numbers = np.full(len(reading.words), numbering.number(""), np.int32)
        places = [
            (token, place, self._shape(reading.words[token]))
            for first, stop in _lines(reading)
            for token, place in _ends_of_line(first, stop - (reading.words[stop - 1] == NEWLINE))
        ]
        lines = Counter((place, shape) for _, place, shape in places)
        keys = [f"{place}{min(lines[place, shape], ALIKE_MAX)}{shape}" for _, place, shape in places]
        numbers[[token for token, _, _ in places]] = numbering.numbers(keys)
        return numbers

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """The key."""
        return (str(key),) if key else ()


class Label:
    """The words before the last colon to the left on the line ("Name:"), and the first words of the line above."""

    name = "label"
    offsets: tuple[int, ...] = (0,)
    run = None

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are (label, head of the line above)."""
        return [self._numbers(reading, numbering) for reading in record]

    def _numbers(self, reading: Reading, numbering: Numbering) -> Numbers:
        runs = list(self._told(reading))
        numbers = numbering.numbers([key for _, key in runs])
        return np.repeat(numbers, [n_tokens for n_tokens, _ in runs])

    def _told(self, reading: Reading) -> Iterator[tuple[int, tuple[str, str]]]:
        """Stretches of tokens with one key: how many they are, and the key."""
        words, above = reading.words, ""
        colons = [at for at, word in enumerate(words) if word == ":"]
        next_colon = 0
        for first, stop in _lines(reading):
            label, at = "", first
            while next_colon < len(colons) and colons[next_colon] < stop:
                colon = colons[next_colon]
                yield colon - at, (label, above)
                label, at = _label(words, first, colon), colon
                next_colon += 1
            yield stop - at, (label, above)
            if stop - first > 1:
                above = _head(words, first, stop)

    def strings(self, key: Key, offset: int) -> Iterator[str]:
        """Label and line above, each by itself."""
        label, above = key if isinstance(key, tuple) else ("", "")
        yield f"l={label}"
        yield f"u={above}"


def place_channels(features: FeatureSet, language: str) -> list[Channel]:
    """The channels of a set that look at places."""
    channels: list[Channel] = []
    if features.has("sentence"):
        channels.append(Sentence("sen", describe_sentence))
    if features.has("sentence_start"):
        channels.append(Sentence("sta", lambda sentence: ""))
    if features.has("section"):
        channels.append(Sections(language))
    if features.has("line"):
        channels += [LinePlace(), Label()]
    if features.has("gap"):
        channels.append(Gap())
    if features.has("line_shapes"):
        channels.append(LineShapes())
    if features.has("near_dates"):
        channels.append(NearDates(load_pack(language)))
    return channels


def _lines(reading: Reading) -> Iterator[tuple[int, int]]:
    """First and stop token of each line, its end included."""
    borders = [0, *(np.flatnonzero(np.diff(reading.lines)) + 1).tolist(), len(reading.words)]
    return pairwise(borders) if reading.words else iter(())


def _ends_of_line(first: int, stop: int) -> Iterator[tuple[int, str]]:
    """The tokens at the ends of a line, each once, and where they stand."""
    yield from ((first + place, f"b{place}") for place in range(min(HEAD_TOKENS, stop - first)))
    rest = min(TAIL_TOKENS, stop - first - HEAD_TOKENS)
    yield from ((stop - 1 - place, f"e{place}") for place in range(rest))


def _tokens(reading: Reading, start: int, end: int) -> tuple[int, int]:
    """The tokens that begin in a stretch of the text: first and stop."""
    return bisect_left(reading.starts, start), bisect_left(reading.starts, end)


def _label(words: Sequence[str], first: int, colon: int) -> str:
    """Up to three words right before a colon."""
    start = colon
    while start > first and colon - start < LABEL_MAX_WORDS and words[start - 1] not in _STOPS:
        start -= 1
    return _plain(" ".join(map(surface, words[start:colon])))


def _head(words: Sequence[str], first: int, stop: int) -> str:
    """The label that a line begins with, else its first word."""
    colon = next((at for at in range(first, min(stop, first + LABEL_MAX_WORDS + 1)) if words[at] == ":"), first + 1)
    return _plain(" ".join(map(surface, words[first:colon])))


def _plain(text: str) -> str:
    return _DIGIT.sub("0", text.lower())[:HEADING_MAX_CHARS].replace(NEWLINE, " ")
