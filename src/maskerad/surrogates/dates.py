"""Dates moved by one number of whole weeks for the whole record, in the form they were written in.

Whole weeks keep the weekday named beside a date true, and weekends weekends. Order and intervals stay. Where a part
alone would not change (a year, or a month when the move is short), it takes one step of its own, so nothing stays.
What cannot be read, or is no day of the calendar, gets a placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.date_grammar import ROMAN, DateField, read_date
from maskerad.surrogates.date_reading import MID_MONTH, Part, Reading, Setting, make_date, read_dates, read_parts
from maskerad.surrogates.date_words import DateWords, date_words
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import in_case_of, in_width_of

WEEKS_MAX = 26
CACHE_MAX_DATES = 20_000
REFERENCE = date(2020, 6, 15)  # completes partial dates of a record that tells no day at all
_ROMAN_OF = {month: name for name, month in ROMAN.items()}


def shift_weeks(record: RecordContext) -> int:
    """By how many weeks the dates of a record move: in ±26, never 0."""
    weeks = record.keyed.number(2 * WEEKS_MAX, "shift", record.scope) - WEEKS_MAX
    return weeks if weeks < 0 else weeks + 1


def moved_date(record: RecordContext, day: date) -> date:
    """A day of the record, moved; for the date columns of a table.

    Raises:
        OverflowError: If it leaves the calendar.
    """
    return day + timedelta(weeks=shift_weeks(record))


def date_surrogate(request: Request) -> str:
    """The mention with every date in it moved.

    Raises:
        SurrogateError: If something in it cannot be read, or is no day of the calendar.
    """
    readings = _readings(request)
    new: dict[tuple[int, int], str] = {}
    words = date_words(request.pack)
    pads = _pads([part for reading in readings for part in reading.parts], request)
    for reading in readings:
        moved = _moved(reading, request)
        new.update(((part.start, part.end), text) for part, text in _written(reading, moved, words, pads))
    return _put_in(request.text, new)


def has_calendar_date(text: str, pack: LanguagePack) -> bool:
    """Whether a mention names a month, a year, a day of a month or an era, not only a clock time or an event."""
    return any(f.role in "YyEM68" for form in read_date(text, date_words(pack)) for f in form)


def _readings(request: Request) -> list[Reading]:
    setting = _setting(request)
    forms = _read(request.original.text, request.pack)
    parts = [read_parts(form, setting) for form in forms]
    if not parts or not all(parts):
        raise request.refusal("the written date cannot be read")
    return read_dates(parts, setting)


@lru_cache(maxsize=CACHE_MAX_DATES)
def _read(text: str, pack: LanguagePack) -> list[list[DateField]]:
    """The written forms in a mention; remembered, since the same days stand in many records."""
    return read_date(text, date_words(pack))


def _setting(request: Request) -> Setting:
    pack, record = request.pack, request.record.base
    words = date_words(pack)
    is_day_first = record.once(("day_first", pack.code), lambda: _is_day_first(record, pack, words))
    reference = request.original.written or record.once("reference", lambda: _reference(record))
    return Setting(words, reference, is_day_first)


def _reference(record: RecordContext) -> date:
    """The latest day of its documents; without any, the latest full date that stands in them."""
    days = [original.written for original in record.originals if original.written]
    return max(days) if days else max(_full_dates(record), default=REFERENCE)


def _full_dates(record: RecordContext) -> list[date]:
    found = []
    for original in record.originals:
        if original.label == "DATE":
            setting = Setting(date_words(original.pack), REFERENCE, date_words(original.pack).order == "day-month")
            for form in _read(original.text, original.pack):
                parts = {part.role: part.value for part in read_parts(form, setting)}
                if {"Y", "M", "D"} <= parts.keys() and (day := make_date(parts["Y"], parts["M"], parts["D"])):
                    found.append(day)
    return found


def _is_day_first(record: RecordContext, pack: LanguagePack, words: DateWords) -> bool:
    """How the record writes day and month: by its dates that can be read in one way only, then by the language."""
    day_first = month_first = 0
    for original in record.originals:
        if original.label == "DATE" and original.pack.code == pack.code:
            for form in _read(original.text, original.pack):
                first, second = _open_pair(form)
                day_first += first > 12 >= second
                month_first += second > 12 >= first
    if day_first == month_first:
        return words.order == "day-month"
    return day_first > month_first


def _open_pair(form: Sequence[DateField]) -> tuple[int, int]:
    """The two numbers that are day and month in an open order."""
    numbers = [f.number for f in form if f.role in "ABPQ"]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


def _moved(reading: Reading, request: Request) -> Reading:
    """The reading with its new values."""
    weeks = shift_weeks(request.record)
    if reading.month is None and reading.day is None and reading.week is None and reading.year is not None:
        return replace(reading, year=reading.year + _year_step(request, weeks))
    try:
        if reading.week is not None and reading.year is not None:
            new = date.fromisocalendar(reading.year, reading.week, 1) + timedelta(weeks=weeks)
            return replace(reading, year=new.isocalendar().year, week=new.isocalendar().week)
        old = date(reading.year or 0, reading.month or 0, reading.day or MID_MONTH)
        new = old + timedelta(weeks=weeks)
    except (ValueError, OverflowError):
        raise request.refusal("no such day in the calendar") from None
    if reading.day is None and new.month == old.month:
        new = _next_month(new) if weeks > 0 else new.replace(day=1) - timedelta(days=1)
    return replace(reading, year=new.year, month=new.month, day=new.day)


def _next_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)


def _year_step(request: Request, weeks: int) -> int:
    """Which way a year that stands alone goes: with the record, but not beyond its last day's new year."""
    record = request.record
    latest = record.base.once("reference", lambda: _reference(record.base))
    if weeks > 0 and (latest + timedelta(weeks=weeks)).year > latest.year:
        return 1
    return -1


