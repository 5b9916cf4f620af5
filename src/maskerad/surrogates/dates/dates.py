"""Dates moved by one number of days for the whole record, in the form they were written in.

Whole weeks keep the weekday named beside a date true, and weekends weekends. Order and intervals stay. Where a part
alone would not change (a year, or a month when the move is short), it takes one step of its own, so nothing stays.
What cannot be read, or is no day of the calendar, gets a placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.births import births_of, known_days
from maskerad.surrogates.dates.moving import (
    NO_DAY,
    YEARLY,
    as_far_apart,
    moved_reading,
    moved_span,
    read_in_its_year,
    written_on,
)
from maskerad.surrogates.dates.named_days import named_day
from maskerad.surrogates.dates.new_births import moved_birth, new_birth_date, tells_old_birth
from maskerad.surrogates.dates.reading_back import reads_as
from maskerad.surrogates.dates.record_dates import Dated, RecordDates, record_dates
from maskerad.surrogates.dates.writing import (
    Pieces,
    put_in,
    weekday_pieces,
    write_crossed_months,
    write_full_years,
    write_month_beside,
    written_pieces,
)
from maskerad.surrogates.dates.written.grammar import names_calendar
from maskerad.surrogates.dates.written.partial import DatedReading, Grain, Reading, Readings
from maskerad.surrogates.dates.written.reading import is_span, read_written
from maskerad.surrogates.dates.written.words import date_words
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shift import WEEK_DAYS

_CALENDAR = frozenset("YyEMABPQR68TNHk")  # roles that name a place of the calendar


def shift_days(record: RecordContext) -> int:
    """By how many days the dates of a record move; never 0 unless dates are to stay."""
    return record_dates(record).shift_days


def moved_date(record: RecordContext, day: date) -> date:
    """A day of the record, moved.

    Raises:
        OverflowError: If it leaves the calendar.
    """
    return record_dates(record).moved(day)


def date_surrogate(request: Request) -> str:
    """The mention with every date in it moved.

    Raises:
        SurrogateError: If something in it cannot be read, or is no day of the calendar.
    """
    original, record = request
    dates = record_dates(record)
    dated = dates.facts.dated(original)
    if dated is None:
        raise request.refusal("the written date cannot be read")
    readings, words, text = dated.readings, date_words(original.pack), original.text
    pads = readings.pads if readings.pads is not None else _pads(readings, request, dates)
    pieces: Pieces = {}
    wholes = _known(dated, record)
    moved = [
        _at_distance(old, new, request, dates)
        for old, new in zip(readings.dates, _moved_together(dated, wholes, request, dates), strict=True)
    ]
    for (whole, _), new in zip(wholes, moved, strict=True):
        if whole.grain is Grain.HOLIDAY and dates.shift_days:
            pieces.update(named_day(whole, request, dates))
        elif new is not whole:
            written_pieces(whole, new, words, pads, pieces)
    if len(moved) > 1:
        write_crossed_months(text, readings.dates, moved, words, pieces)
    elif moved and dates.shift_days and _is_hidden(readings.dates[0], moved[0]):
        write_month_beside(text, readings.dates[0], moved[0], words, pieces)
    if dates.shift_days % WEEK_DAYS:
        weekday_pieces(readings.weekdays, dates.shift_days, words, pieces)
    new_text = put_in(text, pieces, words)
    if not moved or any(reading.grain is Grain.HOLIDAY for reading in moved):
        return new_text
    manner = dates.facts.manner(original)
    weekdays = [(field.value + dates.shift_days) % WEEK_DAYS for field in readings.weekdays]
    if reads_as(new_text, moved, weekdays, original.pack, manner):
        return new_text
    write_full_years(readings.dates, moved, pieces)
    new_text = put_in(text, pieces, words)
    if not reads_as(new_text, moved, weekdays, original.pack, manner):
        raise request.refusal("the moved date would be read as another one")
    return new_text


def _known(dated: Dated, record: RecordContext) -> Sequence[DatedReading]:
    """The dates of a mention; of a day without its year, the year that it has elsewhere in the record."""
    if not dated.lacks_year:
        return dated.told
    known: list[DatedReading] = []
    for reading, whole in zip(dated.readings.dates, dated.told, strict=True):
        if reading.year is None and reading.month is not None and reading.grain is Grain.DAY:
            day = known_days(record).get((reading.month, reading.day or 0))
            if day is not None and reading.weekday in (-1, day.weekday()):
                whole = DatedReading(reading._replace(year=day.year), day)
        known.append(whole)
    return known


def _moved_together(
    dated: Dated, wholes: Sequence[DatedReading], request: Request, dates: RecordDates
) -> Sequence[Reading]:
    if len(wholes) == 1:
        return [_moved(dated.readings.dates[0], wholes[0], request, dates)]
    readings = [whole.reading for whole in wholes]
    if dates.shift_days and is_span(readings) and not request.original.is_birth:
        return moved_span(readings, dates)
    moved = [_moved(old, whole, request, dates) for old, whole in zip(dated.readings.dates, wholes, strict=True)]
    return as_far_apart(readings, moved)


def _at_distance(old: Reading, new: Reading, request: Request, dates: RecordDates) -> Reading:
    """A moved reading with its distance from its document, where that is how its year or month is told."""
    if old.years is None and old.months is None:
        return new
    written, year, month = dates.moved(written_on(request, dates)), new.year or 0, new.month or 1
    return new._replace(years=year - written.year, months=(year - written.year) * 12 + month - written.month)


def _moved(reading: Reading, dated: DatedReading, request: Request, dates: RecordDates) -> Reading:
    """A completed reading moved; itself where dates stay, or it is a holiday."""
    whole, grain = dated.reading, dated.reading.grain
    if grain is Grain.DAY:
        return _moved_day(dated, request, dates)
    is_birth = request.original.is_birth or tells_old_birth(whole, request.record)
    if is_birth and grain in (Grain.MONTH, Grain.YEAR):
        return moved_birth(whole, request)
    if not dates.shift_days or grain is Grain.HOLIDAY:
        return whole
    new = moved_reading(dated, request, dates)
    if reading.year is None and reading.years is None and grain in YEARLY:
        return read_in_its_year(whole, new, request, dates)
    return new


def _moved_day(dated: DatedReading, request: Request, dates: RecordDates) -> Reading:
    whole, day = dated
    original, record = request
    if day is None:
        raise request.refusal(NO_DAY)
    try:
        is_birth = original.is_birth or day in births_of(record)
        new = new_birth_date(record, day) if is_birth else dates.moved(day)
    except OverflowError:
        raise request.refusal(NO_DAY) from None
    return whole if new == day else whole._replace(year=new.year, month=new.month, day=new.day)


def _is_hidden(old: Reading, new: Reading) -> bool:
    """Whether a day alone has moved to the same day of another month: "den 6:e"."""
    return old.month is None and old.grain is Grain.DAY and new.day == old.day


def has_calendar_date(text: str, pack: LanguagePack) -> bool:
    """Whether a mention names a month, a year, a day of a month or an era, not only a clock time or an event."""
    written = read_written(text, pack)
    if written is None:
        return names_calendar(text, date_words(pack))
    return any(f.role in _CALENDAR for form in written.forms for f in form) or {"s", "r"} <= {
        f.role for f in written.beside
    }


def date_stays(request: Request) -> bool:
    """Whether a mention is right to stay as it is: a weekday that moves by whole weeks, or dates that do not move."""
    dates = record_dates(request.record)
    dated = dates.facts.dated(request.original)
    return dated is not None and (not dates.shift_days or not (dated.told or dates.shift_days % WEEK_DAYS))


def _pads(readings: Readings, request: Request, dates: RecordDates) -> bool:
    """Whether a 0 stands before digits where the mention does not tell: by the record, else by the kind of form."""
    first = readings.dates[0].parts[0]
    if first.role == "Y" and readings.mark == "-":
        return True
    is_named = any(part.role == "M" and part.form >= 0 for reading in readings.dates for part in reading.parts)
    return not is_named and "月" not in request.text and dates.facts.does_pad(request.pack, readings.mark)
