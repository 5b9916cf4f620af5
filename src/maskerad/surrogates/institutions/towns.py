"""Where the institutions of a record may stand: in its new towns, and in the regions in which these lie.

With a wider scope than the record an institution's name must not depend on the record: nothing is told then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import Town, gazetteer
from maskerad.surrogates.atlas.town_forms import house_town
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.places.keys import LABELS, town_key
from maskerad.surrogates.places.towns import new_towns
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold, folded_words
from maskerad.text.scripts import is_cjk


def record_towns(record: RecordContext) -> Mapping[str, Town]:
    """The new town of every town of a record, by key; none where their scope is another."""
    if record is not record.base or record.context_of("CITY") is not record:
        return {}
    return new_towns(record)


def told_towns(record: RecordContext, pack: LanguagePack) -> Mapping[str, str]:
    """The towns that a record names in a language, as its houses may bear them, to their keys: 森町 as 森 too."""
    return record.once(("towns told", pack.code), lambda: _told(record, pack)) if record_towns(record) else {}


def _told(record: RecordContext, pack: LanguagePack) -> Mapping[str, str]:
    keys = sorted(
        {town_key(original)[0] for original in record.originals if original.label in LABELS and original.pack is pack}
    )
    shorter = {key.removesuffix(units(pack).of(key)): key for key in keys if len(units(pack).of(key)) == 1}
    return {**shorter, **{key: key for key in keys}}


def told_in(record: RecordContext, original: Original) -> frozenset[str]:
    """Which of them stand in the name of an institution: as words, or anywhere where words are not parted."""
    listed, text = told_towns(record, original.pack), fold(original.text)
    if not listed:
        return frozenset()
    if is_cjk(text[:1]):
        sizes = {len(name) for name in listed}
        return frozenset(text[at : at + n] for n in sizes for at in range(len(text))).intersection(listed)
    words = folded_words(text)
    return frozenset([*words, *(word.removesuffix("s") for word in words)]).intersection(listed)


def region_of(record: RecordContext, town: str, pack: LanguagePack) -> str:
    """The region in which an institution may stand; "" where the record does not tell.

    Args:
        record: Its record.
        town: Key of the town that it is named after; "" for none.
        pack: Its language.
    """
    regions = record.once(("regions of towns", pack.code), lambda: _regions(record, pack))
    return regions.get(gazetteer(pack).where(town).region if town else "", "")


def _regions(record: RecordContext, pack: LanguagePack) -> Mapping[str, str]:
    """Old region to the new one of most of its towns; under "" the new region of most towns of the record."""
    places = gazetteer(pack)
    pairs = [
        (places.where(key).region, town.region)
        for key, town in record_towns(record).items()
        if places.is_home(town.country)
    ]
    olds = {old for old, _ in pairs if old}
    by_region = {old: _most(new for region, new in pairs if region == old) for old in olds}
    return {**by_region, "": _most(new for _, new in pairs)} if pairs else {}


def _most(regions: Iterable[str]) -> str:
    counts = Counter(regions)
    return min(counts, key=lambda region: (-counts[region], region))


def areas_for(record: RecordContext, area: str, pack: LanguagePack) -> tuple[str, ...]:
    """The small areas of the new towns for those old ones of the record that lie in a small area."""
    places, pairs = gazetteer(pack), record_towns(record).items()
    olds = {key: places.by_name.get(key) for key, _ in pairs}
    inside = [town for key, town in pairs if (old := olds[key]) and fold(places.small_area(old)) == fold(area)]
    return tuple(sorted({places.small_area(town) for town in inside} - {""}))


def towns_in(record: RecordContext, region: str, pack: LanguagePack) -> tuple[str, ...]:
    """Names of the record's new towns that lie in a region or area, in an order of their own."""
    towns = record_towns(record)
    if not towns or not gazetteer(pack).is_region(region):
        return ()
    return tuple(
        sorted({house_town(town.name, pack) for town in towns.values() if gazetteer(pack).lies_in(town, region)})
    )
