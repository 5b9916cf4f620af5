"""String cards, the name table, search and findings, over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.workspace.persons import Person, come_in, next_id
from tests.web.workspace.projects import TEXTS, project_of

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents


def add(anna: Person, document: int, start: int, end: int, label: str, **more: object) -> None:
    shown = anna.get(f"/api/documents/{document}")
    answer = anna.ops(shown, {"kind": "add", "start": start, "end": end, "label": label, **more})
    assert answer.status_code == 200, answer.text


def kinds(anna: Person, document: int) -> set[tuple[str, int]]:
    return {(one["kind"], one["start"]) for one in anna.get(f"/api/documents/{document}")["findings"]}


def test_a_card_tells_how_a_string_was_decided_in_all_its_forms(tmp_path: Path) -> None:
    anna = come_in(project_of(tmp_path, *TEXTS))
    add(anna, 1, 53, 57, "PATIENT")
    card = anna.get("/api/strings?text=anna&record=1")
    assert card["n"] == 3
    assert {one["text"] for one in card["forms"]} == {"Anna", "Annas"}
    assert card["labels"] == [{"label": "PATIENT", "by": "anna", "n": 1}]
    over_all = anna.get("/api/strings?text=Annas&corpus=1")
    assert over_all["labels"] == card["labels"]
    assert over_all["contexts"][0]["after"].startswith(" bor i Trosa")


def test_one_decision_settles_a_row_of_the_name_table_in_all_its_forms(tmp_path: Path) -> None:
    anna = come_in(project_of(tmp_path, *TEXTS))
    add(anna, 1, 9, 23, "PATIENT")
    add(anna, 1, 53, 57, "PATIENT")
    row = anna.get("/api/records/1")["names"][0]
    assert {one["text"] for one in row["forms"]} == {"Anna Lindkvist", "Anna", "ANNA LINDKVIST", "Annas"}
    answer = anna.post("/api/strings/decide", record=1, spans=row["spans"], label="PATIENT", op_id=next_id())
    assert answer.status_code == 200
    assert [one["state"] for one in anna.get("/api/records/1")["names"]] == ["human"]
    anna.post("/api/undo", record=1)
    assert anna.get("/api/records/1")["names"][0]["state"] == "suggested"


def test_a_decision_over_the_corpus_is_taken_back_by_one_undo(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    import_documents(project, [AnnotatedDocument(Document("x", "Johan i Trosa", "sv", "r2"), (), False)], "core")
    anna = come_in(project)
    found = anna.post("/api/search", pattern="Johan|Trosa", scope="corpus").json()
    assert found["n"] == 5 and found["next"] is None
    hits = [{name: hit[name] for name in ("document", "start", "end")} for hit in found["hits"]]
    op_id = next_id()
    for _ in range(2):  # the same again changes nothing
        assert anna.post("/api/search/apply", hits=hits, label="CITY", op_id=op_id).status_code == 200
    assert [len(anna.get(f"/api/documents/{number}")["spans"]) for number in (1, 2, 3)] == [1, 2, 2]
    undone = anna.post("/api/undo", record=2)
    assert undone.status_code == 200, undone.text
    assert [len(anna.get(f"/api/documents/{number}")["spans"]) for number in (1, 2, 3)] == [0, 0, 0]
    anna.post("/api/redo", record=1)
    assert [len(anna.get(f"/api/documents/{number}")["spans"]) for number in (1, 2, 3)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("(a|aa)+$", "takes too long"),
        ("(?:a{1000}){1000}", "repeats too much"),
        ("a{1000000000}", "repeats too much"),
        ("(?x)(a{99} # }\n) {99} {99}", "repeats too much"),
        ("(" * 999 + ")" * 999, "nested too deeply"),
        ("(", "regular expression"),
    ],
)
def test_no_pattern_holds_the_server_up(tmp_path: Path, pattern: str, told: str) -> None:
    anna = come_in(project_of(tmp_path, "a" * 5_000 + "b"))
    answer = anna.post("/api/search", pattern=pattern, scope="corpus")
    assert answer.status_code == 422 and told in answer.json()["message"]


@pytest.mark.parametrize("pattern", ["[0-9]{6}-[0-9]{4}", r"(?:\d{2}[ -]?){3}\d{4}", r"(?i)\bjohan\b.{0,300}trosa"])
def test_counts_of_ordinary_patterns_are_taken(tmp_path: Path, pattern: str) -> None:
    anna = come_in(project_of(tmp_path, "Johan, 800101-1239, i Trosa."))
    assert anna.post("/api/search", pattern=pattern, scope="corpus").json()["n"] == 1


def test_findings_ask_what_is_odd(tmp_path: Path) -> None:
    text = "Johan Ek ringer. Johan Ek mår bra. Johan Ek har nummer 0701740618, Trosa."
    anna = come_in(project_of(tmp_path, text))
    add(anna, 1, 0, 8, "RELATIVE", propagate=False)
    assert kinds(anna, 1) == {("unmarked", 17), ("unmarked", 35), ("identifier", 55)}
    add(anna, 1, 17, 25, "CLINICIAN", propagate=False)
    add(anna, 1, 67, 73, "CITY", propagate=False)
    assert kinds(anna, 1) >= {("labels", 0), ("labels", 17), ("edge", 67)}


def test_a_finished_document_is_opened_again_by_a_later_decision_that_reaches_it(tmp_path: Path) -> None:
    anna = come_in(project_of(tmp_path, "Hon bor i Trosa.", "Hon flyttar från Trosa."))
    for number in (1, 2):
        assert anna.post(f"/api/documents/{number}/finish", stage="annotate", op_id=next_id()).status_code == 200
    add(anna, 2, 17, 22, "CITY")
    states = [one["state"] for one in anna.get("/api/board")["records"][0]["documents"]]
    assert states == ["reopened", "reopened"]
    assert kinds(anna, 1) == {("undecided", 10)}


def test_sections_can_be_moved_and_what_is_left_over_in_a_whole_one_is_found(tmp_path: Path) -> None:
    anna = come_in(project_of(tmp_path, "Hej\nStorgatan 4, Trosa"))
    moved = [{"start": 4, "end": 22, "kind": "address"}]
    assert anna.post("/api/documents/1/sections", sections=moved, op_id=next_id()).status_code == 200
    shown = anna.get("/api/documents/1")
    assert shown["sections"] == [{"start": 4, "end": 22, "kind": "address", "policy": "whole"}]
    assert {one["start"] for one in shown["findings"] if one["kind"] == "residue"} == {4, 14, 17}
    for start, end, kind in ((4, 99, "address"), (4, 8, "nothing")):
        wrong = [{"start": start, "end": end, "kind": kind}]
        assert anna.post("/api/documents/1/sections", sections=wrong, op_id=next_id()).status_code == 422


def test_pages_of_lookup_are_there(tmp_path: Path) -> None:
    anna = come_in(project_of(tmp_path, *TEXTS))
    for path in ("/findings", "/findings?record=1", "/search", "/search?record=1", "/sections/1"):
        assert anna.client.get(path).status_code == 200, path
