"""What is the same for all ways in which one town is written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.gazetteer import Gazetteer, gazetteer
from maskerad.surrogates.atlas.units import bare
from maskerad.surrogates.atlas.words import FILE
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold

LABELS = frozenset({"CITY", "LOCATION"})
CACHE_MAX = 20_000


def town_key(original: Original) -> tuple[str, str]:
    """The key of a place without article, mark and genitive ending, and the ending as written."""
    return _town_key(original.text, original.key, original.pack)


def key_of(name: str, pack: LanguagePack) -> str:
    """The key of a town's name.

    Example:
        >>> from maskerad.languages import load_pack
        >>> key_of("Le Mans", load_pack("fr")), key_of("横浜市", load_pack("ja"))
        ('mans', '横浜')
    """
    key = bare(fold(name), pack)
    return _same_towns(pack).get(key, key)


@lru_cache(maxsize=32)
def _same_towns(pack: LanguagePack) -> Mapping[str, str]:
    """Keys of towns to those of the names by which they are called as well: 's-Gravenhage, Den Haag."""
    table = pack.late_table(FILE, "towns").get("same", {})
    rows = table if isinstance(table, dict) else {}
    return {bare(fold(str(other)), pack): bare(fold(str(name)), pack) for other, name in rows.items()}


def key_beside(original: Original, record: RecordContext) -> str:
    """The key of the town in the address of a mention, as the record links it; "" where there is none."""
    label, text = next(((label, text) for label, text in original.beside if label in LABELS), ("", ""))
    if not text:
        return ""
    linked = record.once("keys of towns", lambda: _linked(record.base))
    return linked.get((original.pack.code, text)) or town_key(Original(text, label, original.pack))[0]


def _linked(record: RecordContext) -> Mapping[tuple[str, str], str]:
    """Language and text of each town to its key."""
    towns = sorted(
        (original for original in record.originals if original.label in LABELS),
        key=lambda original: (original.text, original.key),
    )
    return {(town.pack.code, town.text): town_key(town)[0] for town in towns}


def linked_towns(record: RecordContext, pack: LanguagePack) -> Mapping[str, str]:
    """The key of each town as the record writes it to that of the town that it is: "montreal" to "montreal-nord"."""
    return record.once(("linked towns", pack.code), lambda: _written(record, pack))


def _written(record: RecordContext, pack: LanguagePack) -> Mapping[str, str]:
    towns = (original for original in record.originals if original.label in LABELS and original.pack is pack)
    return {
        key_of(fold(town.text), pack): town_key(town)[0]
        for town in sorted(towns, key=lambda original: (original.text, original.key))
    }


@lru_cache(maxsize=CACHE_MAX)
def _town_key(text: str, linked: str, pack: LanguagePack) -> tuple[str, str]:
    folded, places = fold(" ".join(text.split())), gazetteer(pack)
    key = linked or folded
    for ending in name_conventions(pack).endings:
        stem = folded.removesuffix(ending)
        if stem != folded and (stem == key or (_is_town(stem, places) and not _is_town(folded, places))):
            return key_of(stem, pack), text[-len(ending) :]
    return key_of(key, pack), ""


def _is_town(folded: str, places: Gazetteer) -> bool:
    return folded in places.sizes or folded in name_conventions(places.pack).towns
