"""Of which year a feast is that names none: the nearest, but the last one behind "since", and as "last year" says."""

from __future__ import annotations

import re
from datetime import date

from maskerad.surrogates.dates.written.holiday_rules import Holiday, nearest_day
from maskerad.surrogates.dates.written.words import DateWords, date_words
from maskerad.surrogates.request import Original
from maskerad.text.folding import fold

_LAST_WORD = re.compile(r"([^\W\d_]+)['’]?[ \t]*$")
_FIRST_WORD = re.compile(r"[ \t]*,?[ \t]*([^\W\d_]+)")


def feast_day(holiday: Holiday, original: Original, reference: date) -> date:
    """The day of a feast, as a mention of it beside these words is read.

    Args:
        holiday: The feast, or another one in its place.
        original: The mention.
        reference: The day of its document.
    """
    years = years_behind(original)
    if years is not None:
        return holiday.day_in(reference.year + years)
    day = nearest_day(holiday, reference)
    return holiday.day_in(day.year - 1) if day > reference and is_over(original) else day


def is_over(original: Original) -> bool:
    """Whether a word before a mention tells that its day has been: "since Easter"."""
    last = _LAST_WORD.search(original.before)
    return last is not None and fold(last[1]) in date_words(original.pack).since


def years_behind(original: Original) -> int | None:
    """How far from that of the document the year behind a mention lies ("last year": -1); None where none stands."""
    first = _FIRST_WORD.match(original.after)
    if first is None:
        return None
    words: DateWords = date_words(original.pack)
    phrase = words.phrase_at(original.after.lower(), first.start(1), fold(first[1]))
    return phrase.value if phrase is not None and phrase.shape == "r" else None
