"""Public bodies of which there is one stay, bodies of a region go where it goes, all others become others."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import gazetteer

from .marked import new_of
from .records import KEY, OTHER_KEY

KEYS = (KEY, OTHER_KEY, b"q" * 32)


@pytest.mark.parametrize(
    ("code", "body"),
    [("sv", "Försäkringskassan"), ("nl", "CIZ"), ("es", "Inspección de Trabajo"), ("it", "INAIL"), ("de", "Jugendamt")],
)
def test_a_body_of_which_there_is_one_stays(code: str, body: str) -> None:
    (new,), text = new_of(code, f"A [{body}|ORGANIZATION] B {body}")
    assert new == body and text.count(body) == 2


def test_a_bank_becomes_another() -> None:
    (new,), _ = new_of("sv", "Huset är belånat i [Handelsbanken|ORGANIZATION]")
    assert new != "Handelsbanken"


@pytest.mark.parametrize("key", KEYS)
def test_the_body_of_a_region_goes_where_the_region_goes(key: bytes) -> None:
    note = "[Region Östergötland|ORGANIZATION]. [Universitetssjukhuset i Linköping|HOSPITAL], bor i [Linköping|CITY]"
    (body, _, town), _ = new_of("sv", note, key)
    places = gazetteer(load_pack("sv"))
    assert body == f"Region {places.by_name[places.key(town)].area}" != "Region Östergötland"


def test_the_body_of_a_region_that_stays_stays() -> None:
    (body, *_), _ = new_of("sv", "[Region Dalarna|ORGANIZATION]. Bor i [Leksand|CITY], [Dalarna|REGION]")
    assert body == "Region Dalarna"


def test_mere_words_for_a_kind_stay() -> None:
    (new,), _ = new_of("ja", "[市立病院|HOSPITAL]にも写しを送る")
    assert new == "市立病院"
