"""Forms without which a finder is not believed: values and words of a chart are far more frequent, and must stay.

What rules find has a cue or a form of its own; a finder only weighs what stands around. So a date or id without a
letter has to be whole, and to be a day or an id by its form; an address of mail has its sign, initials have a capital.
"""

from __future__ import annotations

import re

from maskerad.core.span import Span

ID_MIN_DIGITS = 6  # shorter ones have a cue, and rules find them
WHOLE_MIN_DIGITS = 6  # of a date with its year
DAY_MAX, MONTH_MAX, YEAR_CHARS = 31, 12, 4
DATE_NUMBERS = 3
_JOINTS = frozenset("-–/")
_SEPARATOR = re.compile(r"[./–-]")
INITIALS_SMALL_MAX = 4  # "abc", "a.b."; longer ones in small letters are words
_AT = re.compile(r"[\[({]\s?at\s?[\])}]|\sat\s", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_NUMBER = re.compile(r"\d+")
_GOES_ON = re.compile(r"\d[.,/–-]")
_WORD_GOES_ON = re.compile(r"[a-rt-z]")  # "2000ish"; "2000s" is a time
_WENT_ON = re.compile(r"[.,/–-]\d")


def has_form(text: str, span: Span) -> bool:
    """Whether a candidate has the form of its label.

    Example:
        >>> has_form("obs 148/77", Span(4, 10, "ID")), has_form("seen 4/12 by", Span(5, 9, "DATE"))
        (False, True)
    """
    inner = text[span.start : span.end].strip()
    if span.label == "EMAIL":
        return "@" in inner or "＠" in inner or _AT.search(inner) is not None
    if span.label == "INITIALS":
        return any(map(str.isupper, inner)) or len(inner) <= INITIALS_SMALL_MAX
    if span.label in {"DATE", "ID"} and not _LETTER.search(inner):
        return _is_whole_code(text, span, inner)
    return True


def _is_whole_code(text: str, span: Span, inner: str) -> bool:
    """Whether numbers are not cut out of a longer row, and of the form of a day or an id."""
    n_digits = sum(map(str.isdigit, inner))
    if span.label == "ID":
        return n_digits >= ID_MIN_DIGITS
    if n_digits >= WHOLE_MIN_DIGITS:
        return not _is_row(inner)
    if not n_digits or inner[0] in _JOINTS or inner[-1] in _JOINTS:
        return False
    if _WORD_GOES_ON.match(text, span.end):
        return False
    if _GOES_ON.fullmatch(text[max(0, span.start - 2) : span.start]) or _WENT_ON.match(text, span.end):
        return False
    return _may_be_day(inner)


def _may_be_day(inner: str) -> bool:
    """Whether some of the usual orders makes a calendar day, a month or a year of the numbers."""
    numbers = _NUMBER.findall(inner)
    first, *others = map(int, numbers)
    if not others:
        return first <= DAY_MAX or len(numbers[0]) == YEAR_CHARS
    second, *more = others
    if len(more) > 1:
        return not _is_row(inner)
    if more:
        return _is_day(first, second) or _is_day(second, first) or _is_day(more[0], second)
    if "." in inner:
        return _is_day(first, second)
    is_month_of_year = "/" in inner and 0 < first <= MONTH_MAX
    return _is_day(first, second) or _is_day(second, first) or is_month_of_year


def _is_row(inner: str) -> bool:
    """Whether numbers are more than a date has, and all parted alike: hours of a day, and no "1.-4.3."."""
    return len(_NUMBER.findall(inner)) > DATE_NUMBERS and len(set(_SEPARATOR.findall(inner))) == 1


def _is_day(day: int, month: int) -> bool:
    return 0 < day <= DAY_MAX and 0 < month <= MONTH_MAX
