"""Which day a number alone means ("den 7:e"): the one that fits the days its document tells around it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from maskerad.surrogates.dates.completion import make_date, month_at, told_day
from maskerad.surrogates.dates.written.partial import DatedReading, Grain, Reading
from maskerad.surrogates.request import Original

NEAR_DAYS = 62  # what a document tells of other times says nothing of its bare days
BEHIND_CHARS = 40  # so soon a day behind a bare one tells its month, where none stands nearer before it
MONTHS = range(-2, 3)  # that a number alone may be of, from the month of its document

Place = tuple[str, int]


def is_bare(reading: Reading) -> bool:
    """Whether a day is told without its month."""
    return reading.grain is Grain.DAY and reading.month is None and reading.months is None


def place_of(original: Original) -> Place | None:
    """Document and place in it of a mention, where they are known."""
    mention = original.mention
    return None if mention is None else (mention.document, mention.span.start)


class Neighbours:
    """The days that each document of a record tells with their month, in the order of its text."""

    def __init__(self, originals: Sequence[Original], told: Callable[[Original], Sequence[date]]) -> None:
        self._originals, self._told = originals, told
        self._by_document: dict[str, list[tuple[int, date]]] | None = None

    def day(self, reading: Reading, original: Original, reference: date) -> DatedReading:
        """A bare day completed: within the days of its document, or near to them, and near to the one beside it.

        That is the one before it, or the one right behind: "on the 18th, or in the week of 23/01".

        Args:
            reading: Tells the number of a day, and maybe its weekday.
            original: The mention.
            reference: The day of the document.
        """
        place = place_of(original)
        near = (
            []
            if place is None
            else [entry for entry in self._of(place[0]) if abs((entry[1] - reference).days) <= NEAR_DAYS]
        )
        days = list(_candidates(reading, reference))
        if not near or not days or place is None:
            return told_day(reading, reference)
        at = bisect_left([start for start, _ in near], place[1])
        before_start, beside = near[at - 1] if at else (place[1] - BEHIND_CHARS, reference)
        if at < len(near) and near[at][0] - place[1] < min(BEHIND_CHARS, place[1] - before_start):
            beside = near[at][1]
        first, last = (end(reference, *(day for _, day in near)) for end in (min, max))

        def strangeness(day: date) -> tuple[int, int, date]:
            outside = max((first - day).days, (day - last).days, 0)
            return outside, abs((day - beside).days), day

        day = min(days, key=strangeness)
        return DatedReading(reading._replace(year=day.year, month=day.month), day)

    def _of(self, document: str) -> list[tuple[int, date]]:
        if self._by_document is None:
            self._by_document = defaultdict(list)
            for original in self._originals:
                place = place_of(original)
                if place is not None and not original.is_birth:
                    self._by_document[place[0]] += ((place[1], day) for day in self._told(original))
            for days in self._by_document.values():
                days.sort()
        return self._by_document.get(document, [])


def _candidates(reading: Reading, reference: date) -> Iterator[date]:
    """The days that may be meant; those of the right weekday, if any is."""
    days = [day for months in MONTHS if (day := make_date(*month_at(reference, months), reading.day or 0))]
    right = [day for day in days if day.weekday() == reading.weekday]
    yield from right or days
