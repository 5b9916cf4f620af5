"""From the parts of a written date to partial dates: what each one tells, and what it has from those beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.written.grammar import DateField, Written, read_date
from maskerad.surrogates.dates.written.partial import Grain, Part, Reading, Readings
from maskerad.surrogates.dates.written.roles import Manner, read_parts
from maskerad.surrogates.dates.written.tokens import IN_DIGITS, MONTHS, Leaning
from maskerad.surrogates.dates.written.words import date_words

CACHE_MAX_DATES = 4_096
SPAN_ENDS = 2
STAYING = frozenset("wrc")  # what alone is as true after the move: a weekday, "last year"


@lru_cache(maxsize=CACHE_MAX_DATES)
def read_written(text: str, pack: LanguagePack, leaning: Leaning = MONTHS) -> Written | None:
    """The written forms in a mention; remembered, since the same days stand in many records."""
    return read_date(text, date_words(pack), leaning)


@lru_cache(maxsize=CACHE_MAX_DATES)
def read_dates(text: str, pack: LanguagePack, manner: Manner) -> Readings | None:
    """The dates of a mention, each completed from its neighbours in the mention alone.

    "23 al 26 de mayo" is two dates: the first takes its month from the second.

    Args:
        text: The mention.
        pack: Its language.
        manner: How its record writes dates.

    Returns:
        None when something cannot be read.
    """
    written = read_written(text, pack, manner.leaning)
    if written is None:
        return None
    words = date_words(pack)
    forms = [read_parts(form, words, manner) for form in written.forms]
    seasons = [f for f in written.beside if f.role == "s"]
    if not forms and len(seasons) == 1 and all(f.role in "sr" for f in written.beside):
        season = Reading((_part(seasons[0]),), Grain.SEASON, slot=seasons[0].value)
        return Readings((_related(season, written.beside),), ())
    if not all(forms) or (not forms and not _stays(written.beside)):
        return None
    readings = [_as_written(group) for parts in forms for group in _grouped(parts)]
    readings = _with_beside(readings, written.beside)
    for at in reversed(range(len(readings) - 1)):
        readings[at] = _borrowed(readings[at], readings[at + 1])
    for at in range(1, len(readings)):
        readings[at] = _borrowed(readings[at], readings[at - 1])
    if readings:
        readings[-1] = _related(readings[-1], written.beside)
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


def _stays(beside: Sequence[DateField]) -> bool:
    """Whether what is told without a date is as true after the move: a weekday, "the end of last year"."""
    roles = {f.role for f in beside}
    return roles <= STAYING or (roles <= STAYING | {"p"} and "r" in roles)


def _pads(written: Written, readings: Iterable[Reading]) -> bool | None:
    """Whether a 0 stands before days and months of one digit, if their digits tell."""
    numbers = [
        part.text for reading in readings for part in reading.parts if part.role in "DM" and part.form == IN_DIGITS
    ]
    if any(f.role in "68" for form in written.forms for f in form) or any(text[0] == "0" for text in numbers):
        return True
    return False if len(numbers) < 2 or any(len(text) == 1 for text in numbers) else None


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


_GRAINS = (
    ("H", Grain.HOLIDAY),
    ("W", Grain.WEEK),
    ("K", Grain.MONTH_WEEK),
    ("D", Grain.DAY),
    ("M", Grain.MONTH),
    ("N", Grain.QUARTER),
)


def _as_written(group: tuple[Part, ...]) -> Reading:
    value = {part.role.upper(): part.value for part in group}
    grain = next((grain for role, grain in _GRAINS if role in value), None)
    slot = next((value[role] for role in "HWKN" if role in value), -1)
    if grain is None:
        grain = Grain.DECADE if "T" in value else Grain.YEAR
    return Reading(group, grain, value.get("Y", value.get("T")), value.get("M"), value.get("D"), slot)


def _with_beside(readings: list[Reading], beside: Sequence[DateField]) -> list[Reading]:
    """Parts of a month and seasons join the month or the year they stand beside, if there is but one."""
    joined = (
        ("p", Grain.MONTH, Grain.PART),
        ("s", Grain.YEAR, Grain.SEASON),
        ("p", Grain.YEAR, Grain.YEAR_PART),
    )
    for role, grain, new in joined:
        named = [f for f in beside if f.role == role]
        fitting = [at for at, reading in enumerate(readings) if reading.grain is grain]
        if len(named) == len(fitting) == 1:
            at, f = fitting[0], named[0]
            old = readings[at]
            readings[at] = old._replace(parts=(*old.parts, _part(f)), grain=new, slot=f.value)
    return readings


def _related(reading: Reading, beside: Sequence[DateField]) -> Reading:
    """A reading that tells no year, or no month, with the distance at which the words beside it put that."""
    years, months = (next((f for f in beside if f.role == role), None) for role in "rc")
    if years is not None and reading.year is None:
        reading = reading._replace(parts=(*reading.parts, _part(years)), years=years.value)
    if months is not None and reading.month is None and reading.grain is Grain.DAY:
        reading = reading._replace(parts=(*reading.parts, _part(months)), months=months.value)
    return reading


def _part(f: DateField) -> Part:
    return Part(f.role, f.start, f.end, f.text, f.value, f.form)


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
