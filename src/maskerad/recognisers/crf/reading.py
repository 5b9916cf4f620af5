"""A document as a model reads it: words and line ends with offsets, lines, and the marks of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress

import numpy as np
from numpy.typing import NDArray

from maskerad.core.span import Span
from maskerad.text.morphemes import Morpheme, is_run, split_scripts
from maskerad.text.tokens import piece_starts, split_pieces

NEWLINE = "\n"
KIND_MARK = "\x00"  # between a word and its part of speech, where an analyser gives one
CACHE_MAX = 200_000
_LINE_ENDS = ("\n", "\r", "\r\n")


@dataclass(frozen=True, slots=True)
class Reading:
    """One document as tokens; a line end is a token too, blanks are none.

    Attributes:
        text: The text.
        words: One a token: the word, "\\n" for a line end; in Japanese with its part of speech behind ``KIND_MARK``.
        starts: Offset of each token.
        ends: One past its last code point.
        lines: Number of the line of each token; a line end belongs to the line it ends. Shape (T,).
        marks: What the rules marked.
    """

    text: str = field(repr=False)
    words: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)
    lines: NDArray[np.int32] = field(repr=False)
    marks: Sequence[Span] = ()

    @property
    def tokens(self) -> list[tuple[int, int]]:
        """Offsets of the tokens."""
        return list(zip(self.starts, self.ends, strict=True))


Cutter = Callable[[str], tuple[list[str], list[int], list[int]]]


class _Kept(dict[str, str]):
    """Pieces to words; blanks to the empty string. Fills itself."""

    def __missing__(self, piece: str) -> str:
        if len(self) >= CACHE_MAX:
            self.clear()
        word = NEWLINE if piece in _LINE_ENDS else "" if piece.isspace() else piece
        self[piece] = word
        return word


def make_cutter(split: Callable[[str], tuple[Morpheme, ...]] | None = None) -> Cutter:
    """A function from a text to its words, their starts and their ends.

    Args:
        split: Cuts runs of Japanese script into morphemes; None for languages that put blanks between words.
    """
    kept = _Kept()

    def cut(text: str) -> tuple[list[str], list[int], list[int]]:
        pieces = split_pieces(text)
        borders = piece_starts(pieces)
        words = list(map(kept.__getitem__, pieces))
        return list(filter(None, words)), list(compress(borders, words)), list(compress(borders[1:], words))

    def cut_runs(text: str) -> tuple[list[str], list[int], list[int]]:
        words: list[str] = []
        lengths: list[int] = []
        for piece in split_scripts(text):
            parts = _with_kinds(split(piece)) if split and is_run(piece) else ((kept[piece], len(piece)),)
            words.extend(word for word, _ in parts)
            lengths.extend(length for _, length in parts)
        borders = list(accumulate(lengths, initial=0))
        return list(filter(None, words)), list(compress(borders, words)), list(compress(borders[1:], words))

    return cut_runs if split else cut


def _with_kinds(morphemes: Sequence[Morpheme]) -> tuple[tuple[str, int], ...]:
    return tuple((m.surface + KIND_MARK + m.part_of_speech, len(m.surface)) for m in morphemes)


def read(text: str, cut: Cutter, marks: Sequence[Span] = ()) -> Reading:
    """Cuts a text."""
    words, starts, ends = cut(text)
    return Reading(text, words, starts, ends, _lines(words), marks)


def at_tokens(reading: Reading, tokens: Sequence[tuple[int, int]]) -> Reading:
    """The same reading with tokens split further, as training splits them where an annotation begins inside one."""
    if len(tokens) == len(reading.words):
        return reading
    words: list[str] = []
    old = 0
    for start, end in tokens:
        while reading.ends[old] <= start:
            old += 1
        is_whole = (start, end) == (reading.starts[old], reading.ends[old])
        words.append(reading.words[old] if is_whole else reading.text[start:end])
    starts, ends = map(list, zip(*tokens, strict=True))
    return Reading(reading.text, words, starts, ends, _lines(words), reading.marks)


def _lines(words: Sequence[str]) -> NDArray[np.int32]:
    is_end = np.fromiter(map(NEWLINE.__eq__, words), np.int32, len(words))
    return np.cumsum(is_end, dtype=np.int32) - is_end
