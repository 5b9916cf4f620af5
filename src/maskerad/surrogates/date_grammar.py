"""Reads the parts of a date out of any written form.

A mention is cut into tokens; each token is one character of a **shape** ("12 mars 2024" has the shape ``2 M 4``),
and the written forms are regular expressions over shapes, so each is one line of a table:

    2  number of one or two digits     M  month in letters     o  ordinal ending       h  holiday
    4  number of four digits           R  month in Roman       K  the word "week"      q  the word "quarter"
    6, 8  so many digits together      E  era                  f  filler ("den")       t  decade in words
    Y, m, d  年 月 日 after a number    W  weekday              x  anything else        B, T  words around a decade

Punctuation stands for itself. A day in words (n) is a j where a month stands beside it, else a filler. Parts of a month
and seasons are fillers to the forms, and come out beside them. A mention in which something is left over is no date
that can be moved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from maskerad.surrogates.date_words import DateWords, Phrase
from maskerad.surrogates.kanji_numbers import KANJI_NUMBER, kanji_value
from maskerad.surrogates.shape import half_width
from maskerad.text.folding import fold

CHARS_MAX = 120  # of a mention; no date is longer
IN_DIGITS, IN_ROMAN, IN_KANJI = -1, -2, -3  # forms of a number

_TOKEN = re.compile(
    rf"\d+|[IVX]+\b|{KANJI_NUMBER}(?=[年月日])|[年月日元]"
    rf"|[\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff]+?(?=[年月日元\d]|{KANJI_NUMBER}[年月日]|[^\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff]|$)"
    r"|(?:(?![\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fffºª])[^\W\d_][\u0300-\u036f]*)+|.",
    re.DOTALL,
)
ROMAN = {
    name: month
    for month, name in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], start=1)
}
_MARKERS = {"年": "Y", "月": "m", "日": "d"}
_DASHES = dict.fromkeys("‐‑‒–—−〜～~", "-")


class Token(NamedTuple):
    """A piece of the mention; ``shape`` is its character. ``value`` and ``form`` are those of a name."""

    start: int
    end: int
    text: str
    shape: str
    value: int = -1
    form: int = IN_DIGITS


class DateField(NamedTuple):
    """One part of a date as written.

    Attributes:
        role: "Y" year, "y" year of two digits, "M" month, "D" day, "W" week, "N" quarter, "T" decade, "H" holiday,
            "E" era, "o" ordinal ending; "A" and "B" are day and month in an order still open, "P" "Q" "R" three such
            numbers with the year among them, "X" a day or a year behind a month, "6" and "8" digits written together,
            "S" a second number that is a month or the end of a range of years. Beside the forms: "p" part of a
            month, "s" season, "w" weekday.
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


