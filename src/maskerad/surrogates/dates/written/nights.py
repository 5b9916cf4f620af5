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
_PAIR = re.compile(r"(?<!\d)\d{1,2} ?[-–/] ?\d{1,2}\s*$")
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
    if not _PAIR.search(text):
        return False
    words = _WORD.findall(before)[-WORDS_BEFORE:] + _WORD.findall(text)
    if not date_words(pack).nights.isdisjoint(map(fold, words)):
        return True
    readings = read_dates(text, pack, manner)
    return readings is not None and [(one.grain, one.month) for one in readings.dates] == [(Grain.DAY, None)] * 2
