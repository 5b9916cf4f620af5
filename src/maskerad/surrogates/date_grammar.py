"""Reads the parts of a date out of any written form.

A mention is cut into tokens; each token is one character of a **shape** ("12 mars 2024" has the shape ``2 M 4``),
and the written forms are regular expressions over shapes, so each is one line of a table:

    2  number of one or two digits     M  month in letters     o  ordinal ending
    4  number of four digits           R  month in Roman       K  the word "week"
    6, 8  so many digits together      E  era                  f  filler ("den", "till")
    Y, m, d  年 月 日 after a number    W  weekday              x  anything else: no date

Punctuation stands for itself. A mention in which something is left over is no date that can be moved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from maskerad.surrogates.date_words import DateWords
from maskerad.surrogates.shape import half_width
from maskerad.text.folding import fold

CHARS_MAX = 120  # of a mention; no date is longer

_TOKEN = re.compile(
    r"\d+|[IVX]+\b|[年月日元]|[\u3041-\u30ff\u3400-\u9fff]+?(?=[年月日元\d]|[^\u3041-\u30ff\u3400-\u9fff]|$)"
    r"|(?:(?![\u3041-\u30ff\u3400-\u9fffºª])[^\W\d_][\u0300-\u036f]*)+|.",
    re.DOTALL,
)
ROMAN = {
    name: month
    for month, name in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], start=1)
}
_MARKERS = {"年": "Y", "月": "m", "日": "d"}
_DASHES = dict.fromkeys("‐‑‒–—−〜～~", "-")


class Token(NamedTuple):
    """A piece of the mention; ``shape`` is its character."""

    start: int
    end: int
    text: str
    shape: str


@dataclass(frozen=True, slots=True)
class DateField:
    """One part of a date as written.

    Attributes:
        role: "Y" year, "y" year of two digits, "M" month, "D" day, "W" week, "E" era, "o" ordinal ending; "A" and
            "B" are day and month in an order still open, "P" "Q" "R" three such numbers with the year among them,
            "6" and "8" digits written together, "S" a second number that is a month or the end of a range of years.
        start, end: Its place in the mention.
        text: As written, in half-width characters.
        mark: The punctuation after it, if it has any.
    """

    role: str
    start: int
    end: int
    text: str
    mark: str = ""

    @property
    def number(self) -> int:
        """Its value, for roles of digits."""
        return int(self.text)


# Parts of shapes. A day may have a dot or an ordinal ending; days may be listed before their month.
_SEP = r"(?P<s> ?[-/.] ?)"
_DAY = r"2(?:[.:]? ?o|\.)?"
_JOIN = r"(?: ?[-/+&,] ?| (?:f[ /]?)+)"
_GAP = r"(?:[-/., ]|f )*"
_SHORT_YEAR = r"(?:[-/., ]{0,2}'2|[ .]{1,2}-2|[-/ ]2|\. 2| f 2)(?![.:]? ?o|[-/.:]? ?[2MR]| f[ /][f/ ]*2)"
_FORMS: tuple[tuple[str, str], ...] = (
    (r"2:2(?::2)?(?!\d)", ""),  # a clock time beside the date stays
    (r"8", "8"),
    (r"6", "6"),
    (r"E[2元]Y2m2d", "EyMD"),
    (r"E[2元]Y2m", "EyM"),
    (r"E[2元]Y", "Ey"),
    (rf"E ?[2元]{_SEP}2(?P=s)2", "EyMD"),
    (rf"E ?[2元]{_SEP}2", "EyM"),
    (r"4Y2m2d", "YMD"),
    (r"4Y2m", "YM"),
    (r"4Y", "Y"),
    (r"2m2d", "MD"),
    (r"2m", "M"),
    (r"2d", "D"),
    (rf"4{_SEP}2(?P=s)2", "YMD"),
    (rf"2{_SEP}2(?P=s)4", "ABY"),
    (rf"2{_SEP}2(?P=s)'2", "ABy"),
    (rf"2{_SEP}2(?P=s)2", "PQR"),
    (rf"2{_SEP}2 4", "ABY"),
    (r"2 2 4", "ABY"),
    (r"2 2 2", "PQR"),
    (rf"2 ?- ?2{_SEP}R(?P=s)4", "DDMY"),
    (rf"2{_SEP}R(?P=s)4", "DMY"),
    (rf"2{_SEP}R(?P=s)2", "DMy"),
    (r"2 R 4", "DMY"),
    (rf"2 ?- ?2{_SEP}R", "DDM"),
    (rf"2{_SEP}R", "DM"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M(?:{_GAP}4)", "D*MY"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M\.?{_SHORT_YEAR}", "D*My"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M", "D*M"),
    (rf"M\.?{_GAP}{_DAY}(?: ?- ?{_DAY})*,? 4", "MD*Y"),
    (rf"M\.?{_GAP}{_DAY}(?: ?- ?{_DAY})*,? ?'2", "MD*y"),
    (rf"M{_GAP}4", "MY"),
    (r"M\.?[-/., ]{0,2}'2|M\.? -2", "My"),
    (rf"M\.?{_GAP}2(?:[.:]?o)", "MD"),
    (r"M\.?[-/ ]{1,2}2(?!\d)", "MX"),
    (r"M", "M"),
    (r"K\.? ?2", "W"),
    (r"2\.?[-/+&] ?2\.2\.", "DAB"),
    (r"2 ?- ?2/2(?!/)", "DAB"),
    (r"2[-/]2[ ,]+(?:'|-)2", "ABy"),
    (r"4 ?[-/] ?4", "YY"),
    (r"4[-/.]2", "YS"),
    (r"2[-/.]4", "MY"),
    (rf"2{_SEP}2\.?(?!(?P=s)2)", "AB"),
    (r"4 f 2(?![-/.:])", "Yy"),
    (r"4", "Y"),
    (r"'2", "y"),
    (r"2(?:[.:]? ?o|\.)?", "D"),
)
_COMPILED = tuple((re.compile(pattern), roles) for pattern, roles in _FORMS)
_LEADING_YEAR = re.compile(r"-2$")  # "-98" as the whole mention
_VALUE = "2468MREKo元"
_PASSED = frozenset("fW ,.-/()[]:;+&'\n\t・、")


def read_date(text: str, words: DateWords) -> list[list[DateField]]:
    """The parts of a written date, in order, one list for each form found; none when something is left over.

    Example:
        >>> from maskerad.languages import load_pack
        >>> from maskerad.surrogates.date_words import date_words
        >>> words = date_words(load_pack("sv"))
        >>> [[(f.role, f.text) for f in form] for form in read_date("den 24:e maj -98", words)]
        [[('D', '24'), ('o', 'e'), ('M', 'maj'), ('y', '98')]]
    """
    if len(text) > CHARS_MAX:
        return []
    tokens = _tokens(text, words)
    shape = "".join(token.shape for token in tokens)
    if _LEADING_YEAR.match(shape):
        return [_fields(tokens, "y")]
    forms: list[list[DateField]] = []
    at = 0
    while at < len(shape):
        found = next(((match, roles) for p, roles in _COMPILED if (match := p.match(shape, at))), None)
        if found is not None:
            match, roles = found
            fields = _fields(tokens[at : match.end()], roles)
            forms += [fields] if fields else []
            at = match.end()
        elif shape[at] in _PASSED:
            at += 1
        else:
            return []
    return forms


def _tokens(text: str, words: DateWords) -> list[Token]:
    plain = half_width(text)
    found: list[Token] = []
    for match in _TOKEN.finditer(plain):
        before = found[-1] if found else None
        shape = _shape(match.group(), before, words)
        found.append(Token(match.start(), match.end(), match.group(), shape))
    return _with_ambiguous_settled(found)


def _shape(text: str, before: Token | None, words: DateWords) -> str:
    if text.isdecimal():
        return {1: "2", 2: "2", 4: "4", 6: "6", 8: "8"}.get(len(text), "x")
    follows_number = before is not None and before.shape in "2468元"
    if text == "元" and before is not None and before.shape == "E":
        return "元"
    if text in _MARKERS and follows_number:
        return _MARKERS[text]
    if not text[0].isalpha():
        return (
            "o" if follows_number and fold(text) in words.ordinals else _DASHES.get(text, "'" if text == "’" else text)
        )
    return _word_shape(text, fold(text), before, words)


def _word_shape(text: str, folded: str, before: Token | None, words: DateWords) -> str:
    touches_number = before is not None and before.shape in "2:" and folded in words.ordinals
    if touches_number:
        return "o"
    if any(text in era.names for era in words.eras):
        return "E"
    if folded in words.months:
        return "a" if folded in words.weekdays else "M"
    if folded in words.weekdays:
        return "W"
    if text in ROMAN:
        return "R"
    if folded in words.weeks:
        return "K"
    return "f" if words.is_filler(text) else "x"


def _with_ambiguous_settled(tokens: list[Token]) -> list[Token]:
    """A word that is a month and a weekday ("mar") is a weekday where the month is told otherwise."""
    shape = "".join(token.shape for token in tokens)
    if "a" not in shape:
        return tokens
    settled = "W" if re.search(r"M|2[-/.] ?2|8|6|2[-/.]R", shape) else "M"
    return [token._replace(shape=settled) if token.shape == "a" else token for token in tokens]


def _fields(tokens: list[Token], roles: str) -> list[DateField]:
    """Gives the values of a form their roles; ``D*`` takes as many as there are."""
    values = [token for token in tokens if token.shape in _VALUE and token.shape != "K"]
    n_listed = sum(token.shape != "o" for token in values) - len(roles.replace("D*", ""))
    named = iter(roles.replace("D*", "D" * max(n_listed, 0)))
    if not roles:
        return []
    solid = (token for token in tokens if token.shape != " ")
    marks = {left.start: right.shape for left, right in pairwise(solid)}
    return [
        DateField(
            "o" if token.shape == "o" else next(named), token.start, token.end, token.text, marks.get(token.start, "")
        )
        for token in values
    ]
