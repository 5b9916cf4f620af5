"""From the parts of a written date to calendar dates: which number is the day, and what the mention leaves unsaid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from maskerad.surrogates.date_grammar import ROMAN, DateField
from maskerad.surrogates.date_words import DateWords
from maskerad.text.folding import fold

YEARS = range(1850, 2101)
MID_MONTH = 15  # stands for a month whose day is not told
_DAYS, _MONTHS = range(1, 32), range(1, 13)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a record tells about its dates.

    Attributes:
        words: Of the language.
        reference: A day of the record; completes partial dates, which are taken to be near it.
        is_day_first: How to read 4/3.
    """

    words: DateWords = field(repr=False)
    reference: date
    is_day_first: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a date with its value.

    Attributes:
        role: "Y", "y", "M", "D", "W" (week), "E" (era; its value is the year its first year is counted from) or "o".
        value: The full year for "Y", "y"; else the number.
        form: Which form of a month name or era name; -1 for a number in digits, -2 in Roman.
    """

    role: str
    start: int
    end: int
    text: str
    value: int
    form: int = -1


@dataclass(frozen=True, slots=True)
class Reading:
    """One date of a mention: what is written, and what is known by then."""

    parts: tuple[Part, ...]
    year: int | None = None
    month: int | None = None
    day: int | None = None
    week: int | None = None


def read_parts(form: Sequence[DateField], setting: Setting) -> list[Part]:
    """Settles open roles and values of one written form; empty when a number fits no role."""
    roles = _settled([f for f in form if f.role != "o"], setting)
    if roles is None:
        return []
    ordinals = [Part("o", f.start, f.end, f.text, 0) for f in form if f.role == "o"]
    parts = [_valued(f, setting) for f in roles]
    if any(part.value < 0 for part in parts):
        return []
    return sorted([*_with_era_years(parts), *ordinals], key=lambda part: part.start)


def _settled(fields: list[DateField], setting: Setting) -> list[DateField] | None:
    """Fields with the roles that are left open by the grammar decided; None when no decision fits."""
    open_roles = "".join(f.role for f in fields if f.role in "ABPQRX68S")
    if not open_roles:
        return fields
    if open_roles in ("6", "8"):
        return _glued(fields[0], setting)
    for roles in _decisions(open_roles, fields, setting):
        following = iter(roles)
        decided = [replace(f, role=next(following)) if f.role in open_roles else f for f in fields]
        if _is_possible(decided):
            return decided
    return None


def _decisions(open_roles: str, fields: list[DateField], setting: Setting) -> Sequence[str]:
    day_first = setting.is_day_first
    if open_roles == "AB":
        has_year = any(f.role in "Yy" for f in fields)
        orders = ["DM", "MD"] if day_first else ["MD", "DM"]
        if has_year:
            return orders
        first, second = (f.number for f in fields[:2])
        years = ["yy"] if second == (first + 1) % 100 else []
        return ["DM", "My", *years, "MD"] if day_first else [*orders, "My", *years]
    if open_roles == "PQR":
        orders = ["DMy", "MDy", "yMD"] if day_first else ["MDy", "DMy", "yMD"]
        is_year_first = fields[0].mark in setting.words.short_year_first
        return ["yMD", *orders] if is_year_first else orders
    if open_roles == "S":
        first = fields[0].number % 100
        return ["y", "M"] if fields[1].number == (first + 1) % 100 and not setting.words.eras else ["M", "y"]
    return ["D", "y"] if setting.words.order == "month-day" else ["y", "D"]


def _is_possible(fields: list[DateField]) -> bool:
    for f in fields:
        if f.text.isdecimal() and (
            (f.role == "D" and f.number not in _DAYS)
            or (f.role == "M" and f.number not in _MONTHS)
            or (f.role == "y" and len(f.text) != 2)
        ):
            return False
    return True


def _glued(field_: DateField, setting: Setting) -> list[DateField] | None:
    """Six or eight digits as year, month and day, in the first order that gives a date."""
    orders = setting.words.glued
    year_role, n_year = ("y", 2) if field_.role == "6" else ("Y", 4)
    for order in orders if field_.role == "6" else ("ymd", *orders):
        at, found = 0, []
        for letter in order:
            size = n_year if letter == "y" else 2
            role = year_role if letter == "y" else letter.upper()
            start = field_.start + at
            found.append(DateField(role, start, start + size, field_.text[at : at + size]))
            at += size
        is_year = field_.role == "6" or any(f.role == "Y" and f.number in YEARS for f in found)
        if is_year and _is_possible(found):
            return found
    return None


def _valued(field_: DateField, setting: Setting) -> Part:
    role, text, place = field_.role, field_.text, (field_.start, field_.end)
    if role == "E":
        era = next(era for era in setting.words.eras if text in era.names)
        return Part("E", *place, text, era.start.year - 1, era.names.index(text))
    if role == "M" and not text.isdecimal():
        if text in ROMAN:
            return Part("M", *place, text, ROMAN[text], -2)
        month, form = setting.words.months[fold(text)]
        return Part("M", *place, text, month, form)
    value = 1 if text == "元" else field_.number
    if role == "y":
        value = full_year(value, setting.reference)
    fits = {"D": value in _DAYS, "M": value in _MONTHS, "W": 1 <= value <= 53, "Y": value in YEARS}
    return Part(role, *place, text, value if fits.get(role, True) else -1)


def full_year(two_digits: int, reference: date) -> int:
    """The latest year that ends so and is not beyond the year after the reference.

    Example:
        >>> full_year(98, date(2024, 5, 1)), full_year(25, date(2024, 5, 1))
        (1998, 2025)
    """
    latest = reference.year + 1
    return latest - (latest - two_digits) % 100


def _with_era_years(parts: list[Part]) -> Iterator[Part]:
    """The year after an era counts from the era's beginning."""
    base = 0
    for part in parts:
        if part.role == "E":
            base = part.value
        elif part.role == "y" and base:
            part = replace(part, value=base + (1 if part.text == "元" else int(part.text)))
        yield part


