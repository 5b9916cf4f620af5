"""What was written is read again: a moved date stands only if a reader finds in it the day that was meant.

All days of a record move by one distance: where each is read as what was meant, so are all intervals between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.written.partial import Grain, Reading
from maskerad.surrogates.dates.written.reading import read_dates
from maskerad.surrogates.dates.written.roles import Manner

CENTURY = 100


def reads_as(text: str, moved: Sequence[Reading], weekdays: Sequence[int], pack: LanguagePack, manner: Manner) -> bool:
    """Whether a text tells the moved dates, each as far as it tells anything of it, and the weekdays beside them.

    Args:
        text: The new mention.
        moved: Its dates, with all that is known of them.
        weekdays: The moved weekdays, Monday 0, in the order of the text.
        pack: Its language.
        manner: How its record writes dates; either order of day and month will do, as one of them was chosen for it.
    """
    others = (
        manner._replace(is_day_first=not manner.is_day_first),
        manner._replace(leaning=manner.leaning._replace(to_months=False)),
    )
    return any(_tells(text, moved, weekdays, pack, way) for way in (manner, *others))


def _tells(text: str, moved: Sequence[Reading], weekdays: Sequence[int], pack: LanguagePack, manner: Manner) -> bool:
    readings = read_dates(text, pack, manner)
    if readings is None or len(readings.dates) != len(moved):
        return False
    if [field.value for field in readings.weekdays] != list(weekdays):
        return False
    return all(_is_of(reading, meant) for reading, meant in zip(readings.dates, moved, strict=True))


def _is_of(reading: Reading, meant: Reading) -> bool:
    """Whether a date as written is a moved one: years to the century, since two digits may tell them."""
    if reading.grain is not meant.grain:
        return False
    is_year = reading.year is None or reading.grain is Grain.DECADE or (reading.year - (meant.year or 0)) % CENTURY == 0
    is_slot = reading.slot == meant.slot or reading.slot < 0
    return is_year and is_slot and reading.month in (None, meant.month) and reading.day in (None, meant.day)
