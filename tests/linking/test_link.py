from datetime import date

import pytest

from maskerad.core import Document, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import entity_key, link


def linked(code: str, *mentions: tuple[str, str]) -> list[list[str]]:
    """Texts of each entity of a record with these mentions, one after the other."""
    return [texts for texts, _ in entities(code, *mentions)]


def entities(code: str, *mentions: tuple[str, str]):
    text, spans = "", []
    for mention, label in mentions:
        spans.append(Span(len(text), len(text) + len(mention), label))
        text += mention + " | "
    record = Record("r", (Document("d", text),))
    found = link(record, [SpanSet.of(spans)], [load_pack(code)]).entities
    return [([text[m.span.start : m.span.end] for m in entity.mentions], entity) for entity in found]


def test_whole_name_and_its_parts_are_one_person() -> None:
    found = linked(
        "sv",
        ("Anna Lindqvist", "PATIENT"),
        ("Anna", "PATIENT"),
        ("Annas", "PERSON"),
        ("LINDQVIST, ANNA", "PATIENT"),
        ("Lindqvist", "PATIENT"),
        ("A. Lindqvist", "PATIENT"),
        ("Karin Ek", "CLINICIAN"),
    )
    assert [len(texts) for texts in found] == [6, 1]


def test_name_that_fits_two_people_stays_apart() -> None:
    found = linked("sv", ("Anna Lindqvist", "PATIENT"), ("Gunilla Lindqvist", "RELATIVE"), ("Lindqvist", "PERSON"))
    assert [len(texts) for texts in found] == [1, 1, 1]


def test_initial_tells_two_people_of_one_family_apart() -> None:
    found = linked("sv", ("Anna Lindqvist", "PATIENT"), ("Gunilla Lindqvist", "RELATIVE"), ("G. Lindqvist", "RELATIVE"))
    assert found == [["Anna Lindqvist"], ["Gunilla Lindqvist", "G. Lindqvist"]]


def test_initial_that_does_not_fit_keeps_apart() -> None:
    assert len(linked("sv", ("Anna Lindqvist", "PATIENT"), ("K. Lindqvist", "CLINICIAN"))) == 2


def test_a_given_name_alone_under_two_roles_is_one_person_whose_role_was_misread() -> None:
    assert linked("sv", ("Karin", "RELATIVE"), ("Karin", "CLINICIAN")) == [["Karin", "Karin"]]


def test_two_roles_of_a_name_that_others_bear_stay_apart() -> None:
    whole = linked("sv", ("Karin Ek", "CLINICIAN"), ("Karin", "CLINICIAN"), ("Karin", "RELATIVE"))
    assert whole == [["Karin Ek", "Karin"], ["Karin"]]
    assert len(linked("sv", ("Lindqvist", "PATIENT"), ("Lindqvist", "CLINICIAN"))) == 2
    assert len(linked("sv", ("Karin", "RELATIVE"), ("Karin", "CLINICIAN"), ("Karin", "PATIENT"))) == 3


def test_places_and_numbers() -> None:
    found = linked(
        "sv",
        ("Uppsala", "CITY"),
        ("UPPSALA", "CITY"),
        ("Uppsalas", "CITY"),
        ("Uppsala", "HOSPITAL"),
        ("070-174 06 21", "PHONE"),
        ("0701740621", "PHONE"),
    )
    assert [len(texts) for texts in found] == [3, 1, 2]


def test_role_gender_and_ids() -> None:
    found = entities("sv", ("Anna", "PERSON"), ("Anna Ek", "PATIENT"), ("Johan", "RELATIVE"), ("Lars Ek", "PATIENT"))
    told = [(entity.id, entity.label, entity.gender) for _, entity in found]
    assert told == [
        ("PATIENT-1", "PATIENT", "female"),
        ("RELATIVE-1", "RELATIVE", "male"),
        ("PATIENT-2", "PATIENT", "male"),
    ]


def test_order_of_documents_does_not_matter() -> None:
    early = Document("b", "Anna Ek", date=date(2024, 1, 1))
    late = Document("a", "Karin Ek", date=date(2024, 2, 1))
    spans = {"a": SpanSet.of([Span(0, 8, "PATIENT")]), "b": SpanSet.of([Span(0, 7, "PATIENT")])}
    pack = load_pack("sv")
    results = [
        link(Record("r", order), [spans[d.id] for d in order], [pack, pack]).entities
        for order in ((early, late), (late, early))
    ]
    assert results[0] == results[1]
    assert results[0][0].mentions[0].document == "b"


def test_many_unknown_names_of_one_patient_are_linked_in_linear_time() -> None:
    names = ("".join(4 * "bdfgklmnrs"[int(digit)] for digit in f"{number:04}") for number in range(5000))
    found = linked("sv", ("Xena Yxberg", "PATIENT"), *((name, "PATIENT") for name in names))
    assert len(found) == 5001


def test_many_people_who_share_a_name_are_linked_in_linear_time() -> None:
    names = ("".join(4 * "bdfgklmnrs"[int(digit)] for digit in f"{number:04}") for number in range(5000))
    mentions = [(f"Anna {name}", "PATIENT") for name in names]
    assert len(linked("sv", *mentions, ("Anna", "PATIENT"))) == 5001


@pytest.mark.parametrize(
    ("code", "label", "one", "other"),
    [
        ("sv", "PATIENT", "Lindqvist, Anna", "ANNA LINDQVIST"),
        ("ja", "PATIENT", "宮下　佐和子", "宮下佐和子"),
        ("sv", "CITY", "Örebros", "örebro"),
        ("sv", "ID", "19521204-2385", "195212042385"),
        ("ja", "PHONE", "０４５（０５５）７７３０", "045-055-7730"),
        ("de", "HOSPITAL", "Klinikum  Süd", "KLINIKUM SÜD"),
    ],
)
def test_keys_that_meet(code: str, label: str, one: str, other: str) -> None:
    pack = load_pack(code)
    assert entity_key(one, label, pack) == entity_key(other, label, pack)


@pytest.mark.parametrize(
    ("code", "full", "short"),
    [
        ("en", "Maeve THORNE-DALE", "Thorne Dale M."),
        ("sv", "KHALIL YUSRA", "Yusra K."),
        ("de", "Wolter, Frida", "Frida W."),
    ],
)
def test_kinds_that_one_mention_tells_hold_for_those_with_initials(code: str, full: str, short: str) -> None:
    assert len(linked(code, (full, "PATIENT"), (short, "PATIENT"))) == 1


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_town_that_is_short_for_two_spellings_of_one_is_that_one(order: tuple[int, int, int]) -> None:
    spellings = ("Albacete", "Albacete España", "Albacete, España")
    (found,) = linked("es", *((spellings[at], "CITY") for at in order))
    assert found == [spellings[at] for at in order]
    both = linked("es", *((one, "CITY") for one in (*spellings, "Albacete Centro")))
    assert sorted(map(len, both)) == [1, 1, 2]
