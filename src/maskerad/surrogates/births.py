"""Dates of birth: they move so that the age at every document's day is the new age.

A birth date moves with the record, and besides by the step of the ages of the record; days are then set right where a
29 February lies between. Above 89 years everybody becomes 90, so that no year of birth tells more than the age does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta

from maskerad.surrogates.ages import age_step, moved_age, told_ages
from maskerad.surrogates.date_completion import MID_MONTH
from maskerad.surrogates.date_reading import Grain, Reading
from maskerad.surrogates.old_ages import LAST_TOLD
from maskerad.surrogates.record_dates import INFANT, RecordDates, record_dates
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import bare_digits

NO_DAY_TOLD = date(2030, 1, 1)  # no two-digit year of birth is read as later than this
MATCHED_YEARS = 15  # a full date as long ago as an age of the record, from this age on, is taken for its birth date
NUDGES_DAYS = (0, 1, -1, 2, -2, 3, -3)
YEAR = timedelta(days=366)


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
    years = new_age(record, age) - age
    start = _years_earlier(moved, years)
    return next((day for day in _nudged(start) if _agrees(birth, day, years, dates)), start)


def new_age(record: RecordContext, age: int) -> int:
    """The age in years that is told for an age in years; 90 stands for all above 89."""
    return LAST_TOLD + 1 if age > LAST_TOLD else moved_age(age, age_step(record.context_of("AGE")))


def years_between(birth: date, day: date) -> int:
    """Whole years from a birth to a day.

    Example:
        >>> years_between(date(1950, 3, 5), date(2024, 3, 4))
        73
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


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
    """Whether a year lies as far back as an age above 89 that the record tells: it is taken for a birth, said or not,
    so that none stands beside "90 or over" and tells more."""
    ages = {age for age in told_ages(record) if age > LAST_TOLD}
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
    age = gap - 1 if gap - 1 in told_ages(record) and gap not in told_ages(record) else gap
    latest = dates.moved(dates.reference).year - new_age(record, max(age, 0))
    fitting = (latest - (gap - age), latest - 1 + (gap - age))
    return next(new for new in fitting if new != year)


def known_days(record: RecordContext) -> Mapping[tuple[int, int], date]:
    """By month and day, the days that the record writes in full: the one nearest to it of several, none of birth."""
    return record.once("known days", lambda: _known_days(record))


def _known_days(record: RecordContext) -> dict[tuple[int, int], date]:
    dates, births = record_dates(record), births_of(record)
    days = {day for _, day in dates.facts.full_days} - births
    in_order = sorted(days, key=lambda day: (abs((day - dates.reference).days), day), reverse=True)
    return {(day.month, day.day): day for day in in_order}


def told_births(record: RecordContext) -> frozenset[date]:
    """Full dates of the record on which somebody was born."""
    return births_of(record.context_of("DATE"))


def births_of(record: RecordContext) -> frozenset[date]:
    """The days of the record on which somebody was born."""
    return record.once("births", lambda: frozenset(_births(record)))


def _births(record: RecordContext) -> Iterator[date]:
    """Full dates of the record that are told to be birth dates, stand in an id, or are as long ago as an age."""
    dates = record_dates(record)
    yield from (day for original, day in dates.facts.full_days if original.is_birth)
    old = [one for one in dates.facts.full_days if dates.reference - one[1] > YEAR]
    if not old:
        return
    codes = " ".join([bare_digits(one.text) for one in record.base.originals if one.label == "ID"])
    ages = {age for age in told_ages(record) if age >= MATCHED_YEARS}
    yield from (day for original, day in old if _is_in(day, codes) or _is_of_age(day, original, ages, dates))


def _is_in(day: date, codes: str) -> bool:
    """Whether a day stands in a number, year first or last."""
    year, month, short = f"{day.year:04d}", f"{day.month:02d}", f"{day.day:02d}"
    layouts = (f"{year[2:]}{month}{short}", f"{short}{month}{year[2:]}", f"{short}{month}{year}")
    return bool(codes) and any(layout in codes for layout in layouts)


def _is_of_age(day: date, original: Original, ages: set[int], dates: RecordDates) -> bool:
    return years_between(day, original.written or dates.reference) in ages
