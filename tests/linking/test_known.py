"""Mentions are linked to people who are known beforehand."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Entity, Identifier, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import Linked, link

KNOWN = (
    Identifier("PATIENT", "given", "Vera-Lisa", 1),
    Identifier("PATIENT", "family", "Holmdahl", 1),
    Identifier("PATIENT", "phone", "0652-72 56", 1),
    Identifier("CLINICIAN", "name", "Tor Winge", 2),
    Identifier("RELATIVE", "given", "Nanna", 3),
    Identifier("RELATIVE", "family", "Holmdahl", 3),
)


def linked(code: str, known: tuple[Identifier, ...], *mentions: tuple[str, str]) -> tuple[Linked, dict[str, Entity]]:
    """What is linked, and the entity of each mention."""
    text, spans = "", []
    for mention, label in mentions:
        spans.append(Span(len(text), len(text) + len(mention), label))
        text += mention + " | "
    found = link(Record("r", (Document("d", text),), known), [SpanSet.of(spans)], [load_pack(code)])
    texts = {text[m.span.start : m.span.end]: entity for entity in found.entities for m in entity.mentions}
    return found, texts


def test_parts_of_a_known_name_are_that_person_with_the_whole_name() -> None:
    found, of = linked("sv", KNOWN, ("veralisa", "PATIENT"), ("Holmdal", "PATIENT"), ("Tor", "CLINICIAN"))
    assert [len(one.mentions) for one in found.entities] == [2, 1]
    assert of["veralisa"].key == "holmdahl lisa vera" and of["veralisa"].role == "PATIENT"
    assert of["Tor"].family == ("winge",)


def test_initials_of_somebody_who_is_only_known() -> None:
    _, of = linked("sv", KNOWN, ("TW", "INITIALS"), ("NH", "INITIALS"))
    assert (of["TW"].role, of["TW"].label, of["NH"].role) == ("CLINICIAN", "CLINICIAN", "RELATIVE")


def test_a_name_that_fits_two_known_people_stays_apart() -> None:
    found, of = linked("sv", KNOWN, ("Holmdahl", "PERSON"), ("Vera-Lisa", "PATIENT"))
    assert of["Holmdahl"] is not of["Vera-Lisa"]
    assert [one.candidates for one in found.ambiguous] == [("PATIENT-1",)]  # the other is not mentioned


def test_known_people_who_are_not_mentioned_make_no_entity() -> None:
    found, _ = linked("sv", KNOWN, ("Örebro", "CITY"))
    assert [one.label for one in found.entities] == ["CITY"]


def test_somebody_known_has_one_key_in_every_record() -> None:
    keys = {linked("sv", KNOWN, (text, "PATIENT"))[1][text].key for text in ("Vera-Lisa", "Holmdahl, V", "veralisa")}
    assert keys == {"holmdahl lisa vera"}


@pytest.mark.parametrize(
    ("given", "family", "mention"), [("美代子", "宮崎", "宮崎"), ("さと子", "田畑", "田畑 さと子")]
)
def test_known_names_in_the_order_of_the_language(given: str, family: str, mention: str) -> None:
    known = (Identifier("PATIENT", "given", given, 1), Identifier("PATIENT", "family", family, 1))
    _, of = linked("ja", known, (mention, "PATIENT"))
    assert (of[mention].given, of[mention].family) == ((given,), (family,))


def test_identifiers_without_a_person_are_a_name_each() -> None:
    known = (Identifier("PATIENT", "given", "Vera"), Identifier("PATIENT", "family", "Holmdahl"))
    _, of = linked("sv", known, ("Vera", "PATIENT"), ("Holmdahl", "PATIENT"))
    assert of["Vera"] is not of["Holmdahl"]
