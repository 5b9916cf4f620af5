"""What the dates of a record have in common: their shift, the day that completes them, how they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.date_completion import make_date, told
from maskerad.surrogates.date_habits import LATEST_YEAR, habits_of
from maskerad.surrogates.date_reading import Grain, Readings, Told, is_span, read_dates
from maskerad.surrogates.date_words import date_words
from maskerad.surrogates.public_holidays import with_fewest_changed
from maskerad.surrogates.request import Original, RecordContext

REFERENCE = date(2020, 6, 15)  # completes partial dates of a record that tells no day at all
LABELS = ("DATE", "TIME")
_DOTTED = re.compile(r"\d\.\d")  # a date with dots has the day first also where one with strokes has not
INFANT = timedelta(days=730)
YEARS_ALONE = frozenset([Grain.YEAR, Grain.DECADE])


class Dated(NamedTuple):
    """What is read in a mention.

    Attributes:
        readings: Its dates as written.
        told: The same, completed from the day of its document.
        lacks_year: Whether one tells a day and its month without a year.
    """

    readings: Readings
    told: tuple[Told, ...]
    lacks_year: bool


class DateFacts:
    """What the dates of a record tell together. Made once; nothing here depends on the order of its mentions.

    Attributes:
        reference: A day of the record that completes partial dates.
        document_days: The days its documents were written; the reference where none is known.
        latest_year: The latest year that two digits can mean.
    """

    def __init__(self, record: RecordContext) -> None:
        self._originals = [original for original in record.originals if original.label in LABELS]
        habits = [habits_of(original.text, original.pack) for original in self._originals]
        self._habits = list(zip([original.pack.code for original in self._originals], habits, strict=True))
        self._with_year = [one for one, habit in zip(self._originals, habits, strict=True) if habit.tells_year]
        self._day_first: dict[str, tuple[bool, bool]] = {}
        self._pads: dict[tuple[str, str], bool] = {}
        self._dated: dict[tuple[str, str, date | None], Dated | None] = {}
        written = frozenset([original.written for original in record.originals if original.written])
        latest_told = max([habit.latest_year for habit in habits], default=0) or LATEST_YEAR - 1
        self.latest_year = (max(written).year if written else latest_told) + 1
        self.reference = max(written) if written else max((day for _, day in self.full_days), default=REFERENCE)
        self.document_days = written or frozenset([self.reference])

    def dated(self, original: Original) -> Dated | None:
        """The dates of a mention; None when something cannot be read."""
        key = original.text, original.pack.code, original.written
        found = self._dated.get(key)
        if found is None and key not in self._dated:
            found = self._dated[key] = self._completed(original)
        return found

    def _completed(self, original: Original) -> Dated | None:
        readings = self._read(original)
        if readings is None:
            return None
        words, reference = date_words(original.pack), original.written or self.reference
        lacks_year = any(one.day and one.month and one.year is None for one in readings.dates)
        return Dated(readings, tuple([told(one, reference, words) for one in readings.dates]), lacks_year)

    def _read(self, original: Original) -> Readings | None:
        pack = original.pack
        first = self._day_first.get(pack.code)
        if first is None:
            first = self._day_first[pack.code] = self._is_day_first(pack)
        is_day_first = first[0] if first[0] == first[1] or not _DOTTED.search(original.text) else first[1]
        return read_dates(original.text, pack, is_day_first, self.latest_year)

    @cached_property
    def told(self) -> Sequence[tuple[Grain, date]]:
        """How fine a date is told and the day that stands for it, for all that tell their month and year."""
        found = []
        for original in self._originals:
            dated = None if original.is_birth else self.dated(original)
            if dated is not None:
                found += _lasting(dated, is_written=original.written is not None)
        return found

    @cached_property
    def lone_years(self) -> frozenset[int]:
        """Years that stand alone."""
        found: set[int] = set()
        for original in self._with_year:
            readings = self._read(original)
            if readings is not None and not original.is_birth and not is_span(readings.dates):
                found.update(one.year for one in readings.dates if one.grain is Grain.YEAR and one.year)
        return frozenset(found)

    @cached_property
    def full_days(self) -> Sequence[tuple[Original, date]]:
        """Mentions of dates that tell year, month and day, with that day."""
        found = []
        for original in self._with_year:
            readings = self._read(original)
            for one in readings.dates if readings else ():
                if one.year and one.month and one.day and (day := make_date(one.year, one.month, one.day)):
                    found.append((original, day))
        return found

    @cached_property
    def has_infant(self) -> bool:
        """Whether the record tells the day of birth of somebody who is not yet two years old."""
        return any(original.is_birth and self._is_near(day) for original, day in self.full_days)

    def _is_near(self, day: date) -> bool:
        return timedelta(0) <= self.reference - day < INFANT

    def does_pad(self, pack: LanguagePack, mark: str) -> bool:
        """Whether the record writes a 0 before days and months of one digit: beside that mark, else beside any."""
        key = pack.code, mark
        if key not in self._pads:
            told = [pad for code, habits in self._habits if code == pack.code for pad in habits.pads]
            own = sum(pads for beside, pads in told if beside == mark)
            self._pads[key] = (own or sum(pads for _, pads in told)) > 0
        return self._pads[key]

    def _is_day_first(self, pack: LanguagePack) -> tuple[bool, bool]:
        """By the dates of the record that can be read in one way only, then by those that name their month, then by the
        language; the same with dots."""
        own = [habits for code, habits in self._habits if code == pack.code]
        votes = sum(habits.day_first for habits in own) or sum(habits.named_first for habits in own)
        return (votes > 0, votes > 0) if votes else (date_words(pack).order == "day-month", True)


class RecordDates:
    """The dates of one context of a record: what they tell, and by how much they move.

    Attributes:
        facts: What the dates of the whole record tell.
        reference: As there.
        shift_days: By how many days dates move; a multiple of 7 unless the policy says days.
    """

    __slots__ = ("_year_pairs", "facts", "reference", "shift_days")

    def __init__(self, record: RecordContext) -> None:
        base = record.base
        self.facts = base.once("date facts", lambda: DateFacts(base))
        self.reference = self.facts.reference
        self.shift_days = _shift(record, self.facts)
        self._year_pairs: frozenset[tuple[int, int]] | None = None

    @property
    def year_pairs(self) -> frozenset[tuple[int, int]]:
        """The years that the dates of the record tell, each with the year it moves to."""
        if self._year_pairs is None:
            self._year_pairs = frozenset([(day.year, self.moved(day).year) for _, day in self.facts.told])
        return self._year_pairs

    def moved(self, day: date) -> date:
        """A day of the record, moved.

        Raises:
            OverflowError: If it leaves the calendar.
        """
        return day + timedelta(days=self.shift_days)


def record_dates(record: RecordContext) -> RecordDates:
    """The dates of a record, worked out once."""
    return record.once("dates", lambda: RecordDates(record))


def _shift(record: RecordContext, facts: DateFacts) -> int:
    policy, keyed = record.base.shift, record.keyed
    if policy.is_none:
        return 0
    n = 2 * policy.limit
    if not policy.country:
        return _step(keyed.number(n, "shift", record.scope), policy.limit) * policy.unit_days
    steps = [_step(keyed.choice(record.scope, "shift", "", n, attempt), policy.limit) for attempt in range(n)]
    days = {day for grain, day in facts.told if grain is Grain.DAY}
    return with_fewest_changed(days, [step * policy.unit_days for step in steps], policy.country)


def _step(number: int, limit: int) -> int:
    """A number in [0, 2 limit) to a step in ±limit that is not 0."""
    return number - limit if number < limit else number - limit + 1


def _lasting(dated: Dated, *, is_written: bool) -> list[tuple[Grain, date]]:
    """What of a mention tells its year, or has it from the day of its document, and is finer than a year."""
    return [
        (told.reading.grain, told.day)
        for reading, told in zip(dated.readings.dates, dated.told, strict=True)
        if told.day and (reading.year or is_written) and reading.grain not in YEARS_ALONE
    ]
