"""The towns of a record, each with all that is known of it: what its new town must be like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.areas import area_named, is_large, is_same_area
from maskerad.surrogates.atlas.gazetteer import UNKNOWN_POPULATION, Town, Where, gazetteer
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.atlas.words import FILE, class_of, classes_for, place_grammar, strings
from maskerad.surrogates.places.hospital_towns import Stands, houses_in
from maskerad.surrogates.places.keys import LABELS, key_of, town_key
from maskerad.surrogates.places.whereabouts import Groups, fullest, whereabouts
from maskerad.surrogates.request import Original, RecordContext
from maskerad.surrogates.shape import bare_digits
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, script_of

HOUSES = ("HOSPITAL", "ORGANIZATION")
ISLAND = "island"  # the class of islands, which have no towns of their own in the lists
PART_CHARS_MIN = 4  # "Sutton" is the "Sutton Coldfield" of its record
LARGE_INHABITANTS = 100_000  # from here on a similar size counts for more than the region
VILLAGE = 5_000  # the lists that surrogates come from have few smaller places: a hamlet becomes a small town


class Sought(NamedTuple):
    """One town of a record.

    Attributes:
        pack: Its language.
        where: Where it lies, and how large it is.
        classes: Which words may stand before the new name.
        unit: The marks of its kind.
        stands: Which houses stand there.
        told: The region that stands beside it and stays; "" for none.
        only: The towns that alone may stand for it; none where any may.
    """

    pack: LanguagePack
    where: Where
    classes: frozenset[str]
    unit: str
    stands: Stands
    told: str
    only: tuple[Town, ...]


class RecordTowns(NamedTuple):
    """The towns of a record.

    Attributes:
        whole: Each key to that of its town: "sutton" to "sutton coldfield".
        sought: What is sought for each town.
    """

    whole: Mapping[str, str]
    sought: Mapping[str, Sought]


def towns_of(record: RecordContext) -> RecordTowns:
    """All towns of a record: those that it names, and those of its institutions where all share one scope."""
    mentions: dict[str, list[Original]] = {}
    stands: dict[str, Stands] = {}
    for original in record.originals:
        if original.label in LABELS:
            mentions.setdefault(town_key(original)[0], []).append(original)
    for key, what, named in _in_houses(record):
        mentions.setdefault(key, []).append(named)
        stands[key] = stands.get(key, Stands()).beside(what)
    whole = _whole_names(mentions)
    groups: dict[str, list[Original]] = {}
    for key, originals in mentions.items():
        groups.setdefault(whole[key], []).extend(originals)
    for key, what in list(stands.items()):
        stands[whole[key]] = stands.get(whole[key], Stands()).beside(what)
    return RecordTowns(whole, _sought(groups, stands, _small_areas(record), _large_areas(record)))


def _in_houses(record: RecordContext) -> Iterable[tuple[str, Stands, Original]]:
    """(key, what stands there, the town as a mention) of towns in institutions; none over a wider scope.

    Over a corpus a town must not depend on what else a record holds.
    """
    if record is not record.base or any(record.context_of(label) is not record for label in ("CITY", *HOUSES)):
        return
    for original in record.originals:
        if original.label in HOUSES:
            for key, what in houses_in(original.text, original.label, original.pack):
                yield key, what, Original(key, "CITY", original.pack, key)


def _small_areas(record: RecordContext) -> tuple[tuple[LanguagePack, str], ...]:
    """The areas told anywhere in the record that stay and are smaller than those of the towns' list: départements."""
    areas = set()
    towns = {fold(mention.text) for mention in record.base.originals if mention.label in LABELS}
    for original in record.base.originals:
        named = area_named(original.text, original.pack) if original.label == "REGION" else None
        places = gazetteer(original.pack)
        if named and places.around(named[0].name) and not places.is_called_after(original.text, towns):
            areas.add((original.pack, named[0].name))
    return tuple(sorted(areas, key=lambda pair: (pair[0].code, pair[1])))


def _small_area(key: str, mentions: Sequence[Original], areas: Sequence[tuple[LanguagePack, str]]) -> str:
    """The small area of the record in which a town lies, by the list or by the postcode beside it; "" for none."""
    pack = fullest(mentions).pack
    places = gazetteer(pack)
    town = places.by_name.get(key)
    codes = {bare_digits(text) for mention in mentions for label, text in mention.beside if label == "ZIP"}
    of_codes = {places.small_area_of(code) for code in codes}
    inside = (name for of, name in areas if of is pack and (name in of_codes or (town and places.lies_in(town, name))))
    return next(inside, "")


def _large_areas(record: RecordContext) -> tuple[tuple[LanguagePack, str], ...]:
    """The regions told anywhere in the record that stay."""
    stated = {(original.pack, original.text) for original in record.base.originals if original.label == "REGION"}
    towns = {fold(original.text) for original in record.base.originals if original.label in LABELS}
    large = ((pack, text) for pack, text in stated if is_large(text, pack))
    stay = ((pack, text) for pack, text in large if not gazetteer(pack).is_called_after(text, towns))
    return tuple(sorted(stay, key=lambda entry: entry[1]))


def _large_area(where: Where, pack: LanguagePack, areas: Sequence[tuple[LanguagePack, str]]) -> str:
    """The area or else the region of a place, where one of those that stay is this; "" for none."""
    names = filter(None, (where.area, where.region))
    return next((name for name in names for of, text in areas if of is pack and is_same_area(text, name, pack)), "")


