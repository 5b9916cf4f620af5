"""Where linking was not sure is told with a release; who is known has one face in every record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from maskerad.core import Document, Doubt, Identifier, Record, Released, Span, SpanSet
from maskerad.pipeline.configuration.policy import Policy
from maskerad.pipeline.configuration.scopes import parse_scopes
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.known_people import read_known_people

KEY = bytes(range(32))


def released(
    text: str,
    marks: list[tuple[str, str]],
    known: tuple[Identifier, ...] = (),
    record: str = "r",
    scope: str = "record",
) -> Released:
    settings = settings_for("sv")
    policy: Policy = replace(settings.policy, scopes=parse_scopes([f"PERSON={scope}"]))
    spans, at = [], 0
    for mention, label in marks:
        at = text.index(mention, at)
        spans.append(Span(at, at + len(mention), label))
        at += len(mention)
    engine = Deidentifier(replace(settings, policy=policy), KEY)
    (outcome,) = engine.replace(Record(record, (Document("d", text),), known), [SpanSet.of(spans)])
    assert isinstance(outcome, Released)
    return outcome


def test_doubts_tell_where_and_between_what_and_no_text() -> None:
    text = "Lena Holmgren och Sara Holmgren kom. Holmgren ringer. Brodern, Ingrid Wahlgren, likaså."
    marks = [("Lena Holmgren", "RELATIVE"), ("Sara Holmgren", "RELATIVE"), ("Holmgren", "RELATIVE")]
    found = released(text, [*marks, ("Ingrid Wahlgren", "RELATIVE")])
    assert found.doubts == (
        Doubt("ambiguous", 37, 45, ("RELATIVE-1", "RELATIVE-2")),
        Doubt("gender", 63, 78, ("name: female", "kinship: male")),
    )
    assert "Holmgren" not in repr(found)


def test_nothing_is_told_where_all_is_clear() -> None:
    assert released("Lena Holmgren kom.", [("Lena Holmgren", "PATIENT")]).doubts == ()


def test_somebody_known_has_one_face_in_every_record_of_a_corpus(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("record,given,family,clinicians\na,Vera,Holmdahl,Tor Winge\nb,Vera,Holmdahl,Tor Winge\n", "utf-8")
    known = read_known_people(table).by_record
    whole = released("Vera Holmdahl såg Tor Winge.", [("Vera Holmdahl", "PATIENT"), ("Tor Winge", "CLINICIAN")],
                     known["a"], "a", "corpus")  # fmt: skip
    parts = released("Holmdahl såg Tor.", [("Holmdahl", "PATIENT"), ("Tor", "CLINICIAN")], known["b"], "b", "corpus")
    (given, family), new_tor = whole.text[: whole.text.index(" såg")].split(), whole.text.split()[3]
    assert parts.text == f"{family} såg {new_tor}." and given != "Vera"


def test_a_table_tells_whose_an_identifier_is(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text(
        "record,role,given,family,clinicians\na,,Vera,Holmdahl,Bo Ek;Tor Winge\na,RELATIVE,Nanna,Holmdahl,\n"
    )
    known = read_known_people(table).by_record["a"]
    assert [(one.kind, one.person) for one in known] == [
        ("given", 1), ("family", 1), ("name", 2), ("name", 3), ("given", 4), ("family", 4)
    ]  # fmt: skip
