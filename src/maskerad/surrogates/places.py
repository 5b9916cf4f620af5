"""Towns: another of the same region and of a similar size, after the same preposition, with a postcode that agrees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import LATIN, script_of
from maskerad.surrogates.gazetteer import UNKNOWN_POPULATION, Gazetteer, Town, Where, gazetteer
from maskerad.surrogates.hospital_towns import Pools, with_hospitals
from maskerad.surrogates.place_words import FILE, class_of, classes_for, place_grammar, strings, without_article
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold

LABELS = frozenset({"CITY", "LOCATION"})
LARGE_INHABITANTS = 100_000  # from here on a similar size counts for more than the region
NEAR, FAR = 4.0, 12.0  # how many times larger or smaller a town may be
CACHE_MAX = 20_000
CANDIDATES_MIN = 4
CANDIDATES_NAMED_MIN = 2  # where the region stands beside the town and stays
PART_CHARS_MIN = 4  # "Sutton" is the "Sutton Coldfield" of its record
UNITS = "都道府県市区郡町村"  # that end the names of Japanese places


def place(request: Request) -> str:
    """A town in the shape of the mention: with its genitive, without the article that stands before it.

    Raises:
        SurrogateError: If no town is left.
    """
    key, ending = town_key(request.original)
    new = new_towns(request.record).get(key)
    if new is None:
        raise request.refusal("no candidate is left")
    bare = name_conventions(request.pack).bare_after
    ending = "" if ending and bare and new.name.lower().endswith(bare) else ending
    return capitalised_as(_in_shape(new.name, request), request.text) + ending


def _bare(name: str, pack: LanguagePack) -> str:
    """The shortest way a town is written: without article and unit."""
    return name.rstrip("市") if script_of(name[-1]) != LATIN and len(name) > 2 else without_article(name, pack)


def _in_shape(name: str, request: Request) -> str:
    """Without its article or its unit (市) where the mention is written without them."""
    old = request.text
    if script_of(old[-1]) != LATIN and script_of(name[-1]) != LATIN:
        return name if old[-1] in UNITS else _bare(name, request.pack)
    return without_article(name, request.pack) if without_article(old, request.pack) == old else name


def new_towns(record: RecordContext) -> Mapping[str, Town]:
    """A new town for every key of a town of the record."""
    return record.once("towns", lambda: _new_towns(record))


def _new_towns(record: RecordContext) -> Mapping[str, Town]:
    mentions: dict[str, list[Original]] = {}
    for original in record.originals:
        if original.label in LABELS:
            mentions.setdefault(town_key(original)[0], []).append(original)
    whole = _whole_names(mentions)
    groups: dict[str, list[Original]] = {}
    for key, found in mentions.items():
        groups.setdefault(whole[key], []).extend(found)
    wheres = {key: _where(key, found) for key, found in groups.items()}
    usual = _usual(wheres.values())
    pools = {key: _pools(groups[key], where if where.country else usual) for key, where in wheres.items()}
    quarters = _quarters(groups)
    pools.update({key: (_quarter_towns(_first(groups[key]).pack),) for key in quarters})
    packs = {key: _first(found).pack for key, found in groups.items()}
    pools = with_hospitals(record, pools, packs)
    towns: dict[str, Town] = {}
    districts = {name: text for pack in packs.values() for name, text in pack.late_table(FILE, "districts").items()}

    def propose(key: str, attempt: int) -> str | None:
        town = _proposed(record, key, pools[key], attempt)
        if town is None:
            return None
        towns.setdefault(town.name, town)
        if districts and fold(str(districts.get(town.name, ""))) in record.whole:
            return ""  # the district beside it must become another
        return town.name if record.is_free(_bare(town.name, groups[key][0].pack)) else ""

    served = record.distinct("CITY", groups, propose)
    return {key: towns[served[whole[key]]] for key in mentions if whole[key] in served}


def _quarters(groups: Mapping[str, Sequence[Original]]) -> set[str]:
    """Keys of quarters of towns: places that no list of towns has, behind another with a hyphen or a comma."""
    found = set()
    for key, mentions in groups.items():
        pack = _first(mentions).pack
        if _quarter_towns(pack) and key not in gazetteer(pack).by_name:
            befores = {_town_before(original.before) for original in mentions}
            if any(fold(before) in groups for before in befores):
                found.add(key)
    return found


def _town_before(before: str) -> str:
    """The word before a hyphen, or before a comma and a blank, that a text ends with; "" for any other end."""
    stem = before.removesuffix("-") if before.endswith("-") else before.removesuffix(", ")
    return "" if stem == before else re.split(r"[^\w]", stem)[-1]


@lru_cache(maxsize=32)
def _quarter_towns(pack: LanguagePack) -> tuple[Town, ...]:
    names = strings(pack.late_table(FILE, "places"), "quarters")
    return tuple(Town(name, "", "", gazetteer(pack).home, "", UNKNOWN_POPULATION, has_hospital=False) for name in names)


def _whole_names(keys: Iterable[str]) -> Mapping[str, str]:
    """Each key to the one longer key that it begins: "casalecchio" to "casalecchio di reno"."""
    ordered = sorted(keys)
    found: dict[str, str] = {}
    for at, key in enumerate(ordered):
        longer: list[str] = []
        for other in ordered[at + 1 :]:
            if not other.startswith(key) or len(longer) > 1:
                break
            if len(key) >= PART_CHARS_MIN and other[len(key)] in " -/.(":
                longer.append(other)
        found[key] = longer[0] if len(longer) == 1 else key
    return found


def _proposed(record: RecordContext, key: str, pools: Sequence[tuple[Town, ...]], attempt: int) -> Town | None:
    """Candidate number ``attempt``: all of the best pool first, then of the next."""
    for number, pool in enumerate(pools):
        if attempt < len(pool):
            return pool[record.keyed.choice(record.scope, f"CITY {number}", key, len(pool), attempt)]
        attempt -= len(pool)
    return None


def town_key(original: Original) -> tuple[str, str]:
    """The key of a place without article and genitive ending, and the ending as written."""
    return _town_key(original.text, original.key, original.pack)


@lru_cache(maxsize=CACHE_MAX)
def _town_key(text: str, linked: str, pack: LanguagePack) -> tuple[str, str]:
    folded, places = fold(" ".join(text.split())), gazetteer(pack)
    key = linked or folded
    for ending in name_conventions(pack).endings:
        stem = folded.removesuffix(ending)
        if stem != folded and (stem == key or (_is_town(stem, places) and not _is_town(folded, places))):
            return places.key(stem), text[-len(ending) :]
    return places.key(key), ""


def _is_town(folded: str, places: Gazetteer) -> bool:
    return folded in places.sizes or folded in name_conventions(places.pack).towns


def _where(key: str, mentions: Sequence[Original]) -> Where:
    beside = sorted({part for original in mentions for part in original.beside})
    pack = _first(mentions).pack
    places = gazetteer(pack)
    listed = key if key in places.by_name or key in places.sizes else _bare_unit(key)
    return _where_listed(listed, tuple(beside), pack)


@lru_cache(maxsize=CACHE_MAX)
def _where_listed(key: str, beside: tuple[tuple[str, str], ...], pack: LanguagePack) -> Where:
    return gazetteer(pack).where(key, beside)


def _first(mentions: Sequence[Original]) -> Original:
    return min(mentions, key=lambda original: (original.pack.code, original.text, original.before))


def _usual(wheres: Iterable[Where]) -> Where:
    """Where most towns of the record lie; that is where a town lies that no list knows."""
    counts = Counter((where.area, where.region, where.country) for where in wheres if where.region)
    if not counts:
        return Where(population=UNKNOWN_POPULATION)
    return Where(*min(counts, key=lambda found: (-counts[found], found)), UNKNOWN_POPULATION, is_named=True)


def _pools(mentions: Sequence[Original], where: Where) -> Pools:
    """Pools of towns that may stand for one, the most alike first."""
    first = _first(mentions)
    group = _group(fold(first.text), first.pack)
    if group:
        return (group,)
    classes = classes_for(sorted(original.before for original in mentions), first.text, first.pack)
    if script_of(first.text[-1]) == LATIN and gazetteer(first.pack).is_of_other_script:
        return (_latin_towns(first.pack),)
    return _fitting_pools(first.pack, where, classes, _unit(first.text))


def _group(key: str, pack: LanguagePack) -> tuple[Town, ...]:
    """The places of a group of the pack that stand for one another; none for a place that is in no group."""
    for group in _groups(pack):
        if any(fold(town.name) == key for town in group):
            return group
    return ()


@lru_cache(maxsize=32)
def _groups(pack: LanguagePack) -> tuple[tuple[Town, ...], ...]:
    groups = pack.late_table(FILE, "places").get("groups", [])
    listed = groups if isinstance(groups, list) else []
    return tuple(
        tuple(Town(str(name), "", "", "", "", UNKNOWN_POPULATION, has_hospital=True) for name in group)
        for group in listed
    )


def pools_for(key: str, before: str, pack: LanguagePack) -> Pools:
    """Pools of towns for a town inside another name, the most alike first."""
    where = gazetteer(pack).where(key)
    return _fitting_pools(pack, where, classes_for([before], key, pack), _unit(key))


def _bare_unit(key: str) -> str:
    return key.rstrip("市") if script_of(key[-1:]) != LATIN and len(key) > 2 else key


def _unit(text: str) -> str:
    """The marks of what kind of place a Japanese name is: 市区 for 横浜市中区; "" for a bare or a Latin name."""
    if script_of(text[-1:]) == LATIN or text[-1] not in UNITS:
        return ""
    return "市区" if text[-1] == "区" and "市" in text[1:-2] else text[-1]


@lru_cache(maxsize=4_096)
def _fitting_pools(pack: LanguagePack, where: Where, classes: frozenset[str], unit: str) -> Pools:
    places = gazetteer(pack)
    if where.country and not places.is_home(where.country):
        abroad = [town for town in places.abroad(where.country) if class_of(town.name, pack) in classes]
        return (tuple(abroad or places.abroad(where.country)),)
    special = [town for kind in sorted(classes) for town in places.of_class.get(kind, ())]
    if classes <= place_grammar(pack).own:
        return (tuple(special),)
    towns = [town for town in places.towns if _fits(town, unit) and class_of(town.name, pack) in classes]
    least = CANDIDATES_NAMED_MIN if where.is_named else CANDIDATES_MIN
    pools = list(dict.fromkeys(pool for pool in _by_likeness(towns, where) if len(pool) >= least))
    anywhere = [town for town in places.towns if _fits(town, unit)]
    others = filter(None, (tuple(towns), tuple(special), tuple(anywhere)))
    return (*pools[:3], *pools[3:][-1:], *others)


def _fits(town: Town, unit: str) -> bool:
    own = _unit(town.name)
    return own == unit or (not unit and own in ("市", "")) or (unit in "町村" and own in "町村" and bool(unit and own))


def _by_likeness(towns: Sequence[Town], where: Where) -> list[tuple[Town, ...]]:
    """Ever larger pools: of the area, of the region, of the country, each of a similar size first."""
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


@lru_cache(maxsize=8)
def _latin_towns(pack: LanguagePack) -> tuple[Town, ...]:
    """Towns abroad in Latin letters, for such a name in a text of another script."""
    rows = [row for row in pack.list("world_towns").rows if int(row[2]) >= LARGE_INHABITANTS and row[1] == "US"]
    return tuple(Town(row[0], "", "", row[1], "", int(row[2]), has_hospital=True) for row in rows)
