"""The calendar as one hand writes it: days and months in one order, feasts apart and at home, nobody above 90."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from benchmarks.world.births import OLDEST, birth_days, is_told_born, years, years_between
from benchmarks.world.calendar import CENTURY_TURN, read
from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import plain
from maskerad.languages import load_pack

MONTHS = 12
_NUMERIC = re.compile(r"(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d\d))?")
_YEAR = re.compile(r"(?:19|20)\d\d")


def habit_faults(world: World, shift: int | None) -> Iterator[Fault]:
    """All faults of how a record tells its days."""
    if shift is not None:
        yield from _order_faults(world, timedelta(shift))
        yield from _old_faults(world, timedelta(shift))
    yield from _feast_faults(world)


def _order_faults(world: World, shift: timedelta) -> Iterator[Fault]:
    """Dates in digits that are moved as if their record had its months and days in the other order."""
    is_day_first = None if world.language == "ja" else _is_day_first(world)
    births = birth_days(world)
    for mention in world.labelled("DATE") if is_day_first is not None else ():
        written = world.pages[mention.page].written
        old, new = (_NUMERIC.fullmatch(text.strip()) for text in (mention.old, mention.new))
        if not old or not new or (mention.page, mention.start) in births or is_told_born(mention, world):
            continue
        due = _moved(old, shift, written, is_day_first=bool(is_day_first))
        other = _moved(old, shift, written, is_day_first=not is_day_first)
        told = _parts(new, is_day_first=bool(is_day_first))
        if due and other and told != due and _parts(new, is_day_first=not is_day_first) == other:
            yield Fault("orders", mention, "day and month were taken for each other")


def _is_day_first(world: World) -> bool | None:
    """The order of a record by its dates that have only one; None where none tells, or both do."""
    found = set()
    for mention in world.labelled("DATE"):
        match = _NUMERIC.fullmatch(mention.old.strip())
        if match and match[4]:
            first, second = int(match[1]), int(match[3])
            if max(first, second) > MONTHS >= min(first, second):
                found.add(first > MONTHS)
    return found.pop() if len(found) == 1 else None


def _parts(match: re.Match[str], *, is_day_first: bool) -> tuple[int, int]:
    """Month and day."""
    first, second = int(match[1]), int(match[3])
    return (second, first) if is_day_first else (first, second)


def _moved(
    match: re.Match[str], shift: timedelta, written: date | None, *, is_day_first: bool
) -> tuple[int, int] | None:
    month, day = _parts(match, is_day_first=is_day_first)
    short = int(match[4] or 0)
    year = (
        (short if short > 99 else 2000 + short - 100 * (short > CENTURY_TURN)) if match[4] else written and written.year
    )
    try:
        due = date(year or 2001, month, day) + shift
    except ValueError:
        return None
    return due.month, due.day


def _feast_faults(world: World) -> Iterator[Fault]:
    """Two feasts of a document that became one, and feasts of another country."""
    first: dict[tuple[int, str, str], tuple[Mention, str]] = {}
    for mention in world.labelled("DATE"):
        old, new = _feast(mention.old, world.language), _feast(mention.new, world.language)
        if not old or not new:
            continue
        years_told = "".join(_YEAR.findall(mention.new))
        other, before = first.setdefault((mention.page, new, years_told), (mention, old))
        if before != old:
            yield Fault("feasts", mention, "two feasts became one", other)
        if (
            _order(new, world.language) == "month-day"
            and _order(old, world.language) != "month-day"
            and _is_day_first(world)
        ):
            yield Fault("feasts", mention, "a feast that its country does not keep")


@cache
def _feasts(language: str) -> dict[str, tuple[str, str]]:
    """Names of feasts to the first name of the feast, and the order of dates where it is kept."""
    found: dict[str, tuple[str, str]] = {}
    for entry in load_pack(language).table("holidays").values():
        if isinstance(entry, dict):
            for name in entry["names"]:
                found[plain(str(name))] = plain(str(entry["names"][0])), str(entry.get("order", ""))
    return found


def _feast(text: str, language: str) -> str:
    return _feasts(language).get(_YEAR.sub("", plain(text)).strip(), ("", ""))[0]


def _order(feast: str, language: str) -> str:
    return _feasts(language).get(feast, ("", ""))[1]


def _old_faults(world: World, shift: timedelta) -> Iterator[Fault]:
    """Ages and days of birth that tell that somebody is well above 90."""
    births = birth_days(world)
    for mention in world.labelled("AGE", "DATE"):
        written = world.pages[mention.page].written
        if mention.label == "AGE":
            age = years(mention.new, world)
            if age is not None and age > OLDEST + 1:
                yield Fault("old", mention, "an age above 90")
        elif written and (mention.page, mention.start) in births:
            told = read(mention.new, world.language)
            if len(told) == 1 and told[0].is_full and told[0].year and told[0].year > 1900:
                age = years_between(told[0].on(), written + shift) if told[0].on() <= written + shift else 0
                if age > OLDEST + 2:
                    yield Fault("old", mention, "a birth more than 90 years ago")
