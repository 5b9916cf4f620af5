"""What is given and what is family name is settled by all that a record tells, not by the order of one mention."""

import pytest

from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.parser import parse_name
from maskerad.names.parts import settled_kinds, tellings
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for

from .records import KEY, surrogates

P = "PATIENT"


@pytest.mark.parametrize(
    ("code", "full", "bare"),
    [
        ("en", "Maeve THORNE-DALE", "THORNE DALE"),
        ("en", "Maeve Thorne-Dale", "Thorne Dale"),
        ("nl", "Sanne Smit-Oost", "SMIT OOST"),
        ("es", "ROBLES OSSA, Pilar", "Robles Ossa"),
        ("de", "KRANZ-WINTER, Heike", "Kranz Winter"),
    ],
)
def test_a_double_family_name_without_its_hyphen_is_one_still(code: str, full: str, bare: str) -> None:
    whole, part = surrogates(code, (full, P), (bare, P))
    new = part.casefold().split()
    assert all(word in whole.casefold() for word in new)
    assert " ".join(new) in whole.casefold().replace("-", " ")


@pytest.mark.parametrize(
    ("code", "told", "turned"),
    [
        ("sv", "Sundin, Tove", "SUNDIN TOVE"),
        ("de", "Wolter, Frida", "Wolter Frida"),
        ("fr", "LAMBERT Odile", "Lambert Odile"),
        ("it", "Ugo FERRARI", "Ferrari Ugo"),
        ("en", "Kerr, Blake", "KERR BLAKE"),
    ],
)
def test_a_mention_that_order_alone_would_misread_follows_one_that_tells(code: str, told: str, turned: str) -> None:
    new_told, new_turned = surrogates(code, (told, P), (turned, P))
    assert sorted(new_told.casefold().replace(",", "").split()) == sorted(new_turned.casefold().split())


@pytest.mark.parametrize(
    ("code", "full", "short"), [("sv", "KHALIL YUSRA", "Yusra K."), ("it", "GILL MANPREET", "Manpreet G.")]
)
def test_family_first_in_capitals_is_told_by_the_lists(code: str, full: str, short: str) -> None:
    whole, brief = surrogates(code, (full, P), (short, P))
    family, given = whole.casefold().split()
    assert brief.casefold() == f"{given} {family[0]}."


def test_a_title_tells_the_family_name() -> None:
    pack = load_pack("sv")
    mentions = (Original("VIK LOVE", P, pack), Original("Vik", P, pack, before="kom. Fru "))
    record = RecordContext("r1", Keyed(KEY), mentions)
    whole, family = (surrogate_for(one, record) for one in mentions)
    assert whole.startswith(family.upper())


def test_two_given_names_with_and_without_a_hyphen() -> None:
    whole, bare = surrogates("fr", ("Marie-Ange LAMBERT", P), ("MARIE ANGE", P))
    assert whole.upper().startswith(bare.replace(" ", "-"))


def test_order_stands_where_nothing_else_tells() -> None:
    conventions = name_conventions(load_pack("en"))
    kinds = [part.kind for part in parse_name("Xandrix Yorvell", P, conventions)]
    assert kinds == ["given", "family"]


def test_what_mentions_tell_against_each_other_is_not_believed() -> None:
    assert settled_kinds(
        [("kerr", "family", 2), ("kerr", "given", 2), ("blake", "given", 1), ("blake", "family", 2)]
    ) == {"blake": "family"}
    conventions = name_conventions(load_pack("en"))
    told = tellings("Kerr, Blake", parse_name("Kerr, Blake", P, conventions))
    assert settled_kinds(told) == {"kerr": "family", "blake": "given"}


def _kinds(code: str, text: str) -> list[tuple[str, str]]:
    parts = parse_name(text, P, name_conventions(load_pack(code)))
    return [(text[part.start : part.end], part.kind) for part in parts]


def test_a_given_name_may_go_on_behind_a_particle() -> None:
    assert _kinds("es", "Josefa del Carmen Oliva")[2:] == [("Carmen", "given"), ("Oliva", "family")]
    assert _kinds("es", "Ana de la Cruz Oliva")[3] == ("Cruz", "family")


def test_a_particle_behind_initials_begins_the_family_name() -> None:
    kinds = [kind for _, kind in _kinds("nl", "T.K. van den Berg-de Bruin")]
    assert kinds == ["initial", "initial", "particle", "particle", "family", "particle", "family"]


def test_a_given_name_behind_an_initial_is_a_given_name_where_the_record_says_so() -> None:
    whole, short = surrogates("it", ("Luigi Fornasari", "PATIENT"), ("F. Luigi", "PATIENT"))
    given, family = whole.split()
    assert short == f"{family[0]}. {given}"


@pytest.mark.parametrize(
    ("code", "text", "kinds"),
    [
        ("sv", "Fatima Al-Hassan Ekdahl", ["given", "particle", "family", "family"]),
        ("nl", "De Luca-van Dijk", ["particle", "family", "particle", "family"]),
        ("es", "M.ª Pilar", ["initial", "given"]),
        ("sv", "Maj-Britt", ["given", "given"]),
    ],
)
def test_signs_within_a_name_tell_kinds(code: str, text: str, kinds: list[str]) -> None:
    assert [kind for _, kind in _kinds(code, text)] == kinds
