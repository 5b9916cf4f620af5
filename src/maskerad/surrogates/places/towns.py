"""Towns: others on the one map of their record, of a similar size, after the same preposition.

All towns of a record, those inside the names of its institutions too, are chosen together: the same town is one new
town wherever it is named, and what lay in one area lies in one area (``targets``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.gazetteer import Town
from maskerad.surrogates.atlas.units import bare, units
from maskerad.surrogates.atlas.words import FILE, without_article
from maskerad.surrogates.places.keys import key_of, town_key
from maskerad.surrogates.places.pools import CANDIDATES_NAMED_MIN, Pools, pools_anywhere, pools_in
from maskerad.surrogates.places.sought import Sought, towns_of
from maskerad.surrogates.places.targets import Old, old_area, target_areas
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, script_of


class TownMap(NamedTuple):
    """The one map of a record.

    Attributes:
        towns: Key of an old town to the new one.
        areas: Old area to the new one; many are the same.
    """

    towns: Mapping[str, Town]
    areas: Mapping[Old, str]


def place(request: Request) -> str:
    """A town in the shape of the mention: with its genitive, without the article that stands before it.

    Raises:
        SurrogateError: If no town is left.
    """
    key, ending = town_key(request.original)
    new = new_towns(request.record).get(key)
    if new is None:
        raise request.refusal("no candidate is left")
    bare_after = name_conventions(request.pack).bare_after
    ending = "" if ending and bare_after and new.name.lower().endswith(bare_after) else ending
    return capitalised_as(_in_shape(new.name, request), request.text) + ending


def _in_shape(name: str, request: Request) -> str:
    """Without its article or its mark where the mention is written without them."""
    old = request.text
    if script_of(old[-1]) != LATIN and script_of(name[-1]) != LATIN:
        return _with_district(name, request) if units(request.pack).of(old) else bare(name, request.pack)
    return without_article(name, request.pack) if without_article(old, request.pack) == old else name


def _with_district(name: str, request: Request) -> str:
    """A town behind its district, where the old one stands behind one and the pack tells it."""
    is_behind = units(request.pack).district_of(request.text)
    return str(request.pack.late_table(FILE, "districts").get(name, "")) + name if is_behind else name


def new_towns(record: RecordContext) -> Mapping[str, Town]:
    """A new town for every key of a town of the record."""
    return town_map(record).towns


def town_map(record: RecordContext) -> TownMap:
    """The new towns of a record and the areas in which they lie."""
    return record.once("town map", lambda: _made(record))


def _made(record: RecordContext) -> TownMap:
    whole, sought = towns_of(record)
    areas = target_areas(record, sought) if record is record.base else {}
    pools = {key: _pools(need, areas) for key, need in sought.items()}
    towns: dict[str, Town] = {}
    packs = {need.pack for need in sought.values()}
    districts = {name: text for pack in packs for name, text in pack.late_table(FILE, "districts").items()}

    def propose(key: str, attempt: int) -> str | None:
        town, pack = _proposed(record, key, pools[key], attempt), sought[key].pack
        if town is None:
            return None
        towns.setdefault(town.name, town)
        if key_of(town.name, pack) in sought or fold(str(districts.get(town.name, ""))) in record.whole:
            return ""  # another town of the record, or one whose district stands beside it
        return town.name if record.is_free(bare(town.name, pack)) else ""

    served = record.distinct("CITY", sought, propose)
    return TownMap({key: towns[served[first]] for key, first in whole.items() if first in served}, areas)


def _pools(sought: Sought, areas: Mapping[Old, str]) -> Pools:
    old = old_area(sought)
    if old is None or old not in areas:
        return pools_anywhere(sought)
    return pools_in(areas[old], sought, CANDIDATES_NAMED_MIN if areas[old] == old.name else 1)


def _proposed(record: RecordContext, key: str, pools: Pools, attempt: int) -> Town | None:
    """Candidate number ``attempt``: all of the best pool first, then of the next."""
    for number, pool in enumerate(pools):
        if attempt < len(pool):
            return pool[record.keyed.choice(record.scope, f"CITY {number}", key, len(pool), attempt)]
        attempt -= len(pool)
    return None
