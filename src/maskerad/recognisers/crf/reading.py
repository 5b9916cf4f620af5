"""A document as a model reads it: words and line ends with offsets, lines, and the marks of the rules.

Words are numbered by type as they come, so that what follows from a word alone is worked out once a type and looked up
for all tokens of a document at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress

import numpy as np
from numpy.typing import NDArray

from maskerad.core.span import Span
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.text.morphemes import Morpheme, is_run, split_scripts
from maskerad.text.tokens import split_pieces

NEWLINE = "\n"
KIND_MARK = "\x00"  # between a word and its part of speech, where an analyser gives one
CACHE_MAX = 50_000
VOCABULARY_MAX = 30_000  # beyond so many pieces they are forgotten, and with them what was worked out for each
_LINE_ENDS = ("\n", "\r", "\r\n")
_BLANK, _LINE_END = range(2)  # numbers that stand for no word and for all line ends

Types = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Reading:
    """One document as tokens; a line end is a token too, blanks are none.

    Attributes:
        text: The text.
        words: One a token: the word, "\\n" for a line end; in Japanese with its part of speech behind ``KIND_MARK``.
        starts: Offset of each token.
        ends: One past its last code point.
        types: Number of each word in the vocabulary, shape (T,).
        vocabulary: All words met so far, by number; readings of one record have the same one, which grows.
        marks: What the rules marked.
        lines: Number of the line of each token; a line end belongs to the line it ends. Shape (T,).
    """

    text: str = field(repr=False)
    words: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)
    types: Types = field(repr=False)
    vocabulary: list[str] = field(repr=False)
    marks: Sequence[Span] = ()
    lines: NDArray[np.int32] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        is_end = self.types == _LINE_END
        object.__setattr__(self, "lines", np.cumsum(is_end, dtype=np.int32) - is_end)

    @property
    def tokens(self) -> list[tuple[int, int]]:
        """Offsets of the tokens."""
        return list(zip(self.starts, self.ends, strict=True))


class Vocabulary(dict[str, int]):
    """Pieces of text to the numbers of their words. Fills itself.

    Attributes:
        words: By number; a new list when all are forgotten.
    """

    def __init__(self) -> None:
        super().__init__()
        self.words = ["", NEWLINE]

    def __missing__(self, piece: str) -> int:
        if piece in _LINE_ENDS or piece.isspace():
            number = _LINE_END if piece in _LINE_ENDS else _BLANK
        else:
            number = len(self.words)
            self.words.append(piece)
        self[piece] = number
        return number

    def make_room(self) -> None:
        """Forgets everything when it has become much; to be called between two records."""
        if len(self) > VOCABULARY_MAX:
            self.clear()
            self.words = ["", NEWLINE]


class Cutter:
    """Cuts texts into words.

    Args:
        split: Cuts runs of Japanese script into morphemes; None for languages that put blanks between words.
    """

    def __init__(self, split: Callable[[str], tuple[Morpheme, ...]] | None = None) -> None:
        self._split = split
        self.vocabulary = Vocabulary()

    def words(self, text: str) -> list[str]:
        """The words of a text, and its line ends."""
        pieces, _ = self._parts(split_scripts(text) if self._split else split_pieces(text))
        return [word for word in map(self._word, pieces) if word]

    def read(self, document: Analysed, marks: Sequence[Span] = ()) -> Reading:
        """Cuts a document."""
        pieces, lengths = self._parts(document.pieces)
        numbers = list(map(self.vocabulary.__getitem__, pieces))
        borders = list(accumulate(lengths, initial=0))
        starts, ends = list(compress(borders, numbers)), list(compress(borders[1:], numbers))
        types = np.fromiter(filter(None, numbers), np.int32, len(starts))
        vocabulary = self.vocabulary.words
        words = list(map(vocabulary.__getitem__, filter(None, numbers)))
        return Reading(document.document.text, words, starts, ends, types, vocabulary, marks)

    def _word(self, piece: str) -> str:
        return self.vocabulary.words[self.vocabulary[piece]]

    def _parts(self, pieces: Sequence[str]) -> tuple[Sequence[str], Iterable[int]]:
        """Pieces with runs of Japanese script cut into morphemes, and how long they are."""
        if self._split is None:
            return pieces, map(len, pieces)
        parts: list[str] = []
        lengths: list[int] = []
        for piece in pieces:
            for surface, kind in self._split(piece) if is_run(piece) else ((piece, ""),):
                parts.append(surface + KIND_MARK + kind if kind else surface)
                lengths.append(len(surface))
        return parts, lengths


def at_tokens(reading: Reading, tokens: Sequence[tuple[int, int]], vocabulary: Vocabulary) -> Reading:
    """The same reading with tokens split further, as training splits them where an annotation begins inside one.

    Args:
        reading: As it was cut.
        tokens: Offsets of the pieces.
        vocabulary: In which the words of the reading are numbered.
    """
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
    types = np.array([vocabulary[word] for word in words], np.int32)
    return Reading(reading.text, words, starts, ends, types, vocabulary.words, reading.marks)
