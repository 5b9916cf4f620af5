"""Dates in the cells of a table, moved as the dates of their record are."""

from __future__ import annotations

import re
from datetime import date, datetime

from maskerad.core.errors import SurrogateError
from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.dates import date_surrogate, moved_date
from maskerad.surrogates.dates.new_births import new_birth_date
from maskerad.surrogates.dates.record_dates import record_dates
from maskerad.surrogates.request import Original, RecordContext, Request

_ISO = re.compile(r"(\d{4}-\d{2}-\d{2})(?!\d)(.*)", re.DOTALL)
_TIMED = re.compile(r"(.*\S)(\s+\d{1,2}[:.]\d{2}.*)", re.DOTALL)
_COMPACT = range(1_000_01_01, 10_000_01_01)


def moved_cell(value: object, record: RecordContext, pack: LanguagePack, *, is_birth: bool = False) -> object:
    """A cell with its date moved, of the same type and form; an empty cell stays, a time of day too.

    Args:
        value: A text, a date or time, or a whole number such as 20240312.
        record: Whose dates move.
        pack: In whose language a text is written.
        is_birth: Whether the column tells when somebody was born.

    Raises:
        SurrogateError: If no date can be read in it.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return value
    try:
        return _moved(value, record, pack, is_birth)
    except (ValueError, OverflowError):
        raise SurrogateError(f"record {record.scope!r}, date column: no such day in the calendar") from None


def _moved(value: object, record: RecordContext, pack: LanguagePack, is_birth: bool) -> object:
    if isinstance(value, date):
        new = _new_day(value.date() if isinstance(value, datetime) else value, record, is_birth)
        return value.replace(year=new.year, month=new.month, day=new.day)
    if isinstance(value, str):
        return _moved_text(value, record, pack, is_birth)
    if isinstance(value, int) and value in _COMPACT:
        return int(_new_day(date.fromisoformat(str(value)), record, is_birth).strftime("%Y%m%d"))
    raise SurrogateError(f"record {record.scope!r}, date column: {type(value).__name__} is no date")


def _new_day(day: date, record: RecordContext, is_birth: bool) -> date:
    return new_birth_date(record, day) if is_birth else moved_date(record, day)


def _moved_text(text: str, record: RecordContext, pack: LanguagePack, is_birth: bool) -> str:
    start = len(text) - len(text.lstrip())
    if iso := _ISO.fullmatch(text, start):
        return text[:start] + _new_day(date.fromisoformat(iso[1]), record, is_birth).isoformat() + iso[2]
    timed = _TIMED.fullmatch(text)
    day, rest = (timed[1], timed[2]) if timed else (text, "")
    original = Original(day, "DATE", pack, written=record_dates(record).reference, is_birth=is_birth)
    return date_surrogate(Request(original, record)) + rest
