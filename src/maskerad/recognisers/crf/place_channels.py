"""Channels that tell where in the text a token stands: sentence, section, line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from maskerad.languages.section_cues import load_section_cues
from maskerad.recognisers.crf.channels import Channel, Key
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import NEWLINE, Reading
from maskerad.recognisers.crf.word_features import surface
from maskerad.text.sections import SectionSplitter
from maskerad.text.sentences import split_sentences

HEADING_MAX_CHARS = 40
LABEL_MAX_WORDS = 3
FAR = 4  # beyond so many tokens from either end of a line it does not matter how many
PLACES = 5  # parts that a text is cut into
LONG_LINE_TOKENS = 14
_END_MARKS = tuple(".?!。？！")
_BRACKETS = ("()", "[]", "{}", "（）", "「」")
_DIGIT = re.compile(r"\d")
_STOPS = frozenset(".:,;!?" + NEWLINE)


class Sentence:
    """Length, end mark and brackets of the sentence; or only whether the token begins it."""

    offsets: tuple[int, ...] = (0,)

    def __init__(self, name: str, describe: Callable[[str], str]) -> None:
        self.name = name
        self._describe = describe

    def keys(self, record: Sequence[Reading]) -> list[Sequence[Key]]:
        """What is said of the sentence, and whether the token is its first."""
        return [self._keys(reading) for reading in record]

    def _keys(self, reading: Reading) -> Sequence[Key]:
        keys: list[Key] = [("", "")] * len(reading.words)
        for start, end in split_sentences(reading.text):
            first, stop = bisect_right(reading.starts, start - 1), bisect_right(reading.starts, end - 1)
            keys[first:stop] = [(self._describe(reading.text[start:end]), "")] * (stop - first)
            if first < stop:
                keys[first] = (self._describe(reading.text[start:end]), "first")
        return keys

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
    offsets: tuple[int, ...] = (0,)

    def __init__(self, language: str) -> None:
        self._splitter = SectionSplitter([load_section_cues(language)])

    def keys(self, record: Sequence[Reading]) -> list[Sequence[Key]]:
        """Kind and heading."""
        return [self._keys(reading) for reading in record]

    def _keys(self, reading: Reading) -> Sequence[Key]:
        keys: list[Key] = [("", "")] * len(reading.words)
        for section in self._splitter.split(reading.text):
            first, stop = bisect_right(reading.starts, section.start - 1), bisect_right(reading.starts, section.end - 1)
            keys[first:stop] = [(section.kind.value, _plain(section.heading))] * (stop - first)
        return keys

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

    def keys(self, record: Sequence[Reading]) -> list[Sequence[Key]]:
        """(tokens before, tokens after, whether the line is long, part of the text)."""
        return [list(self._keys(reading)) for reading in record]

    def _keys(self, reading: Reading) -> Iterator[Key]:
        lines = list(_lines(reading))
        for number, (first, stop) in enumerate(lines):
            length, part = stop - first, PLACES * number // len(lines)
            is_long = length > LONG_LINE_TOKENS
            for at in range(length):
                yield at if at < FAR else FAR, min(length - at, FAR), is_long, part

    def strings(self, key: Key, offset: int) -> Iterator[str]:
        """One string a fact."""
        before, after, is_long, part = key if isinstance(key, tuple) else (0, 0, False, 0)
        yield f"b={before}"
        yield f"a={after}"
        yield f"p={part}"
        yield "long" if is_long else "short"


class Label:
    """The words before the last colon to the left on the line ("Name:"), and the first words of the line above."""

    name = "label"
    offsets: tuple[int, ...] = (0,)

    def keys(self, record: Sequence[Reading]) -> list[Sequence[Key]]:
        """(label, head of the line above)."""
        return [list(self._keys(reading)) for reading in record]

    def _keys(self, reading: Reading) -> Iterator[Key]:
        words, above = reading.words, ""
        for first, stop in _lines(reading):
            label, at = "", first
            for colon in [at for at in range(first, stop) if words[at] == ":"]:
                yield from [(label, above)] * (colon - at)
                label, at = _label(words, first, colon), colon
            yield from [(label, above)] * (stop - at)
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
    return channels


def _lines(reading: Reading) -> Iterator[tuple[int, int]]:
    """First and stop token of each line, its end included."""
    first, n_words = 0, len(reading.words)
    while first < n_words:
        try:
            stop = reading.words.index(NEWLINE, first) + 1
        except ValueError:
            stop = n_words
        yield first, stop
        first = stop


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
