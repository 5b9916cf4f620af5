"""Dates moved by one number of days for the whole record, in the form they were written in.

Whole weeks keep the weekday named beside a date true, and weekends weekends. Order and intervals stay. Where a part
alone would not change (a year, or a month when the move is short), it takes one step of its own, so nothing stays.
What cannot be read, or is no day of the calendar, gets a placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from maskerad.languages import LanguagePack
from maskerad.surrogates.births import is_birth, known_days, moved_birth, new_birth_date
from maskerad.surrogates.date_moving import YEARLY, moved_reading, moved_span, read_in_its_year, written_on
from maskerad.surrogates.date_reading import Grain, Reading, Readings, completed, is_span, read_written
from maskerad.surrogates.date_shift import WEEK_DAYS
from maskerad.surrogates.date_words import DateWords, date_words
from maskerad.surrogates.date_writing import (
    Pieces,
    put_in,
    weekday_pieces,
    write_crossed_months,
    write_month_beside,
    written_pieces,
)
from maskerad.surrogates.named_days import named_day
from maskerad.surrogates.record_dates import RecordDates, record_dates
from maskerad.surrogates.request import RecordContext, Request


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
    dates = record_dates(request.record)
    readings = dates.facts.read(request.original)
    if readings is None:
        raise request.refusal("the written date cannot be read")
    words = date_words(request.pack)
    pads = readings.pads if readings.pads is not None else _pads(readings, request, dates)
    pieces: Pieces = {}
    wholes = [_completed(reading, request, dates, words) for reading in readings.dates]
    moved = _moved_together(readings.dates, wholes, request, dates)
    for whole, new in zip(wholes, moved, strict=True):
        if whole.grain is Grain.HOLIDAY and dates.shift_days:
            pieces.update(named_day(whole, request, dates))
        elif new is not whole:
            written_pieces(whole, new, words, pads, pieces)
    if len(moved) > 1:
        write_crossed_months(request.text, readings.dates, moved, words, pieces)
    elif _is_hidden(readings.dates, moved):
        write_month_beside(request.text, readings.dates[0], moved[0], words, pieces)
    if dates.shift_days % WEEK_DAYS:
        weekday_pieces(readings.weekdays, dates.shift_days, words, pieces)
    return put_in(request.text, pieces, words)


def _completed(reading: Reading, request: Request, dates: RecordDates, words: DateWords) -> Reading:
    """What is left unsaid, from a day written in full elsewhere in the record, else from the day of the document."""
    if reading.grain is Grain.DAY and reading.year is None and reading.month is not None:
        day = known_days(request.record).get((reading.month, reading.day or 0))
        if day is not None and reading.weekday in (-1, day.weekday()):
            return reading._replace(year=day.year)
    return completed(reading, written_on(request, dates), words)


def _moved_together(
    readings: Sequence[Reading], wholes: Sequence[Reading], request: Request, dates: RecordDates
) -> list[Reading]:
    if dates.shift_days and len(wholes) > 1 and is_span(wholes) and not request.original.is_birth:
        return moved_span(wholes, request, dates)
    return [_moved(reading, whole, request, dates) for reading, whole in zip(readings, wholes, strict=True)]


def _moved(reading: Reading, whole: Reading, request: Request, dates: RecordDates) -> Reading:
    """A completed reading moved; itself where dates stay, or it is a holiday."""
    if whole.grain is Grain.DAY:
        return _moved_day(whole, request, dates)
    if request.original.is_birth and whole.grain in (Grain.MONTH, Grain.YEAR):
        return moved_birth(whole, request)
    if not dates.shift_days or whole.grain is Grain.HOLIDAY:
        return whole
    new = moved_reading(whole, request, dates)
    if reading.year is None and whole.grain in YEARLY:
        return read_in_its_year(whole, new, request, dates)
    return new


def _moved_day(whole: Reading, request: Request, dates: RecordDates) -> Reading:
    try:
        day = date(whole.year or 0, whole.month or 0, whole.day or 0)
        new = new_birth_date(request.record, day) if is_birth(day, request) else dates.moved(day)
    except (ValueError, OverflowError):
        raise request.refusal("no such day in the calendar") from None
    return whole if new == day else Reading(whole.parts, Grain.DAY, new.year, new.month, new.day)


def _is_hidden(old: Sequence[Reading], new: Sequence[Reading]) -> bool:
    """Whether a day alone has moved to the same day of another month: "den 6:e"."""
    if len(old) != 1 or old[0].grain is not Grain.DAY or old[0].month is not None:
        return False
    return new[0] is not old[0] and new[0].day == old[0].day


def has_calendar_date(text: str, pack: LanguagePack) -> bool:
    """Whether a mention names a month, a year, a day of a month or an era, not only a clock time or an event."""
    written = read_written(text, pack)
    return written is not None and any(f.role in "YyEM68TN" for form in written.forms for f in form)


def date_stays(request: Request) -> bool:
    """Whether a mention is right to stay as it is: a weekday that moves by whole weeks, or dates that do not move."""
    dates = record_dates(request.record)
    readings = dates.facts.read(request.original)
    return readings is not None and (not dates.shift_days or not (readings.dates or dates.shift_days % 7))


def _pads(readings: Readings, request: Request, dates: RecordDates) -> bool:
    """Whether a 0 stands before digits where the mention does not tell: by the record, else by the kind of form."""
    first = readings.dates[0].parts[0]
    if first.role == "Y" and readings.mark == "-":
        return True
    return "月" not in request.text and dates.facts.does_pad(request.pack, readings.mark)
