"""Days with a name: on which day they fall, and which of them is near a day.

A rule is one of these texts:

    12-24          a day of the year
    easter-2       so many days from Easter Sunday
    06-19>fri      the first such weekday on or after a day
    05-31<mon      the last such weekday on or before a day
"""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache

from maskerad.core.errors import FormatError

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_RULE = re.compile(
    r"(?:easter(?P<easter>[+-]\d{1,3})|(?P<month>\d\d)-(?P<day>\d\d)(?:(?P<way>[<>])(?P<weekday>\w{3}))?)"
)


@dataclass(frozen=True, slots=True)
class Holiday:
    """A day with a name.

    Attributes:
        names: The same form has the same place in every holiday; the first is the usual one.
        rule: When it is.
        is_period: Whether the name is used for a few days rather than for one ("påsk").
        kind: What a name that takes its place must be like: "day" or "period", and the article.
        takes: Which other kinds it can stand for: its own always ("an Ostern", "an Fasching").
        is_regional: Whether it is read only: it would look odd in most places of the language (Hogmanay).
        order: How those who keep it write their dates, where not all of the language do: "month-day" for Labor Day.
    """

    names: tuple[str, ...] = field(repr=False)
    rule: str
    is_period: bool = False
    kind: str = "day"
    takes: frozenset[str] = frozenset()
    is_regional: bool = False
    order: str = ""

    def can_replace(self, other: Holiday) -> bool:
        """Whether the words around the other one fit this one too."""
        return not self.is_regional and (self.kind == other.kind or other.kind in self.takes)

    def day_in(self, year: int) -> date:
        """Its day in a year."""
        return day_by_rule(self.rule, year)


def read_holidays(table: Mapping[str, object]) -> tuple[Holiday, ...]:
    """Reads ``[holidays]`` of a pack, one table a holiday, in the order of the file.

    Raises:
        FormatError: If a holiday has no name or no rule of the above forms; says which.
    """
    holidays = []
    for key, value in table.items():
        entry = value if isinstance(value, dict) else {}
        names, rule = entry.get("names"), str(entry.get("on", ""))
        if not names or not isinstance(names, list) or not _RULE.fullmatch(rule):
            raise FormatError(f"language pack: [holidays] {key}: needs names and a rule such as 12-24 or easter+1")
        takes, is_regional = frozenset(map(str, entry.get("takes", ()))), bool(entry.get("regional"))
        is_period, article = bool(entry.get("period")), str(entry.get("article", ""))
        kind = f"{'period' if is_period else 'day'} {article}".strip()
        order = str(entry.get("order", ""))
        holidays.append(Holiday(tuple(map(str, names)), rule, is_period, kind, takes, is_regional, order))
    return tuple(holidays)


@lru_cache(maxsize=4096)
def day_by_rule(rule: str, year: int) -> date:
    """The day a rule gives in a year.

    Example:
        >>> day_by_rule("easter+1", 2024), day_by_rule("06-19>fri", 2024), day_by_rule("05-31<mon", 2024)
        (datetime.date(2024, 4, 1), datetime.date(2024, 6, 21), datetime.date(2024, 5, 27))
    """
    match = _RULE.fullmatch(rule)
    if match is None:
        raise FormatError(f"no rule of a holiday: {rule!r}")
    if match["easter"]:
        return easter(year) + timedelta(days=int(match["easter"]))
    month, number = int(match["month"]), int(match["day"])
    day = date(year, month, 28 if (month, number) == (2, 29) and not isleap(year) else number)
    if not match["way"]:
        return day
    ahead = (_WEEKDAYS.index(match["weekday"]) - day.weekday()) % 7
    return day + timedelta(days=ahead if match["way"] == ">" or not ahead else ahead - 7)


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar.

    The algorithm without exceptions of Meeus, Jones and Butcher: J. Meeus, Astronomical Algorithms (1991), chapter 8.

    Example:
        >>> easter(2024)
        datetime.date(2024, 3, 31)
    """
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    weekday = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * weekday) // 451
    month, day = divmod(h + weekday - 7 * m + 114, 31)
    return date(year, month, day + 1)


def nearest_day(holiday: Holiday, day: date) -> date:
    """The day of a holiday, of that year or a neighbouring one, that is nearest to a day."""
    years = range(max(day.year - 1, 1), min(day.year + 2, 10_000))
    return min((holiday.day_in(year) for year in years), key=lambda found: abs((found - day).days))
