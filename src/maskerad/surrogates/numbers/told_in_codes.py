"""What a code tells besides being one: a day, a year, somebody's initials. They become the new ones.

"PAD 24-1187" of a note of 2024, "880714-TX02" of somebody born that day, "Our ref: HS/nk/311" of Dr H. S. and a
secretary n. k.: with characters by chance, these would be a year to come, no day of the calendar, nobody's initials.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from maskerad.surrogates.dates.births import births_of
from maskerad.surrogates.dates.new_births import new_birth_date
from maskerad.surrogates.dates.record_dates import RecordDates, record_dates
from maskerad.surrogates.people.initials import new_initials
from maskerad.surrogates.request import RecordContext

LAYOUTS = {8: ("%Y%m%d", "%d%m%Y"), 6: ("%y%m%d", "%d%m%y"), 4: ("%Y",), 2: ("%y",)}
YEAR_DIGITS = (2, 4)
INITIALS = (2, 3)

_RUN = re.compile(r"[0-9]+|[A-Za-z]+")


def told_in(text: str, record: RecordContext, written: date | None, births: Iterable[date]) -> Mapping[int, str]:
    """New characters for those of a code that tell something.

    Args:
        text: The code as written, in ASCII.
        record: Its record.
        written: Day of its document.
        births: Days of birth that other codes of the record tell.

    Returns:
        Place among the letters and digits of the code to the new character, in capitals.
    """
    days = record.once("days in codes", lambda: _new_days(record, births))
    runs = [(match.start(), match.group()) for match in _RUN.finditer(text)]
    by_place: dict[int, str] = {}
    for start, run in runs:
        new = _new(run, start, text, record, days, written) if len(runs) > 1 else ""
        at = sum(map(str.isalnum, text[:start]))
        by_place.update({at + place: char for place, char in enumerate(new.upper())})
    return by_place


def _new(
    run: str, start: int, text: str, record: RecordContext, days: Mapping[date, date], written: date | None
) -> str:
    if run.isalpha():
        is_apart = not f" {text} "[start].isalnum() and not f"{text} "[start + len(run)].isalnum()
        return new_initials(record, run.lower()) if len(run) in INITIALS and is_apart else ""
    if len(run) in YEAR_DIGITS:
        return _new_year(run, record, written) if _is_first_or_last(run, start, text) else ""
    layouts = [layout for layout in LAYOUTS.get(len(run), ()) for day in days if day.strftime(layout) == run]
    return next((days[day].strftime(layout) for layout in layouts for day in days if day.strftime(layout) == run), "")


def _is_first_or_last(run: str, start: int, text: str) -> bool:
    numbers = [match.start() for match in _RUN.finditer(text) if match.group().isdecimal()]
    return start in (numbers[0], numbers[-1])


def _new_year(run: str, record: RecordContext, written: date | None) -> str:
    layout = LAYOUTS[len(run)][0]
    if written is None or written.strftime(layout) != run:
        return ""
    return record_dates(record.context_of("DATE")).moved(written).strftime(layout)


def _new_days(record: RecordContext, births: Iterable[date]) -> dict[date, date]:
    """Days of the record, those of birth included, to the new ones; without those at the ends of the calendar."""
    dates = record_dates(record.context_of("DATE"))
    born = {*births, *births_of(record)}
    others = {*dates.facts.document_days, *(day for _, day in dates.facts.full_days)} - born
    return {**dict(_moved(others, dates)), **{day: new_birth_date(record, day) for day in sorted(born)}}


def _moved(days: Iterable[date], dates: RecordDates) -> Iterator[tuple[date, date]]:
    for day in sorted(days):
        try:
            yield day, dates.moved(day)
        except OverflowError:
            continue
