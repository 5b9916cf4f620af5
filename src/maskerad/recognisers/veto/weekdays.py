"""What stands behind a day of the week and is no date: hours ("lun-ven 8-10", "jeudi 14-17"), values ("Di 141/90")."""

from __future__ import annotations

import re
from collections.abc import Iterable

from maskerad.core.span import Span
from maskerad.recognisers.veto.people import PersonSyntax

BESIDE_CHARS = 24
DAY_MAX, MONTH_MAX, HOUR_MAX = 31, 12, 24
_DAY = r"([^\W\d_]{2,})\.?"
_HOURS = r"(\d{1,2})(?:[.:]\d\d)?(?:[ ]?[-–][ ]?(\d{1,2})(?:[.:]\d\d)?)?"
_DAYS_AND_HOURS = re.compile(rf"{_DAY}[ ]?[-–/][ ]?{_DAY}[ ,:]*{_HOURS}$")
_DAY_AND_HOURS = re.compile(rf"{_DAY}[ ,:]+{_HOURS}$")
_ONLY_HOURS = re.compile(rf"{_HOURS}$")
_DAY_AND_VALUE = re.compile(rf"{_DAY}[ ,:]+(\d{{1,3}})(?:[ ]?/[ ]?\d{{1,3}})?$")


class Weekdays:
    """Judges dates that hold a number without its month.

    Args:
        people: Knows the days of the week.
        cues: Words before opening hours, lower case.
    """

    def __init__(self, people: PersonSyntax, cues: Iterable[str]) -> None:
        self._people = people
        words = "|".join(map(re.escape, sorted(set(cues), key=lambda word: (-len(word), word))))
        self._cue = re.compile(rf"(?<![^\W\d_])(?:{words or '(?!)'})[ :]{{1,2}}$", re.IGNORECASE)

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is no date; "" if it may be one."""
        inner = text[span.start : span.end].rstrip(".")
        if span.label != "DATE" or not inner[-1:].isdigit():
            return ""
        before = text[max(0, span.start - BESIDE_CHARS) : span.start]
        if self._is_of_days(before + inner) or self._is_of_a_day(inner):
            return "hours of a day of the week"
        if self._is_value(inner):
            return "a value of a day of the week"
        hours = _ONLY_HOURS.fullmatch(inner)
        is_cued = hours and hours[2] and _are_hours(hours[1], hours[2]) and self._cue.search(before)
        return "opening hours" if is_cued else ""

    def _is_of_days(self, around: str) -> bool:
        """Whether hours follow two days of the week: "lun-ven 8-10"."""
        match = _DAYS_AND_HOURS.search(around)
        return match is not None and self._are_days(match[1], match[2]) and _are_hours(match[3], match[4])

    def _is_of_a_day(self, inner: str) -> bool:
        """Whether hours that are no day and month follow one: "jeudi 14-17"."""
        match = _DAY_AND_HOURS.fullmatch(inner)
        if match is None or match[3] is None or not self._are_days(match[1]):
            return False
        return int(match[3]) > MONTH_MAX and _are_hours(match[2], match[3])

    def _is_value(self, inner: str) -> bool:
        """Whether a number that is no day of a month follows a day of the week: "Di 141/90"."""
        match = _DAY_AND_VALUE.fullmatch(inner)
        return match is not None and self._are_days(match[1]) and int(match[2]) > DAY_MAX

    def _are_days(self, *words: str) -> bool:
        return all(map(self._people.is_weekday, words))


def _are_hours(first: str, last: str | None) -> bool:
    return int(first) < int(last or HOUR_MAX) <= HOUR_MAX
