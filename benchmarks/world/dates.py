"""Dates of a record: one shift for all of them, weekdays that are right, nothing that stayed behind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from benchmarks.world.births import birth_days
from benchmarks.world.calendar import Told, read
from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import plain

LONGEST_SHIFT = 190  # days; the window of the default settings and a little more
FAR_DAYS = 56  # a shift by so much takes seasons and feasts along
WEEK = 7
DECADE = re.compile(r"talet|0-?tal|0'?s\b|0-?er\b|år|decenni|décenn|década|年代|jaren|années|anni|\b[3-9]0\b")
_SIX_DIGITS = re.compile(r"\d{6}")
EXPIRY = re.compile(r"\bexp(?:ires|\.)?:? $", re.IGNORECASE)  # month and year, as on cards


class Moved(NamedTuple):
    """One date before and after, each as far as it is told."""

    mention: Mention
    old: Told
    new: Told


def moved_dates(world: World) -> list[Moved]:
    """The dates that are surely read on both sides, dates of birth left out."""
    births = birth_days(world)
    found = []
    for mention in world.labelled("DATE"):
        old, new = (read(text, world.language) for text in _day_first(mention, world.pages[mention.page].written))
        expires = EXPIRY.search(world.pages[mention.page].before_old(mention))
        is_asked = (mention.page, mention.start) not in births and not expires
        if len(old) == len(new) and is_asked:
            found += [Moved(mention, *pair) for pair in zip(old, new, strict=True)]
    return found


def _day_first(mention: Mention, written: date | None) -> tuple[str, str]:
    """Old and new text; six digits that were the day of their document, as "031219", with their parts apart."""
    texts = mention.old, mention.new
    if written is None or mention.old != written.strftime("%d%m%y") or not _SIX_DIGITS.fullmatch(mention.new):
        return texts
    first, second = (f"{text[:2]}/{text[2:4]}/20{text[4:]}" for text in texts)
    return first, second


def shift_of(world: World) -> int | None:
    """By how many days most dates of a record have moved; None where none tells."""
    votes: Counter[int] = Counter()
    for moved in moved_dates(world):
        shifts = _shifts(moved, world.pages[moved.mention.page].written)
        votes.update(dict.fromkeys(shifts, 2 if moved.old.is_full else 1))
    if not votes:
        return None
    most = max(votes.values())
    return min(
        (days for days, count in votes.items() if count == most), key=lambda days: (days % WEEK != 0, abs(days), days)
    )


def _shifts(moved: Moved, written: date | None) -> set[int]:
    """The shifts that one date allows."""
    old, new = moved.old, moved.new
    if not (old.has_day and new.has_day):
        return set()
    start = old.near(written)
    if start is None:
        return set()
    assert new.month and new.day
    years = [new.year] if new.year else range(start.year - 1, start.year + 2)
    days = {(day - start).days for year in years if (day := _day(year, new.month, new.day))}
    return {number for number in days if abs(number) <= LONGEST_SHIFT}


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def date_faults(world: World) -> Iterator[Fault]:
    """Intervals, weekdays, steps of months and years, dates left behind."""
    shift = shift_of(world)
    if shift is None:
        return
    for moved in moved_dates(world):
        written = world.pages[moved.mention.page].written
        yield from _interval_faults(moved, written, shift)
    yield from _unmoved(world, shift)


def _interval_faults(moved: Moved, written: date | None, shift: int) -> Iterator[Fault]:
    old, new, step = moved.old, moved.new, timedelta(shift)
    if old.has_day:
        start = old.near(written)
        if start is None:
            return
        due = start + step
        if (new.month, new.day) != (due.month, due.day) or (new.year or due.year) != due.year:
            yield Fault("intervals", moved.mention, f"moved otherwise than the others, by {shift} days")
        elif old.weekday == start.weekday() and new.weekday not in (None, due.weekday()):
            yield Fault("weekdays", moved.mention, "the weekday is not that of the day")
    elif old.week and new.week and written:
        if new.week not in _weeks(old.week, written, step):
            yield Fault("intervals", moved.mention, "the week moved otherwise than the days")
    elif old.month and new.month:
        if not _fits_month(old, new, written, step):
            yield Fault("order", moved.mention, "the month is none to which the shift leads")
    elif old.year and new.year and not old.month:
        ends = (date(old.year, 1, 1) + step, date(old.year, 12, 31) + step)
        if new.year not in {end.year for end in ends}:
            yield Fault("order", moved.mention, "the year is none to which the shift leads")
    elif old.day and new.day and old.weekday is not None and written:
        yield from _weekday_faults(moved, written, step)


def _weekday_faults(moved: Moved, written: date, step: timedelta) -> Iterator[Fault]:
    """Weekday and day without a month: the nearest such day."""
    assert moved.old.day and moved.old.weekday is not None
    near = [
        day
        for number in range(-20, 21)
        for day in [written + timedelta(number)]
        if day.day == moved.old.day and day.weekday() == moved.old.weekday
    ]
    if len(near) == 1:
        due = near[0] + step
        if moved.new.weekday is not None and moved.new.day == due.day and moved.new.weekday != due.weekday():
            yield Fault("weekdays", moved.mention, "the weekday is not that of the day")
        elif moved.new.day != due.day:
            yield Fault("intervals", moved.mention, "moved otherwise than the others")


def _weeks(week: int, written: date, step: timedelta) -> set[int]:
    """The weeks that a week of a year near a day may become."""
    found = set()
    for year in (written.year - 1, written.year, written.year + 1):
        try:
            monday = date.fromisocalendar(year, week, 1)
        except ValueError:
            continue
        found.add((monday + step).isocalendar().week)
    return found


def _fits_month(old: Told, new: Told, written: date | None, step: timedelta) -> bool:
    """Whether some day of the old month comes to lie in the new one."""
    assert old.month and new.month
    years = [old.year] if old.year else [2023, 2024]
    for year in years:
        first = date(year, old.month, 1)
        days = (first + step, first + timedelta(27) + step, first + timedelta(30) + step)
        if any(day.month == new.month and (new.year is None or not old.year or day.year == new.year) for day in days):
            return True
    return False


def _unmoved(world: World, shift: int) -> Iterator[Fault]:
    """Dates that stand as they stood, in a record whose others have moved far."""
    if abs(shift) < FAR_DAYS:
        return
    births = birth_days(world)
    for mention in world.labelled("DATE"):
        is_same = plain(mention.old) == plain(mention.new)
        if is_same and (mention.page, mention.start) not in births and not _may_stay(mention, world, shift):
            yield Fault("unmoved", mention, "stands as it stood")


def _may_stay(mention: Mention, world: World, shift: int) -> bool:
    """Years, decades and dates that are read: what they must become is asked elsewhere; days and weekdays alone."""
    if read(mention.old, world.language):
        return True
    return not any(char.isalpha() for char in mention.old) or DECADE.search(mention.old) is not None
