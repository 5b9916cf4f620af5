"""What a neural recogniser reads of a document: tokens, and for each a few numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme
from maskerad.core.span import Span
from maskerad.languages.section_cues import load_section_cues
from maskerad.recognisers.base import Recogniser, first_evidence, run_chain
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.classes import cjk_case
from maskerad.recognisers.rules.grammar import NEWLINE
from maskerad.recognisers.rules.joining import Joining
from maskerad.recognisers.rules.modules import CommonWords, Dictionary, Titles
from maskerad.recognisers.rules.propagation import Propagation
from maskerad.recognisers.rules.recogniser import Grammar, Patterns
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.cues import SectionKind
from maskerad.text.sections import SectionSplitter
from maskerad.text.tokens import split_pieces

READING = "v1"  # raised when a column comes to mean something else
LISTS = (
    "care_kind",
    "cities",
    "common",
    "countries",
    "eponyms",
    "family",
    "given_female",
    "given_male",
    "hospital_short",
    "hospitals",
    "languages",
    "medical",
    "month",
    "nationalities",
    "org_kind",
    "organizations",
    "particle",
    "professions",
    "regions",
    "streets",
    "weekday",
    "world_cities",
)
N_GAPS, N_CASES, N_LENGTHS, N_LINE_PLACES, N_LINES = 4, 10, 8, 8, 8
DIGITS = N_CASES - 1
NEW_LINE = N_GAPS - 1
WORDS_MAX = 200_000
_ZEROS = str.maketrans("123456789", "000000000")


@dataclass(frozen=True, slots=True)
class Column:
    """One small number a token, below ``size``."""

    name: str
    size: int


def rule_labels() -> tuple[str, ...]:
    """Labels that rules give, in the order of their numbers."""
    return tuple(load_scheme(CORE).labels)


def columns() -> tuple[Column, ...]:
    """The numbers of a token beside its word, in the order of their columns."""
    return (
        Column("case", N_CASES),
        Column("length", N_LENGTHS),
        Column("gap", N_GAPS),
        Column("line_place", N_LINE_PLACES),
        Column("line", N_LINES),
        Column("section", len(SectionKind) + 1),
        Column("rule", 2 * len(rule_labels()) + 1),
    )


def reading_signature() -> str:
    """Hash of what is read of a token: a model trained on another reading cannot be used."""
    content = json.dumps([READING, LISTS, [asdict(column) for column in columns()], rule_labels()])
    return hashlib.sha256(content.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Tokens:
    """A document as a neural recogniser reads it. T tokens.

    Attributes:
        words: The tokens.
        starts: Offsets, shape (T,).
        ends: One past the last characters, shape (T,).
        columns: Shape (T, number of ``columns()``).
        lists: 1 where a list of the language pack has the word, shape (T, number of ``LISTS``).
    """

    words: list[str] = field(repr=False)
    starts: NDArray[np.int32] = field(repr=False)
    ends: NDArray[np.int32] = field(repr=False)
    columns: NDArray[np.int32] = field(repr=False)
    lists: NDArray[np.float32] = field(repr=False)

    def __len__(self) -> int:
        return len(self.words)


def word_form(word: str) -> str:
    """How a word is looked up: lower case, each digit a nought.

    Example:
        >>> word_form("Calle"), word_form("28046")
        ('calle', '00000')
    """
    return word.lower().translate(_ZEROS)


class TokenReader:
    """Reads documents of one language. Its rules run alone, without identifiers known beside the text.

    Args:
        rulebook: Of the language.
    """

    def __init__(self, rulebook: RuleBook) -> None:
        self._rulebook = rulebook
        self._rule_numbers = {label: number for number, label in enumerate(rule_labels())}
        bits = rulebook.lexicon.bits
        self._bits = np.array([bits.get(name, 0).bit_length() - 1 for name in LISTS])
        self._words: dict[str, tuple[int, int]] = {}
        self._rows: dict[int, NDArray[np.float32]] = {}

    @cached_property
    def _chain(self) -> list[Recogniser]:
        made = (Patterns, Grammar, CommonWords, Titles, Dictionary, Propagation, Joining)
        return [factory(self._rulebook) for factory in made]

    @cached_property
    def _sections(self) -> SectionSplitter:
        return SectionSplitter([load_section_cues(self._rulebook.pack.code)])

    def read(self, documents: Sequence[Analysed]) -> list[Tokens]:
        """Tokens of each document; rules see all documents together, as in a record."""
        marked = run_chain(self._chain, first_evidence(documents)).spans
        return [self._tokens(document, spans) for document, spans in zip(documents, marked, strict=True)]

    def _tokens(self, document: Analysed, spans: Sequence[Span]) -> Tokens:
        words, starts, masks = [], [], []
        for word, start, mask in self._pieces(document):
            words.append(word)
            starts.append(start)
            masks.append(mask)
        begins = np.array(starts, dtype=np.int32)
        ends = begins + np.fromiter(map(len, words), dtype=np.int32, count=len(words))
        spelling = np.array([self._spelling(word) for word in words], dtype=np.int32).reshape(-1, 2)
        layout = _layout(document.document.text, begins, ends)
        section = self._section_column(document.document.text, begins)
        rule = self._rule_column(spans, begins, ends)
        numbers = np.column_stack([spelling, layout, section, rule])
        lists = np.array([self._row(mask) for mask in masks], dtype=np.float32).reshape(-1, len(LISTS))
        return Tokens(words, begins, ends, numbers, lists)

    def _pieces(self, document: Analysed) -> Iterator[tuple[str, int, int]]:
        """Each token with its offset and what the lists know of it; phrases are cut into their words."""
        lexicon = self._rulebook.lexicon
        for text, start, kind in zip(document.texts, document.starts, document.classes, strict=True):
            if kind == NEWLINE or text.isspace():
                continue
            known = lexicon.words.get(text.lower(), 0)
            if text.isalnum():
                yield text, start, known
                continue
            pieces = split_pieces(text)
            mask = self._phrase_mask(pieces) if len(pieces) > 1 else known
            for piece in pieces:
                if not piece.isspace():
                    yield piece, start, mask
                start += len(piece)

    def _phrase_mask(self, pieces: Sequence[str]) -> int:
        folded = [piece.lower() for piece in pieces if not piece.isspace()]
        phrases = self._rulebook.lexicon.phrases.get((folded[0], folded[1]), {}) if len(folded) > 1 else {}
        phrase = phrases.get(tuple(folded[2:]))
        return phrase.mask if phrase else 0

    def _row(self, mask: int) -> NDArray[np.float32]:
        row = self._rows.get(mask)
        if row is None:
            has = [bit >= 0 and mask >> int(bit) & 1 for bit in self._bits]
            row = self._rows[mask] = np.array(has, dtype=np.float32)
        return row

    def _spelling(self, word: str) -> tuple[int, int]:
        if len(self._words) > WORDS_MAX:
            self._words.clear()
        if word not in self._words:
            self._words[word] = _case(word), min(len(word), N_LENGTHS) - 1
        return self._words[word]

    def _section_column(self, text: str, starts: NDArray[np.int32]) -> NDArray[np.int32]:
        """The kind of section of each token, 0 for none."""
        column = np.zeros(len(starts), dtype=np.int32)
        for section in self._sections.split(text):
            first, stop = np.searchsorted(starts, [section.start, section.end])
            column[first:stop] = _SECTIONS[section.kind]
        return column

    def _rule_column(
        self, spans: Sequence[Span], starts: NDArray[np.int32], ends: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """The best rule over each token: 0 for none, ``2 n + 1`` where its span begins, ``2 n + 2`` inside."""
        column = np.zeros(len(starts), dtype=np.int32)
        for span in sorted(spans, key=lambda span: (span.score, span.length, -span.start, span.label)):
            first = int(np.searchsorted(ends, span.start, side="right"))
            stop = int(np.searchsorted(starts, span.end))
            if first < stop:
                column[first:stop] = 2 * self._rule_numbers[span.label] + 2
                column[first] -= 1
        return column


_SECTIONS = {kind: number for number, kind in enumerate(SectionKind, 1)}


def _case(word: str) -> int:
    if word.isdigit():
        return DIGITS
    return cjk_case(word) if word[0].isalpha() else DIGITS - 1


def _layout(text: str, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> NDArray[np.int32]:
    """What stands before each token, its place in its line, and the number of its line, in classes."""
    rows: list[tuple[int, int, int]] = []
    place = line = before = 0
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        blank = text[before:start]
        gap = _gap(blank)
        if gap == NEW_LINE or not rows:
            place, line = 0, line + 1
        rows.append((gap, min(place, N_LINE_PLACES - 1), min(line.bit_length(), N_LINES - 1)))
        place, before = place + 1, end
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def _gap(blank: str) -> int:
    if not blank:
        return 0
    if "\n" in blank or "\r" in blank:
        return NEW_LINE
    return 1 if len(blank) == 1 else 2
