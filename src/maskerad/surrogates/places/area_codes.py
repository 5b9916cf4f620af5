"""Telephone area codes follow the towns of their record: a number of an old town is one of the new town.

The list ``area_codes`` of a language has the code of every town that surrogates come from, by country.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import Town, gazetteer
from maskerad.surrogates.atlas.words import strings
from maskerad.surrogates.places.keys import key_beside, key_of, linked_towns
from maskerad.surrogates.places.pools import in_area
from maskerad.surrogates.places.towns import TownMap, town_map
from maskerad.surrogates.request import Original, RecordContext

FILE = "numbers.toml"
ALIKE_CHARS = 3  # of a code that no list has: so much of it tells its neighbours


class AreaCodes(NamedTuple):
    """The area codes of one country.

    Attributes:
        of_town: Key of a town to its code.
        towns: Code to the keys of its towns.
    """

    of_town: Mapping[str, str]
    towns: Mapping[str, tuple[str, ...]]

    def of_number(self, number: str, shown: str) -> str:
        """The code of a national number, or the listed code most like the one that its layout shows; "" for neither."""
        given = max((code for code in self.towns if number.startswith(code)), key=len, default="")
        if given or not number.startswith(shown):
            return given
        near = max(sorted(self.towns), key=lambda code: n_alike(code, shown), default="")
        return near if n_alike(near, shown) >= ALIKE_CHARS else ""


def n_alike(code: str, other: str) -> int:
    """How many characters two codes have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(code, other, strict=False)))


@lru_cache(maxsize=64)
def area_codes(pack: LanguagePack, country: str) -> AreaCodes:
    """The area codes of a country that a language lists, and of those that share its plan; none of one elsewhere."""
    countries = (country, *strings(pack.late_table(FILE, "shared_plans"), country))
    of_town = {key_of(town, pack): code for town, place, code in pack.list("area_codes").rows if place in countries}
    towns: dict[str, list[str]] = {}
    for key, code in of_town.items():
        towns.setdefault(code, []).append(key)
    return AreaCodes(of_town, {code: tuple(sorted(keys)) for code, keys in towns.items()})


class MovedCode(NamedTuple):
    """An area code as listed, "" for one that no list has, and the one it becomes, "" where nothing tells."""

    old: str
    new: str


def moved_code(original: Original, record: RecordContext, number: str, shown: str, country: str) -> MovedCode:
    """The area code of the new town of a number's town, or of the new area of its area.

    Where several towns of the record have the code, or the number is of no listed one, it is of the town beside it.

    Args:
        original: The mention of the number.
        record: Its record. A wider scope lets no number depend on its towns.
        number: National, without its trunk where area codes are written so.
        shown: The first group of its layout.
        country: Of the number.
    """
    pack, codes = original.pack, area_codes(original.pack, country)
    code = codes.of_number(number, shown)
    if record is not record.base or record.context_of("CITY") is not record or not (code or shown):
        return MovedCode(code, "")
    towns, beside = town_map(record), key_beside(original, record)
    linked = linked_towns(record, pack)
    stated = set(linked.values())
    own = tuple(linked.get(key, key) for key in codes.towns.get(code, ()))
    keys = sorted(own, key=lambda key: (key != beside, key not in stated))  # towns that only houses bear come last
    is_listed = bool(code) and number.startswith(code) and not stated.isdisjoint(own)
    unlisted = [beside] if beside and beside not in codes.of_town and not is_listed else []
    named = (towns.towns[key] for key in (*unlisted, *keys) if key in towns.towns)
    moved = next(iter(_codes(named, codes, pack)), "")
    return MovedCode(code, moved or (_of_area(record, code, codes, towns, pack, country) if code else ""))


def _of_area(
    record: RecordContext, code: str, codes: AreaCodes, towns: TownMap, pack: LanguagePack, country: str
) -> str:
    """A code of the area to which the area of an old code goes, of its new towns first."""
    places = gazetteer(pack)
    here = {where.area or where.region for where in map(places.where, codes.towns[code]) if where.country == country}
    new = next(
        (new for old, new in towns.areas.items() if (old.pack, old.country) == (pack, country) and old.name in here), ""
    )
    if not new:
        return ""
    moved = [town for town in towns.towns.values() if new in (town.area, town.region)]
    served = sorted(_codes(moved, codes, pack) or _codes(in_area(new, pack), codes, pack))
    return served[record.keyed.choice(record.scope, "area code", code, len(served))] if served else ""


def _codes(towns: Iterable[Town], codes: AreaCodes, pack: LanguagePack) -> dict[str, None]:
    """The codes of towns, each once."""
    return dict.fromkeys(code for town in towns if (code := codes.of_town.get(key_of(town.name, pack), "")))
