"""Two numbers that are the days of a night or a weekend ("natt 16-17"), and no day and its month."""

from __future__ import annotations

import re

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.written.partial import Grain
from maskerad.surrogates.dates.written.reading import read_dates
from maskerad.surrogates.dates.written.roles import Manner
from maskerad.surrogates.dates.written.words import date_words
from maskerad.text.folding import fold

WORDS_BEFORE = 2  # "the night of the 16-17"
_PAIR = re.compile(r"(?<!\d)(\d{1,2}) ?[-–/] ?(\d{1,2})\s*$")
LAST_DAYS = range(28, 32)  # of a month, before the first of the next
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


def tells_night(text: str, before: str, pack: LanguagePack, manner: Manner) -> bool:
    """Whether two numbers are two days: behind a word for a night, or where neither can be a month.

    Args:
        text: The mention.
        before: The text before it.
        pack: Its language.
        manner: How its record writes dates.

    Example:
        >>> from maskerad.languages import load_pack
        >>> pack, manner = load_pack("sv"), Manner(is_day_first=True, latest_year=2025)
        >>> tells_night("6-7", "Natt ", pack, manner), tells_night("6-7", "Kontroll ", pack, manner)
        (True, False)
    """
    pair = _PAIR.search(text)
    if pair is None:
        return False
    first, second = map(int, pair.groups())
    words = _WORD.findall(before)[-WORDS_BEFORE:] + _WORD.findall(text)
    if not date_words(pack).nights.isdisjoint(map(fold, words)):
        return second == first + 1 or (first in LAST_DAYS and second == 1)  # "night. 8/5" is a day and its month
    readings = read_dates(text, pack, manner)
    return readings is not None and [(date.grain, date.month) for date in readings.dates] == [(Grain.DAY, None)] * 2
