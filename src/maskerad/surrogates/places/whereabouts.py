"""Where the towns of a record lie: by the lists, by what stands beside them, and by the other towns of the record.

A country is settled first, since four digits are a postcode in several and a telephone number without its country may
be of any; then a town that no list places, or places far from all others though a longer name of it lies near, lies
where most of the record does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.areas import area_named
from maskerad.surrogates.atlas.gazetteer import UNKNOWN_POPULATION, Where, gazetteer
from maskerad.surrogates.atlas.postcodes import country_of_form
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.places.keys import CACHE_MAX, LABELS, key_of, town_key
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold

LARGE = 100_000  # inhabitants: who names so large a town of another country means it

# Parts are as large as the whole: "lyon 7e", "rotterdam-zuid", "halle (saale)".
_PART = re.compile(r"(\D{3,}?)(?: \d{1,2}(?:er|e|ème|eme)?| ?\(.*\)|-[^\W\d_]+| cedex(?: \d+)?)")

Groups = Mapping[str, Sequence[Original]]


def country_of(record: RecordContext, pack: LanguagePack) -> str:
    """ISO code of the country in which most towns of a record lie, of those that speak the language; "" for none."""
    return record.once(("country", pack.code), lambda: _most_named(record, pack))


def _most_named(record: RecordContext, pack: LanguagePack) -> str:
    originals = (original for original in record.originals if original.label in LABELS and original.pack is pack)
    return _country({town_key(original)[0] for original in originals}, pack)


def _country(keys: Iterable[str], pack: LanguagePack) -> str:
    places = gazetteer(pack)
    countries = (places.where(key).country for key in keys)
    counts = Counter(country for country in countries if country and places.is_home(country))
    return min(counts, key=lambda country: (-counts[country], country), default="")


def whereabouts(groups: Groups) -> Mapping[str, Where]:
    """Where each town lies, by its key."""
    packs = {key: fullest(mentions).pack for key, mentions in groups.items()}
    countries = {pack: _country([key for key in packs if packs[key] is pack], pack) for pack in set(packs.values())}
    by_town = {key: _where(key, mentions, countries[packs[key]]) for key, mentions in groups.items()}
    country = country_told(groups)
    by_town = {key: _at_home(where, country) for key, where in by_town.items()}
    usual = _usual(by_town.values())
    return {key: _among_others(key, where, usual, packs[key]) for key, where in by_town.items()}


def country_told(groups: Groups) -> str:
    """The one country whose form the postcodes of a record have, where that is of no other: TD6 9BS; else ""."""
    mentions = [original for originals in groups.values() for original in originals]
    codes = {(text, mention.pack) for mention in mentions for label, text in mention.beside if label == "ZIP"}
    countries = {country_of_form(text, gazetteer(pack).home_countries) for text, pack in codes}
    return countries.pop() if len(countries) == 1 else ""


def _at_home(where: Where, country: str) -> Where:
    """Nowhere yet for a small town that the list puts into another country than the postcodes: Melrose is no suburb."""
    is_elsewhere = bool(country and where.country) and where.country != country
    return Where(country="") if is_elsewhere and not where.is_named and where.population < LARGE else where


def fullest(mentions: Sequence[Original]) -> Original:
    """The mention that tells most of how a town is written: the longest."""
    return min(
        mentions,
        key=lambda original: (
            original.pack.code,
            -len(original.text),
            original.text.islower(),
            original.text,
            original.before,
        ),
    )


def _where(key: str, mentions: Sequence[Original], country: str) -> Where:
    beside = sorted({part for original in mentions for part in original.beside})
    pack = fullest(mentions).pack
    places = gazetteer(pack)
    where = _where_listed(_listed(key, mentions, pack), tuple(beside), country, pack)
    named = area_named(dict(beside).get("REGION", ""), pack) if not where.area else None
    if named is None or where.country not in ("", named[0].country):
        return where
    name = places.around(named[0].name) or named[0].name
    return where._replace(country=named[0].country, area=name, region=where.region or name)


def _listed(key: str, mentions: Sequence[Original], pack: LanguagePack) -> str:
    """The key of a town, of another way in which the record writes it, or of what it is a part of: "lyon 7e"."""
    places = gazetteer(pack)
    written = sorted({key_of(fold(mention.text), pack) for mention in mentions if mention.pack is pack})
    parts = [match[1] for name in (key, *written) if (match := _PART.fullmatch(name))]
    names = (key, key + units(pack).town, *written, *parts)
    return next((name for name in names if name in places.by_name or name in places.sizes), key)


@lru_cache(maxsize=CACHE_MAX)
def _where_listed(key: str, beside: tuple[tuple[str, str], ...], country: str, pack: LanguagePack) -> Where:
    return gazetteer(pack).where(key, beside, country)


def _usual(wheres: Iterable[Where]) -> Where:
    """Where most towns of the record lie, at home or abroad; that is where a town lies that no list knows."""
    listed = [where for where in wheres if where.country]
    known = [where for where in listed if where.region]
    abroad = Counter(where.country for where in listed if not where.region)
    country = min(abroad, key=lambda code: (-abroad[code], code), default="")
    if abroad[country] > len(known):
        return Where(country=country, population=UNKNOWN_POPULATION, is_named=True)
    sure = [where for where in known if where.area] or known
    counts = Counter((where.area, where.region, where.country) for where in sure)
    if not counts:
        return Where(population=UNKNOWN_POPULATION)
    return Where(*min(counts, key=lambda counted: (-counts[counted], counted)), UNKNOWN_POPULATION, is_named=True)


def _among_others(key: str, where: Where, usual: Where, pack: LanguagePack) -> Where:
    """Where a town lies in view of the others: with them where no list tells, or tells no more than their region."""
    if not where.country:
        return usual
    if where.country != usual.country or where.is_named:
        return where
    if not where.area and where.region == usual.region:
        return where._replace(area=usual.area)
    if not where.area and gazetteer(pack).has_longer(key, usual.region):  # "Altenstadt" of "an der Waldnaab"
        return usual
    return where
