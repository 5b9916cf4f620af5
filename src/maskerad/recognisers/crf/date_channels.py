"""A channel that tells a short date by its neighbours: "12/7" is one where the record speaks of early July.

By itself a day and a month may be a score, a dose or a blood pressure. The whole dates of a record (with a year, or
with the name of a month) tell where in the year it lies; what lies near them is likelier a date.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from maskerad.languages.pack import LanguagePack
from maskerad.recognisers.crf.channels import Key, Numbering, Numbers
from maskerad.recognisers.crf.columns import Column
from maskerad.recognisers.crf.reading import Reading

MONTH_DAYS = 31  # a month more is so many days more; that some have fewer does not matter here
YEAR_DAYS = 12 * MONTH_DAYS
NEAR_DAYS, CLOSE_DAYS, SEASON_DAYS = 8, 31, 93  # up to so many days apart
DAYS_AROUND = 3  # a bare day is near to a whole date up to so many days away
# A pattern that begins with a digit, and looks behind it, is searched for three times as fast as one that first looks.
_ISO = re.compile(r"(\d(?<!\d\d)\d{3})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)")
_NUMERIC = re.compile(r"(\d(?<![\d.,/-]\d)\d?)([./-])(\d{1,2})\2 ?['’]?(\d{4}|\d\d)(?![\d/-]|[.,]\d)")
_SHORT = re.compile(r"(\d(?<![\w.,/+:=-]\d)\d?)(?:([./-])(\d{1,2})|月(\d{1,2})日)(?![\w/%°+-]|[.,:]\d)")
_DAY = re.compile(r"(\d(?<![\w.,/:+=-]\d)\d?)(?![\d/%-]|[.,:]\d)")


class NearDates:
    """How far a short date, or a bare day, is from the whole dates of the record.

    Args:
        pack: Knows names of months, and whether day or month comes first.
    """

    name = "date"
    offsets: tuple[int, ...] = (0, 1)
    run = None

    def __init__(self, pack: LanguagePack) -> None:
        self._is_month_first = pack.table("dates").get("order") == "month-day"
        self._months = dict(_month_names(pack))
        names = "|".join(map(re.escape, sorted(self._months, key=len, reverse=True)))
        firsts = "".join(sorted({re.escape(name[0]) for name in self._months}))
        begins = f"(?=[{firsts}])" if firsts else "(?!)"  # most words are passed over by their first letter
        self._named = re.compile(
            rf"(?<![\w.,/])(?:(\d{{1,2}})(?:st|nd|rd|th|er|:?e|:?a|\.)? ?(?:de |of |di )?)?"
            rf"\b{begins}({names})\b\.?(?: (\d{{1,2}})\b)?",
            re.IGNORECASE,
        )
        # Most texts name no month, which their words tell sooner; a name that is no word ("3月") may be anywhere.
        named = re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
        is_word = all(map(str.isalpha, self._months))
        self._may_name = Column(lambda words: [not is_word or named.search(word) is not None for word in words])

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """Keys are strings: how a date is written, and how near it lies; "" elsewhere."""
        whole = [sorted(set(self._whole(reading))) for reading in record]
        return [self._numbers(reading, whole, number, numbering) for number, reading in enumerate(record)]

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """The key, and how near the date lies."""
        return (str(key), str(key).rpartition(" ")[2]) if key else ()

    def _numbers(
        self, reading: Reading, whole: Sequence[Sequence[int]], document: int, numbering: Numbering
    ) -> Numbers:
        numbers = np.full(len(reading.words), numbering.number(""), np.int32)
        own = whole[document]
        known = own or sorted({day for ordinals in whole for day in ordinals})
        days = {day % MONTH_DAYS for day in own}
        for match in _DAY.finditer(reading.text):
            number = int(match[1])
            if 1 <= number <= MONTH_DAYS:
                is_near = any((number - 1 - day) % MONTH_DAYS <= DAYS_AROUND for day in days)
                _tell(numbers, reading, match, numbering.number(f"day {'same' if is_near else 'other'}"))
        for match in _SHORT.finditer(reading.text):
            distance = min((_apart(day, other) for day in self._readings(match) for other in known), default=None)
            if any(True for _ in self._readings(match)):
                padded = "0" if "0" in (match[1][0], (match[3] or "1")[0]) else ""
                _tell(numbers, reading, match, numbering.number(f"{match[2] or ''}{padded} {_told(distance)}"))
        return numbers

    def _readings(self, match: re.Match[str]) -> Iterator[int]:
        """Days of the year that a short date may mean."""
        if match[4]:
            yield from _day(int(match[4]), int(match[1]))
            return
        first, second = int(match[1]), int(match[3])
        yield from _day(first, second)
        if self._is_month_first:
            yield from _day(second, first)

    def _whole(self, reading: Reading) -> Iterator[int]:
        """Days of the year of the whole dates of the last two years that a text speaks of."""
        text = reading.text
        dated = [(int(match[1]), *_day(int(match[3]), int(match[2]))) for match in _ISO.finditer(text)]
        for match in _NUMERIC.finditer(text):
            first, second, year = int(match[1]), int(match[3]), int(match[4])
            day, month = (second, first) if self._is_month_first and match[2] == "/" else (first, second)
            dated.append((year + 2000 if year < 100 else year, *_day(day, month), *_day(month, day)))
        last = max((year for year, *_ in dated), default=0)
        yield from (days[0] for year, *days in dated if days and year >= last - 1)
        for match in self._named.finditer(text) if self._may_name.of(reading).any() else ():
            if match[1] or match[3]:
                yield from _day(int(match[1] or match[3]), self._months[match[2].lower()])


def _month_names(pack: LanguagePack) -> Iterator[tuple[str, int]]:
    months = pack.table("months")
    for key in ("short", "full"):
        names = months.get(key, ())
        for number, found in enumerate(names if isinstance(names, list) else (), 1):
            for name in [found] if isinstance(found, str) else found:
                yield name.lower().rstrip("."), number


def _day(day: int, month: int) -> Iterator[int]:
    """The day of a year in which every month has ``MONTH_DAYS``; nothing if there is no such date."""
    if 1 <= month <= 12 and 1 <= day <= MONTH_DAYS:
        yield (month - 1) * MONTH_DAYS + day - 1


def _apart(one: int, other: int) -> int:
    days = abs(one - other)
    return min(days, YEAR_DAYS - days)


def _told(distance: int | None) -> str:
    if distance is None:
        return "alone"
    steps = ((NEAR_DAYS, "near"), (CLOSE_DAYS, "close"), (SEASON_DAYS, "season"))
    return next((name for days, name in steps if distance <= days), "far")


def _tell(numbers: Numbers, reading: Reading, match: re.Match[str], number: int) -> None:
    """Gives the tokens of a match a number."""
    numbers[bisect_left(reading.starts, match.start()) : bisect_left(reading.starts, match.end())] = number
