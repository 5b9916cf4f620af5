"""What annotation costs: seconds and keys, with suggestions and without; and whether texts are still read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.workspace.persons import Person, come_in, next_id

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.project import Project, make_project
from maskerad.web.workspace.store.replay import check
from maskerad.web.workspace.store.texts import read_record
from maskerad.web.workspace.suggestions import put_suggestions

NAMES = [
    f"{given} {family}" for given in ("Anna", "Moa", "Nils", "Olle", "Tyra") for family in ("Ek", "Sjö", "Ny", "Ax")
]
TEXT = ". ".join(f"{name} ringer" for name in NAMES)


def project_of_names(folder: Path, **settings: str) -> Project:
    project = make_project(folder / "study", language="sv", **settings)
    import_documents(project, [AnnotatedDocument(Document("d1", TEXT, "sv", "r1"), (), False)], "core")
    with project.database.writing() as connection:
        starts = [TEXT.index(name) for name in NAMES]
        marks = [
            Mark(f"s{start}", 1, start, start + len(name), "PERSON", State.SUGGESTED, "rules", 0.9)
            for start, name in zip(starts, NAMES, strict=True)
        ]
        put_suggestions(connection, read_record(connection, 1), {1: marks}, {})
    return project


def finish(person: Person) -> int:
    return person.post("/api/documents/1/finish", stage="annotate", op_id=next_id()).status_code


def accept_all(person: Person) -> None:
    assert person.ops(person.get("/api/documents/1"), {"kind": "accept_all"}).status_code == 200


def test_some_suggestions_are_held_back_and_brought_up_before_a_document_is_finished(tmp_path: Path) -> None:
    project = project_of_names(tmp_path, withheld="0.4")
    anna, bo, mia = come_in(project), come_in(project, name="bo"), come_in(project, "manager", "mia")
    shown = anna.get("/api/documents/1")["spans"]
    held = {f"s{TEXT.index(name)}" for name in NAMES} - {one["id"] for one in shown}
    assert 2 <= len(held) < len(NAMES) / 2 + 4
    assert anna.get("/api/documents/1")["spans"] == shown
    assert {one["id"] for one in bo.get("/api/documents/1")["spans"]} != {one["id"] for one in shown}
    first = min(int(one[1:]) for one in held)
    op = {"kind": "add", "start": first, "end": first + 4, "label": "PERSON", "propagate": False}
    assert anna.ops(anna.get("/api/documents/1"), op).status_code == 200
    accept_all(anna)
    assert finish(anna) == 409, "what was held back is looked at before it is lost"
    there = anna.get("/api/documents/1")["spans"]
    assert {one["id"] for one in there if one["state"] == "suggested"} == held - {f"s{first}"}
    accept_all(anna)
    assert finish(anna) == 200
    row = mia.get("/api/statistics")["annotators"][0]
    assert (row["name"], row["n_held"]) == ("anna", len(held))
    assert row["share_found"] == pytest.approx(1 / len(held))
    assert "keeps" in mia.client.get("/statistics").text
    with project.database.reading() as connection:
        assert check(connection).problems == ()


def test_keys_and_seconds_are_told_with_suggestions_and_without(tmp_path: Path) -> None:
    project = project_of_names(tmp_path)
    anna, bo, mia = come_in(project), come_in(project, name="bo"), come_in(project, "manager", "mia")
    assert come_in(project, "admin", "eva").post("/api/admin/users", name="bo", suggestions=False).status_code == 200
    assert bo.get("/api/documents/1")["spans"] == []
    accept = {"kind": "accept", "span": f"s{TEXT.index(NAMES[0])}", "propagate": False}
    for person, acts, ops in (
        (anna, 1, [accept]),
        (anna, 2, [accept | {"span": f"s{TEXT.index(NAMES[1])}"}]),
        (bo, 4, [{"kind": "add", "start": 0, "end": 7, "label": "PERSON", "propagate": False}]),
        (bo, 8, [{"kind": "add", "start": 16, "end": 23, "label": "PERSON", "propagate": False}]),
    ):
        shown = person.get("/api/documents/1")
        body = {"base_version": shown["version"], "text_sha256": shown["text_sha256"], "ops": ops}
        assert person.post("/api/documents/1/ops", **body, op_id=next_id(), acts=acts).status_code == 200
    told = mia.get("/api/statistics")
    keys = {one["name"]: one["keys_per_decision"] for one in told["annotators"]}
    assert keys == {"anna": 1.5, "bo": 6.0}
    assert [(one["with"], one["n"], one["keys_per_decision"]) for one in told["preannotation"]] == [
        (True, 2, 1.5),
        (False, 2, 6.0),
    ]
    assert all(one["seconds_per_decision"] is not None for one in told["preannotation"])
    assert {"Seconds a decision", "Keys and clicks a decision"} <= {one["title"] for one in told["plots"]}
    assert ".000" not in told["plots"][0]["svg"], "counts are whole numbers"
