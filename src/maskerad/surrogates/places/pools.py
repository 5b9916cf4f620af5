"""Which towns may stand for one, the most alike first: of an area, or of wherever one of its like lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import Town, Where, gazetteer
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.atlas.words import PLAIN, class_of, classes_for, place_grammar
from maskerad.surrogates.places.hospital_towns import Stands, university_towns
from maskerad.surrogates.places.keys import key_of
from maskerad.surrogates.places.sought import LARGE_INHABITANTS, Sought
from maskerad.text.folding import fold

NEAR, FAR = 4.0, 12.0  # how many times larger or smaller a town may be
CANDIDATES_MIN = 4
CANDIDATES_NAMED_MIN = 2  # where the region stands beside the town and stays
CACHE_MAX = 4_096

Pools = tuple[tuple[Town, ...], ...]


def pools_in(area: str, sought: Sought, least: int) -> Pools:
    """Towns of an area for a town, the most alike first; the towns of anywhere come last.

    Args:
        area: Its name.
        sought: What is wanted.
        least: A first pool of fewer is passed over.
    """
    anywhere = pools_anywhere(sought)
    if not area or sought.only:
        return anywhere
    inside = tuple(pool for pool in _inside(area, sought) if len(pool) >= least)
    others = tuple(pool for pool in _other_towns(area, sought) if pool)
    return _distinct((*inside, *others, *anywhere))


def _distinct(pools: Pools) -> Pools:
    """Each pool once. Compared, not hashed: a pool of all towns takes milliseconds to hash, and few are as long."""
    kept: list[tuple[Town, ...]] = []
    for pool in pools:
        if not any(len(pool) == len(towns) and pool == towns for towns in kept):
            kept.append(pool)
    return tuple(kept)


def _other_towns(area: str, sought: Sought) -> Pools:
    """Towns of the area's region that have no postcode listed: of a similar size, of any."""
    where = sought.where
    return _other_towns_of(area, sought.pack, where.country, where.population, sought.classes)


@lru_cache(maxsize=CACHE_MAX)
def _other_towns_of(area: str, pack: LanguagePack, country: str, size: int, classes: frozenset[str]) -> Pools:
    region = next((town.region for town in in_area(area, pack)), area)
    listed = gazetteer(pack).other_towns(region, country)
    towns = tuple(town for town in listed if class_of(town.name, pack) in classes)
    return tuple(_sized(towns, size, FAR)), towns


def pools_anywhere(sought: Sought) -> Pools:
    """Towns for one of which no area is told: of its own area, of its region, of its country."""
    if sought.only:
        return (sought.only,)
    return _fitting_pools(sought.pack, sought.where, sought.classes, sought.unit)


def pools_for(key: str, before: str, pack: LanguagePack) -> Pools:
    """Pools of towns for a town inside another name, the most alike first."""
    where, unit = gazetteer(pack).where(key), units(pack).of(key)
    return _fitting_pools(pack, where, classes_for([before], key, pack), unit)


def fitting(area: str, sought: Sought) -> tuple[Town, ...]:
    """The towns of an area that have all that is sought: the size, the words before, the houses and hospitals."""
    known, having, *_ = _inside(area, sought)
    return known if sought.stands.alike else having


def _inside(area: str, sought: Sought) -> Pools:
    """Towns of an area: where a like hospital stands, with all that is sought, of a size unlike, with no hospital."""
    return _inside_of(
        area, sought.pack, sought.where.population, sought.classes, sought.unit, sought.stands, sought.told
    )


@lru_cache(maxsize=CACHE_MAX)
def _inside_of(
    area: str, pack: LanguagePack, size: int, classes: frozenset[str], unit: str, stands: Stands, region: str
) -> Pools:
    here = [town for town in in_area(area, pack) if _fits(town, unit, pack)]
    inside = [town for town in here if region and gazetteer(pack).lies_in(town, region)]
    towns = _of_class(here, classes, pack)
    if region:  # that a town stays in its region counts for more than its article; one of a pool may be the old town
        pools = (_of_class(inside, asked, pack) for asked in (classes, classes | {PLAIN}))
        towns = next((pool for pool in pools if len(pool) >= CANDIDATES_NAMED_MIN), towns)
    sized = tuple(_sized(towns, size, NEAR if size >= LARGE_INHABITANTS else FAR))
    having = tuple(town for town in sized if _has(town, stands, pack))
    known = tuple(town for town in having if fold(town.name) in stands.alike)
    of_any_size = tuple(town for town in towns if _has(town, stands, pack))
    with_hospital = tuple(town for town in towns if town.has_hospital or not stands.is_hospital)
    near = tuple(town for town in having if town in _sized(having, size, NEAR))
    return known, having, *(() if len(known) > 1 else (near,)), of_any_size, with_hospital, sized, towns