def _sought(
    groups: Groups,
    stands: Mapping[str, Stands],
    areas: Sequence[tuple[LanguagePack, str]],
    large: Sequence[tuple[LanguagePack, str]],
) -> dict[str, Sought]:
    wheres, quarters = whereabouts(groups), _quarters(groups)
    needs = {}
    for key, mentions in groups.items():
        first = fullest(mentions)
        where = wheres[key]._replace(population=max(wheres[key].population, VILLAGE))
        befores = sorted(original.before for original in mentions if original.before)
        only = _quarter_towns(first.pack) if key in quarters else _only(first)
        classes = _classes(befores, first)
        area = _told_beside(mentions, groups) or _small_area(key, mentions, areas)
        area = area or _large_area(where, first.pack, large)
        unit = units(first.pack).of(first.text)
        needs[key] = Sought(first.pack, where, classes, unit, stands.get(key, Stands()), area, only)
    return needs


def _classes(befores: Sequence[str], first: Original) -> frozenset[str]:
    """Which words may stand before the new name; a town behind a word that stands before regions is still a town."""
    asked = classes_for(befores, first.text, first.pack)
    is_region = class_of(first.text, first.pack) in asked
    return asked if is_region or asked & _town_classes(first.pack) else classes_for((), first.text, first.pack)


@lru_cache(maxsize=32)
def _town_classes(pack: LanguagePack) -> frozenset[str]:
    return frozenset([ISLAND, *place_grammar(pack).own, *(class_of(town.name, pack) for town in gazetteer(pack).towns)])


def _told_beside(mentions: Sequence[Original], groups: Groups) -> str:
    """The name of a region in the address of a town that is large enough to stay."""
    for original in sorted(mentions, key=lambda mention: (mention.text, mention.before, mention.beside)):
        text = dict(original.beside).get("REGION", "")
        named = area_named(text, original.pack) if text and is_large(text, original.pack) else None
        if named and not gazetteer(original.pack).is_called_after(text, groups.keys()):
            return named[0].name
    return ""


def _only(first: Original) -> tuple[Town, ...]:
    """The places that alone may stand for one: of its group, or abroad for a name in another script."""
    group = _group(fold(first.text), first.pack)
    if group:
        return group
    is_foreign = script_of(first.text[-1]) == LATIN and gazetteer(first.pack).is_of_other_script
    return _latin_towns(first.pack) if is_foreign else ()


def _whole_names(keys: Iterable[str]) -> Mapping[str, str]:
    """Each key to the one longer key that it begins: "casalecchio" to "casalecchio di reno"."""
    ordered = sorted(keys)
    names: dict[str, str] = {}
    for at, key in enumerate(ordered):
        longer: list[str] = []
        for other in ordered[at + 1 :]:
            if not other.startswith(key) or len(longer) > 1:
                break
            if len(key) >= PART_CHARS_MIN and other[len(key)] in " -/.(":
                longer.append(other)
        names[key] = longer[0] if len(longer) == 1 else key
    return names


def _quarters(groups: Groups) -> set[str]:
    """Keys of quarters of towns: places that no list of towns has, behind another with a hyphen or a comma."""
    quarters = set()
    for key, mentions in groups.items():
        pack = fullest(mentions).pack
        if _quarter_towns(pack) and key not in gazetteer(pack).by_name and key not in gazetteer(pack).sizes:
            befores = {_town_before(original.before) for original in mentions}
            if any(key_of(before, pack) in groups for before in befores):
                quarters.add(key)
    return quarters


def _town_before(before: str) -> str:
    """The word before a hyphen, or before a comma and a blank, that a text ends with; "" for any other end."""
    stem = before.removesuffix("-") if before.endswith("-") else before.removesuffix(", ")
    return "" if stem == before else re.split(r"[^\w]", stem)[-1]


@lru_cache(maxsize=32)
def _quarter_towns(pack: LanguagePack) -> tuple[Town, ...]:
    names = strings(pack.late_table(FILE, "places"), "quarters")
    return tuple(Town(name, "", "", gazetteer(pack).home, "", UNKNOWN_POPULATION, has_hospital=False) for name in names)


def _group(key: str, pack: LanguagePack) -> tuple[Town, ...]:
    """The places of a group of the pack that stand for one another; none for a place that is in no group."""
    return next((group for group in _groups(pack) if any(fold(town.name) == key for town in group)), ())


@lru_cache(maxsize=32)
def _groups(pack: LanguagePack) -> tuple[tuple[Town, ...], ...]:
    groups = pack.late_table(FILE, "places").get("groups", [])
    listed = groups if isinstance(groups, list) else []
    return tuple(
        tuple(Town(str(name), "", "", "", "", UNKNOWN_POPULATION, has_hospital=True) for name in group)
        for group in listed
    )


@lru_cache(maxsize=8)
def _latin_towns(pack: LanguagePack) -> tuple[Town, ...]:
    """Towns abroad in Latin letters, for such a name in a text of another script."""
    rows = [row for row in pack.list("world_towns").rows if int(row[2]) >= LARGE_INHABITANTS and row[1] == "US"]
    return tuple(Town(row[0], "", "", row[1], "", int(row[2]), has_hospital=True) for row in rows)
