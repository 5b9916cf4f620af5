import re

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.places.area_codes import area_codes
from maskerad.surrogates.places.keys import key_of

from .records import KEY, OTHER_KEY, surrogates

RECORDS = [
    ("sv", "SE", "Mora", "0250-72 56 12"),
    ("sv", "SE", "Uppsala", "018-611 00 00"),
    ("nl", "NL", "Waalwijk", "0416-18 33 72"),
    ("ja", "JP", "仙台市", "022-717-7000"),
    ("ja", "JP", "浜松市中央区", "053-457-1234"),
    ("ja", "JP", "大阪市西区", "06-0144-8813"),
    ("en", "US", "Cleveland", "(216) 444-2200"),
    ("de", "DE", "Göttingen", "0551 / 39-62025"),
    ("fr", "FR", "Brest", "02 98 22 33 33"),
]


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
@pytest.mark.parametrize(("code", "country", "town", "number"), RECORDS)
def test_area_code_is_that_of_the_new_town(code: str, country: str, town: str, number: str, key: bytes) -> None:
    new_town, new_number = surrogates(code, (town, "CITY"), (number, "PHONE"), key=key)
    wanted = area_codes(load_pack(code), country).of_town[key_of(new_town, load_pack(code))]
    assert re.sub(r"\D", "", new_number).startswith(wanted)


def test_number_of_the_next_town_moves_with_the_area() -> None:
    code = load_pack("sv")
    town, number = surrogates("sv", ("Mora", "CITY"), ("0248-123 45", "PHONE"))
    assert number.split("-")[0] == area_codes(code, "SE").of_town[key_of(town, code)]


def test_number_without_its_town_stays_in_its_area() -> None:
    assert surrogates("nl", ("0593 - 540 206", "PHONE"))[0].startswith("0593 - 0")


def test_mobile_number_has_no_town() -> None:
    assert surrogates("nl", ("Waalwijk", "CITY"), ("06-12345678", "PHONE"))[1].startswith("06-")


def test_country_code_stands_before_the_new_area() -> None:
    here, abroad = surrogates("nl", ("Waalwijk", "CITY"), ("0416-183372", "PHONE"), ("+31 416 183372", "PHONE"))[1:]
    assert re.sub(r"\D", "", here)[1:] == re.sub(r"\D", "", abroad)[2:]


@pytest.mark.parametrize("code", ["sv", "nl", "ja", "de", "fr", "es", "it"])
def test_every_town_at_home_has_an_area_code(code: str) -> None:
    pack = load_pack(code)
    home = gazetteer(pack).home
    listed = {town for town, country, _ in pack.list("area_codes").rows if country == home}
    assert {town.name for town in gazetteer(pack).towns if town.country == home} <= listed


def test_sign_of_the_country_stays_before_a_postcode() -> None:
    assert re.fullmatch(r"CH-\d{4}", surrogates("fr", ("CH-1011", "ZIP"))[0])


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
@pytest.mark.parametrize(
    ("code", "town", "number"),
    [
        ("ja", "大阪市西区", "06-6555-0147"),
        ("ja", "松山市", "089-993-1234"),
        ("nl", "Workum", "0515-541234"),
        ("nl", "Rotterdam", "010-2918402"),
        ("fr", "Brest", "02 98 22 33 33"),
    ],
)
def test_a_number_that_moves_is_as_long_as_before(code: str, town: str, number: str, key: bytes) -> None:
    _, new = surrogates(code, (town, "CITY"), (number, "PHONE"), key=key)
    assert len(re.sub(r"\D", "", new)) == len(re.sub(r"\D", "", number))
