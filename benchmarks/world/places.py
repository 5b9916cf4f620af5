"""Places that lie where they say: postcode and town, town and region, a town inside an institution's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import is_eastern, names, plain, stands_in
from maskerad.languages import load_pack

PLACES = frozenset({"CITY", "REGION", "ZIP"})
HOUSES = ("HOSPITAL", "ORGANIZATION")
N_DIGITS = 2
GAP_CHARS = 4
N_SHORT_TOWN = 3


def place_faults(world: World) -> Iterator[Fault]:
    """All faults of places."""
    yield from _address_faults(world)
    yield from _town_faults(world)
    for town in world.labelled("CITY"):
        named = plain(town.new)
        if named in _all_regions(world.language) and named not in regions(world.language):
            yield Fault("regions", town, "a town became a region")


def _address_faults(world: World) -> Iterator[Fault]:
    places = [mention for mention in world.replaced if mention.label in PLACES]
    for one, other in pairwise(places):
        if one.page != other.page or not _touch(world, one, other):
            continue
        by_label = {one.label: one, other.label: other}
        if set(by_label) == {"ZIP", "CITY"}:
            code, town = by_label["ZIP"], by_label["CITY"]
            is_at_odds = _is_at_odds(code.new, town.new, world.language) and not _is_at_odds(
                code.old, town.old, world.language
            )
            if is_at_odds and not _has_other_town(code, town, places, world):
                yield Fault("postcodes", code, "the postcode is not the town's", town)
        elif set(by_label) == {"CITY", "REGION"}:
            town, region = by_label["CITY"], by_label["REGION"]
            if _is_elsewhere(town.new, region.new, world.language) and not _is_elsewhere(
                town.old, region.old, world.language
            ):
                yield Fault("regions", town, "the town does not lie in the region", region)


def _has_other_town(code: Mention, town: Mention, places: list[Mention], world: World) -> bool:
    """Whether a postcode stands beside another town besides, whose it may be: "lieu-dit X, 29830 Plouguin"."""
    others = (one for one in places if one.label == "CITY" and one is not town and one.page == code.page)
    return any(_touch(world, *sorted((code, one), key=lambda mention: mention.start)) for one in others)


def _touch(world: World, one: Mention, other: Mention) -> bool:
    gap = world.pages[one.page].old[one.end : other.start]
    return len(gap) <= GAP_CHARS and not any(map(str.isalnum, gap))


def _is_at_odds(code: str, town: str, language: str) -> bool:
    """Whether a postcode surely is not that of a town."""
    known = postcodes(language).get(town_of(town), ())
    own = code_of(code)
    return bool(known) and bool(own) and not any(own.startswith(prefix) for prefix in known)


def code_of(text: str) -> str:
    letters = re.match(r"[A-Z]{1,2}(?=\d)", text.strip())
    return letters[0] if letters else re.sub(r"\D", "", plain(text))


@cache
def postcodes(language: str) -> dict[str, tuple[str, ...]]:
    """Towns to the beginnings of their postcodes."""
    found: dict[str, set[str]] = {}
    for name, prefix, *_ in load_pack(language).list("postal_towns").rows:
        begins = re.match(r"[A-Z]{1,2}(?=\d)", prefix)
        if prefix:
            found.setdefault(town_of(name), set()).add(begins[0] if begins else prefix[:N_DIGITS])
    return {name: tuple(prefixes) for name, prefixes in found.items()}


def town_of(text: str) -> str:
    return " ".join(plain(text).replace("-", " ").split())


def _is_elsewhere(town: str, region: str, language: str) -> bool:
    """Whether a town surely does not lie in a region."""
    of_town, named = regions(language).get(town_of(town)), region_named(region, language)
    return of_town is not None and named is not None and not of_town & named


@cache
def regions(language: str) -> dict[str, set[str]]:
    """Towns to the regions and areas in which they lie."""
    found: dict[str, set[str]] = {}
    pack = load_pack(language)
    for name, *region in pack.list("cities").rows:
        found.setdefault(town_of(name), set()).update(map(plain, region[:1]))
    for name, _, area, *_ in pack.list("postal_towns").rows:
        found.setdefault(town_of(name), set()).add(plain(area))
    return found


@cache
def _all_regions(language: str) -> frozenset[str]:
    return frozenset(region for named in regions(language).values() for region in named)


@cache
def _abbreviations(language: str) -> dict[str, str]:
    rows = load_pack(language).list("areas").rows
    return {plain(code): plain(name) for name, *codes in rows for code in codes[:1] if code}


def region_named(text: str, language: str) -> set[str] | None:
    """A region by its name or abbreviation; None where it is not listed."""
    name = plain(text)
    name = _abbreviations(language).get(name, name)
    return {name} if name in _all_regions(language) else None


def _town_faults(world: World) -> Iterator[Fault]:
    """Institutions that were called after a town of the record, and are called after another now."""
    towns = {
        plain(one.old): one for one in world.labelled("CITY") if len(plain(one.old)) > (1 if is_eastern(one.old) else 3)
    }
    new_towns: dict[str, set[str]] = {}
    for one in world.labelled("CITY"):
        new_towns.setdefault(plain(one.old), set()).add(one.new)
    seen: set[str] = set()
    for house in world.labelled(*HOUSES):
        for old, town in towns.items():
            if not _holds(house.old, old) or plain(house.old) in seen or plain(house.old) == plain(house.new):
                continue
            if not any(_holds(house.new, new) for new in new_towns[old]) and _named_after(house, world.language):
                seen.add(plain(house.old))
                yield Fault("towns", house, "called after another town than the record's", town)


def _named_after(house: Mention, language: str) -> bool:
    """Whether the new name of an institution surely holds a town's, other than those of the old one."""
    if is_eastern(house.new):
        return any(town in house.new and town not in house.old for town in _bare_towns(language))
    found = set(names(house.new)) - set(names(house.old)) - _anywhere(language)
    towns = _bare_towns(language)
    return any(word in towns or (word.endswith("s") and word[:-1] in towns) for word in found)


@cache
def _anywhere(language: str) -> frozenset[str]:
    """Words that are towns too, but stand in names of houses anywhere: families, names like Riverside."""
    pack = load_pack(language)
    return frozenset(plain(name) for kind in ("family", "evocative") for name in pack.list(kind).entries) | {
        "central",
        "centrale",
    }


@cache
def _bare_towns(language: str) -> frozenset[str]:
    """Towns as they stand in names of institutions, short ones left out."""
    towns = {re.sub("[市町村区]$", "", town) if is_eastern(town) else town for town in regions(language)}
    return frozenset(town for town in towns if len(town) > (1 if is_eastern(town) else N_SHORT_TOWN))


def _holds(house: str, town: str) -> bool:
    """Whether an institution's name holds a town's."""
    if is_eastern(house):
        return re.sub("[市町村区]$|(?<=.)市.+区$", "", plain(town)) in plain(house)
    inside = names(house)
    return all(stands_in(word, inside) for word in names(town) or (plain(town),))
