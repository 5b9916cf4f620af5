"""Regions and countries, where they are not kept: another of the same country, another of the same continent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.listed import entries
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.areas import area_like, area_named, in_full, regions_like
from maskerad.surrogates.atlas.gazetteer import Town, gazetteer
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.atlas.words import FILE, class_of, classes_for, strings, without_article
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.places.keys import key_beside, key_of
from maskerad.surrogates.places.targets import area_of_region
from maskerad.surrogates.places.towns import new_towns, town_map
from maskerad.surrogates.request import Original, RecordContext, Request, entity_key
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, script_of

CANDIDATES_MIN = 4
CODE_CHARS_MAX = 3


def region(request: Request) -> str:
    """The region that lies where the new towns do, in the way the old one is written.

    Raises:
        SurrogateError: If none is left.
    """
    return _district(request) or _mapped(request) or _rendered(request, _new(request.record, "REGION"))


def _district(request: Request) -> str:
    """The district of the new town that stands beside a district, where the pack tells it; else ""."""
    table = request.pack.late_table(FILE, "districts")
    town = _town_beside(request) if table and request.text in table.values() else None
    return str(table.get(town.name, "")) if town else ""


def _town_beside(request: Request) -> Town | None:
    key = key_beside(request.original, request.record)
    return new_towns(request.record.context_of("CITY")).get(key) if key else None


def _mapped(request: Request) -> str:
    """The new area for an old one, or the area of the new town for that of the town beside or of the same name."""
    pack, text, record = request.pack, request.text, request.record.context_of("CITY")
    named = area_of_region(text, pack)
    moved = next((new for old, new in town_map(record).areas.items() if (old.pack, old.name) == (pack, named)), "")
    town = _town_beside(request) or new_towns(record).get(key_of(fold(in_full(text, pack)), pack))
    names = [moved, *([town.name, town.area, gazetteer(pack).small_area(town)] if town else [])]
    matches = (area_like(text, name, pack) for name in names if name)
    alike = next((name for name in matches if name), "") or _of_kind(request, town) or _around(request, town)
    return capitalised_as(alike, text) if fold(alike) != fold(text) else ""


def _of_kind(request: Request, town: Town | None) -> str:
    """A province of the region of the new town, for one whose capital another town is."""
    pack, sizes = request.pack, gazetteer(request.pack).sizes
    names = regions_like(pack, request.text) if town else ()
    near = [name for name in names if town and sizes.get(fold(in_full(name, pack)), ("",))[0] == town.region]
    if not near:
        return ""
    return near[request.record.keyed.choice(request.record.scope, "province", fold(request.text), len(near))]


def _around(request: Request, town: Town | None) -> str:
    """For a region that no list knows: one that many states have, by its last word; else the area of the new town."""
    table = request.pack.late_table(FILE, "areas").get("anywhere", {})
    listed = strings(table, fold(request.text).split(" ")[-1]) if isinstance(table, dict) else ()
    if listed:
        return listed[request.record.keyed.choice(request.record.scope, "anywhere", fold(request.text), len(listed))]
    is_unlisted = town is not None and area_named(request.text, request.pack) is None and not _is_code(request.text)
    return town.area if town and is_unlisted and script_of(town.area[-1:]) == script_of(request.text[-1]) else ""


def country(request: Request) -> str:
    """Another country of the same continent.

    Raises:
        SurrogateError: If none is left.
    """
    return _rendered(request, _new(request.record, "COUNTRY"))


def _rendered(request: Request, served: Mapping[str, str]) -> str:
    key, ending = _key(request.original)
    new = served.get(key)
    if new is None:
        raise request.refusal("no candidate is left")
    if without_article(request.text, request.pack) == request.text:
        new = without_article(new, request.pack)
    bare = name_conventions(request.pack).bare_after
    ending = "" if bare and new.lower().endswith(bare) else ending
    return capitalised_as(new, request.text) + ending


def _key(original: Original) -> tuple[str, str]:
    """The key without article and genitive, and the genitive as written."""
    folded, known = fold(" ".join(original.text.split())), _known(original.pack)
    for ending in name_conventions(original.pack).endings:
        stem = folded.removesuffix(ending)
        if stem != folded and stem in known and folded not in known:
            return stem, original.text[-len(ending) :]
    return gazetteer(original.pack).key(entity_key(original)), ""


@lru_cache(maxsize=32)
def _known(pack: LanguagePack) -> frozenset[str]:
    return frozenset(fold(name) for listed in ("regions", "countries") for name in pack.list(listed).entries)


def _new(record: RecordContext, label: str) -> Mapping[str, str]:
    return record.once(("regions", label), lambda: _make(record, label))


def _make(record: RecordContext, label: str) -> Mapping[str, str]:
    mentions: dict[str, list[Original]] = {}
    for original in record.originals:
        if original.label == label:
            mentions.setdefault(_key(original)[0], []).append(original)
    pools = {key: _pool(originals, label) for key, originals in mentions.items()}

    def propose(key: str, attempt: int) -> str | None:
        pool = pools[key]
        return proposal(record.keyed, record.scope, label, key, pool, attempt) if attempt < len(pool) else None

    return record.distinct(label, mentions, propose)


def _pool(mentions: list[Original], label: str) -> tuple[str, ...]:
    first = min(mentions, key=lambda original: (original.pack.code, original.text))
    classes = classes_for(sorted(original.before for original in mentions), first.text, first.pack)
    return _candidates(first.pack, label, first.text, classes)


@lru_cache(maxsize=2_048)
def _candidates(pack: LanguagePack, label: str, text: str, classes: frozenset[str]) -> tuple[str, ...]:
    if label == "COUNTRY":
        alike = gazetteer(pack).countries_beside(text) or entries(pack, "countries", 400)
    else:
        listed = entries(pack, "regions", 400)
        alike = regions_like(pack, text) or tuple(name for name in listed if _is_alike(name, text, pack))
    fitting = tuple(name for name in alike if class_of(name, pack) in classes)
    return fitting if len(fitting) >= CANDIDATES_MIN else alike


def _is_alike(name: str, text: str, pack: LanguagePack) -> bool:
    """Whether a name is of the script, the mark (県, 郡) and the length, short or not, of a text."""
    if script_of(text[-1:]) != LATIN:
        mark = units(pack).of(text)
        return name[-1] == text[-1] if mark else script_of(name[-1]) != LATIN
    return _is_code(name) == _is_code(text) and not name.lower().startswith("co ")


def _is_code(text: str) -> bool:
    letters = text.replace(".", "")
    return letters.isupper() and len(letters) <= CODE_CHARS_MAX
