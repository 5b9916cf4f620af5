"""What the judge knows of the map: regions and provinces that are told, area codes, postcodes that stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from benchmarks.world.places import code_of, postcodes, region_named, regions, town_of
from benchmarks.world.record import Fault, World
from benchmarks.world.words import plain
from maskerad.languages import load_pack

CODE_DIGITS_MIN = 2
_TRUNK_ABROAD = re.compile(r"^(?:\+|00)\s?\d{1,3}\s?(?:\(0\))?")


def atlas_faults(world: World) -> Iterator[Fault]:
    """Towns that left a region that stays, numbers of other towns, postcodes of none."""
    yield from _left_region(world)
    yield from _area_codes(world)
    yield from _lone_postcodes(world)


def _left_region(world: World) -> Iterator[Fault]:
    """A region that stands as it stood anywhere in the record, and a town that lay in it and does no more."""
    kept = {plain(one.new): one for one in world.labelled("REGION") if plain(one.old) == plain(one.new)}
    seen: set[str] = set()
    for town in world.labelled("CITY"):
        for name, region in kept.items():
            if plain(town.old) not in seen and plain(town.old) not in kept:
                was, now = (_lies_in(text, name, world.language) for text in (town.old, town.new))
                if was and now is False:
                    seen.add(plain(town.old))
                    yield Fault("regions", town, "the town left a region that stays", region)


def _lies_in(town: str, region: str, language: str) -> bool | None:
    """Whether a town lies in a region or province; None where the lists do not tell."""
    prefixes = _provinces(language).get(region)
    codes = postcodes(language).get(town_of(town))
    if prefixes:
        return (
            any(code.startswith(prefixes) or any(one.startswith(code) for one in prefixes) for code in codes or ())
            if codes
            else None
        )
    named, of_town = region_named(region, language), regions(language).get(town_of(town))
    return bool(named & of_town) if named and of_town else None


@cache
def _provinces(language: str) -> Mapping[str, tuple[str, ...]]:
    """Provinces and départements to what their postcodes begin with; their abbreviations too."""
    pack = load_pack(language)
    table = pack.late_table("places.toml", "areas").get("prefixes", {})
    found = {plain(name): tuple(map(str, codes)) for name, codes in table.items()} if isinstance(table, dict) else {}
    for name, *codes in pack.list("areas").rows:
        if plain(name) in found and codes and codes[0]:
            found[plain(codes[0])] = found[plain(name)]
    return found


def _area_codes(world: World) -> Iterator[Fault]:
    """A number that had the area code of a town of the record, and has that of a town elsewhere now."""
    towns = [
        (one, _codes_of(one.old, world.language), _codes_of(one.new, world.language)) for one in world.labelled("CITY")
    ]
    for phone in world.labelled("PHONE"):
        old, new = area_code(phone.old, world.language), area_code(phone.new, world.language)
        due = [(town, after) for town, before, after in towns if old in before and after]
        if old and new and due and not any(new in after for _, after in due):
            yield Fault("areas", phone, "the area code is that of another town", due[0][0])


def area_code(text: str, language: str) -> str:
    """The listed area code of a number; "" where it has none, or is written with the code of its country."""
    line = text.strip()
    if _TRUNK_ABROAD.match(line):
        return ""
    digits = re.sub(r"\D", "", line)
    fitting = (code for code in _all_codes(language) if digits.startswith(code))
    return max(fitting, key=len, default="")


@cache
def _all_codes(language: str) -> frozenset[str]:
    return frozenset(code for codes in _listed_codes(language).values() for code in codes)


@cache
def _listed_codes(language: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for town, _, code in load_pack(language).list("area_codes").rows:
        if len(code) >= CODE_DIGITS_MIN:
            found.setdefault(town_of(town), set()).add(code)
    return {town: frozenset(codes) for town, codes in found.items()}


def _codes_of(town: str, language: str) -> frozenset[str]:
    return _listed_codes(language).get(town_of(town), frozenset())


def _lone_postcodes(world: World) -> Iterator[Fault]:
    """A postcode that fitted a town of the record, and fits none of the new ones."""
    towns = {town_of(one.old): one for one in world.labelled("CITY")}
    for code in world.labelled("ZIP"):
        of_old = [town for town in towns.values() if _fits(code.old, town.old, world.language)]
        known = [town for town in of_old if postcodes(world.language).get(town_of(town.new))]
        if (
            known
            and len(known) == len(of_old)
            and not any(_fits(code.new, one.new, world.language) for one in towns.values())
        ):
            yield Fault("postcodes", code, "the postcode is that of no town of the record", known[0])


def _fits(code: str, town: str, language: str) -> bool:
    own = code_of(code)
    return bool(own) and any(own.startswith(prefix) for prefix in postcodes(language).get(town_of(town), ()))
