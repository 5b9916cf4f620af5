"""Which number of a written date is its day, its month, its year; and what value each part has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from maskerad.surrogates.dates.written.grammar import DateField
from maskerad.surrogates.dates.written.partial import Part
from maskerad.surrogates.dates.written.tokens import MONTHS, Leaning
from maskerad.surrogates.dates.written.words import DateWords

YEARS = range(1850, 2101)
NEAR_YEARS, NEARER_YEARS = 6, 2  # before the record, in which "23/24" and "23-24" are two years in a row
_DAYS, _MONTHS, _WEEKS, _QUARTERS, _MONTH_WEEKS = (range(1, last + 1) for last in (31, 12, 53, 4, 5))


class Manner(NamedTuple):
    """How a record writes its dates, where that decides how one is read.

    Attributes:
        is_day_first: How to read 4/3.
        latest_year: The latest year that two digits can mean.
        leaning: What words are taken for that can be two things.
        glued: Orders in which digits written together are read before those of the language.
        year_first: Marks between which a year of two digits comes first, besides those of the language.
    """

    is_day_first: bool
    latest_year: int
    leaning: Leaning = MONTHS
    year_first: frozenset[str] = frozenset()
    glued: tuple[str, ...] = ()


def read_parts(form: Sequence[DateField], words: DateWords, manner: Manner) -> list[Part]:
    """Settles open roles and values of one written form; empty when a number fits no role."""
    roles = _settled([_as_year(f, form) for f in form if f.role != "o"], words, manner)
    if roles is None:
        return []
    parts = list(_with_era_years([_valued(f, words, manner.latest_year) for f in roles]))
    if any(part.value < 0 for part in parts):
        return []
    parts += [Part("o", f.start, f.end, f.text, 0) for f in form if f.role == "o"]
    return sorted(parts, key=lambda part: part.start)


def _as_year(f: DateField, form: Sequence[DateField]) -> DateField:
    """A lone number of two digits that is no day, as a year: "en el 99"."""
    is_year = len(form) == 1 and f.role == "D" and len(f.text) == 2 and f.text.isdecimal() and f.number not in _DAYS
    return f._replace(role="y") if is_year else f


def _settled(fields: list[DateField], words: DateWords, manner: Manner) -> list[DateField] | None:
    """Fields with the roles that are left open by the grammar decided; None when no decision fits."""
    open_roles = "".join([f.role for f in fields if f.role in "ABPQRXZ68S"])
    if not open_roles:
        return fields
    if open_roles in ("6", "8"):
        return _glued(fields[0], (*manner.glued, *words.glued))
    for roles in _decisions(open_roles, fields, words, manner):
        following = iter(roles)
        decided = [f._replace(role=next(following)) if f.role in open_roles else f for f in fields]
        if all(map(_is_possible, decided)):
            return decided
    return None


def _decisions(open_roles: str, fields: list[DateField], words: DateWords, manner: Manner) -> Sequence[str]:
    is_day_first = manner.is_day_first
    if open_roles == "ABZ":
        orders = ["DM", "MD"] if is_day_first else ["MD", "DM"]
        is_near = (manner.latest_year - fields[2].number) % 100 <= NEAR_YEARS
        return [order + last for last in ("yD" if is_near else "Dy") for order in orders]
    if open_roles == "AB":
        has_year = any(f.role in "Yy" for f in fields)
        orders = ["DM", "MD"] if is_day_first else ["MD", "DM"]
        if has_year:
            return orders
        if manner.leaning.to_nights:
            return ["DD"]
        first, second = (f.number for f in fields[:2])
        following = _following(fields[0], manner) if second == (first + 1) % 100 else []
        if is_day_first:
            return ["DM", *following, "My", "MD"]
        is_month_year = len(fields[0].text) == 1 and fields[1].text[0] == "0"  # "2/09", but "2/9" and "02/09"
        return ["My", *orders] if is_month_year else [*orders, *following, "My"]
    if open_roles == "PQR":
        orders = ["DMy", "MDy", "yMD"] if is_day_first else ["MDy", "DMy", "yMD"]
        is_year_first = fields[0].mark in words.short_year_first or fields[0].mark in manner.year_first
        return ["yMD", *orders] if is_year_first else orders
    if open_roles == "S":
        first = fields[0].number % 100
        return ["y", "M"] if fields[1].number == (first + 1) % 100 and not words.eras else ["M", "y"]
    return ["y", "D"] if is_day_first else ["D", "y"]


def _following(first: DateField, manner: Manner) -> list[str]:
    """What two numbers in a row are: years of which the first is near ("24/25"), else the two days of a night."""
    is_dashed = first.mark == "-"
    if (manner.latest_year - first.number) % 100 <= (NEARER_YEARS if is_dashed else NEAR_YEARS):
        return ["yy"]
    return ["DD"] if is_dashed else []


def _is_possible(f: DateField) -> bool:
    if f.role == "D":
        return f.number in _DAYS
    if f.role == "M":
        return f.number in _MONTHS
    return f.role != "y" or not f.text.isdecimal() or len(f.text) == 2


def _glued(field_: DateField, orders: Sequence[str]) -> list[DateField] | None:
    """Six or eight digits as year, month and day, in the first order that gives a date."""
    year_role, n_year = ("y", 2) if field_.role == "6" else ("Y", 4)
    for order in orders if field_.role == "6" else ("ymd", *orders):
        at, fields = 0, []
        for letter in order:
            size = n_year if letter == "y" else 2
            role = year_role if letter == "y" else letter.upper()
            start = field_.start + at
            fields.append(DateField(role, start, start + size, field_.text[at : at + size]))
            at += size
        is_year = field_.role == "6" or any(f.role == "Y" and f.number in YEARS for f in fields)
        if is_year and all(map(_is_possible, fields)):
            return fields
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
    fits = {"D": _DAYS, "M": _MONTHS, "W": _WEEKS, "N": _QUARTERS, "Y": YEARS, "k": _MONTH_WEEKS}.get(role)
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
