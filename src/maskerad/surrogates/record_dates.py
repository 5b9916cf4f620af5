"""What the dates of a record have in common: their shift, the day that completes them, how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.date_habits import LATEST_YEAR, habits_of
from maskerad.surrogates.date_reading import (
    Grain,
    Reading,
    Readings,
    completed,
    day_of,
    is_span,
    read_dates,
)
from maskerad.surrogates.date_words import date_words
from maskerad.surrogates.public_holidays import with_fewest_changed
from maskerad.surrogates.request import Original, RecordContext

REFERENCE = date(2020, 6, 15)  # completes partial dates of a record that tells no day at all
LABELS = ("DATE", "TIME")
INFANT = timedelta(days=730)


class Told(NamedTuple):
    """A date of the record that tells at least its month and its year."""

    reading: Reading
    day: date


class DateFacts:
    """What the dates of a record tell together. Made once; nothing here depends on the order of its mentions.

    Attributes:
        reference: A day of the record that completes partial dates.
        document_days: The days its documents were written; the reference where none is known.
        latest_year: The latest year that two digits can mean.
    """

    def __init__(self, record: RecordContext) -> None:
        self._record = record
        self._dated = [original for original in record.originals if original.label in LABELS]
        self._habits = [(original.pack.code, habits_of(original.text, original.pack)) for original in self._dated]
        self._day_first: dict[str, bool] = {}
        self._pads: dict[tuple[str, str], bool] = {}
        written = frozenset([original.written for original in record.originals if original.written])
        latest_told = max((habits.latest_year for _, habits in self._habits), default=0) or LATEST_YEAR - 1
        self.latest_year = (max(written).year if written else latest_told) + 1
        self.reference = max(written) if written else max((day for _, day in self.full_days), default=REFERENCE)
        self.document_days = written or frozenset([self.reference])

    def read(self, original: Original) -> Readings | None:
        """The dates of a mention, not yet completed from the record; None when something cannot be read."""
        pack = original.pack
        is_day_first = self._day_first.get(pack.code)
        if is_day_first is None:
            is_day_first = self._day_first[pack.code] = self._is_day_first(pack)
        return read_dates(original.text, pack, is_day_first, self.latest_year)

    @cached_property
    def told(self) -> Sequence[Told]:
        """All dates that tell their month and year, with the day that stands for each."""
        found = []
        for original, reading in self._readings:
            is_fine = reading.grain is not Grain.YEAR and reading.grain is not Grain.DECADE
            if is_fine and not original.is_birth and (reading.year or original.written):
                whole = completed(reading, original.written or self.reference, date_words(original.pack))
                if day := _day(whole, original):
                    found.append(Told(whole, day))
        return found

    @cached_property
    def lone_years(self) -> frozenset[int]:
        """Years that stand alone."""
        found: set[int] = set()
        for original in self._dated:
            readings = self.read(original)
            if readings is not None and not original.is_birth and not is_span(readings.dates):
                found.update(one.year for one in readings.dates if one.grain is Grain.YEAR and one.year)
        return frozenset(found)

    @cached_property
    def full_days(self) -> Sequence[tuple[Original, date]]:
        """Mentions of dates that tell year, month and day, with that day."""
        found = []
        for original, reading in self._readings:
            is_full = reading.grain is Grain.DAY and reading.year and reading.month
            if is_full and (day := _day(reading, original)):
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

    @cached_property
    def _readings(self) -> Sequence[tuple[Original, Reading]]:
        found = []
        for original in self._dated:
            readings = self.read(original)
            found += [(original, reading) for reading in readings.dates] if readings else []
        return found

    def _is_day_first(self, pack: LanguagePack) -> bool:
        """By the dates of the record that can be read in one way only, then by the language."""
        votes = sum(habits.day_first for code, habits in self._habits if code == pack.code)
        return date_words(pack).order == "day-month" if not votes else votes > 0


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
            self._year_pairs = frozenset((told.day.year, self.moved(told.day).year) for told in self.facts.told)
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
    days = {told.day for told in facts.told if told.reading.grain is Grain.DAY}
    return with_fewest_changed(days, [step * policy.unit_days for step in steps], policy.country)


def _step(number: int, limit: int) -> int:
    """A number in [0, 2 limit) to a step in ±limit that is not 0."""
    return number - limit if number < limit else number - limit + 1


def _day(reading: Reading, original: Original) -> date | None:
    try:
        return day_of(reading, date_words(original.pack))
    except ValueError:
        return None
