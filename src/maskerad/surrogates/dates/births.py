"""Which dates of a record are days of birth, and which days it writes in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cached_property

from maskerad.surrogates.dates.record_dates import DateFacts
from maskerad.surrogates.dates.told_ages import ToldAges
from maskerad.surrogates.request import RecordContext
from maskerad.surrogates.shape import bare_digits

MATCHED_YEARS = 15  # a full date as long ago as an age of the record, from this age on, is taken for its birth date
YEAR = timedelta(days=366)


class FullDays:
    """The days that a record writes in full: year, month and day."""

    def __init__(self, record: RecordContext) -> None:
        self._record, self._facts = record.base, record.base.view(DateFacts)

    @cached_property
    def births(self) -> frozenset[date]:
        """Those on which somebody was born: said so, in an id, or as long ago as an age that is told."""
        return frozenset(self._births())

    @cached_property
    def by_month_and_day(self) -> Mapping[tuple[int, int], date]:
        """Those of no birth by month and day; of several, the one nearest to the record."""
        reference = self._facts.reference
        days = {day for _, day in self._facts.full_days} - self.births
        in_order = sorted(days, key=lambda day: (abs((day - reference).days), day), reverse=True)
        return {(day.month, day.day): day for day in in_order}

    def _births(self) -> Iterator[date]:
        facts = self._facts
        yield from (day for original, day in facts.full_days if original.is_birth)
        old = {day for _, day in facts.full_days if facts.reference - day > YEAR}
        if not old:
            return
        codes = " ".join([bare_digits(original.text) for original in self._record.originals if original.label == "ID"])
        ages = {
            (age, written or facts.reference)
            for age, written in self._record.view(ToldAges).on_days
            if age >= MATCHED_YEARS
        }
        yield from (
            day for day in old if _is_in(day, codes) or any(years_between(day, known) == age for age, known in ages)
        )


def births_of(record: RecordContext) -> frozenset[date]:
    """The days of a record on which somebody was born."""
    return record.base.view(FullDays).births


def known_days(record: RecordContext) -> Mapping[tuple[int, int], date]:
    """By month and day, the days that the record writes in full."""
    return record.base.view(FullDays).by_month_and_day


def ages_of_births(record: RecordContext) -> Iterator[frozenset[int]]:
    """For everybody whose day of birth is told, the ages at the days on which documents were written."""
    days = record.base.view(DateFacts).document_days
    for birth in births_of(record):
        ages = frozenset(years_between(birth, day) for day in days if day >= birth)
        if ages:
            yield ages


def years_between(birth: date, day: date) -> int:
    """Whole years from a birth to a day.

    Example:
        >>> years_between(date(1950, 3, 5), date(2024, 3, 4))
        73
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def _is_in(day: date, codes: str) -> bool:
    """Whether a day stands in a number, year first or last."""
    year, month, short = f"{day.year:04d}", f"{day.month:02d}", f"{day.day:02d}"
    layouts = (f"{year[2:]}{month}{short}", f"{short}{month}{year[2:]}", f"{short}{month}{year}")
    return bool(codes) and any(layout in codes for layout in layouts)
