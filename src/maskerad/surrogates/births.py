"""The birth date that a person gets: one answer for written dates and for the numbers that carry it."""

from __future__ import annotations

from datetime import date

from maskerad.surrogates.dates import moved_date
from maskerad.surrogates.request import RecordContext

NO_DAY_TOLD = date(2030, 1, 1)  # no two-digit year of birth is read as later than this


def new_birth_date(record: RecordContext, born: date) -> date:
    """The new birth date of whoever was born on ``born``: moved as every day of the record is.

    A day that would leave the calendar stays where it is.
    """
    try:
        return moved_date(record, born)
    except OverflowError:
        return born


def latest_day(record: RecordContext) -> date:
    """The day behind which nobody of the record was born."""
    days = [original.written for original in record.originals if original.written]
    return max(days, default=NO_DAY_TOLD)
