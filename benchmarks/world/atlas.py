"""What the judge knows of the map: regions and provinces that are told, area codes, postcodes that stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from benchmarks.world.places import code_of, place_faults, postcodes, region_named, regions, town_of
from benchmarks.world.record import Fault, World
from benchmarks.world.words import plain
from maskerad.languages import load_pack

CODE_DIGITS_MIN = 2
Code = tuple[str, str]  # country, area code
_TRUNK_ABROAD = re.compile(r"^(?:\+|00)\s?\d{1,3}\s?(?:\(0\))?")


def atlas_faults(world: World) -> Iterator[Fault]:
    """Towns that left a region that stays, numbers of other towns, postcodes of none; what addresses tell is known."""
    known = {(fault.kind, fault.mention) for fault in place_faults(world)}
    for find in (_left_region, _area_codes, _lone_postcodes):
        yield from (fault for fault in find(world) if (fault.kind, fault.mention) not in known)


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
    codes = _beginnings(language).get(town_of(town))
    if prefixes:
        return (
            any(code.startswith(prefixes) or any(one.startswith(code) for one in prefixes) for code in codes or ())
            if codes
            else None
        )
    named, of_town = region_named(region, language), regions(language).get(town_of(town))
    return bool(named & of_town) if named and of_town else None


@cache
def _beginnings(language: str) -> Mapping[str, tuple[str, ...]]:
    """Towns to what their postcodes begin with, as far as it is listed."""
    found: dict[str, set[str]] = {}
    for name, prefix, *_ in load_pack(language).list("postal_towns").rows:
        found.setdefault(town_of(name), set()).add(prefix)
    return {name: tuple(prefixes) for name, prefixes in found.items()}


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
    codes = [
        (town, _codes_of(town.old, world.language), _codes_of(town.new, world.language))
        for town in world.labelled("CITY")
    ]
    for phone in world.labelled("PHONE"):
        old, new = _national(phone.old), _national(phone.new)
        due = [(town, after) for town, before, after in codes if after and any(_begins(old, code) for code in before)]
        countries = {country for _, after in due for country, _ in after}
        is_listed = any(_begins(new, code) for code in _all_codes(world.language) if code[0] in countries)
        if due and is_listed and not any(_begins(new, code) for _, after in due for code in after):
            yield Fault("areas", phone, "the area code is that of another town", due[0][0])


def area_code(text: str, language: str) -> str:
    """The longest listed area code with which a number begins; "" where none does, or its country is told."""
    return max((code[1] for code in _all_codes(language) if _begins(_national(text), code)), key=len, default="")


def _national(text: str) -> str:
    """The digits of a number that is written without the code of its country; "" for others."""
    return "" if _TRUNK_ABROAD.match(text.strip()) else re.sub(r"\D", "", text)


def _begins(number: str, code: Code) -> bool:
    return number.startswith(code[1])


@cache
def _all_codes(language: str) -> frozenset[Code]:
    return frozenset(code for codes in _listed_codes(language).values() for code in codes)


@cache
def _listed_codes(language: str) -> Mapping[str, frozenset[Code]]:
    found: dict[str, set[Code]] = {}
    for town, country, code in load_pack(language).list("area_codes").rows:
        if len(code) >= CODE_DIGITS_MIN:
            found.setdefault(town_of(town), set()).add((country, code))
    return {town: frozenset(codes) for town, codes in found.items()}


def _codes_of(town: str, language: str) -> frozenset[Code]:
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
