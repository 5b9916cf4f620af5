"""What the dates of a record have in common: their shift, the day that completes them, how they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.date_grammar import DateField
from maskerad.surrogates.date_reading import (
    Grain,
    Reading,
    Readings,
    completed,
    day_of,
    is_span,
    read_dates,
    read_written,
)
from maskerad.surrogates.date_words import date_words
from maskerad.surrogates.public_holidays import with_fewest_changed
from maskerad.surrogates.request import Original, RecordContext

REFERENCE = date(2020, 6, 15)  # completes partial dates of a record that tells no day at all
LATEST_YEAR = 2035  # what two digits can mean at most in a record that tells no year
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
        self._day_first: dict[str, bool] = {}
        written = frozenset(original.written for original in record.originals if original.written)
        self.latest_year = max(written).year + 1 if written else self._latest_told_year() + 1
        self.reference = max(written) if written else max((day for _, day in self.full_days()), default=REFERENCE)
        self.document_days = written or frozenset([self.reference])

    def read(self, original: Original) -> Readings | None:
        """The dates of a mention, not yet completed from the record; None when something cannot be read."""
        pack = original.pack
        is_day_first = self._day_first.get(pack.code)
        if is_day_first is None:
            is_day_first = self._day_first[pack.code] = self._is_day_first(pack)
        return read_dates(original.text, pack, is_day_first, self.latest_year)

    def told(self) -> Sequence[Told]:
        """All dates that tell their month and year, with the day that stands for each."""
        return self._record.once("told dates", lambda: tuple(self._told()))

    def lone_years(self) -> frozenset[int]:
        """Years that stand alone."""
        return self._record.once("lone years", lambda: frozenset(self._years()))

    def full_days(self) -> Iterator[tuple[Original, date]]:
        """Mentions of dates that tell year, month and day, with that day."""
        for original, reading in self._readings():
            if reading.grain is Grain.DAY and reading.year and reading.month and (day := _day(reading, original)):
                yield original, day

    def has_infant(self) -> bool:
        """Whether the record tells the day of birth of somebody who is not yet two years old."""
        return self._record.once(
            "infant", lambda: any(original.is_birth and self._is_near(day) for original, day in self.full_days())
        )

    def _is_near(self, day: date) -> bool:
        return timedelta(0) <= self.reference - day < INFANT

    def does_pad(self, pack: LanguagePack, mark: str) -> bool:
        """Whether the record writes a 0 before days and months of one digit: beside that mark, else beside any."""
        own = self._record.once(("pads", pack.code, mark), lambda: self._pads(pack, mark))
        return (own or self._record.once(("pads", pack.code), lambda: self._pads(pack))) > 0

    def _dated(self) -> Iterator[Original]:
        return (original for original in self._record.originals if original.label in LABELS)

    def _latest_told_year(self) -> int:
        """The latest year of four digits."""
        years = [
            f.number
            for original in self._dated()
            if (written := read_written(original.text, original.pack))
            for form in written.forms
            for f in form
            if f.role == "Y" and f.number <= LATEST_YEAR
        ]
        return max(years, default=LATEST_YEAR - 1)

    def _readings(self) -> Iterator[tuple[Original, Reading]]:
        for original in self._dated():
            found = self.read(original)
            for reading in found.dates if found else ():
                yield original, reading

    def _told(self) -> Iterator[Told]:
        for original, reading in self._readings():
            is_fine = reading.grain not in (Grain.YEAR, Grain.DECADE)
            if is_fine and not original.is_birth and (reading.year or original.written):
                whole = completed(reading, original.written or self.reference, date_words(original.pack))
                if day := _day(whole, original):
                    yield Told(whole, day)

    def _years(self) -> Iterator[int]:
        for original in self._dated():
            readings = self.read(original)
            if readings is None or original.is_birth or is_span(readings.dates):
                continue
            yield from (reading.year for reading in readings.dates if reading.grain is Grain.YEAR and reading.year)

    def _is_day_first(self, pack: LanguagePack) -> bool:
        """By the dates of the record that can be read in one way only, then by the language."""
        votes = 0
        for form in self._forms(pack):
            numbers = [f.number for f in form if f.role in "ABPQ"]
            if len(numbers) == 2:
                votes += (numbers[0] > 12 >= numbers[1]) - (numbers[1] > 12 >= numbers[0])
        return date_words(pack).order == "day-month" if not votes else votes > 0

    def _pads(self, pack: LanguagePack, mark: str = "") -> int:
        """More dates in digits with a 0 (above 0) or without (below 0)."""
        dates = ([f for f in form if f.role in "ABDMPQ"] for form in self._forms(pack))
        in_digits = (date for date in dates if len(date) > 1 and all(f.text.isdecimal() for f in date))
        alike = (date for date in in_digits if mark in ("", date[0].mark))
        return sum(zero_or_not([f.text for f in date]) for date in alike)

    def _forms(self, pack: LanguagePack) -> Iterator[list[DateField]]:
        for original in self._dated():
            if original.pack.code == pack.code and (written := read_written(original.text, pack)):
                yield from written.forms


class RecordDates:
    """The dates of one context of a record: what they tell, and by how much they move.

    Attributes:
        facts: What the dates of the whole record tell.
        reference: As there.
        shift_days: By how many days dates move; a multiple of 7 unless the policy says days.
    """

    __slots__ = ("facts", "reference", "shift_days")

    def __init__(self, record: RecordContext) -> None:
        base = record.base
        self.facts = base.once("date facts", lambda: DateFacts(base))
        self.reference = self.facts.reference
        self.shift_days = _shift(record, self.facts)

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
    days = {told.day for told in facts.told() if told.reading.grain is Grain.DAY}
    return with_fewest_changed(days, [step * policy.unit_days for step in steps], policy.country)


def zero_or_not(numbers: Sequence[str]) -> int:
    """1 where a number has a 0 before it, -1 where one is a bare digit, 0 where none tells."""
    decimal = [text for text in numbers if text.isdecimal()]
    if any(text[0] == "0" for text in decimal):
        return 1
    return -1 if any(len(text) == 1 for text in decimal) else 0


def _step(number: int, limit: int) -> int:
    """A number in [0, 2 limit) to a step in ±limit that is not 0."""
    return number - limit if number < limit else number - limit + 1


def _day(reading: Reading, original: Original) -> date | None:
    try:
        return day_of(reading, date_words(original.pack))
    except ValueError:
        return None
