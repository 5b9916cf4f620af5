"""Written names taken apart: what each part is."""

import pytest

from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.parser import parse_name

PART = {"given": "g", "family": "f", "name": "n", "initial": "i", "particle": "p", "suffix": "s", "ending": "e"}


@pytest.mark.parametrize(
    ("code", "text", "kinds"),
    [
        ("en", "Tadhg Ó Conghaile", "gpf"),
        ("en", "T. O. Conghaile", "iif"),
        ("fr", "RAO, Soizic", "fg"),
        ("fr", "GRANGIER Odette", "fg"),
        ("fr", "VIDALENC Roger, Marcel", "fgg"),
        ("sv", "Ek Lund, Anna", "ffg"),
        ("fr", "Odile Kerloc'h", "gf"),
        ("nl", "Bram van der Laan", "gppf"),
        ("nl", "JPM Janssen", "if"),
        ("de", "Th. Koch", "if"),
        ("es", "María del Carmen Ruiz", "gpgf"),
        ("sv", "Annas", "ne"),
        ("it", "Ben Salah Yousef", "pfg"),
        ("nl", "BEN SALAH YOUSSEF", "pfg"),
        ("de", "Sami Abu Bakr", "gpf"),
        ("en", "Ould Ahmed Sidi", "pfg"),
        ("nl", "Ben Visser", "gf"),
        ("ja", "山田太郎", "fg"),
        ("ja", "ド・ラマ　恵子", "fg"),
    ],
)
def test_parts_of_a_written_name(code: str, text: str, kinds: str) -> None:
    parts = parse_name(text, "PERSON", name_conventions(load_pack(code)), frozenset({"anna"}))
    assert "".join(PART[part.kind] for part in parts) == kinds


def test_parts_stand_where_they_say() -> None:
    text = "Bram van der Laan"
    parts = parse_name(text, "PERSON", name_conventions(load_pack("nl")))
    assert [text[part.start : part.end] for part in parts] == text.split()


def test_a_label_settles_the_kind() -> None:
    (part,) = parse_name("Lindqvist", "GIVEN_NAME", name_conventions(load_pack("sv")))
    assert part.kind == "given"


def test_a_text_too_long_to_be_a_name_is_not_taken_apart() -> None:
    assert parse_name("Anna " * 60, "PERSON", name_conventions(load_pack("sv"))) == []


@pytest.mark.parametrize(("code", "name"), [("de", "Sobczyk-Klein"), ("sv", "Anna Lindqvist"), ("fr", "Odette Durand")])
def test_a_label_for_given_names_is_not_believed_of_a_listed_family_name(code: str, name: str) -> None:
    parts = parse_name(name, "GIVEN_NAME", name_conventions(load_pack(code)))
    assert parts[-1].kind == "family"


def test_a_label_for_given_names_is_believed_of_several_given_names() -> None:
    parts = parse_name("Lotte Marie", "GIVEN_NAME", name_conventions(load_pack("de")))
    assert [part.kind for part in parts] == ["given", "given"]