def _of_class(towns: Iterable[Town], classes: frozenset[str], pack: LanguagePack) -> tuple[Town, ...]:
    return tuple(town for town in towns if class_of(town.name, pack) in classes)


def _has(town: Town, stands: Stands, pack: LanguagePack) -> bool:
    """Whether the houses of the old town surprise nobody in a town."""
    if stands.is_university and university_towns(pack):
        return key_of(town.name, pack) in university_towns(pack)
    return town.has_hospital or not stands.is_hospital


@lru_cache(maxsize=1_024)
def in_area(area: str, pack: LanguagePack) -> tuple[Town, ...]:
    """The towns of an area or a region."""
    towns = gazetteer(pack).towns
    return tuple(town for town in towns if town.area == area) or tuple(town for town in towns if town.region == area)


@lru_cache(maxsize=CACHE_MAX)
def _fitting_pools(pack: LanguagePack, where: Where, classes: frozenset[str], unit: str) -> Pools:
    places = gazetteer(pack)
    if where.country and not places.is_home(where.country):
        abroad = [town for town in places.abroad(where.country) if class_of(town.name, pack) in classes]
        return (tuple(abroad or places.abroad(where.country)),)
    special = [town for kind in sorted(classes) for town in places.of_class.get(kind, ())]
    if classes <= place_grammar(pack).own:
        return (tuple(special),)
    towns = [town for town in places.towns if _fits(town, unit, pack) and class_of(town.name, pack) in classes]
    least = CANDIDATES_NAMED_MIN if where.is_named else CANDIDATES_MIN
    pools = list(dict.fromkeys(pool for pool in _by_likeness(towns, where) if len(pool) >= least))
    anywhere = [town for town in places.towns if _fits(town, unit, pack)]
    others = filter(None, (*_of_country(towns, where), tuple(towns), tuple(special), tuple(anywhere)))
    return (*pools[:3], *pools[3:][-1:], *others)


def _of_country(towns: Sequence[Town], where: Where) -> Pools:
    """The towns of the old one's country, where that is known: of a similar size, of any."""
    here = tuple(town for town in towns if town.country == where.country)
    return (tuple(_sized(here, where.population, FAR)), here)


def _fits(town: Town, unit: str, pack: LanguagePack) -> bool:
    """Whether the marks of a town's name may stand for those of another: villages stand for small towns."""
    marks, own = units(pack), units(pack).of(town.name)
    if own == unit or (not unit and own == marks.town):
        return True
    large = (marks.town, marks.ward, marks.town + marks.ward, "")
    return unit not in large and own not in large


def _by_likeness(towns: Sequence[Town], where: Where) -> list[tuple[Town, ...]]:
    """Ever larger pools: of the area, of the region, of the country, each of a similar size first."""
    if not towns:
        return []
    size = where.population
    here = [town for town in towns if town.country == (where.country or towns[0].country)]
    area = [town for town in here if where.area and town.area == where.area]
    region = [town for town in here if where.region and town.region == where.region]
    inside = [_sized(pool, size, factor) for factor in (NEAR, FAR) for pool in (area, region)]
    outside = [_sized(here, size, factor) for factor in (NEAR, FAR)]
    if where.is_named:
        return [*inside, tuple(area), tuple(region)]
    large = [*inside, *outside, tuple(region), tuple(here)]
    return large if size >= LARGE_INHABITANTS else [*inside, tuple(region), *outside, tuple(here)]


def _sized(towns: Iterable[Town], size: int, factor: float) -> tuple[Town, ...]:
    return tuple(town for town in towns if size / factor <= town.population <= size * factor)
