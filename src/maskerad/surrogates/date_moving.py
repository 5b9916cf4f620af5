"""Where a date goes when its record moves, as coarse as it is told."""

from __future__ import annotations

from datetime import date, timedelta

from maskerad.surrogates.date_reading import Grain, Reading, day_of
from maskerad.surrogates.date_words import date_words
from maskerad.surrogates.record_dates import RecordDates
from maskerad.surrogates.request import Request

EARLY_DAYS, MIDDLE_DAYS = 10, 20  # last days of the beginning and the middle of a month
DECADE = 10


def moved_reading(reading: Reading, request: Request, dates: RecordDates) -> Reading:
    """A completed reading, moved; a slot that would stay takes one step of its own in the same direction.

    Raises:
        SurrogateError: If there is no such day, before or after, or a year cannot move without leaving its order.
    """
    if reading.grain is Grain.YEAR or reading.grain is Grain.DECADE:
        return _moved_years(reading, request, dates)
    try:
        new = dates.moved(day_of(reading, date_words(request.pack)))
        moved = told_as(reading, new)
        if reading.grain is not Grain.DAY and _is_same(moved, reading):
            moved = told_as(reading, _next_slot(reading, new, 1 if dates.shift_days > 0 else -1))
    except (ValueError, OverflowError):
        raise request.refusal("no such day in the calendar") from None
    return moved


def told_as(reading: Reading, day: date) -> Reading:
    """A day told as coarsely as a reading."""
    year, month, slot = day.year, day.month, -1
    match reading.grain:
        case Grain.WEEK:
            year, slot, _ = day.isocalendar()
        case Grain.PART:
            slot = (day.day > EARLY_DAYS) + (day.day > MIDDLE_DAYS)
        case Grain.SEASON:
            year, slot = year + month // 12, (month // 3 - 1) % 4
        case Grain.QUARTER:
            slot = (month + 2) // 3
    return Reading(reading.parts, reading.grain, year, month, day.day, slot)


def _is_same(new: Reading, old: Reading) -> bool:
    """Whether what is written would be the same."""
    if old.grain is Grain.MONTH:
        return new.month == old.month and new.year == old.year
    if old.grain is Grain.PART:
        return (new.slot, new.month, new.year) == (old.slot, old.month, old.year)
    return (new.slot, new.year) == (old.slot, old.year)


_SLOT_DAYS = {Grain.WEEK: 7, Grain.PART: 10, Grain.MONTH: 30, Grain.SEASON: 91, Grain.QUARTER: 91}


def _next_slot(reading: Reading, new: date, sign: int) -> date:
    """A day in the slot beside the one a day is in."""
    day = new
    while _is_same(told_as(reading, day), reading):
        day += timedelta(days=sign * (_SLOT_DAYS[reading.grain] // 3 + 1))
    return day


def _moved_years(reading: Reading, request: Request, dates: RecordDates) -> Reading:
    step = year_step(request, dates)
    year = reading.year or 0
    if reading.grain is Grain.DECADE:
        return reading._replace(year=year + step * DECADE)
    if _breaks(year, step, dates):
        raise request.refusal("a year that stands alone cannot move without leaving its place among the dates")
    return reading._replace(year=year + step)


def year_step(request: Request, dates: RecordDates) -> int:
    """Which way years that stand alone go, all of a record alike: with its dates unless that would break their order.

    It is also against their order to go beyond the year of the last day of the record.
    """

    def work() -> int:
        sign = 1 if dates.shift_days > 0 else -1
        years = dates.facts.lone_years()
        return min((sign, -sign), key=lambda step: sum(_breaks(year, step, dates) for year in years))

    return request.record.once("year step", work)


def _breaks(year: int, step: int, dates: RecordDates) -> bool:
    """Whether a lone year that takes a step changes places with a date, or leaves the time of the record."""
    new = year + step
    if year <= dates.reference.year and new > dates.moved(dates.reference).year:
        return True
    for told in dates.facts.told():
        moved = dates.moved(told.day).year
        if (told.day.year < year and moved > new) or (told.day.year > year and moved < new):
            return True
    return False
