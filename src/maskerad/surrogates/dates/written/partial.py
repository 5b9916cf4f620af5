"""A date as far as it is told: its parts as written, how fine it is, and what is known of year, month and day."""

from __future__ import annotations

from datetime import date
from enum import Enum
from typing import NamedTuple

from maskerad.surrogates.dates.written.grammar import DateField


class Grain(Enum):
    """How fine a date is told."""

    DAY = "day"
    WEEK = "week"
    MONTH_WEEK = "week of a month"
    PART = "part of a month"
    MONTH = "month"
    SEASON = "season"
    YEAR_PART = "part of a year"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    HOLIDAY = "holiday"


class Part(NamedTuple):
    """A part of a date with its value.

    Attributes:
        role: "Y", "y" year, "M", "D", "W" week, "N" quarter, "T" decade, "H" holiday, "E" era (its value is the year
            its first year is counted from), "o" ordinal ending, "p" part of a month, "s" season, "k" week of a month,
            "r" and "c" a year and a month by their distance.
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
        years, months: How far its year or month is said to be from that of the document; None where it is not.
    """

    parts: tuple[Part, ...]
    grain: Grain
    year: int | None = None
    month: int | None = None
    day: int | None = None
    slot: int = -1
    weekday: int = -1
    years: int | None = None
    months: int | None = None


class DatedReading(NamedTuple):
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
