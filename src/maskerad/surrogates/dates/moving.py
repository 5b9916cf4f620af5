"""Where a date goes when its record moves, as coarse as it is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from maskerad.surrogates.dates.completion import completed, day_of
from maskerad.surrogates.dates.record_dates import RecordDates
from maskerad.surrogates.dates.written.partial import DatedReading, Grain, Reading
from maskerad.surrogates.dates.written.words import DateWords, date_words
from maskerad.surrogates.request import Request

EARLY_DAYS, MIDDLE_DAYS = 10, 20  # last days of the beginning and the middle of a month
DECADE = 10
NO_DAY = "no such day in the calendar"
DAYS_OF_YEAR = 365.2425
YEARLY = frozenset([Grain.MONTH, Grain.PART, Grain.MONTH_WEEK])  # told without a year, read as the nearest one
APART_DAYS, STEPS_MAX = 7, 8


def moved_reading(dated: DatedReading, request: Request, dates: RecordDates) -> Reading:
    """A completed reading coarser than a day, moved; one that would stay takes one step of its own the same way.

    Raises:
        SurrogateError: If there is no such day, before or after, or a year cannot move without leaving its order.
    """
    reading, day = dated
    if reading.grain is Grain.YEAR or reading.grain is Grain.DECADE:
        return _moved_years(reading, request, dates)
    if day is None:
        raise request.refusal(NO_DAY)
    try:
        new = dates.moved(day)
        moved = told_as(reading, new)
        if _is_same(moved, reading):
            moved = told_as(reading, _next_slot(reading, new, 1 if dates.shift_days > 0 else -1))
    except (ValueError, OverflowError):
        raise request.refusal(NO_DAY) from None
    return moved


def written_on(request: Request, dates: RecordDates) -> date:
    """The day that completes what a mention leaves unsaid: that of its document, else that of the record."""
    return request.original.written or dates.reference


def read_in_its_year(old: Reading, new: Reading, request: Request, dates: RecordDates) -> Reading:
    """A moved reading that names no year, told so that its own year is the one read; see ``told_in_its_year``."""
    day, reference = day_of(new, date_words(request.pack)), dates.moved(written_on(request, dates))
    other = told_in_its_year(new, day, reference, date_words(request.pack))
    reading = new if other is day else told_as(new, other)
    return new if _is_same(reading, old) else reading


def told_in_its_year(reading: Reading, day: date, reference: date, words: DateWords) -> date:
    """The day nearest to a day that is read in its own year when told as coarsely as a reading, without its year.

    Half a year away a month may be read a year off: of "in June", told in December, nobody knows which is meant.
    """
    step = timedelta(days=APART_DAYS if day < reference else -APART_DAYS)
    for _ in range(STEPS_MAX):
        bare = told_as(reading, day)
        if completed(bare._replace(year=None), reference, words).year == bare.year:
            break
        day += step
    return day


def told_as(reading: Reading, day: date) -> Reading:
    """A day told as coarsely as a reading."""
    year, month, slot = day.year, day.month, -1
    match reading.grain:
        case Grain.WEEK:
            year, slot, _ = day.isocalendar()
        case Grain.PART:
            slot = (day.day > EARLY_DAYS) + (day.day > MIDDLE_DAYS)
        case Grain.MONTH_WEEK:
            slot = (day.day - 1) // 7 + 1
        case Grain.SEASON:
            year, slot = year + month // 12, (month // 3 - 1) % 4
        case Grain.QUARTER:
            slot = (month + 2) // 3
        case Grain.YEAR_PART:
            slot = (month - 1) // 4
    return Reading(reading.parts, reading.grain, year, month, day.day, slot)


def _is_same(new: Reading, old: Reading) -> bool:
    """Whether what is written would be the same."""
    if old.grain is Grain.MONTH:
        return new.month == old.month and new.year == old.year
    if old.grain in (Grain.PART, Grain.MONTH_WEEK):
        return (new.slot, new.month, new.year) == (old.slot, old.month, old.year)
    return (new.slot, new.year) == (old.slot, old.year)


_SLOT_DAYS = {
    Grain.WEEK: 7,
    Grain.MONTH_WEEK: 7,
    Grain.PART: 10,
    Grain.MONTH: 30,
    Grain.SEASON: 91,
    Grain.QUARTER: 91,
    Grain.YEAR_PART: 120,
}


def _next_slot(reading: Reading, new: date, sign: int) -> date:
    """A day in the slot beside the one a day is in."""
    day = new
    while _is_same(told_as(reading, day), reading):
        day += timedelta(days=sign * (_SLOT_DAYS[reading.grain] // 3 + 1))
    return day


def _moved_years(reading: Reading, request: Request, dates: RecordDates) -> Reading:
    step, year = year_step(dates), reading.year or 0
    if reading.grain is Grain.DECADE:
        return reading._replace(year=year + (DECADE if step > 0 else -DECADE))
    if _breaks(year, step, dates):
        raise request.refusal("a year that stands alone cannot move without leaving its place among the dates")
    return reading._replace(year=year + step)


def year_step(dates: RecordDates) -> int:
    """By how many years those that stand alone go, all of a record alike: the way its dates go, at least one."""
    years = dates.shift_days / DAYS_OF_YEAR
    return round(years) or (1 if years > 0 else -1)


def moved_span(span: Sequence[Reading], dates: RecordDates) -> list[Reading]:
    """Some years ("2024-2025"), moved the way the dates of the record go."""
    step = year_step(dates)
    return [reading._replace(year=(reading.year or 0) + step) for reading in span]


def as_far_apart(old: Sequence[Reading], new: Sequence[Reading]) -> Sequence[Reading]:
    """Months told together ("feb-mars") as far apart as they were: two may be moved into one."""
    if not new or any(reading.grain is not Grain.MONTH for reading in (*old, *new)):
        return new
    first, last = _months(old[0]), _months(new[0])
    return [
        reading._replace(year=(months - 1) // 12, month=(months - 1) % 12 + 1)
        for before, reading in zip(old, new, strict=True)
        for months in [last + _months(before) - first]
    ]


def _months(reading: Reading) -> int:
    """The number of a month, counted over the years."""
    return (reading.year or 0) * 12 + (reading.month or 1)


def _breaks(year: int, step: int, dates: RecordDates) -> bool:
    """Whether a step breaks what a lone year tells.

    It does where the year changes places with a date, leaves the time of the record, or ceases to be the year of a day
    of long ago that may be the same event.
    """
    new, reference = year + step, dates.reference
    if year <= reference.year and new > dates.moved(reference).year:
        return True
    if any((old < year and moved > new) or (old > year and moved < new) for old, moved in dates.year_pairs):
        return True
    same = {moved for old, moved in dates.year_pairs if old == year} if reference.year - year > 1 else set()
    return bool(same) and new not in same
