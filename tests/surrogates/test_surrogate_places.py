import re

import pytest

from maskerad.languages import load_pack

from .records import surrogates


def test_names_of_one_institution_share_their_new_name() -> None:
    short, long = surrogates("sv", ("Tallåsens VC", "HOSPITAL"), ("Tallåsens vårdcentral", "HOSPITAL"))
    assert short.removesuffix(" VC") == long.removesuffix(" vårdcentral")
    assert "Kullen" not in short


@pytest.mark.parametrize(
    ("code", "old", "kind"),
    [
        ("sv", "Falu lasarett", " lasarett"),
        ("sv", "Lindskolan", "skolan"),
        ("nl", "Veenbergziekenhuis", "ziekenhuis"),
        ("en", "Quincy Medical Center", " Medical Center"),
        ("de", "Klinikum Rosenheim", "Klinikum "),
        ("fr", "CHU de Lille", "CHU "),
        ("es", "Residencia Santa Inés", "Residencia "),
        ("it", "Ospedale Bellini", "Ospedale "),
        ("ja", "函館西赤十字病院", "赤十字病院"),
        ("ja", "株式会社ヒガシ水産", "株式会社"),
    ],
)
def test_kind_stays(code: str, old: str, kind: str) -> None:
    label = "ORGANIZATION" if "skolan" in old or "株式" in old else "HOSPITAL"
    (new,) = surrogates(code, (old, label))
    assert kind in new and old.replace(kind, "").strip() not in new


def test_ward_gets_another_number() -> None:
    (new,) = surrogates("sv", ("avd 43", "HOSPITAL"))
    assert new.startswith("avd ") and new[4:].isdecimal() and len(new) == 6 and new != "avd 43"


@pytest.mark.parametrize(
    ("code", "old", "start", "end"),
    [
        ("sv", "Storgatan 48 A", "", "gatan"),
        ("de", "Könneritzstraße 61", "", "straße"),
        ("fr", "12 bis rue de la Croix d'Or", "bis rue ", ""),
        ("it", "Via delle Betulle Alte, 7", "Via ", ""),
        ("es", "C/ Conde de Lumbreras, 41, 3º dcha.", "C/ ", ""),
        ("sv", "Box 1002", "Box ", ""),
    ],
)
def test_street_stays_a_street(code: str, old: str, start: str, end: str) -> None:
    (new,) = surrogates(code, (old, "STREET"))
    assert start in new and end in new
    digits = [c for c in old if c.isdecimal()]
    assert sum(map(str.isdecimal, new)) == len(digits)


def test_town_in_its_shapes() -> None:
    towns = surrogates("sv", ("Garpenberg", "CITY"), ("GARPENBERG", "CITY"), ("Garpenbergs", "CITY"))
    assert towns[1] == towns[0].upper()
    assert towns[0] in load_pack("sv").list("cities").entries


def test_town_and_hospital_of_one_name_are_two_things() -> None:
    town, hospital = surrogates("sv", ("Huddinge", "CITY"), ("Huddinge", "HOSPITAL"))
    assert "Huddinge" not in (town, hospital)


def test_japanese_unit_of_a_town_stays() -> None:
    (ward,) = surrogates("ja", ("札幌市豊平区", "CITY"))
    assert ward.endswith("区")


@pytest.mark.parametrize(
    ("code", "old"), [("sv", "776 32"), ("nl", "3701GL"), ("en", "LS9 4QT"), ("ja", "２３１－０８５８")]
)
def test_postcode_keeps_its_form(code: str, old: str) -> None:
    (new,) = surrogates(code, (old, "ZIP"))
    classes = [(c.isdecimal(), c.isalpha(), c if not c.isalnum() else "") for c in old]
    assert [(c.isdecimal(), c.isalpha(), c if not c.isalnum() else "") for c in new] == classes
    assert new != old


def test_a_storey_stays_a_storey() -> None:
    (new,) = surrogates("nl", ("Zandgracht 14-III", "STREET"))
    assert re.search(r" \d\d-(?:I|II|IV)$", new)
