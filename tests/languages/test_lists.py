"""What the shipped word lists hold, and what they must not."""

from pathlib import Path

import pytest

from maskerad.languages.pack import DATA, WordList, read_list

CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
LATIN = tuple(code for code in CODES if code != "ja")
FILES = sorted(DATA.glob("*/lists/*.txt"))
LEAST = {
    "given_female": 250,
    "given_male": 250,
    "family": 1_500,
    "common": 15_000,
    "cities": 1_000,
    "regions": 40,
    "countries": 200,
    "world_cities": 2_000,
}
MOST_ENTRIES = 150_000
"""Of one language, so that a pack loads fast."""


def shipped(code: str, name: str) -> WordList:
    return read_list(DATA / code / "lists" / f"{name}.txt")


def folded(code: str, name: str) -> set[str]:
    return {entry.casefold() for entry in shipped(code, name).entries}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_list_says_where_it_comes_from(path: Path) -> None:
    keys = {line.partition(":")[0] for line in read_list(path).header}
    assert {"title", "source", "licence"} <= keys


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_entries_are_clean_and_stand_once(path: Path) -> None:
    words = read_list(path)
    assert words.rows
    assert len(set(words.entries)) == len(words.entries)
    assert [row for row in words.rows if any(cell != cell.strip() for cell in row) or not row[0]] == []
    assert [row for row in words.rows if len(row) > len(words.columns)] == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", LEAST)
def test_lists_are_large_enough_to_be_of_use(code: str, name: str) -> None:
    assert len(shipped(code, name).rows) >= LEAST[name]


@pytest.mark.parametrize("code", CODES)
def test_a_language_stays_small_enough_to_load_fast(code: str) -> None:
    lists = (read_list(path) for path in (DATA / code / "lists").glob("*.txt"))
    assert sum(len(words.rows) for words in lists) < MOST_ENTRIES


@pytest.mark.parametrize("code", LATIN)
def test_common_words_are_lower_case(code: str) -> None:
    assert [word for word in shipped(code, "common").entries if word != word.lower()] == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("sv", "och mamma sjukhuset sten mår värk hans"),
        ("nl", "het moeder ziekenhuis bos klein pijn"),
        ("ja", "病院 母 今日 痛み"),
        ("en", "the mother hospital rose mark pain"),
        ("de", "und mutter krankenhaus klein schmerzen übelkeit"),
        ("fr", "mère hôpital rose douleur petit"),
        ("es", "madre hospital rosa dolor cruz"),
        ("it", "madre ospedale rosa dolore bianchi"),
    ],
)
def test_common_words_are_there(code: str, words: str) -> None:
    assert set(words.split()) - folded(code, "common") == set()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("sv", "anna erik johansson göteborg london fatima"),
        ("nl", "anneke pieter johan jansen utrecht"),
        ("ja", "佐藤 鈴木 横浜"),
        ("en", "john sarah johnson london manchester"),
        ("de", "anna stefan matthias hamburg london"),
        ("fr", "julien nathalie dupont lyon londres"),
        ("es", "carlos javier lópez sevilla londres"),
        ("it", "giovanni giulia rossini napoli londra"),
    ],
)
def test_words_that_are_only_names_are_not_common(code: str, names: str) -> None:
    assert set(names.split()) & folded(code, "common") == set()


@pytest.mark.parametrize(
    ("code", "name", "entries"),
    [
        ("sv", "given_female", "Gun-Britt Maj Linnéa"),
        ("sv", "family", "Andersson Lindqvist Åkerström"),
        ("sv", "cities", "Göteborg Umeå Skellefteå"),
        ("nl", "given_male", "Cornelis Teun Gijsbert"),
        ("nl", "family", "Dijkstra Bakker Vermeulen"),
        ("ja", "family", "佐藤 鈴木 長谷川 五十嵐"),
        ("ja", "given_female", "陽子 美咲 花子"),
        ("ja", "given_male", "健一 翔太 正雄"),
        ("ja", "regions", "東京都 北海道 京都府 沖縄県"),
        ("de", "cities", "München Köln Wien"),
        ("fr", "cities", "Bruxelles Genève Lyon"),
        ("es", "cities", "Sevilla Bilbao Guadalajara"),
        ("it", "cities", "Roma Milano Napoli"),
        ("en", "cities", "London Boston Dublin"),
        ("shared", "eponyms", "Crohn Parkinson Wernicke Foley Glasgow"),
        ("shared", "given_female", "Fadumo Agnieszka Zeynep Fatima"),
        ("shared", "family", "Nguyen Kowalski Yılmaz Hussein"),
        ("shared", "medical", "metoprolol Alvedon CRP"),
    ],
)
def test_known_entries(code: str, name: str, entries: str) -> None:
    assert set(entries.split()) - set(shipped(code, name).entries) == set()


@pytest.mark.parametrize("code", ("sv", "nl", "de", "fr", "es", "it"))
def test_towns_have_a_region_and_a_population(code: str) -> None:
    words = shipped(code, "cities")
    assert words.columns == ("name", "region", "population")
    largest = words.rows[0]
    assert largest[1] and int(largest[2]) > 100_000