# Parts of shapes. A day may have a dot or an ordinal ending; days may be listed before their month.
_SEP = r"(?P<s> ?[-/.] ?)"
_DAY = r"(?:2(?:[.:]? ?o|\.)?|j)"
_JOIN = r"(?: ?[-/+&,] ?| (?:f[ /]?)+)"
_GAP = r"(?:[-/., ]|f )*"
_SHORT_YEAR = r"(?:[-/., ]{0,2}'2|[ .]{1,2}-2|[-/ ]2|\. 2| f 2)(?![.:]? ?o|[-/.:]? ?[2MR]| f[ /][f/ ]*2| (?:f )+M)"
_LAST = r"(?![.:]? ?o|[-/.:]? ?[2MR]| (?:f )*M)"  # a number that is no day of what follows
_FORMS: tuple[tuple[str, str], ...] = (
    (r"2:2(?::2)?(?!\d)", ""),  # a clock time beside the date stays
    (r"4(?:-|Y)?T", "T"),
    (r"'?2(?:-|Y)?T", "T"),
    (r"B (?:4|'?2)(?!\d)", "T"),
    (r"t", "T"),
    (rf"s[ ,]*(?:f )*[-']?2{_LAST}", "y"),
    (r"h[ ,]+(?:f )*4", "HY"),
    (r"h[ ,-]+'?2(?![-/.:]?2)", "Hy"),
    (r"h", "H"),
    (r"q ?2[-/ ]{1,2}(?:f )*4", "NY"),
    (r"q ?2", "N"),
    (r"j q[-/ ]{1,2}(?:f )*4", "NY"),
    (r"j q", "N"),
    (r"2(?:[.:]?o|\.)?[ /]?q[-/ ]{1,2}(?:f )*4", "NY"),
    (r"2(?:[.:]?o|\.)?[ /]?q", "N"),
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
    (rf"2\.M\.2{_LAST}", "DMy"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M", "D*M"),
    (rf"M\.?{_GAP}{_DAY}(?: ?- ?{_DAY})*,? 4", "MD*Y"),
    (rf"M\.?{_GAP}{_DAY}(?: ?- ?{_DAY})*,? ?'2", "MD*y"),
    (rf"M{_GAP}4", "MY"),
    (r"M\.?[-/., ]{0,2}'2|M\.? -2", "My"),
    (rf"M\.?{_GAP}(?:2(?:[.:]?o)|j)", "MD"),
    (r"M\.?[-/ ]{1,2}2(?!\d)", "MX"),
    (rf"M f 2{_LAST}", "MX"),
    (r"M", "M"),
    (r"2\.? ?K[-/ ]{1,2}4", "WY"),
    (r"2\. ?K", "W"),
    (r"K\.? ?2[-/, ]+(?:f )*4", "WY"),
    (r"K\.? ?2 ?(?:[-/+&]|f) ?2(?!\d)", "WW"),
    (r"K\.? ?2", "W"),
    (r"K", ""),  # "the first week of March"
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
    (r"j", "D"),
)
_COMPILED = tuple((re.compile(pattern), roles) for pattern, roles in _FORMS)
# Where the day comes first, "12/3-24" tells a year; "3/12-24" where it comes second, the days from 12 to 24.
_DAY_FIRST = ((re.compile(rf"2/2-2{_LAST}"), "ABy"), *_COMPILED)
_HOLIDAY_OF_YEARS = re.compile(r"h[ ,-]+'?[24][-/]'?[24]")
_LEADING_YEAR = re.compile(r"-2$")  # "-98" as the whole mention
_VALUE = "2468jMREoht元"
_PASSED = frozenset("fsWBq ,.-/()[]（）:;+&'\n\t・、")
# A day in words has a month beside it, or another such day.
_DAY_WORD = re.compile(r"n(?=(?: (?:[fl] )?n)*(?: l)* ?M| q)|(?<=M )n|(?<=M l )n")
_LONE_DAY_WORD = re.compile(r"(?:[fl] )*n")
# What is a holiday by itself ("jul") may be a month beside a number.
_AS_MONTH = re.compile(r"(?<=[24o] )h|(?<=2\. )h|h(?=\.? ?[-'24])")
_BESIDE = {"p": "p", "s": "s", "W": "w"}
_AS_FILLERS = str.maketrans("pl", "ff")
_ELIDED = re.compile(r"(?<=f)'(?=2)")  # "l'11 marzo" is no year of two digits
_CACHE_MAX_SHAPES = 20_000


def read_date(text: str, words: DateWords) -> Written | None:
    """The parts of a written date, in order; None when something is left over or nothing is told.

    Example:
        >>> from maskerad.languages import load_pack
        >>> from maskerad.surrogates.date_words import date_words
        >>> words = date_words(load_pack("sv"))
        >>> [[(f.role, f.text) for f in form] for form in read_date("den 24:e maj -98", words).forms]
        [[('D', '24'), ('o', 'e'), ('M', 'maj'), ('y', '98')]]
    """
    if len(text) > CHARS_MAX:
        return None
    tokens = _tokens(text, words)
    cut = _cut("".join([token.shape for token in tokens]), words.order == "day-month")
    if cut is None:
        return None
    forms = [fields for start, end, roles in cut if roles and (fields := _fields(tokens[start:end], roles))]
    beside = [_field(_BESIDE[token.shape], token) for token in tokens if token.shape in _BESIDE]
    return Written(forms, beside) if forms or beside else None


@lru_cache(maxsize=_CACHE_MAX_SHAPES)
def _cut(shape: str, is_day_first: bool) -> tuple[tuple[int, int, str], ...] | None:
    """Start, end and roles of the forms in a shape; None when something is left over. Few shapes are written."""
    if _HOLIDAY_OF_YEARS.search(shape):
        return None
    forms = _DAY_FIRST if is_day_first else _COMPILED
    shape = _ELIDED.sub(" ", shape.translate(_AS_FILLERS))
    if _LEADING_YEAR.match(shape):
        return ((0, 2, "y"),)
    found: list[tuple[int, int, str]] = []
    at = 0
    while at < len(shape):
        match, roles = next(((match, roles) for p, roles in forms if (match := p.match(shape, at))), (None, ""))
        if match is not None:
            found.append((at, match.end(), roles))
            at = match.end()
        elif shape[at] in _PASSED:
            at += 1
        else:
            return None
    return tuple(found)


def _tokens(text: str, words: DateWords) -> list[Token]:
    plain = half_width(text)
    lower = plain.lower()
    phrases_at = lower if len(lower) == len(plain) else ""
    found: list[Token] = []
    at = 0
    while match := _TOKEN.match(plain, at):
        token = _token(match, found[-1] if found else None, words, phrases_at)
        found.append(token)
        at = token.end
    return _settled_words(found, words)


def _token(match: re.Match[str], before: Token | None, words: DateWords, lower: str) -> Token:
    text, start, end = match.group(), match.start(), match.end()
    if text.isdecimal():
        if text in words.phrases and (phrase := words.phrase_at(lower, start, text)):
            return _phrase_token(phrase, match)
        return Token(start, end, text, _SHAPES_OF_DIGITS.get(len(text), "x"), int(text) if end - start < 9 else -1)
    if not text[0].isalpha():
        return _other_token(match, before, words)
    folded = fold(text)
    phrase = words.phrase_at(lower, start, folded)
    if phrase is not None:
        return _phrase_token(phrase, match)
    return Token(start, end, text, *_word_shape(text, folded, before, words))


def _phrase_token(phrase: Phrase, match: re.Match[str]) -> Token:
    start, end = match.start(), match.start() + len(phrase.text)
    return Token(start, end, match.string[start:end], phrase.shape, phrase.value, phrase.form)


_SHAPES_OF_DIGITS = {1: "2", 2: "2", 4: "4", 6: "6", 8: "8"}


def _other_token(match: re.Match[str], before: Token | None, words: DateWords) -> Token:
    """A mark, or a sign that is an ordinal ending after a number."""
    text = match.group()
    if text == "〇":
        return Token(match.start(), match.end(), text, *_kanji_shape(text))
    for at, era in enumerate(words.eras):
        if text in era.names:
            return Token(match.start(), match.end(), text, "E", at, era.names.index(text))
    is_ending = before is not None and before.shape in "2468" and fold(text) in words.ordinals
    shape = "o" if is_ending else _DASHES.get(text, "'" if text in "’´`" else text)
    return Token(match.start(), match.end(), text, shape)


def _kanji_shape(text: str) -> tuple[str, int, int]:
    value = kanji_value(text)
    return "4" if value >= 1000 else "2", value, IN_KANJI


def _word_shape(text: str, folded: str, before: Token | None, words: DateWords) -> tuple[str, int, int]:
    """Shape, value and form of a word."""
    follows = before.shape if before is not None else ""
    plain = (-1, IN_DIGITS)
    if follows and follows in "2468元":
        if text in _MARKERS:
            return _MARKERS[text], *plain
        if folded in words.ordinals:
            return "o", *plain
    if text == "元" and follows == "E":
        return "元", 1, IN_DIGITS
    if follows and follows in "24-Y" and folded in words.decade_after:
        return "T", *plain
    if follows == ":" and folded in words.ordinals:
        return "o", *plain
    for at, era in enumerate(words.eras):
        if text in era.names:
            return "E", at, era.names.index(text)
    if words.eras and kanji_value(text) >= 0:
        return _kanji_shape(text)
    return _named_shape(text, folded, follows, words)


def _named_shape(text: str, folded: str, follows: str, words: DateWords) -> tuple[str, int, int]:
    month, weekday = words.months.by_name.get(folded), words.weekdays.by_name.get(folded)
    if month is not None:
        return ("a" if weekday is not None else "M", *month)
    if text in ROMAN and (weekday is None or (follows and follows in "-/.")):
        return "R", ROMAN[text], IN_ROMAN
    if weekday is not None:
        return "W", *weekday
    for shape, table in (("n", words.day_words), ("p", words.parts), ("s", words.seasons), ("t", words.decades)):
        if folded in table.by_name:
            return shape, *table.by_name[folded]
    for shape, names in (("K", words.weeks), ("q", words.quarters), ("B", words.decade_before), ("l", words.links)):
        if folded in names:
            return shape, -1, IN_DIGITS
    return ("f" if words.is_filler(text) else "x"), -1, IN_DIGITS


def _settled_words(tokens: list[Token], words: DateWords) -> list[Token]:
    """Words that can be two things: a month or a weekday ("mar"), a day or a filler ("first")."""
    shape = "".join([token.shape for token in tokens])
    if "a" in shape:
        settled = "W" if re.search(r"M|2[-/.] ?2|8|6|2[-/.]R", shape) else "M"
        tokens = [_as_weekday_or_month(token, settled, words) if token.shape == "a" else token for token in tokens]
        shape = shape.replace("a", settled)
    if "h" in shape:
        months = {match.start() for match in _AS_MONTH.finditer(shape)}
        tokens = [_as_month(token, words) if at in months else token for at, token in enumerate(tokens)]
    if "n" in shape:
        days = {match.start() for match in _DAY_WORD.finditer(shape)}
        if _LONE_DAY_WORD.fullmatch(shape):
            days.add(len(shape) - 1)
        tokens = [
            _as_day_or_filler(token, at in days) if token.shape == "n" else token for at, token in enumerate(tokens)
        ]
    return tokens


def _as_weekday_or_month(token: Token, shape: str, words: DateWords) -> Token:
    table = words.weekdays if shape == "W" else words.months
    value, form = table.by_name[fold(token.text)]
    return token._replace(shape=shape, value=value, form=form)


def _as_month(token: Token, words: DateWords) -> Token:
    """A holiday that is also the name of a month, as the month."""
    named = words.months.by_name.get(fold(token.text))
    return token if named is None else token._replace(shape="M", value=named[0], form=named[1])


def _as_day_or_filler(token: Token, is_day: bool) -> Token:
    return token._replace(shape="j" if is_day else "f")


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