def read_dates(forms: Sequence[Sequence[Part]], setting: Setting) -> list[Reading]:
    """The dates of a mention, each completed from the others and from the reference.

    "23 al 26 de mayo" is two dates: the first takes its month from the second, both their year from the reference.
    """
    groups = [group for parts in forms for group in _grouped(parts)]
    readings = [_as_written(group) for group in groups]
    for at in reversed(range(len(readings) - 1)):
        readings[at] = _borrowed(readings[at], readings[at + 1])
    for at in range(1, len(readings)):
        readings[at] = _borrowed(readings[at], readings[at - 1])
    return [_near_reference(reading, setting.reference) for reading in readings]


def _grouped(parts: Sequence[Part]) -> Iterator[tuple[Part, ...]]:
    """Cuts the parts of a form where a role comes again."""
    group: list[Part] = []
    for part in parts:
        role = "Y" if part.role == "y" else part.role
        if role != "o" and any(role == ("Y" if other.role == "y" else other.role) for other in group):
            yield tuple(group)
            group = []
        group.append(part)
    if group:
        yield tuple(group)


def _as_written(group: tuple[Part, ...]) -> Reading:
    value = {("Y" if part.role == "y" else part.role): part.value for part in group}
    return Reading(group, value.get("Y"), value.get("M"), value.get("D"), value.get("W"))


def _borrowed(reading: Reading, other: Reading) -> Reading:
    """Fills in what is missing from a neighbour, as far as the reading has something smaller."""
    month = reading.month if reading.month or not reading.day else other.month
    year = reading.year
    if year is None and other.year is not None and month:
        year = other.year
        if other.month and other.parts[0].start > reading.parts[0].start and month > other.month:
            year -= 1
        elif other.month and other.parts[0].start < reading.parts[0].start and month < other.month:
            year += 1
    return replace(reading, year=year, month=month)


def _near_reference(reading: Reading, reference: date) -> Reading:
    """The completion nearest to the reference."""
    if reading.week:
        return replace(reading, year=reading.year or reference.year)
    if reading.year is not None and (reading.month or not reading.day):
        return reading
    if reading.month:
        nearest = _nearest(((year, reading.month) for year in _years_around(reference)), reading.day, reference)
    else:
        nearest = _nearest(_months_around(reference), reading.day, reference)
    return replace(reading, year=nearest.year, month=nearest.month) if nearest else reading


def _years_around(reference: date) -> Iterator[int]:
    """Nearer years first; four of them hold a 29 February, but for the turn of some centuries."""
    for distance in (0, -1, 1, -2, 2, -3, 3, -4):
        yield reference.year + distance


def _months_around(reference: date) -> Iterator[tuple[int, int]]:
    for distance in (0, -1, 1, -2, 2):
        months = reference.year * 12 + reference.month - 1 + distance
        yield months // 12, months % 12 + 1


def _nearest(months: Iterator[tuple[int, int]], day: int | None, reference: date) -> date | None:
    found = [made for year, month in months if (made := make_date(year, month, day or MID_MONTH))]
    return min(found, key=lambda made: abs((made - reference).days), default=None)


def make_date(year: int, month: int, day: int) -> date | None:
    """The date, or None when there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
