"""Cuts a mention of a date into tokens, each of which has a character for what it is.

    2  number of one or two digits     M  month in letters     o  ordinal ending       h  holiday
    4  number of four digits           R  month in Roman       K  the word "week"      q  the word "quarter"
    6, 8  so many digits together      E  era                  f  filler ("den")       t  decade in words
    Y, m, d  年 月 日 after a number    W  weekday              x  anything else        B, T  words around a decade
    z  clock in digits behind a day in 8, "20240312093000"
    r  year by another ("last year")   c  month by another     v  weekend              →  "the night 22→23"

Punctuation stands for itself. A day in words (n) is a j where a month stands beside it, else a filler (f).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from maskerad.surrogates.dates.written.kanji_numbers import KANJI_NUMBER, kanji_value
from maskerad.surrogates.dates.written.name_tables import Phrase
from maskerad.surrogates.dates.written.words import DateWords
from maskerad.surrogates.shape import half_width
from maskerad.text.folding import fold

HOURS, MINUTES = 24, 60  # of a clock
IN_DIGITS, IN_ROMAN, IN_KANJI = -1, -2, -3  # forms of a number
_TOKEN = re.compile(
    rf"\d{{8}}(?=\d{{4}}(?:\d\d)?(?!\d))|\d+|[IVX]+\b|{KANJI_NUMBER}(?=[年月日])|[年月日元]"
    rf"|[\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff]+?(?=[年月日元\d]|{KANJI_NUMBER}[年月日]|[^\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff]|$)"
    r"|(?:(?![\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fffºª])[^\W\d_][\u0300-\u036f]*)+|.",
    re.DOTALL,
)
ROMAN = {
    name: month
    for month, name in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], start=1)
}
_MARKERS = {"年": "Y", "月": "m", "日": "d", "ねん": "Y", "がつ": "m", "にち": "d"}
_DASHES = dict.fromkeys("‐‑‒–—−〜～~", "-")
_SHAPES_OF_DIGITS = {1: "2", 2: "2", 4: "4", 6: "6", 8: "8"}
# A day in words has a month beside it, or another such day.
_DAY_WORD = re.compile(r"n(?=(?: (?:[fl] )?n)*(?: l)* ?M| q| K (?:[fl] )*M)|(?<=M )n|(?<=M l )n")
_LONE_DAY_WORD = re.compile(r"(?:W,? )?(?:[fl] )*n")
# What is a holiday by itself ("jul") may be a month beside a number.
_AS_MONTH = re.compile(r"(?<=[24o] )h|(?<=2\. )h|h(?=\.? ?[-'24])")
_AS_MONTH_OF_DAY = re.compile(r"(?<=[2o] )h|(?<=2\. )h")
_IN_LIST = r"a\.? ?2(?:,| f).*W|W\.? ?2(?:,| f).*a\.? ?2"  # "mar. 12 e gio. 14"
_BESIDE_WEEKDAY = re.compile(rf"M|2[-/.] ?2|8|6|2[-/.]R|{_IN_LIST}")
# "06/02/24 21.55", "7 feb 8.12": a clock time behind a whole date at the end of a mention.
_CLOCK = re.compile(r"(?:2([-/.])2\1[24]|2 [Ma](?: [24])?),? (?:f )?2(\.)2$")
_TWO_MONTHS = re.compile(r"M(?= M)")  # "sept septembre" is the seventh


class Token(NamedTuple):
    """A piece of the mention; ``shape`` is its character. ``value`` and ``form`` are those of a name."""

    start: int
    end: int
    text: str
    shape: str
    value: int = -1
    form: int = IN_DIGITS


class Leaning(NamedTuple):
    """What words are taken for that can be two things.

    Attributes:
        shortens_months: Whether "jul 2023" is a month, as in a record that writes months in short, or Christmas.
        to_months: Whether "mar 19" is in March, or a Tuesday.
        to_nights: Whether "6-7" are the two days of a night, as behind a word for one, or a day and its month.
    """

    shortens_months: bool = True
    to_months: bool = True
    to_nights: bool = False


MONTHS = Leaning()


def read_tokens(text: str, words: DateWords, leaning: Leaning = MONTHS) -> list[Token]:
    """Numbers, words of dates and what stands between them, in their order."""
    plain = half_width(text)
    lower = plain.lower()
    phrases_at = lower if len(lower) == len(plain) else ""
    tokens: list[Token] = []
    at = 0
    while match := _TOKEN.match(plain, at):
        token = _token(match, _before(match, tokens), words, phrases_at)
        tokens.append(token)
        at = token.end
    return _settled_words(tokens, words, leaning)


def _before(match: re.Match[str], tokens: Sequence[Token]) -> Token | None:
    """The token before another one; of a marker the number before it, also behind a blank: "2001 年"."""
    is_apart = match.group() in _MARKERS and len(tokens) > 1 and tokens[-1].text.isspace()
    return tokens[-2 if is_apart else -1] if tokens else None


def _token(match: re.Match[str], before: Token | None, words: DateWords, lower: str) -> Token:
    text, start, end = match.group(), match.start(), match.end()
    if text.isdecimal():
        if before is not None and before.end == start and before.shape == "8":
            return Token(start, end, text, "z")
        if text in words.phrases and (phrase := words.phrase_at(lower, start, text)):
            return _phrase_token(phrase, match)
        return Token(start, end, text, _SHAPES_OF_DIGITS.get(len(text), "x"), int(text) if end - start < 9 else -1)
    if not text[0].isalpha():
        return _other_token(match, before, words)
    folded = fold(text)
    counts = text in _MARKERS and before is not None and before.shape in "2468元"  # 2022年末, but 年末 alone
    phrase = None if counts else words.phrase_at(lower, start, folded)
    if phrase is not None:
        return _phrase_token(phrase, match)
    return Token(start, end, text, *_word_shape(text, folded, before, words))


def _phrase_token(phrase: Phrase, match: re.Match[str]) -> Token:
    start, end = match.start(), match.start() + len(phrase.text)
    return Token(start, end, match.string[start:end], phrase.shape, phrase.value, phrase.form)


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
    if follows and follows in "/." and text.islower() and text.upper() in ROMAN:
        return "R", ROMAN[text.upper()], IN_ROMAN
    if weekday is not None:
        return "W", *weekday
    for shape, table in (("n", words.day_words), ("p", words.parts), ("s", words.seasons), ("t", words.decades)):
        if folded in table.by_name:
            return shape, *table.by_name[folded]
    for shape, names in (
        ("K", words.weeks),
        ("v", words.weekends),
        ("q", words.quarters),
        ("B", words.decade_before),
        ("l", words.links),
    ):
        if folded in names:
            return shape, -1, IN_DIGITS
    return ("f" if words.is_filler(text) else "x"), -1, IN_DIGITS


def _settled_words(tokens: list[Token], words: DateWords, leaning: Leaning) -> list[Token]:
    """Words that can be two things: a month or a weekday ("mar"), a day or a filler ("first")."""
    shape = "".join([token.shape for token in tokens])
    if clock := _CLOCK.search(shape):
        tokens = _with_clock(tokens, clock.start(2))
        shape = "".join([token.shape for token in tokens])
    if "a" in shape:
        settled = "W" if not leaning.to_months or _BESIDE_WEEKDAY.search(shape) else "M"
        tokens = [_as_weekday_or_month(token, settled, words) if token.shape == "a" else token for token in tokens]
        shape = shape.replace("a", settled)
    if "h" in shape:
        months = {
            match.start() for match in (_AS_MONTH if leaning.shortens_months else _AS_MONTH_OF_DAY).finditer(shape)
        }
        tokens = [_as_month(token, words) if at in months else token for at, token in enumerate(tokens)]
    if "M M" in shape:
        days = {match.start() for match in _TWO_MONTHS.finditer(shape)}
        tokens = [_as_day_word(token, words) if at in days else token for at, token in enumerate(tokens)]
    if "n" in shape:
        days = {match.start() for match in _DAY_WORD.finditer(shape)}
        if _LONE_DAY_WORD.fullmatch(shape):
            days.add(len(shape) - 1)
        tokens = [
            _as_day_or_filler(token, at in days) if token.shape == "n" else token for at, token in enumerate(tokens)
        ]
    return tokens


def _with_clock(tokens: list[Token], dot: int) -> list[Token]:
    """Tokens with the dot between hours and minutes as a colon; as they are where the numbers are none of a clock."""
    hours, minutes = tokens[dot - 1], tokens[dot + 1]
    is_clock = hours.value < HOURS and minutes.value < MINUTES and len(minutes.text) == len("00")
    return [*tokens[:dot], tokens[dot]._replace(shape=":"), *tokens[dot + 1 :]] if is_clock else tokens


def _as_weekday_or_month(token: Token, shape: str, words: DateWords) -> Token:
    table = words.weekdays if shape == "W" else words.months
    value, form = table.by_name[fold(token.text)]
    return token._replace(shape=shape, value=value, form=form)


def _as_month(token: Token, words: DateWords) -> Token:
    """A holiday that is also the name of a month, as the month."""
    named = words.months.by_name.get(fold(token.text))
    return token if named is None else token._replace(shape="M", value=named[0], form=named[1])


def _as_day_word(token: Token, words: DateWords) -> Token:
    """A short form of a month that is also a day in words, as the day."""
    named = words.day_words.by_name.get(fold(token.text))
    return token if named is None else token._replace(shape="j", value=named[0], form=named[1])


def _as_day_or_filler(token: Token, is_day: bool) -> Token:
    return token._replace(shape="j" if is_day else "f")
