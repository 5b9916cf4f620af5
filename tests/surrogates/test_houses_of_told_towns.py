"""Institutions that bear a town which no list has, but their record tells; what of their names tells a kind."""

import re

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import gazetteer

from .marked import new_of
from .records import KEY, OTHER_KEY, surrogates


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
@pytest.mark.parametrize(
    ("town", "house", "label"),
    [
        ("大泉町", "大泉町保健福祉センター", "ORGANIZATION"),
        ("森町", "森町国民健康保険病院", "HOSPITAL"),
        ("網走", "網走厚生", "HOSPITAL"),
        ("布施", "株式会社 布施金属工業", "ORGANIZATION"),
        ("総社", "総社市役所", "ORGANIZATION"),
    ],
)
def test_a_house_bears_the_new_town_of_a_town_that_the_record_tells(
    town: str, house: str, label: str, key: bytes
) -> None:
    new_town, new_house = surrogates("ja", (town, "CITY"), (house, label), key=key)
    assert new_house == house.replace(town, new_town)


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
def test_a_town_in_its_district_is_the_town_that_stands_without(key: bytes) -> None:
    whole, town, house = surrogates("ja", ("茅部郡森町", "CITY"), ("森町", "CITY"), ("森国保", "HOSPITAL"), key=key)
    assert whole.endswith(town) and re.fullmatch(r"[^郡]{1,5}郡", whole.removesuffix(town))
    assert house == town[:-1] + "国保"


def test_a_town_with_its_mark_is_no_village_of_the_bare_name() -> None:
    for number in range(10):
        (new, _) = surrogates("ja", ("太田市", "CITY"), ("群馬県", "REGION"), scope=str(number))
        assert gazetteer(load_pack("ja")).where(new).region == "群馬県"


@pytest.mark.parametrize(
    ("house", "kept"),
    [
        ("信濃新聞", "新聞"),
        ("武蔵野信金", "信金"),
        ("上武フーズ株式会社", "フーズ株式会社"),
        ("鳩ケ谷鉄構", "鉄構"),
        ("ひまわり共済", "共済"),
        ("伊勢崎保健福祉事務所", "保健福祉事務所"),
    ],
)
def test_a_japanese_body_keeps_what_it_does(house: str, kept: str) -> None:
    (new,) = surrogates("ja", (house, "ORGANIZATION"))
    assert new.endswith(kept) and len(new) > len(kept) and new != house


def test_a_station_of_nurses_keeps_the_word_before_its_name() -> None:
    (new,) = surrogates("ja", ("訪問看護ステーションあづみの風", "ORGANIZATION"))
    assert new.startswith("訪問看護ステーション") and "あづみ" not in new


def test_the_mark_of_a_kind_is_told_once() -> None:
    for number in range(20):
        (new,) = surrogates("ja", ("さわら寿会", "ORGANIZATION"), scope=str(number))
        assert not new.endswith("会会")


def test_a_university_in_short_becomes_another() -> None:
    (new,) = surrogates("ja", ("信大", "HOSPITAL"))
    assert new.endswith("大") and new != "信大"


def test_a_prefecture_in_kana_stays_and_its_towns_stay_in_it() -> None:
    for number in range(5):
        (region, town), _ = new_of("ja", "[さいたまけん|REGION] [川口市|CITY]", bytes([number]) * 32)
        assert region == "さいたまけん" and gazetteer(load_pack("ja")).where(town).region == "埼玉県"


@pytest.mark.parametrize(
    ("code", "house", "kept", "gone"),
    [
        ("nl", "muziekschool De Wijngaard", "muziekschool ", "Wijngaard"),
        ("nl", "verpleeghuis Het Klooster", "verpleeghuis ", "Klooster"),
        ("es", "residencia El Parque", "residencia ", "Parque"),
        ("fr", "résidence Le Château", "résidence ", "Château"),
    ],
)
def test_a_word_for_a_kind_behind_an_article_with_a_capital_is_a_name(
    code: str, house: str, kept: str, gone: str
) -> None:
    (new,) = surrogates(code, (house, "ORGANIZATION"))
    assert new.startswith(kept) and gone not in new


def test_a_house_behind_a_feminine_article_is_called_after_no_town() -> None:
    for number in range(10):
        (new,) = surrogates("fr", ("Clinique de la Gare", "HOSPITAL"), scope=str(number))
        assert new.removeprefix("Clinique de la ") not in {town.name for town in gazetteer(load_pack("fr")).towns}


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
@pytest.mark.parametrize(
    ("code", "house", "kept"),
    [
        ("fr", "MSP du Pays de Caux", "MSP du "),
        ("fr", "garderie « Les P'tits Loups", "garderie « Les P'tits "),
        ("de", "Spitex Val Lumnezia", "Spitex "),
        ("nl", "Kredietbank Nederland", "Kredietbank "),
        ("ja", "浜田広域消防本部", "広域消防本部"),
        ("sv", "Lyckeby bibliotek", " bibliotek"),
    ],
)
def test_a_service_keeps_the_word_for_what_it_is(code: str, house: str, kept: str, key: bytes) -> None:
    (new,) = surrogates(code, (house, "ORGANIZATION"), key=key)
    assert new != house and (new.startswith(kept) or new.endswith(kept))


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("es", "Dirección General de Salud Pública y Consumo"),
        ("es", "Gerencia Territorial de Servicios Sociales"),
        ("fr", "CLSC"),
        ("sv", "Patientnämnden"),
    ],
)
def test_a_body_that_is_told_by_its_kind_alone_stays(code: str, body: str) -> None:
    assert surrogates(code, (body, "ORGANIZATION")) == [body]


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
def test_a_swedish_house_before_its_kind_is_in_the_genitive(key: bytes) -> None:
    (new,) = surrogates("sv", ("Snäckans förskola", "ORGANIZATION"), key=key)
    assert new.removesuffix(" förskola").endswith("s")


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
def test_the_article_of_an_island_goes_with_it(key: bytes) -> None:
    island, house = surrogates("es", ("La Palma", "CITY"), ("Hospital General de La Palma", "HOSPITAL"), key=key)
    assert house == f"Hospital General de {island}"


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
def test_a_hospital_behind_an_article_bears_no_second_one(key: bytes) -> None:
    _, text = new_of("fr", "rdv à la [Timone|HOSPITAL]", key)
    assert "à la la" not in text and "à la É" not in text
