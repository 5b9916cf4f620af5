"""Dates moved by one number of days for the whole record, in the form they were written in.

Whole weeks keep the weekday named beside a date true, and weekends weekends. Order and intervals stay. Where a part
alone would not change (a year, or a month when the move is short), it takes one step of its own, so nothing stays.
What cannot be read, or is no day of the calendar, gets a placeholder.
"""

from __future__ import annotations

from datetime import date

from maskerad.languages import LanguagePack
from maskerad.surrogates.births import moved_birth
from maskerad.surrogates.date_moving import moved_reading
from maskerad.surrogates.date_reading import Grain, Reading, Readings, completed, read_written
from maskerad.surrogates.date_shift import WEEK_DAYS
from maskerad.surrogates.date_words import date_words
from maskerad.surrogates.date_writing import Pieces, put_in, weekday_pieces, write_crossed_months, written_pieces
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
    moved: list[Reading] = []
    for reading in readings.dates:
        whole = completed(reading, request.original.written or dates.reference, words)
        new = _moved(whole, request, dates)
        moved.append(new)
        if whole.grain is Grain.HOLIDAY and dates.shift_days:
            pieces.update(named_day(whole, request, dates))
        elif new is not whole:
            written_pieces(whole, new, words, pads, pieces)
    if len(moved) > 1:
        write_crossed_months(request.text, readings.dates, moved, words, pieces)
    if dates.shift_days % WEEK_DAYS:
        weekday_pieces(readings.weekdays, dates.shift_days, words, pieces)
    return put_in(request.text, pieces, words)


def _moved(reading: Reading, request: Request, dates: RecordDates) -> Reading:
    """A completed reading moved; itself where dates stay, or it is a holiday."""
    born = moved_birth(reading, request)
    if born is not None:
        return born
    if not dates.shift_days or reading.grain is Grain.HOLIDAY:
        return reading
    return moved_reading(reading, request, dates)


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
