"""Tables in a text: below a head that is a word for people ("Consultant", "Patient"), every cell is somebody's name.

A name that no list has, or that is a town or a word ("Hathersage", "Ward"), is told by the head of its column alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from maskerad.core.span import Source, Span
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.folding import fold

SOURCE = Source("columns.v1", "name_column", "a cell below a word for people in the head of its table")
SCORE = 0.85
HEADS = (
    ("PATIENT", ("patient_cue",)),
    ("CLINICIAN", ("clinician_cue", "clinician_heading", "title_doctor", "doctor_role", "title_nurse")),
    ("RELATIVE", ("relative_cue", "kin_female", "kin_male")),
)
NAMES, ORDINARY = ("given_female", "given_male", "given_mostly", "family"), ("common", "never", "medical")
HEAD_CHARS, HEAD_WORDS = 30, 3
LINE_CHARS = 1000  # a line that is longer is no row of a table that people read
_LINE = re.compile(r"[^\r\n]+|(?<=\n)(?=\r?\n)")  # an empty one ends a table
_RULER = re.compile(r"[\s|:+=_-]+")
_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"[^\W\d_][^\W\d_.'’-]*[.'’-]*(?:(?:, ?| |-|['’])?[^\W\d_][^\W\d_.'’-]*[.'’-]*){0,4}")
_WORD = re.compile(r"[^\W\d_]+")
_TITLED = re.compile(r"([^\W\d_]{1,5})\.[ ]?[A-ZÀ-Þ]")


class _Cell(NamedTuple):
    start: int
    end: int
    text: str


class _Line(NamedTuple):
    start: int
    end: int
    has_digit: bool


class _Separator(NamedTuple):
    """What parts cells, what stands in each of it, and how many cells there must be."""

    pattern: re.Pattern[str]
    sign: str
    n_least: int


_SEPARATORS = (
    _Separator(re.compile(r"\|"), "|", 2),
    _Separator(re.compile(r"\t"), "\t", 2),
    _Separator(re.compile(r" {2,}"), "  ", 2),
    _Separator(re.compile(";"), ";", 3),
    _Separator(re.compile(r",(?! )"), ",", 3),  # a comma parts words of a sentence too
)


class NameColumns:
    """Finds the cells of name columns.

    Args:
        rulebook: Its words tell which heads are people, and which cells are nobody.
    """

    def __init__(self, rulebook: RuleBook) -> None:
        groups = {
            label: [word for name in names for word in rulebook.pack.strings(name, "words")] for label, names in HEADS
        }
        self._labels = {fold(word): label for label, words in reversed(groups.items()) for word in words}
        bits = rulebook.lexicon.bits
        self._words = rulebook.lexicon.words
        self._names, self._ordinary = (sum(bits.get(atom, 0) for atom in atoms) for atoms in (NAMES, ORDINARY))

    def find(self, text: str) -> list[Span]:
        """A span for each cell that may be a name.

        Example:
            >>> from maskerad.recognisers.rules.rulebook import load_rulebook
            >>> text = "Date | Consultant\\n12/3 | Hathersage"
            >>> [text[span.start : span.end] for span in NameColumns(load_rulebook("en")).find(text)]
            ['Hathersage']
        """
        separators = [separator for separator in _SEPARATORS if separator.sign in text]
        lines = list(_lines(text)) if separators else []
        return [span for separator in separators for span in self._spans(text, lines, separator)]

    def _spans(self, text: str, lines: Sequence[_Line], separator: _Separator) -> Iterator[Span]:
        """Those of tables whose cells are parted in one way; a line with another number of cells ends a table."""
        columns: Mapping[int, str] = {}
        n_cells = 0
        for start, end, has_digit in lines:
            if end - start > LINE_CHARS:
                columns = {}
                continue
            if not columns and (has_digit or text.count(separator.sign, start, end) < separator.n_least - 1):
                continue  # no head, as most lines are
            cells = _cells(text, start, end, separator.pattern)
            if columns and _RULER.fullmatch(text, start, end):
                continue
            if len(cells) != n_cells:
                columns = {}
            yield from self._names_in(cells, columns)
            heads = self._heads(cells) if len(cells) >= separator.n_least else {}
            if heads:
                columns, n_cells = heads, len(cells)

    def _heads(self, cells: Sequence[_Cell]) -> dict[int, str]:
        """The labels of the columns whose head is a word for people; nothing of a line that is no head.

        Where a name stands beside such a word, it is its value: a row of a form ("Hausarzt   Dr. Brandt").
        """
        if not all(_is_head(cell.text) for cell in cells) or any(self._names_somebody(cell.text) for cell in cells):
            return {}
        named = {at: self._labels.get(fold(cell.text.rstrip(":."))) for at, cell in enumerate(cells)}
        return {at: label for at, label in named.items() if label}

    def _names_in(self, cells: Sequence[_Cell], columns: Mapping[int, str]) -> Iterator[Span]:
        for at, label in columns.items():
            cell = cells[at]
            if cell.text[:1].isupper() and _NAME.fullmatch(cell.text) and not self._is_nobody(cell.text):
                yield Span(cell.start, cell.end, label, SCORE, SOURCE)

    def _names_somebody(self, text: str) -> bool:
        """Whether a title begins a cell, or a word of it is somebody's name and no ordinary one."""
        if (title := _TITLED.match(text)) and self._labels.get(fold(title[1])) == "CLINICIAN":
            return True
        masks = (self._words.get(word.lower(), 0) for word in _WORD.findall(text) if word[0].isupper())
        return any(mask & self._names and not mask & self._ordinary for mask in masks)

    def _is_nobody(self, text: str) -> bool:
        """Whether every word of a cell is an ordinary one, and none a name."""
        masks = [self._words.get(word.lower(), 0) for word in _WORD.findall(text)]
        return all(mask & self._ordinary and not mask & self._names for mask in masks)


def _lines(text: str) -> Iterator[_Line]:
    for match in _LINE.finditer(text):
        yield _Line(*match.span(), _DIGIT.search(text, *match.span()) is not None)


def _cells(text: str, start: int, end: int, separator: re.Pattern[str]) -> list[_Cell]:
    """The cells of a line, without the empty ones that its frame makes."""
    cuts = [start, *(at for match in separator.finditer(text, start, end) for at in match.span()), end]
    cells = [_trimmed(text, left, right) for left, right in zip(cuts[::2], cuts[1::2], strict=True)]
    if cells and not cells[0].text:
        cells = cells[1:]
    return cells[:-1] if cells and not cells[-1].text else cells


def _trimmed(text: str, start: int, end: int) -> _Cell:
    inner = text[start:end]
    left, right = len(inner) - len(inner.lstrip()), len(inner.rstrip())
    return _Cell(start + left, start + max(left, right), inner.strip())


def _is_head(text: str) -> bool:
    is_short = 0 < len(text) <= HEAD_CHARS and len(text.split()) <= HEAD_WORDS
    return is_short and not any(map(str.isdigit, text))
