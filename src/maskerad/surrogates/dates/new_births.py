"""Dates of birth moved so that the age at every document's day is the new age.

A birth date moves with the record, and besides by the step of the ages of the record; days are then set right where a
29 February lies between. Above 89 years everybody becomes 90, so that no year of birth tells more than the age does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from maskerad.surrogates.dates.ages import age_step, moved_age
from maskerad.surrogates.dates.births import births_of, years_between
from maskerad.surrogates.dates.completion import MID_MONTH
from maskerad.surrogates.dates.old_ages import LAST_TOLD
from maskerad.surrogates.dates.record_dates import INFANT, RecordDates, record_dates
from maskerad.surrogates.dates.told_ages import ToldAges
from maskerad.surrogates.dates.written.partial import Grain, Reading
from maskerad.surrogates.request import RecordContext, Request

NO_DAY_TOLD = date(2030, 1, 1)  # no two-digit year of birth is read as later than this
NUDGES_DAYS = (0, 1, -1, 2, -2, 3, -3)


def new_birth_date(record: RecordContext, birth: date) -> date:
    """The day of birth to tell for somebody of a record who was born on ``birth``.

    The same for a date in a text, a column or a national id. At the very ends of the calendar it moves the other way.
    """
    record = record.context_of("DATE")
    try:
        return _new_birth_date(record, birth)
    except OverflowError:
        return birth - timedelta(days=record_dates(record).shift_days)


def birth_of_month(record: RecordContext, birth: date) -> date:
    """The full birth date of the record that lies in the month of a day, for numbers that tell no day; else the day."""
    record = record.context_of("DATE")
    month = (birth.year, birth.month)
    return min((day for day in births_of(record) if (day.year, day.month) == month), default=birth)


def latest_day(record: RecordContext) -> date:
    """The day behind which nobody of the record was born."""
    days = [original.written for original in record.base.originals if original.written]
    return max(days, default=NO_DAY_TOLD)


def _new_birth_date(record: RecordContext, birth: date) -> date:
    dates = record_dates(record)
    moved, reference = dates.moved(birth), dates.reference
    if reference - birth < INFANT:  # too near to all that is told: it keeps its distance, and so does the age
        return moved
    age = max(years_between(birth, min(dates.facts.document_days)), 0)
    is_early = age > LAST_TOLD and not dates.facts.is_dated  # documents of the year before tell "90 or over" too
    years = new_age(record, age) + is_early - age
    start = _years_earlier(moved, years)
    return next((day for day in _nudged(start) if _agrees(birth, day, years, dates)), start)


def new_age(record: RecordContext, age: int) -> int:
    """The age in years that is told for an age in years; 90 stands for all above 89."""
    return LAST_TOLD + 1 if age > LAST_TOLD else moved_age(age, age_step(record.context_of("AGE")))


def _nudged(start: date) -> Iterator[date]:
    return (start + timedelta(days=days) for days in NUDGES_DAYS)


def _agrees(birth: date, new: date, years: int, dates: RecordDates) -> bool:
    """Whether the age changes by so many years at every day a document of the record was written."""
    return all(
        years_between(new, dates.moved(day)) - years_between(birth, day) == years
        for day in dates.facts.document_days
        if day > birth
    )


def _years_earlier(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # 29 February, or a year outside the calendar
        if not date.min.year <= day.year - years <= date.max.year:
            raise OverflowError(f"no year {day.year - years} in the calendar") from None
        return day.replace(year=day.year - years, day=28)


def tells_old_birth(reading: Reading, record: RecordContext) -> bool:
    """Whether a year lies as far back as an age above 89 that the record tells.

    It is taken for a birth, said or not, so that none stands beside "90 or over" and tells more.
    """
    ages = {age for age in record.view(ToldAges).years if age > LAST_TOLD}
    days = record_dates(record).facts.document_days if ages else ()
    return any(day.year - (reading.year or 0) - age in (0, 1) for day in days for age in ages)


def moved_birth(reading: Reading, request: Request) -> Reading:
    """A completed reading of the month or the year in which somebody was born, with its new values."""
    record, year = request.record, reading.year or 0
    if reading.grain is Grain.YEAR:
        return reading._replace(year=_new_year(year, record, births_of(record)))
    try:
        new = new_birth_date(record, date(year, reading.month or 0, MID_MONTH))
    except (ValueError, OverflowError):
        raise request.refusal("no such day in the calendar") from None
    return reading._replace(year=new.year, month=new.month, day=new.day)


def _new_year(year: int, record: RecordContext, births: Iterable[date]) -> int:
    """A year of birth: that of the full birth date if there is one, else one that fits the new age and is another.

    Where the full date keeps its year, the one before: a year that stands alone must change, and reads as a slip.
    """
    full = [new_birth_date(record, birth).year for birth in sorted(births) if birth.year == year]
    if full:
        return full[0] if full[0] != year else year - 1
    dates = record_dates(record)
    gap = dates.reference.year - year  # the age, or one more
    age = gap - 1 if gap - 1 in record.view(ToldAges).years and gap not in record.view(ToldAges).years else gap
    latest = dates.moved(dates.reference).year - new_age(record, max(age, 0))
    fitting = (latest - (gap - age), latest - 1 + (gap - age))
    return next(new for new in fitting if new != year)
