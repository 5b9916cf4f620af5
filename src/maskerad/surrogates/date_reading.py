"""From the parts of a written date to calendar dates: which number is the day, and what the mention leaves unsaid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.date_grammar import IN_DIGITS, DateField, Written, read_date
from maskerad.surrogates.date_words import DateWords, date_words

YEARS = range(1850, 2101)
CACHE_MAX_DATES = 20_000
SPAN_ENDS = 2
_DAYS, _MONTHS, _WEEKS, _QUARTERS = range(1, 32), range(1, 13), range(1, 54), range(1, 5)


class Grain(Enum):
    """How fine a date is told."""

    DAY = "day"
    WEEK = "week"
    PART = "part of a month"
    MONTH = "month"
    SEASON = "season"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    HOLIDAY = "holiday"


class Part(NamedTuple):
    """A part of a date with its value.

    Attributes:
        role: "Y", "y" year, "M", "D", "W" week, "N" quarter, "T" decade, "H" holiday, "E" era (its value is the year
            its first year is counted from), "o" ordinal ending, "p" part of a month, "s" season.
        start, end: Its place in the mention.
        text: As written.
        value: The full year for "Y", "y"; else the number.
        form: Which form of a name it has; below 0 for a number.
    """

    role: str
    start: int
    end: int
    text: str
    value: int
    form: int = -1


class Reading(NamedTuple):
    """One date of a mention: what is written, and what is known by then.

    Attributes:
        parts: As written.
        grain: How fine it is told.
        year, month, day: None while not known.
        slot: Which week, part of the month, season, quarter or holiday.
        weekday: Which weekday stands beside it, Monday 0; -1 where none does.
    """

    parts: tuple[Part, ...]
    grain: Grain
    year: int | None = None
    month: int | None = None
    day: int | None = None
    slot: int = -1
    weekday: int = -1


class Told(NamedTuple):
    """A completed date, and the day that stands for it; None where there is no such day."""

    reading: Reading
    day: date | None


class Readings(NamedTuple):
    """All dates of a mention.

    Attributes:
        dates: In order.
        weekdays: That stand beside them.
        mark: What stands after the first number.
        pads: Whether days and months have a 0 before one digit; None where the mention does not tell.
    """

    dates: tuple[Reading, ...]
    weekdays: tuple[DateField, ...]
    mark: str = ""
    pads: bool | None = None


@lru_cache(maxsize=CACHE_MAX_DATES)
def read_written(text: str, pack: LanguagePack) -> Written | None:
    """The written forms in a mention; remembered, since the same days stand in many records."""
    return read_date(text, date_words(pack))


@lru_cache(maxsize=CACHE_MAX_DATES)
def read_dates(text: str, pack: LanguagePack, is_day_first: bool, latest_year: int) -> Readings | None:
    """The dates of a mention, each completed from its neighbours in the mention alone.

    "23 al 26 de mayo" is two dates: the first takes its month from the second.

    Args:
        text: The mention.
        pack: Its language.
        is_day_first: How to read 4/3.
        latest_year: The latest year that two digits can mean.

    Returns:
        None when something cannot be read.
    """
    written = read_written(text, pack)
    if written is None:
        return None
    words = date_words(pack)
    forms = [read_parts(form, words, is_day_first, latest_year) for form in written.forms]
    seasons = [f for f in written.beside if f.role == "s"]
    if not forms and len(seasons) == 1 and len(written.beside) == 1:
        f = seasons[0]
        part = Part(f.role, f.start, f.end, f.text, f.value, f.form)
        return Readings((Reading((part,), Grain.SEASON, slot=f.value),), ())
    if not all(forms) or (not forms and any(f.role != "w" for f in written.beside)):
        return None
    readings = [_as_written(group) for parts in forms for group in _grouped(parts)]
    readings = _with_beside(readings, written.beside)
    for at in reversed(range(len(readings) - 1)):
        readings[at] = _borrowed(readings[at], readings[at + 1])
    for at in range(1, len(readings)):
        readings[at] = _borrowed(readings[at], readings[at - 1])
    weekdays = tuple(f for f in written.beside if f.role == "w")
    if len(weekdays) == len(readings) == 1:
        readings[0] = readings[0]._replace(weekday=weekdays[0].value)
    mark = written.forms[0][0].mark if written.forms else ""
    return Readings(tuple(readings), weekdays, mark, _pads(written, readings))


def is_span(dates: Sequence[Reading]) -> bool:
    """Whether dates are the first and the last of some years: "2024-2025"."""
    if len(dates) != SPAN_ENDS or any(reading.grain is not Grain.YEAR for reading in dates):
        return False
    return (dates[0].year or 0) < (dates[1].year or 0)


def _pads(written: Written, readings: Iterable[Reading]) -> bool | None:
    """Whether a 0 stands before days and months of one digit, if their digits tell."""
    numbers = [
        part.text for reading in readings for part in reading.parts if part.role in "DM" and part.form == IN_DIGITS
    ]
    if any(f.role in "68" for form in written.forms for f in form) or any(text[0] == "0" for text in numbers):
        return True
    return False if len(numbers) < 2 or any(len(text) == 1 for text in numbers) else None


def read_parts(form: Sequence[DateField], words: DateWords, is_day_first: bool, latest_year: int) -> list[Part]:
    """Settles open roles and values of one written form; empty when a number fits no role."""
    roles = _settled([f for f in form if f.role != "o"], words, is_day_first)
    if roles is None:
        return []
    parts = list(_with_era_years([_valued(f, words, latest_year) for f in roles]))
    if any(part.value < 0 for part in parts):
        return []
    parts += [Part("o", f.start, f.end, f.text, 0) for f in form if f.role == "o"]
    return sorted(parts, key=lambda part: part.start)


def _settled(fields: list[DateField], words: DateWords, is_day_first: bool) -> list[DateField] | None:
    """Fields with the roles that are left open by the grammar decided; None when no decision fits."""
    open_roles = "".join([f.role for f in fields if f.role in "ABPQRX68S"])
    if not open_roles:
        return fields
    if open_roles in ("6", "8"):
        return _glued(fields[0], words)
    for roles in _decisions(open_roles, fields, words, is_day_first):
        following = iter(roles)
        decided = [f._replace(role=next(following)) if f.role in open_roles else f for f in fields]
        if all(map(_is_possible, decided)):
            return decided
    return None


def _decisions(open_roles: str, fields: list[DateField], words: DateWords, is_day_first: bool) -> Sequence[str]:
    if open_roles == "AB":
        has_year = any(f.role in "Yy" for f in fields)
        orders = ["DM", "MD"] if is_day_first else ["MD", "DM"]
        if has_year:
            return orders
        first, second = (f.number for f in fields[:2])
        years = ["yy"] if second == (first + 1) % 100 else []
        return ["DM", "My", *years, "MD"] if is_day_first else [*orders, "My", *years]
    if open_roles == "PQR":
        orders = ["DMy", "MDy", "yMD"] if is_day_first else ["MDy", "DMy", "yMD"]
        is_year_first = fields[0].mark in words.short_year_first
        return ["yMD", *orders] if is_year_first else orders
    if open_roles == "S":
        first = fields[0].number % 100
        return ["y", "M"] if fields[1].number == (first + 1) % 100 and not words.eras else ["M", "y"]
    return ["D", "y"] if words.order == "month-day" else ["y", "D"]


def _is_possible(f: DateField) -> bool:
    if f.role == "D":
        return f.number in _DAYS
    if f.role == "M":
        return f.number in _MONTHS
    return f.role != "y" or not f.text.isdecimal() or len(f.text) == 2


def _glued(field_: DateField, words: DateWords) -> list[DateField] | None:
    """Six or eight digits as year, month and day, in the first order that gives a date."""
    year_role, n_year = ("y", 2) if field_.role == "6" else ("Y", 4)
    for order in words.glued if field_.role == "6" else ("ymd", *words.glued):
        at, found = 0, []
        for letter in order:
            size = n_year if letter == "y" else 2
            role = year_role if letter == "y" else letter.upper()
            start = field_.start + at
            found.append(DateField(role, start, start + size, field_.text[at : at + size]))
            at += size
        is_year = field_.role == "6" or any(f.role == "Y" and f.number in YEARS for f in found)
        if is_year and all(map(_is_possible, found)):
            return found
    return _glued_month(field_) if field_.role == "6" else None


def _glued_month(field_: DateField) -> list[DateField] | None:
    """Six digits that are no day as year and month: 202403."""
    middle = field_.start + 4
    year = DateField("Y", field_.start, middle, field_.text[:4])
    month = DateField("M", middle, field_.end, field_.text[4:])
    return [year, month] if year.number in YEARS and month.number in _MONTHS else None


def _valued(f: DateField, words: DateWords, latest_year: int) -> Part:
    """A field with its value; -1 where it has none."""
    value, role = f.number if f.text.isdecimal() or f.value >= 0 else -1, f.role
    if role == "E":
        value = words.eras[f.value].start.year - 1
    elif role == "y":
        value = full_year(value, latest_year)
    elif role == "T":
        value = _decade(f, latest_year)
    fits = {"D": _DAYS, "M": _MONTHS, "W": _WEEKS, "N": _QUARTERS, "Y": YEARS}.get(role)
    return Part(role, f.start, f.end, f.text, value if fits is None or value in fits else -1, f.form)


def _decade(f: DateField, latest_year: int) -> int:
    """First year of a decade: 90, 1990 or its name."""
    if f.form >= 0:
        return full_year(f.value * 10, latest_year)
    if f.number % 10:
        return -1
    return f.number if f.number in YEARS else full_year(f.number, latest_year) if f.number < 100 else -1


def full_year(two_digits: int, latest_year: int) -> int:
    """The latest year that ends so.

    Example:
        >>> full_year(98, 2025), full_year(25, 2025)
        (1998, 2025)
    """
    return latest_year - (latest_year - two_digits) % 100


def _with_era_years(parts: Iterable[Part]) -> Iterator[Part]:
    """The year after an era counts from the era's beginning."""
    base = 0
    for part in parts:
        if part.role == "E":
            base = part.value
        elif part.role == "y" and base:
            number = 1 if part.text == "元" else int(part.text) if part.text.isdecimal() else part.value % 100
            part = part._replace(value=base + number)
        yield part


