"""Dates of birth and ages: which dates are births, and whether both tell the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from benchmarks.world.calendar import Told, read
from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import listed, plain

YOUNG = 12
OF_AGE = 18
OLDEST = 89
STEP = 2
MATCHED = 10
N_BORN = 3  # letters of a word for born that is no abbreviation
N_HEADING = 20  # characters between a name and the day of birth, besides what is marked there
N_LINE = 120
KIN = frozenset({"PATIENT", "RELATIVE", "ID"})
_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?![\d.,]\d)")

_YEAR = re.compile(r"(?:19|20)\d\d")
_AT = re.compile(r"\s(?:en|in|im|i|am|le|el|il|den|on|op|a|à)$")

Place = tuple[int, int]


def birth_days(world: World) -> frozenset[Place]:
    """Where the dates of birth stand: a word says so, or an age of the record is theirs."""
    ages = {age for mention in world.mentions if mention.label == "AGE" for age in [years(mention.old, world)] if age}
    found: set[Place] = set()
    days: set[tuple[int, int, int]] = set()
    dates = [mention for mention in world.mentions if mention.label == "DATE"]
    for mention in dates:
        told = read(mention.old, world.language)
        if is_told_born(mention, world) or _matches(mention, world, ages):
            found.add((mention.page, mention.start))
            days.update((one.year or 0, one.month or 0, one.day or 0) for one in told if one.is_full)
    for mention in dates:
        told = read(mention.old, world.language)
        if any((one.year, one.month, one.day) in days for one in told):
            found.add((mention.page, mention.start))
    return frozenset(found)


def is_told_born(mention: Mention, world: World) -> bool:
    """Whether the words beside a date say that somebody was born then."""
    page = world.pages[mention.page]
    before = page.before_old(mention, 24).casefold().rstrip(" :.(\t-–")
    after = page.after_old(mention, 4)
    if any(after.startswith(word) for word in listed(world.language, "born_after")):
        return True
    words = [word.rstrip(" :.") for word in listed(world.language, "born")]
    if _YEAR.fullmatch(mention.old.strip()) and any(re.search(rf"\b{re.escape(word)}\b", before) for word in words):
        return True
    before = _AT.sub("", before)
    if any(re.search(rf"(?<!\w){re.escape(word)} [^\d.,;]*$", before) for word in words if len(word) > N_BORN):
        return True
    return any(before.endswith(word) and not before[: -len(word)][-1:].isalpha() for word in words if word) or (
        before.endswith(("*", "°")) or _follows_name(mention, world)
    )


def _follows_name(mention: Mention, world: World) -> bool:
    """Whether a day of years ago stands right behind the name of somebody who is cared for, as in a heading."""
    written, told = world.pages[mention.page].written, read(mention.old, world.language)
    if not written or len(told) != 1 or not told[0].is_full or years_between(_born(told[0], written), written) < 1:
        return False
    near = [one for one in world.mentions if one.page == mention.page and -N_LINE < one.end - mention.start <= 0]
    return any(
        mention.start - one.end - sum(other.end - other.start for other in near if other.start >= one.end) <= N_HEADING
        for one in near
        if one.label in KIN
    )


def _matches(mention: Mention, world: World, ages: set[int]) -> bool:
    """Whether a day lies as long before its document as an age of the record."""
    written, told = world.pages[mention.page].written, read(mention.old, world.language)
    if not written or len(told) != 1 or not told[0].is_full:
        return False
    age = years_between(_born(told[0], written), written)
    return age >= MATCHED and age in ages


def years_between(birth: date, day: date) -> int:
    """Whole years.

    Example:
        >>> years_between(date(1950, 3, 5), date(2024, 3, 4))
        73
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def years(text: str, world: World) -> int | None:
    """The age in years that a mention tells in digits with the word for years, or alone."""
    line = plain(text)
    numbers = _NUMBER.findall(line)
    if len(numbers) != 1 or "90" in line or "0-tal" in line:
        return None
    rest = line.replace(numbers[0], " ").strip(" .-–:'’()")
    units = [plain(unit) for unit in listed(world.language, "year_unit")]
    return int(numbers[0]) if not rest or any(rest == unit or rest.startswith(unit + " ") for unit in units) else None


def age_faults(world: World, shift: int | None) -> Iterator[Fault]:
    """Ages against births, and steps that no reader would take for the same child or grown-up."""
    ages = [
        (mention, old, new)
        for mention in world.labelled("AGE")
        for old, new in [(years(mention.old, world), years(mention.new, world))]
        if old is not None and new is not None
    ]
    for mention, old, new in ages:
        if old <= YOUNG and old != new:
            yield Fault("ages", mention, "a child became older or younger by a year or more")
        elif (old < OF_AGE) != (new < OF_AGE):
            yield Fault("ages", mention, "somebody came of age, or ceased to be")
        elif abs(old - new) > STEP and old <= OLDEST:
            yield Fault("ages", mention, "moved by more than two years")
    if shift is not None:
        yield from _births_against_ages(world, ages, timedelta(shift))


def _births_against_ages(world: World, ages: list[tuple[Mention, int, int]], shift: timedelta) -> Iterator[Fault]:
    births = birth_days(world)
    for birth in world.labelled("DATE"):
        if (birth.page, birth.start) not in births:
            continue
        old, new = read(birth.old, world.language), read(birth.new, world.language)
        if not (len(old) == len(new) == 1 and old[0].is_full and new[0].is_full):
            continue
        for mention, was, became in ages:
            written = world.pages[mention.page].written
            if not written or years_between(_born(old[0], written), written) != was or was < 1:
                continue
            day = written + shift
            if years_between(_born(new[0], day), day) != became:
                yield Fault("births", mention, "the age is not that of the day of birth", birth)


def _born(told: Told, written: date) -> date:
    """A day of birth: a year of two digits is none to come."""
    day = told.on()
    return day if day <= written else day.replace(year=day.year - 100)
