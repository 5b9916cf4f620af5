"""Forms without which a finder is not believed: values and words of a chart are far more frequent, and must stay.

What rules find has a cue or a form of its own; a finder only weighs what stands around. So a date or id without a
letter has to be whole, and to be a day or an id by its form; an address of mail has its sign, initials have a capital
and are no species ("E.faec"), degree or choice of a form; codes are no row of measures with their values and hold no
time of day, a telephone has more than a tooth, and what else identifies is no clause.
"""

from __future__ import annotations

import re

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span

ID_MIN_DIGITS = 6  # shorter ones have a cue, and rules find them
CODE_MIN_DIGITS, CODE_MIN_CHARS = 3, 6  # of one with letters: "FB 883", "8LR2K7", and no "C2"
PHONE_MIN_DIGITS, PAIRS_MIN_DIGITS = 4, 8
WHOLE_MIN_DIGITS = 6  # of a date with its year
DAY_MAX, MONTH_MAX, YEAR_CHARS = 31, 12, 4
DATE_NUMBERS = 3
_JOINTS = frozenset("-–/")
_SEPARATOR = re.compile(r"[./–-]")
INITIALS_SMALL_MAX = 4  # "abc", "a.b."; longer ones in small letters are words
_AT = re.compile(r"[\[({]\s?at\s?[\])}]|\sat\s", re.IGNORECASE)
_MAIL = re.compile(r"[^\s@＠][@＠][^\s@＠]|\S\s?[@＠]\s?[\w.-]+\.[a-z]{2}")  # and "see @kerr" names an account
_LETTER = re.compile(r"[^\W\d_]")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:hH]\d\d(?!\d)")  # a time is no part of a code
_PRIMED = re.compile(r"[^\W_]['’′][ ]?\d+[\"”″]?")  # "e' 17", "5'11"
_DISPATCH = re.compile(r"\d{1,2}-[A-EO]-\d{1,2}[A-Z]?")  # a code of emergencies: "26-D-09"
_CHOICE = re.compile(r"[^\W\d_]/[^\W\d_]")  # "A/R" of a form
_DEGREE = re.compile(r"[A-ZÀ-Þ]\.[ ]?[A-ZÀ-Þ][a-zà-ÿ]{1,3}\.?")  # "B.Sc."
_CLITIC = re.compile(r"['’]s ")
WORDS_MAX = 6  # of what else identifies
_SPECIES = re.compile(r"[A-ZÀ-Þ]\.[ ]?[a-zà-ÿ]{3,}")  # and no initials
_ONE_LETTER = re.compile(r"[^\W\d_]\.?")
_ENTRY_ENDS = re.compile(r"[\s)]*(?:\n|\Z|[/:])|[^\S\n][^\W\d_]|['’]s")
_SIGN_BEHIND = re.compile(r"[ ]?[+=]")
_MEASURES = re.compile(  # a row of them: "PR 188 QRS 122", "21 PAL 301 GGT 288"; of times: "0552 dest 0629"
    r"(?:\d{1,4}[*+]?\s+)?(?:[^\W\d_]{1,6}[+*]?[ ]?-?\d{1,4}[*+]?\s+)+[^\W\d_]{1,6}[+*]?(?:[ ]?-?\d{1,4}[*+]?)?"
    r"|(?:[^\W\d_]+[ ])?[\d/]*\d{1,3}(?:[ ]?/[ ]?\d{1,4}){1,4}"
    r"|\d{4}(?:[ ][a-zà-ÿ]{2,8}[ ]\d{4})+"
)
_DIAGNOSIS = re.compile(r"00\d{3}")  # of nurses: NANDA 00039
_TEETH = re.compile(r"[1-8][1-8](?:[ ,-]{1,2}[1-8][1-8])*")
_CELL = re.compile(r"[<>≤≥+–-]{0,2}\d{1,4}(?:[.,/ (]{1,2}\d{1,3}\)?)*[*+HLF]?")  # of a table
_CELLS = re.compile(rf"(?:^|[ \t\u3000]{{2,}}|\t){_CELL.pattern}(?=[ \t\u3000]{{2}}|\t|\s*$)", re.MULTILINE)
_LONG = re.compile(r"\d{5}|\d(?:[ .-]?\d){7}")
LINE_MAX = 200
CELLS_MIN = 3  # of a line that is a row of values
_HOST = re.compile(r"[^\W\d_][\w-]*\.[^\W\d_]|://|www")
_NUMBER = re.compile(r"\d+")
_DECIMAL = re.compile(r"\d[.,]\d")
_PEOPLE = people_labels() - {"INITIALS"}
_OF_NUMBERS = frozenset({"DATE", "TIME", "PHONE", "ID", "IP", "URL", "EMAIL", "USERNAME"})
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
    if _is_cell(text, span, inner) or _cuts_number(text, span):
        return False
    if span.label == "EMAIL":
        return _MAIL.search(inner) is not None or _AT.search(inner) is not None
    if span.label == "INITIALS":
        return _may_be_initials(text, span, inner)
    if span.label == "URL":
        return _HOST.search(inner) is not None
    if span.label == "PHONE":
        return _may_be_phone(inner)
    if span.label in _PEOPLE and len(inner) == 1 and inner.isascii():
        return False  # a sex in a form, the S of a note
    if span.label == "OTHER_PHI":
        return len(inner.split()) <= WORDS_MAX and not _CLITIC.match(text, max(0, span.start - 1))
    if span.label in {"ID", "STREET"} and (_is_measured(inner) or _CLOCK.search(inner)):
        return False
    if span.label == "DATE" and (_PRIMED.fullmatch(inner) or _DISPATCH.fullmatch(inner)):
        return False
    if span.label in {"DATE", "ID"} and not _LETTER.search(inner):
        return _is_whole_code(text, span, inner)
    return span.label != "ID" or _may_be_code(inner)


