from itertools import pairwise

import pytest

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates.places.area_codes import area_codes

from .records import KEY, OTHER_KEY, surrogates


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
def test_japanese_bodies_bear_the_new_town_with_its_ward_and_mark(key: bytes) -> None:
    ward, body = surrogates("ja", ("熊本市中央区", "CITY"), ("熊本市中央区保健こども課", "ORGANIZATION"), key=key)
    assert body == f"{ward}保健こども課"
    ward, office = surrogates("ja", ("大田区", "CITY"), ("大田労働基準監督署", "ORGANIZATION"), key=key)
    assert office == f"{ward.removesuffix('区')}労働基準監督署"
    town, hospital = surrogates("ja", ("浜松市", "CITY"), ("聖隷浜松病院", "HOSPITAL"), key=key)
    assert hospital.endswith(f"{town.removesuffix('市')}病院") and "聖隷" not in hospital


def test_a_town_that_a_new_house_bears_is_told_once() -> None:
    for number in range(30):
        (new,) = surrogates("sv", ("HALLANDS SJUKHUS HALMSTAD", "HOSPITAL"), scope=str(number))
        words = new.split()
        assert all(one != other for one, other in pairwise(words))


def test_a_club_that_bears_the_name_of_the_town_goes_with_it() -> None:
    town, club = surrogates("it", ("Lecce", "CITY"), ("Lecce", "ORGANIZATION"))
    assert club == town


@pytest.mark.parametrize(
    ("code", "body"),
    [("es", "Ertzaintza"), ("es", "Mossos d'Esquadra"), ("es", "DYA"), ("it", "Carabinieri"), ("sv", "Kustbevakningen"),
     ("nl", "KNRM"), ("de", "Bundespolizei"), ("fr", "SAMU"), ("en", "RNLI"), ("ja", "海上保安庁")],
)  # fmt: skip
def test_police_and_rescue_are_public_bodies(code: str, body: str) -> None:
    assert surrogates(code, (body, "ORGANIZATION")) == [body]


def test_names_in_a_japanese_text_keep_their_script() -> None:
    club, firm, ward = surrogates(
        "ja", ('ホストクラブ "CIEL"', "ORGANIZATION"), ("アイドゥン工業", "ORGANIZATION"), ("CCU4", "HOSPITAL")
    )
    assert club.startswith('ホストクラブ "') and club[8:-1].isascii()
    assert firm.endswith("工業") and firm[0] in "アスソルオカミ"
    assert ward.startswith("CCU") and ward != "CCU4"


def test_a_saint_stays_a_saint_also_where_the_house_is_known() -> None:
    assert surrogates("it", ("CAVS San Camillo", "HOSPITAL"))[0].startswith("CAVS San ")


def test_words_for_a_kind_alone_are_no_name_of_a_firm() -> None:
    try:
        (new,) = surrogates("en", ("Park Dental", "ORGANIZATION"))
    except SurrogateError:
        return
    assert new != "Park Dental"


def test_a_house_of_a_city_stays_in_it_where_only_the_ward_moves() -> None:
    ward, hospital, number = surrogates(
        "ja", ("浜松市中央区", "CITY"), ("聖隷浜松病院", "HOSPITAL"), ("053-457-1234", "PHONE")
    )
    city = ward.split("市")[0]
    assert city in hospital and "聖隷" not in hospital
    assert number.startswith(area_codes(load_pack("ja"), "JP").of_town[city])


def test_no_blank_is_left_where_two_known_bodies_become_one() -> None:
    for number in range(30):
        (new,) = surrogates("de", ("BKK VBU", "ORGANIZATION"), scope=str(number))
        assert new == new.strip()
