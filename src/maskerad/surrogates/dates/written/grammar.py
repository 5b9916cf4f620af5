"""Reads the parts of a date out of any written form.

A mention is cut into ``tokens``, the characters of which are its shape, and its shape into ``forms``; what stands
beside the forms (weekday, season, part of a month) comes out beside them. A mention in which something is left over is
no date that can be moved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from maskerad.surrogates.dates.written.forms import cut_shape
from maskerad.surrogates.dates.written.tokens import IN_DIGITS, MONTHS, Leaning, Token, read_tokens
from maskerad.surrogates.dates.written.words import DateWords

CHARS_MAX = 120  # of a mention; no date is longer
SPAN_YEARS = 2


class DateField(NamedTuple):
    """One part of a date as written.

    Attributes:
        role: "Y" year, "y" year of two digits, "M" month, "D" day, "W" week, "k" week of a month, "N" quarter,
            "T" decade, "H" holiday, "E" era, "o" ordinal ending; "A" and "B" are day and month in an order still
            open, "P" "Q" "R" three such numbers with the year among them, "X" a day or a year behind a month, "Z" the
            same behind a day and a month, "6" and "8" digits written together,
            "S" a second number that is a month or the end of a range of years. Beside the forms: "p" part of a
            month, "s" season, "w" weekday, "r" a year and "c" a month by their distance from that of the document.
        start, end: Its place in the mention.
        text: As written, in half-width characters.
        mark: The punctuation after it, if it has any.
        value: Its number, or which of the named things it is.
        form: In which form it is named; ``IN_DIGITS``, ``IN_ROMAN`` or ``IN_KANJI`` for a number.
    """

    role: str
    start: int
    end: int
    text: str
    mark: str = ""
    value: int = -1
    form: int = IN_DIGITS

    @property
    def number(self) -> int:
        """Its value, for roles of numbers."""
        return int(self.text) if self.value < 0 else self.value


class Written(NamedTuple):
    """What is written in a mention: one list of fields for each form, and what stands beside the forms."""

    forms: list[list[DateField]]
    beside: list[DateField]


_HOLIDAY_OF_YEARS = re.compile(r"h[ ,-]+'?[24][-/]'?[24](?![-/.][24])")
_VALUE = "2468jMREoht元"
_BESIDE = {"p": "p", "s": "s", "W": "w", "r": "r", "c": "c"}
_NAMED = re.compile(r"M|2m|4Y|E[2元]Y|h|8")  # what is told of the calendar also where the rest cannot be read


def read_date(text: str, words: DateWords, leaning: Leaning = MONTHS) -> Written | None:
    """The parts of a written date, in order; None when something is left over or nothing is told.

    Args:
        text: The mention.
        words: Of its language.
        leaning: What words are that can be two things.

    Example:
        >>> from maskerad.languages import load_pack
        >>> from maskerad.surrogates.dates.written.words import date_words
        >>> words = date_words(load_pack("sv"))
        >>> [[(f.role, f.text) for f in form] for form in read_date("den 24:e maj -98", words).forms]
        [[('D', '24'), ('o', 'e'), ('M', 'maj'), ('y', '98')]]
    """
    if len(text) > CHARS_MAX:
        return None
    tokens = read_tokens(text, words, leaning)
    if _is_turn_of_years(tokens):
        return None
    cut = cut_shape("".join([token.shape for token in tokens]), words.order == "day-month")
    if cut is None:
        return None
    forms = [fields for start, end, roles in cut if roles and (fields := _fields(tokens[start:end], roles))]
    beside = [_field(_BESIDE[token.shape], token) for token in tokens if token.shape in _BESIDE]
    return Written(forms, beside) if forms or beside else None


def _is_turn_of_years(tokens: Sequence[Token]) -> bool:
    """Whether a feast is told with the two years it lies between: "Silvester 23/24", but not "Viernes Santo 18/4"."""
    match = _HOLIDAY_OF_YEARS.search("".join([token.shape for token in tokens]))
    years = [token.value % 100 for token in tokens[slice(*match.span())] if token.shape in "24"] if match else []
    return len(years) == SPAN_YEARS and years[1] == (years[0] + 1) % 100


def names_calendar(text: str, words: DateWords) -> bool:
    """Whether a mention names a month, a year of an era or a feast, also where it cannot be read as a whole."""
    return bool(_NAMED.search("".join([token.shape for token in read_tokens(text[:CHARS_MAX], words)])))


def _field(role: str, token: Token, mark: str = "") -> DateField:
    return DateField(role, token.start, token.end, token.text, mark, token.value, token.form)


def _fields(tokens: Sequence[Token], roles: str) -> list[DateField]:
    """Gives the values of a form their roles; ``D*`` takes as many as there are."""
    values = [token for token in tokens if token.shape in _VALUE]
    n_listed = sum(token.shape != "o" for token in values) - len(roles.replace("D*", ""))
    named = iter(roles.replace("D*", "D" * max(n_listed, 0)))
    solid = (token for token in tokens if token.shape != " ")
    marks = {left.start: right.shape for left, right in pairwise(solid)}
    return [_field("o" if token.shape == "o" else next(named), token, marks.get(token.start, "")) for token in values]