def _cuts_number(text: str, span: Span) -> bool:
    """Whether what is no number begins or ends within a decimal: "in corso 0" of "in corso 0,8 ng"."""
    edges = (span.start - 2, span.start - 1, span.end - 1)
    return span.label not in _OF_NUMBERS and any(at >= 0 and _DECIMAL.match(text, at) for at in edges)


def _is_cell(text: str, span: Span, inner: str) -> bool:
    """Whether a short number is one of a row of a table."""
    if not _CELL.fullmatch(inner.rstrip("( ")) or _LONG.search(inner):
        return False
    line = text[text.rfind("\n", 0, span.start) + 1 :].partition("\n")[0]
    return len(_CELLS.findall(line[:LINE_MAX])) >= CELLS_MIN


def _may_be_initials(text: str, span: Span, inner: str) -> bool:
    """Whether letters are somebody's, and no species or marker; a single one where an entry ends or a name follows."""
    if any(form.fullmatch(inner) for form in (_SPECIES, _CHOICE, _DEGREE)) or _SIGN_BEHIND.match(text, span.end):
        return False
    if _ONE_LETTER.fullmatch(inner):
        return _ENTRY_ENDS.match(text, span.end) is not None
    return any(map(str.isupper, inner)) or len(inner) <= INITIALS_SMALL_MAX


def _is_measured(inner: str) -> bool:
    """Whether a text is a row of values, with or without what is measured."""
    return _MEASURES.fullmatch(inner) is not None and len(_NUMBER.findall(inner)) > 1


def _may_be_phone(inner: str) -> bool:
    """Whether digits can be called: no short value, and no row of teeth."""
    n_digits = sum(map(str.isdigit, inner))
    if n_digits < PHONE_MIN_DIGITS or _is_measured(inner) or _DIAGNOSIS.fullmatch(inner):
        return False
    longest = max(map(len, _NUMBER.findall(inner)), default=0)
    return not _TEETH.fullmatch(inner) and (longest > 2 or n_digits >= PAIRS_MIN_DIGITS)


def _may_be_code(inner: str) -> bool:
    """Whether letters and digits are more than the name of a cycle, a tooth or a marker."""
    n_digits = sum(map(str.isdigit, inner))
    return n_digits >= CODE_MIN_DIGITS or (bool(n_digits) and sum(map(str.isalnum, inner)) >= CODE_MIN_CHARS)


def _is_whole_code(text: str, span: Span, inner: str) -> bool:
    """Whether numbers are not cut out of a longer row, and of the form of a day or an id."""
    n_digits = sum(map(str.isdigit, inner))
    if span.label == "ID":
        return n_digits >= ID_MIN_DIGITS
    if n_digits >= WHOLE_MIN_DIGITS:
        return not _is_row(inner) and _may_hold_day(inner)
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


def _may_hold_day(inner: str) -> bool:
    """Whether two neighbours of three short numbers are a day and a month: not of "54/38/22"."""
    numbers = _NUMBER.findall(inner)
    if len(numbers) != DATE_NUMBERS or max(map(len, numbers)) > 2:
        return True
    first, second, third = map(int, numbers)
    return any(_is_day(*pair) for pair in ((first, second), (second, first), (third, second)))


def _is_row(inner: str) -> bool:
    """Whether numbers are more than a date has, and all parted alike: hours of a day, and no "1.-4.3."."""
    return len(_NUMBER.findall(inner)) > DATE_NUMBERS and len(set(_SEPARATOR.findall(inner))) == 1


def _is_day(day: int, month: int) -> bool:
    return 0 < day <= DAY_MAX and 0 < month <= MONTH_MAX