@dataclass(frozen=True, slots=True)
class _Style:
    """How the new values of a date are written.

    Attributes:
        words: Of the language.
        pads: Whether days and months of one digit get a 0 before them.
        era, era_year: Index of the new date's era and its year in it; -1 where the mention names none.
        is_era_in_full: Whether the era is written out; its first year is then 元.
    """

    words: DateWords
    pads: bool
    era: int = -1
    era_year: int = 0
    is_era_in_full: bool = False


def _pads(parts: Sequence[Part], request: Request) -> bool:
    """Whether a 0 stands before digits: by what the mention does, else the record, else the kind of form."""
    numbers = [part.text for part in parts if part.role in "DM" and part.form == -1]
    mark = _zero_or_not(numbers)
    if mark or len(numbers) < 2:
        return mark > 0
    pack, record = request.pack, request.record.base
    return record.once(("pads", pack.code), lambda: _record_pads(record, pack)) and "月" not in request.text


def _zero_or_not(numbers: Sequence[str]) -> int:
    """1 where a number has a 0 before it, -1 where one is a bare digit, 0 where none tells."""
    if any(text.startswith("0") for text in numbers):
        return 1
    return -1 if any(len(text) == 1 for text in numbers) else 0


def _record_pads(record: RecordContext, pack: LanguagePack) -> bool:
    marks = 0
    for original in record.originals:
        if original.label == "DATE" and original.pack.code == pack.code:
            for form in _read(original.text, original.pack):
                marks += _zero_or_not([f.text for f in form if f.role in "ABDMPQ" and f.text.isdecimal()])
    return marks > 0


def _written(reading: Reading, new: Reading, words: DateWords, pads: bool) -> list[tuple[Part, str]]:
    """The new text of every part."""
    style = _Style(words, pads)
    names = [part.form for part in reading.parts if part.role == "E"]
    if names and new.year is not None:
        style = _with_era(
            replace(style, is_era_in_full=names[0] == 0),
            make_date(new.year, new.month or 12, new.day or 28) or date(new.year, 12, 31),
        )
    return [(part, _part_text(part, new, style)) for part in reading.parts]


def _with_era(style: _Style, day: date) -> _Style:
    eras = style.words.eras
    index = next((i for i, era in enumerate(eras) if era.start <= day), len(eras) - 1)
    return replace(style, era=index, era_year=day.year - eras[index].start.year + 1)


def _part_text(part: Part, new: Reading, style: _Style) -> str:
    words = style.words
    if part.role == "E":
        return words.eras[style.era].names[part.form]
    if part.role == "o":
        return in_case_of(words.ordinal(new.day or 0), part.text)
    if part.role == "M" and part.form != -1:
        month = new.month or 1
        return _ROMAN_OF[month] if part.form == -2 else _month_text(words.month_like(month, part.form), part.text)
    if part.role == "y" and style.era >= 0:
        is_first = style.era_year == 1 and style.is_era_in_full
        return "元" if is_first else str(style.era_year).zfill(2 if part.text.startswith("0") else 1)
    value = {"Y": new.year, "y": new.year, "M": new.month, "D": new.day, "W": new.week}[part.role] or 0
    if part.role == "y":
        return f"{value % 100:02d}"
    return f"{value:02d}" if style.pads and part.role in "MD" else str(value)


def _month_text(name: str, old: str) -> str:
    shaped = in_case_of(name, old)
    return shaped[:1].upper() + shaped[1:] if old[:1].isupper() else shaped


def _put_in(text: str, new: dict[tuple[int, int], str]) -> str:
    parts: list[str] = []
    at = 0
    for (start, end), value in sorted(new.items()):
        between = text[at:start]
        if not value and text[start - 1 : start] == ":":
            between = between[:-1]
        parts += (between, in_width_of(value, text[start:end]))
        at = end
    return "".join([*parts, text[at:]])
