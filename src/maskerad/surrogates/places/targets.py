"""One map for a record: to which area its towns of an area go, chosen once for all of them.

They stay in their area where that has enough other towns like them, and where it is told as a region that stays. Where
not (it has one large city, or one university hospital), all its towns go to one other area of the country that has
all that they need, so that what lay in one county still does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.areas import area_named, is_large, is_same_area
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.words import FILE, place_grammar, strings
from maskerad.surrogates.places.hospital_towns import Stands
from maskerad.surrogates.places.keys import LABELS, key_of
from maskerad.surrogates.places.pools import CANDIDATES_NAMED_MIN, fitting, in_area
from maskerad.surrogates.places.sought import Sought
from maskerad.surrogates.request import RecordContext
from maskerad.text.folding import fold

MEDIUM = 30_000  # inhabitants: within reach of most towns of a list

Needs = Mapping[str, Sought]


class Old(NamedTuple):
    """An area in which towns of a record lie.

    Attributes:
        pack: Language of the towns.
        country: ISO code.
        name: Of the area, or of the region where no area is known.
    """

    pack: LanguagePack
    country: str
    name: str


def old_area(sought: Sought) -> Old | None:
    """The area of a town; None for one abroad, or whose area nothing tells."""
    name = sought.where.area or sought.where.region
    is_home = bool(name) and not sought.only and gazetteer(sought.pack).is_home(sought.where.country)
    return Old(sought.pack, sought.where.country, name) if is_home else None


def target_areas(record: RecordContext, sought: Needs) -> Mapping[Old, str]:
    """The new area of each old one."""
    groups: dict[Old, dict[str, Sought]] = {}
    for key, need in sought.items():
        old = old_area(need)
        if old is not None and not need.classes <= place_grammar(need.pack).own:  # districts lie in any town
            groups.setdefault(old, {})[key] = need
    return {old: _target(record, old, needs) for old, needs in sorted(groups.items(), key=lambda pair: pair[0][1:])}


def _target(record: RecordContext, old: Old, needs: Needs) -> str:
    stated = _told(record, old.pack)
    must_move = is_named_as_town(record, old)
    is_told = old.name in stated or any(need.told for need in needs.values())
    if not must_move and (is_told or old.name in islands(old.pack)):
        return old.name
    if not must_move and _serves(old.name, needs, CANDIDATES_NAMED_MIN):
        return old.name
    others = [name for name in _areas(old) if not _leaves(old.name, name, stated, old.pack)]
    for n_relaxed, relaxed in enumerate(_ever_less(needs)):
        if n_relaxed and not must_move and _serves(old.name, relaxed, CANDIDATES_NAMED_MIN):
            return old.name
        for attempt in range(len(others)):
            other = others[record.keyed.choice(record.scope, "area", old.name, len(others), attempt)]
            if _serves(other, relaxed, 1):
                return other
    return old.name


def is_named_as_town(record: RecordContext, old: Old) -> bool:
    """Whether an area that is told bears the name of a town of the record, and so cannot stay."""
    name = fold(old.name)
    towns = {fold(original.text) for original in record.base.originals if original.label in LABELS}
    return name in towns and any(
        fold(original.text) == name for original in record.base.originals if original.label == "REGION"
    )


def _told(record: RecordContext, pack: LanguagePack) -> frozenset[str]:
    """Names of the regions of the record that stay."""
    return record.once(("regions told", pack.code), lambda: _find_told(record, pack))


def _find_told(record: RecordContext, pack: LanguagePack) -> frozenset[str]:
    towns = {fold(original.text) for original in record.base.originals if original.label in LABELS}
    regions = {
        original.text for original in record.base.originals if original.label == "REGION" and original.pack is pack
    }
    large = [text for text in regions if is_large(text, pack) and not gazetteer(pack).is_called_after(text, towns)]
    return frozenset(filter(None, (area_of_region(text, pack) for text in large)))


@lru_cache(maxsize=4_096)
def area_of_region(text: str, pack: LanguagePack) -> str:
    """The area or region of the towns' list that a region is or lies in, in whatever way it is written; "" for none.

    Example:
        >>> from maskerad.languages import load_pack
        >>> area_of_region("Hallands län", load_pack("sv")), area_of_region("TX", load_pack("en"))
        ('Halland', 'Texas')
        >>> area_of_region("Finistère", load_pack("fr")), area_of_region("TN", load_pack("it"))
        ('Bretagne', 'Trentino-Alto Adige')
    """
    places, named = gazetteer(pack), area_named(text, pack)
    own = next((name for name in places.area_names if is_same_area(text, name, pack)), "")
    return own or (places.around(named[0].name) if named else "")


def _leaves(old: str, new: str, stated: frozenset[str], pack: LanguagePack) -> bool:
    """Whether a move from one area to another leaves a region that is told."""
    return any(_lies_in(old, region, pack) and not _lies_in(new, region, pack) for region in stated)


def _lies_in(area: str, region: str, pack: LanguagePack) -> bool:
    return any(region in (town.area, town.region) for town in in_area(area, pack))


def _serves(area: str, needs: Needs, least: int) -> bool:
    """Whether an area has towns for all that are sought, other than these."""
    towns: set[str] = set()
    for need in needs.values():
        others = {key_of(town.name, need.pack) for town in fitting(area, need)} - needs.keys()
        if len(others) < least:
            return False
        towns |= others
    n_spare = 1 if least > 1 else 0  # of an area that is itself chosen by key, all may be taken
    return len(towns) >= len(needs) + n_spare


def _ever_less(needs: Needs) -> Iterator[Needs]:
    """What is sought; without hospitals known by name; without university hospitals; of any size, without any."""
    yield needs
    for kept in (Stands(is_hospital=True, is_university=True), Stands(is_hospital=True)):
        yield {key: need._replace(stands=need.stands.within(kept)) for key, need in needs.items()}
    yield {
        key: need._replace(stands=Stands(), where=need.where._replace(population=MEDIUM)) for key, need in needs.items()
    }


@lru_cache(maxsize=1_024)
def _areas(old: Old) -> tuple[str, ...]:
    """The other areas of a country, those of the same region alone where it has several."""
    places = gazetteer(old.pack)
    here = [town for town in places.towns if town.country == old.country]
    region = next((town.region for town in here if old.name in (town.area, town.region)), "")
    near = dict.fromkeys(town.area for town in here if town.region == region and town.area != old.name)
    every = dict.fromkeys(town.area for town in here if town.area != old.name)
    return tuple(name for name in (near if len(near) > 1 else every) if name not in islands(old.pack))


@lru_cache(maxsize=32)
def islands(pack: LanguagePack) -> frozenset[str]:
    """Areas that are islands, whose towns stay on them."""
    return frozenset(strings(pack.late_table(FILE, "areas"), "islands"))
