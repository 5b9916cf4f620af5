"""What the dates of a record have in common: their shift, the day that completes them, how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.completion import make_date, told, told_day
from maskerad.surrogates.dates.feasts import feast_day
from maskerad.surrogates.dates.neighbours import Neighbours, is_bare, place_of
from maskerad.surrogates.dates.public_holidays import with_fewest_changed
from maskerad.surrogates.dates.written.habits import LATEST_YEAR, PAIR, habits_of
from maskerad.surrogates.dates.written.nights import tells_night
from maskerad.surrogates.dates.written.partial import DatedReading, Grain, Reading, Readings
from maskerad.surrogates.dates.written.reading import is_span, read_dates
from maskerad.surrogates.dates.written.roles import Manner, full_year
from maskerad.surrogates.dates.written.tokens import IN_DIGITS, Leaning
from maskerad.surrogates.dates.written.words import date_words
from maskerad.surrogates.request import Original, RecordContext

REFERENCE = date(2020, 6, 15)  # completes partial dates of a record that tells no day at all
LABELS = ("DATE", "TIME")
_DOTTED = re.compile(r"\d\.\d")  # a date with dots has the day first also where one with strokes has not
_SIX_DIGITS = re.compile(r"(?<!\d)\d{6}(?!\d)")
_ORDERS = ("dmy", "ymd", "mdy")  # of them
NEAR_DAYS = 31  # so near to its document, a weekday and a day that agree are meant
INFANT = timedelta(days=730)
YEARS_ALONE = frozenset([Grain.YEAR, Grain.DECADE])


def _short_date(mark: str) -> re.Pattern[str]:
    """Three numbers of two digits, the first and the last of them as groups."""
    return re.compile(rf"(\d\d){re.escape(mark)}\d\d{re.escape(mark)}(\d\d)")


class Dated(NamedTuple):
    """What is read in a mention.

    Attributes:
        readings: Its dates as written.
        told: The same, completed from the day of its document.
        lacks_year: Whether one tells a day and its month without a year.
    """

    readings: Readings
    told: tuple[DatedReading, ...]
    lacks_year: bool


class DateFacts:
    """What the dates of a record tell together. Made once; nothing here depends on the order of its mentions.

    Attributes:
        reference: A day of the record that completes partial dates.
        is_dated: Whether it is known when a document of it was written.
        document_days: The days its documents were written; the reference where none is known.
        latest_year: The latest year that two digits can mean.
    """

    def __init__(self, record: RecordContext) -> None:
        self._originals = [original for original in record.originals if original.label in LABELS]
        habits = [habits_of(original.text, original.pack) for original in self._originals]
        self._habits = list(zip([original.pack.code for original in self._originals], habits, strict=True))
        self._with_year = [
            original for original, habit in zip(self._originals, habits, strict=True) if habit.tells_year
        ]
        self._manners: dict[str, tuple[Manner, Manner]] = {}
        self._pads: dict[tuple[str, str], bool] = {}
        self._dated: dict[Hashable, Dated | None] = {}
        self._neighbours = Neighbours(self._originals, self._told_with_month)
        written = frozenset([original.written for original in record.originals if original.written])
        latest_told = max([habit.latest_year for habit in habits], default=0) or LATEST_YEAR - 1
        self.latest_year = (max(written).year if written else latest_told) + 1
        self.reference = max(written, default=REFERENCE)  # already to read full days by, where these are to tell it
        if not written:
            self.reference = max((day for _, day in self.full_days), default=REFERENCE)
        self.is_dated = bool(written)
        self.document_days = written or frozenset([self.reference])

    def dated(self, original: Original) -> Dated | None:
        """The dates of a mention; None when something cannot be read."""
        key = original.text, original.pack.code, original.written, place_of(original)
        answer = self._dated.get(key)
        if answer is None and key not in self._dated:
            answer = self._dated[key] = self._completed(original)
        return answer

    def _completed(self, original: Original) -> Dated | None:
        readings = self._read(original)
        if readings is None:
            return None
        words, reference = date_words(original.pack), original.written or self.reference
        lacks_year = any(reading.day and reading.month and reading.year is None for reading in readings.dates)
        completed = [
            self._neighbours.day(reading, original, reference)
            if is_bare(reading)
            else told(self._feast(reading, original, reference), reference, words)
            for reading in readings.dates
        ]
        return Dated(readings, tuple(completed), lacks_year)

    def _feast(self, reading: Reading, original: Original, reference: date) -> Reading:
        """A feast with its year, where the words beside it tell that; any other reading as it is."""
        if reading.grain is not Grain.HOLIDAY or reading.year is not None or reading.years is not None:
            return reading
        holiday = date_words(original.pack).holidays[reading.slot]
        return reading._replace(year=feast_day(holiday, original, reference).year)

    def _told_with_month(self, original: Original) -> list[date]:
        """The days, and the middles of weeks, that a mention tells with their month."""
        readings, reference = self._read(original), original.written or self.reference
        dates = [reading for reading in (readings.dates if readings else ()) if reading.month]
        days = [told_day(reading, reference).day for reading in dates if reading.day]
        weeks = [reading for reading in dates if reading.grain is Grain.MONTH_WEEK]
        return [
            day for day in (*days, *(told(week, reference, date_words(original.pack)).day for week in weeks)) if day
        ]

    def _read(self, original: Original) -> Readings | None:
        """The dates of a mention.

        Where the record goes against its language, or a weekday stands beside, the other order is tried too, and the
        reading that agrees with the weekday, or lies nearer to the document, is taken.
        """
        pack, manner = original.pack, self.manner(original)
        readings = read_dates(original.text, pack, manner)
        if readings is None or len(readings.dates) != 1:
            return readings
        if date_words(pack).has_two_faced(original.text) and (on_weekday := self._on_weekday(original, manner)):
            return on_weekday
        reading, words = readings.dates[0], date_words(pack)
        goes_against = manner.is_day_first != (words.order == "day-month")
        is_no_day = reading.grain is not Grain.DAY and len(reading.parts) == PAIR  # "3/20" of a record of "13/2"
        is_doubtful = (goes_against and is_no_day) or ((goes_against or words.writes_both) and reading.weekday >= 0)
        if not is_doubtful or not all(part.form == IN_DIGITS for part in reading.parts):
            return readings
        other = read_dates(original.text, pack, manner._replace(is_day_first=not manner.is_day_first))
        return min((readings, other or readings), key=lambda candidate: self._strangeness(candidate, original))

    def manner(self, original: Original) -> Manner:
        """How the record writes such a mention."""
        pack = original.pack
        plain, dotted = self._settled(pack)
        manner = dotted if plain is not dotted and _DOTTED.search(original.text) else plain
        if original.written and _SIX_DIGITS.search(original.text):
            manner = _as_document_day(manner, original)
        if not tells_night(original.text, original.before, pack, manner):
            return manner
        return manner._replace(leaning=manner.leaning._replace(to_nights=True))

    def order(self, pack: LanguagePack) -> str:
        """How the record writes the dates of a language: "day-month" or "month-day"."""
        return "day-month" if self._settled(pack)[0].is_day_first else "month-day"

    def _settled(self, pack: LanguagePack) -> tuple[Manner, Manner]:
        return self._manners.get(pack.code) or self._manners.setdefault(pack.code, self._manners_of(pack))

    def _manners_of(self, pack: LanguagePack) -> tuple[Manner, Manner]:
        """How the record writes dates, and how dates with dots."""
        first, first_dotted = self._is_day_first(pack)
        shortens = any(habits.shortens for code, habits in self._habits if code == pack.code)
        manner = Manner(first, self.latest_year, Leaning(shortens_months=shortens), self._year_first(pack))
        return manner, manner if first == first_dotted else manner._replace(is_day_first=first_dotted)

    def _year_first(self, pack: LanguagePack) -> frozenset[str]:
        """Marks between which the record writes years of two digits first, as it does those of four: "25-01-27".

        The years that its dates then tell must be years that it tells elsewhere, at least as often as the last numbers.
        """
        own = [habits for code, habits in self._habits if code == pack.code]
        years = {year + step for habits in own for year in habits.years for step in (-1, 0, 1)}
        marks = []
        for mark in sorted({mark for habits in own for mark in habits.year_first}):
            pairs = [
                match.groups() for original in self._originals if (match := _short_date(mark).fullmatch(original.text))
            ]
            n_first, n_last = (
                sum(full_year(int(pair[at]), self.latest_year) in years for pair in pairs) for at in (0, 1)
            )
            if n_first and n_first >= n_last:
                marks.append(mark)
        return frozenset(marks)

    def _on_weekday(self, original: Original, manner: Manner) -> Readings | None:
        """The reading of "mar 19" as a Tuesday, where there is such a one near its document."""
        leaning = manner.leaning._replace(to_months=False)
        readings = read_dates(original.text, original.pack, manner._replace(leaning=leaning))
        if readings is None or len(readings.dates) != 1 or readings.dates[0].grain is not Grain.DAY:
            return None
        is_other, days = self._strangeness(readings, original)[1:]
        is_near = days <= NEAR_DAYS and readings.dates[0].weekday >= 0
        return readings if is_near and not is_other else None

    def _strangeness(self, readings: Readings, original: Original) -> tuple[bool, bool, int]:
        """How little a reading of one date fits: no such day, another weekday, how far from its document."""
        reference = original.written or self.reference
        reading, day = told(readings.dates[0], reference, date_words(original.pack))
        if day is None:
            return True, True, 0
        is_other = reading.weekday >= 0 and (reading.grain is not Grain.DAY or reading.weekday != day.weekday())
        return False, is_other, abs((day - reference).days)

    @cached_property
    def told(self) -> Sequence[tuple[Grain, date]]:
        """How fine a date is told and the day that stands for it, for all that tell their month and year."""
        days = []
        for original in self._originals:
            dated = None if original.is_birth else self.dated(original)
            if dated is not None:
                days += _lasting(dated, is_written=original.written is not None)
        return days

    @cached_property
    def lone_years(self) -> frozenset[int]:
        """Years that stand alone."""
        years: set[int] = set()
        for original in self._with_year:
            readings = self._read(original)
            if readings is not None and not original.is_birth and not is_span(readings.dates):
                years.update(reading.year for reading in readings.dates if reading.grain is Grain.YEAR and reading.year)
        return frozenset(years)

    @cached_property
    def full_days(self) -> Sequence[tuple[Original, date]]:
        """Mentions of dates that tell year, month and day, with that day."""
        days = []
        for original in self._with_year:
            readings = self._read(original)
            for reading in readings.dates if readings else ():
                if (
                    reading.year
                    and reading.month
                    and reading.day
                    and (day := make_date(reading.year, reading.month, reading.day))
                ):
                    days.append((original, day))
        return days

    def does_pad(self, pack: LanguagePack, mark: str) -> bool:
        """Whether the record writes a 0 before days and months of one digit: beside that mark, else beside any."""
        key = pack.code, mark
        if key not in self._pads:
            counts = [pad for code, habits in self._habits if code == pack.code for pad in habits.pads]
            own = sum(pads for beside, pads in counts if beside == mark)
            self._pads[key] = (own or sum(pads for _, pads in counts)) > 0
        return self._pads[key]

    def _is_day_first(self, pack: LanguagePack) -> tuple[bool, bool]:
        """Whether days come first, and whether they do with dots: once for all dates of the record.

        By those that can be read in one way only, then by weekdays beside them, by those that name their month, by
        those that one order makes the day of their document, then by the language. A language with eras has the month
        first wherever it can be.
        """
        words = date_words(pack)
        own = [habits for code, habits in self._habits if code == pack.code and not words.eras]
        votes = (
            sum(habits.day_first for habits in own)
            or (words.writes_both and self._votes(pack, _on_weekday))
            or sum(habits.named_first for habits in own)
            or (words.writes_both and self._votes(pack, _on_document_day))
        )
        return (votes > 0, votes > 0) if votes else (words.order == "day-month", not words.eras)

    def _votes(self, pack: LanguagePack, fits: Callable[[Reading, Original], bool]) -> int:
        """Dates that fit with the day first alone, less those that fit with the month first alone."""
        ways = [Manner(is_first, self.latest_year) for is_first in (True, False)]
        votes = 0
        for original in self._originals:
            if original.pack is pack and original.text[:1].isascii():
                found = [read_dates(original.text, pack, way) for way in ways]
                first, other = (
                    bool(readings and len(readings.dates) == 1 and fits(readings.dates[0], original))
                    for readings in found
                )
                votes += first - other
        return votes


def _as_document_day(manner: Manner, original: Original) -> Manner:
    """The manner in which six digits are the day of their document: "031219" on 3 December 2019, and no day of 2003."""
    for order in _ORDERS:
        way = manner._replace(glued=(order,))
        readings = read_dates(original.text, original.pack, way)
        if readings and readings.dates and _on_document_day(readings.dates[0], original):
            return way
    return manner


def _on_weekday(reading: Reading, original: Original) -> bool:
    """Whether a reading agrees with the weekday beside it; without a year, in that of its document."""
    year = reading.year or (original.written.year if original.written else 0)
    day = make_date(year, reading.month or 0, reading.day or 0) if year and reading.weekday >= 0 else None
    return day is not None and day.weekday() == reading.weekday


def _on_document_day(reading: Reading, original: Original) -> bool:
    """Whether a reading is the day of its document."""
    return original.written is not None and (reading.year, reading.month, reading.day) == (
        original.written.year,
        original.written.month,
        original.written.day,
    )


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
        self.facts = base.view(DateFacts)
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
    return record.view(RecordDates)


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
        (whole.reading.grain, whole.day)
        for reading, whole in zip(dated.readings.dates, dated.told, strict=True)
        if whole.day and (reading.year or is_written) and reading.grain not in YEARS_ALONE
    ]
