"""How dates are written in a mention, where that helps to read and write the others of its record."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.written.grammar import DateField
from maskerad.surrogates.dates.written.reading import CACHE_MAX_DATES, read_written
from maskerad.surrogates.dates.written.tokens import IN_DIGITS, IN_ROMAN
from maskerad.surrogates.dates.written.words import date_words
from maskerad.text.folding import fold

LATEST_YEAR = 2035  # what two digits can mean at most in a record that tells no year
MONTHS = 12
PAIR = 2
YEARS = frozenset("YyPQRXS68")  # roles that are years, or may be


class Habits(NamedTuple):
    """What one mention shows.

    Attributes:
        day_first: Above 0 where a number above 12 tells that the day stands before the month, below 0 the other way.
        named_first: The same where the month is named: "22nd March", "March 22".
        latest_year: The latest year of four digits; 0 where there is none.
        tells_year: Whether it names a year.
        shortens: Whether it writes a month in short.
        years: Those of four digits.
        year_first: The marks behind such a year that stands before its month and day: "-" of "2024-03-12".
        pads: For each date in digits, the mark in it and 1 where it has a 0 before one digit, -1 where it has none.
    """

    day_first: int = 0
    named_first: int = 0
    latest_year: int = 0
    tells_year: bool = False
    shortens: bool = False
    pads: tuple[tuple[str, int], ...] = ()
    years: tuple[int, ...] = ()
    year_first: tuple[str, ...] = ()


@lru_cache(maxsize=CACHE_MAX_DATES)
def habits_of(text: str, pack: LanguagePack) -> Habits:
    """The habits a mention shows; none where it cannot be read.

    Example:
        >>> from maskerad.languages import load_pack
        >>> habits = habits_of("13/04/2019", load_pack("en"))
        >>> habits.day_first, habits.latest_year, habits.tells_year, habits.pads, habits.year_first
        (1, 2019, True, (('/', 1),), ())
    """
    written = read_written(text, pack)
    if written is None:
        return Habits()
    tells_year = any(f.role in YEARS for form in written.forms for f in form)
    years = tuple(f.number for form in written.forms for f in form if f.role == "Y" and f.number <= LATEST_YEAR)
    year_first = tuple(form[0].mark for form in written.forms if [f.role for f in form] == ["Y", "M", "D"])
    pads = ((numbers[0].mark, zeros(numbers)) for form in written.forms if len(numbers := _in_digits(form)) >= PAIR)
    day_first = sum(_day_first(form) for form in written.forms if not _may_begin_with_year(form, pack))
    named_first = sum(map(_named_first, written.forms))
    words = date_words(pack)
    shortens = any(f.role == "M" and words.is_shortened(f.text) for form in written.forms for f in form)
    is_telling = shortens and not any(fold(f.text) in words.two_faced for form in written.forms for f in form)
    latest = max(years, default=0)
    return Habits(day_first, named_first, latest, tells_year, is_telling, tuple(pads), years, year_first)


def _may_begin_with_year(form: list[DateField], pack: LanguagePack) -> bool:
    """Whether a date of two digits each begins with the year where the language writes it first: "20/02/26"."""
    is_open = [f.role for f in form] == ["P", "Q", "R"] and form[0].mark in date_words(pack).short_year_first
    return is_open and form[1].number <= MONTHS


def _day_first(form: list[DateField]) -> int:
    """Without a year, a second number above 12 may be one: "03/24"."""
    numbers = [f.number for f in form if f.role in "ABPQ"]
    if len(numbers) != PAIR:
        return 0
    return (numbers[0] > 12 >= numbers[1]) - (len(form) > PAIR and numbers[1] > 12 >= numbers[0])


def _named_first(form: list[DateField]) -> int:
    days = [f.start for f in form if f.role == "D"]
    months = [f.start for f in form if f.role == "M" and f.form not in (IN_DIGITS, IN_ROMAN)]
    if len(days) != 1 or len(months) != 1:
        return 0
    return 1 if days[0] < months[0] else -1


def _in_digits(form: list[DateField]) -> list[DateField]:
    """Days and months of a form, if all of them are in digits."""
    numbers = [f for f in form if f.role in "ABDMPQ"]
    return numbers if all(f.text.isdecimal() for f in numbers) else []


def zeros(numbers: list[DateField]) -> int:
    """1 where a number has a 0 before it, -1 where one is a bare digit, 0 where none tells."""
    if any(f.text[0] == "0" for f in numbers):
        return 1
    return -1 if any(len(f.text) == 1 for f in numbers) else 0
