"""What a written date leaves unsaid, completed from a day of its record; and the day that stands for a date."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from maskerad.surrogates.dates.written.holiday_rules import nearest_day
from maskerad.surrogates.dates.written.partial import DatedReading, Grain, Reading
from maskerad.surrogates.dates.written.words import DateWords

MID_MONTH = 15  # stands for a month whose day is not told
MID_PARTS = (5, 15, 25)  # stand for its beginning, middle and end
MID_YEAR_PARTS = (2, 7, 11)  # the months whose middle stands for its beginning, middle and end
MID_SEASONS = ((4, 15), (7, 15), (10, 15), (1, 15))  # month and day; a winter has the year of its January
NEAR_DAYS = 400  # further away, a weekday that agrees is chance
HALF_YEAR_DAYS, HALF_MONTH_DAYS = 182, 14  # so near, a day is nearer than the same day of any other year or month


def completed(reading: Reading, reference: date, words: DateWords) -> Reading:
    """The completion nearest to a day of the record."""
    if reading.grain is Grain.DAY:
        return told_day(reading, reference).reading
    if reading.years is not None:
        return reading._replace(year=reference.year + reading.years)
    if reading.year is not None:
        return reading
    if reading.grain is Grain.HOLIDAY:
        return reading._replace(year=nearest_day(words.holidays[reading.slot], reference).year)
    if reading.grain in (Grain.MONTH, Grain.PART, Grain.MONTH_WEEK):
        middle = _middle(reading)
        same_year = date(reference.year, reading.month or 1, middle)
        if abs((same_year - reference).days) <= HALF_YEAR_DAYS:
            return reading._replace(year=reference.year)
        nearest = _nearest(_months_around(reading, reference), middle, reference)
        return reading._replace(year=nearest.year) if nearest else reading
    return reading._replace(year=_nearest_year(reading, reference))


def told(reading: Reading, reference: date, words: DateWords) -> DatedReading:
    """The completion nearest to a day of the record, with the day that stands for it."""
    if reading.grain is Grain.DAY:
        return told_day(reading, reference)
    whole = completed(reading, reference, words)
    try:
        return DatedReading(whole, day_of(whole, words))
    except ValueError:
        return DatedReading(whole, None)


def told_day(reading: Reading, reference: date) -> DatedReading:
    """The same of a reading that tells a day."""
    year, month, number, weekday = reading.year, reading.month, reading.day, reading.weekday
    if reading.months is not None:
        year, month = month_at(reference, reading.months)
    if reading.years is not None:
        year = reference.year + reading.years
    day = make_date(year or reference.year, month or reference.month, number or 0)
    if year is not None and month is not None:
        return DatedReading(reading._replace(year=year, month=month), day)
    reach_days = HALF_YEAR_DAYS if month else HALF_MONTH_DAYS
    is_near = day is not None and abs((day - reference).days) <= reach_days
    if day is None or not is_near or weekday not in (-1, day.weekday()):
        day = _nearest(_months_around(reading, reference), number, reference, weekday)
    return DatedReading(reading._replace(year=day.year, month=day.month) if day else reading, day)


def month_at(reference: date, months: int) -> tuple[int, int]:
    """Year and month so many months from those of a day."""
    total = reference.year * 12 + reference.month - 1 + months
    return total // 12, total % 12 + 1


def _middle(reading: Reading) -> int:
    """The day that stands for a month or a part of it."""
    if reading.grain is Grain.MONTH_WEEK:
        return 7 * reading.slot - 3
    return MID_PARTS[reading.slot] if reading.grain is Grain.PART else MID_MONTH


def _nearest_year(reading: Reading, reference: date) -> int:
    """The year in which a week or a quarter is nearest to a day."""
    months = {Grain.WEEK: 12 * reading.slot / 53, Grain.QUARTER: 3 * reading.slot - 1.5}.get(reading.grain, 6)
    if reading.grain is Grain.SEASON:
        months = MID_SEASONS[reading.slot][0] - 0.5
    return min(
        (reference.year + distance for distance in (0, -1, 1)),
        key=lambda year: abs((year - reference.year) * 12 + months - reference.month + 0.5),
    )


def _months_around(reading: Reading, reference: date) -> Iterator[tuple[int, int]]:
    """Years and months that can be meant, nearer ones first.

    Four years hold a 29 February, but for the turn of some centuries.
    """
    if reading.month is not None:
        is_leap = reading.month == 2 and reading.day == 29
        for distance in (0, -1, 1, -2, 2, -3, 3, -4) if is_leap else (0, -1, 1):
            yield reference.year + distance, reading.month
        return
    for distance in (0, -1, 1, -2, 2):
        months = reference.year * 12 + reference.month - 1 + distance
        yield months // 12, months % 12 + 1


def _nearest(months: Iterator[tuple[int, int]], day: int | None, reference: date, weekday: int = -1) -> date | None:
    """The day nearest to a reference, of those that are the right weekday if any near one is."""
    days = [made for year, month in months if (made := make_date(year, month, day or MID_MONTH))]
    right = [made for made in days if made.weekday() == weekday and abs((made - reference).days) <= NEAR_DAYS]
    return min(right or days, key=lambda made: abs((made - reference).days), default=None)


def make_date(year: int, month: int, day: int) -> date | None:
    """The date, or None when there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def day_of(reading: Reading, words: DateWords) -> date:
    """The day that stands for a completed reading: itself, or the middle of what is told.

    Raises:
        ValueError: If there is no such day.
    """
    year, slot = reading.year or 0, reading.slot
    match reading.grain:
        case Grain.DAY:
            return date(year, reading.month or 0, reading.day or 0)
        case Grain.MONTH | Grain.PART | Grain.MONTH_WEEK:
            return date(year, reading.month or 0, min(_middle(reading), 28))
        case Grain.WEEK:
            return date.fromisocalendar(year, slot, 1)
        case Grain.SEASON:
            return date(year, *MID_SEASONS[slot])
        case Grain.QUARTER:
            return date(year, 3 * slot - 1, MID_MONTH)
        case Grain.YEAR_PART:
            return date(year, MID_YEAR_PARTS[slot], MID_MONTH)
        case Grain.HOLIDAY:
            return words.holidays[slot].day_in(year)
        case Grain.YEAR | Grain.DECADE:
            return date(year, 7, 1)
