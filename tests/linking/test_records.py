"""Invented records of tricky cases in eight languages: who is who, of which gender, and whose relative."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from maskerad.core import Document, Entity, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import Linked, link

RECORDS = [Path(__file__).with_name(name) for name in ("records.txt", "near_misses.txt", "rules.txt")]
MARK = re.compile(r"\[([A-Z_]+):(\w+)\|([^\]]+)\]")


@dataclass
class Case:
    """One invented record with its marks taken out."""

    name: str
    code: str
    documents: tuple[Document, ...]
    spans: list[SpanSet]
    entity_of: dict[tuple[str, int], str]
    told: list[tuple[str, str, str]]

    def linked(self) -> Linked:
        packs = [load_pack(self.code)] * len(self.documents)
        return link(Record("r", self.documents), self.spans, packs)


def cases() -> list[Case]:
    blocks = [block for file in RECORDS for block in file.read_text(encoding="utf-8").split("\n=== ")[1:]]
    return [read(*block.split("\n", 1)) for block in blocks]


def read(name: str, body: str) -> Case:
    lines = body.rstrip().split("\n")
    told = [(line.split()[1], *pair.split("=")) for line in lines if line.startswith("> ") for pair in line.split()[2:]]
    text = "\n".join(line for line in lines if not line.startswith("> "))
    case = Case(name, name[:2], (), [], {}, told)
    for number, marked in enumerate(text.split("\n---\n"), 1):
        add(case, f"d{number}", marked)
    return case


def add(case: Case, document: str, marked: str) -> None:
    text, at, spans = "", 0, []
    for match in MARK.finditer(marked):
        text += marked[at : match.start()]
        label, entity, mention = match.groups()
        spans.append(Span(len(text), len(text) + len(mention), label))
        case.entity_of[document, len(text)] = entity
        text, at = text + mention, match.end()
    case.documents = (*case.documents, Document(document, text + marked[at:]))
    case.spans.append(SpanSet.of(spans))


def found_by(case: Case, linked: Linked) -> dict[str, set[str]]:
    """Marked entity to the ids of the entities that its mentions were put in."""
    found: dict[str, set[str]] = {}
    for entity in linked.entities:
        for mention in entity.mentions:
            found.setdefault(case.entity_of[mention.document, mention.span.start], set()).add(entity.id)
    return found


CASES = cases()


def test_there_are_enough_cases_in_every_language() -> None:
    codes = [case.code for case in CASES]
    assert len(CASES) >= 60 and all(codes.count(code) >= 5 for code in ("sv", "nl", "ja", "en", "de", "fr", "es", "it"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_mentions_of_one_are_one_and_of_two_are_two(case: Case) -> None:
    found = found_by(case, case.linked())
    assert {entity: len(ids) for entity, ids in found.items()} == dict.fromkeys(case.entity_of.values(), 1)
    assert len({min(ids) for ids in found.values()}) == len(found)


@pytest.mark.parametrize("case", [case for case in CASES if case.told], ids=lambda case: case.name)
def test_gender_role_and_kinship_are_told(case: Case) -> None:
    linked = case.linked()
    found = {marked: min(ids) for marked, ids in found_by(case, linked).items()}
    by_id: dict[str, Entity] = {entity.id: entity for entity in linked.entities}
    for marked, field, value in case.told:
        wanted = found[value] if field == "kin_of" else value
        assert (marked, field, getattr(by_id[found[marked]], field)) == (marked, field, wanted)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_order_of_documents_and_what_is_printed(case: Case) -> None:
    packs = [load_pack(case.code)] * len(case.documents)
    backwards = link(Record("r", case.documents[::-1]), case.spans[::-1], packs)
    assert backwards == case.linked()
    shown = repr(backwards).lower()
    texts = {d.text[s.start : s.end] for d, spans in zip(case.documents, case.spans, strict=True) for s in spans}
    assert not [text for text in texts if len(text) > 3 and re.search(rf"\b{re.escape(text.lower())}\b", shown)]


def test_what_stays_apart_is_reported() -> None:
    case = next(case for case in CASES if "could be either daughter" in case.name)
    linked = case.linked()
    (doubt,) = linked.ambiguous
    text = case.documents[0].text
    assert text[doubt.start : doubt.end] == "Penhale" and len(doubt.candidates) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Brodern, Ingrid Wahlgren, ringer.", (("name", "female"), ("kinship", "male"))),
        ("Brodern Ingrid Wahlgren ringer.", (("kinship", "male"), ("name", "female"))),
    ],
)
def test_contradictions_are_reported_and_a_relative_right_before_a_name_is_believed(text: str, told: object) -> None:
    start = text.index("Ingrid")
    spans = [SpanSet.of([Span(start, start + 15, "RELATIVE")])]
    linked = link(Record("r", (Document("d", text),)), spans, [load_pack("sv")])
    assert [(one.kind, one.told) for one in linked.conflicts] == [("gender", told)]
    assert linked.entities[0].gender == told[0][1]


def conflicts(code: str, *mentions: tuple[str, str]) -> list[tuple[str, tuple[tuple[str, str], ...], int]]:
    text, spans = "", []
    for mention, label in mentions:
        spans.append(Span(len(text), len(text) + len(mention), label))
        text += mention + " | "
    linked = link(Record("r", (Document("d", text),)), [SpanSet.of(spans)], [load_pack(code)])
    return [(one.kind, one.told, len(one.places)) for one in linked.conflicts]


def test_patient_and_doctor_of_one_name_are_kept_apart_and_reported() -> None:
    told = (("PATIENT-1", "PATIENT"), ("CLINICIAN-1", "CLINICIAN"))
    found = conflicts("sv", ("Vera Holmdahl", "PATIENT"), ("HOLMDAHL, VERA", "CLINICIAN"), ("Vera", "PATIENT"))
    assert found == [("namesake", told, 2), ("namesake", told, 1)]


def test_one_person_under_two_roles_is_reported_and_the_first_is_believed() -> None:
    found = conflicts("sv", ("Vera Holmdahl", "CLINICIAN"), ("Vera Holmdahl", "RELATIVE"))
    assert found == [("role", (("label", "CLINICIAN"), ("label", "RELATIVE")), 2)]


def test_people_of_two_names_contradict_nothing() -> None:
    assert not conflicts("sv", ("Vera Holmdahl", "PATIENT"), ("Nils Holmdahl", "CLINICIAN"), ("Vera", "RELATIVE"))