def _grouped(parts: Sequence[Part]) -> Iterator[tuple[Part, ...]]:
    """Cuts the parts of a form where a role comes again."""
    group: list[Part] = []
    seen: set[str] = set()
    for part in parts:
        role = part.role.upper()
        if role != "O" and role in seen:
            yield tuple(group)
            group, seen = [], set()
        group.append(part)
        seen.add(role)
    if group:
        yield tuple(group)


_GRAINS = (("H", Grain.HOLIDAY), ("W", Grain.WEEK), ("D", Grain.DAY), ("M", Grain.MONTH), ("N", Grain.QUARTER))


def _as_written(group: tuple[Part, ...]) -> Reading:
    value = {part.role.upper(): part.value for part in group}
    grain = next((grain for role, grain in _GRAINS if role in value), None)
    slot = next((value[role] for role in "HWN" if role in value), -1)
    if grain is None:
        grain = Grain.DECADE if "T" in value else Grain.YEAR
    return Reading(group, grain, value.get("Y", value.get("T")), value.get("M"), value.get("D"), slot)


def _with_beside(readings: list[Reading], beside: Sequence[DateField]) -> list[Reading]:
    """Parts of a month and seasons join the month or the year they stand beside, if there is but one."""
    for role, grain, new in (("p", Grain.MONTH, Grain.PART), ("s", Grain.YEAR, Grain.SEASON)):
        named = [f for f in beside if f.role == role]
        fitting = [at for at, reading in enumerate(readings) if reading.grain is grain]
        if len(named) == len(fitting) == 1:
            at, f = fitting[0], named[0]
            part = Part(f.role, f.start, f.end, f.text, f.value, f.form)
            old = readings[at]
            readings[at] = old._replace(parts=(*old.parts, part), grain=new, slot=f.value)
    return readings


def _borrowed(reading: Reading, other: Reading) -> Reading:
    """Fills in what is missing from a neighbour, as far as the reading has something smaller."""
    month = reading.month if reading.month or not reading.day else other.month
    year = reading.year
    if year is None and other.year is not None and (month or reading.slot >= 0):
        year = other.year
        if month and other.month and other.parts[0].start > reading.parts[0].start and month > other.month:
            year -= 1
        elif month and other.month and other.parts[0].start < reading.parts[0].start and month < other.month:
            year += 1
    return reading if (month, year) == (reading.month, reading.year) else reading._replace(year=year, month=month)
