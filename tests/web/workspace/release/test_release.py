"""What leaves: read without the original, signed off, exported only from behind its gate."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.workspace.persons import Person, come_in, next_id
from tests.web.workspace.projects import project_of

TEXT = "Anna Lindkvist söker. Zdyrk ringer 070-174 06 18. Bor i Trosa."


def finish(anna: Person, *spans: tuple[int, int, str]) -> None:
    for start, end, label in spans:
        shown = anna.get("/api/documents/1")
        assert anna.ops(shown, {"kind": "add", "start": start, "end": end, "label": label}).status_code == 200
    for finding in anna.get("/api/documents/1")["findings"]:
        path = f"/api/documents/1/findings/{finding['id']}/dismiss"
        assert anna.post(path, reason="seen", op_id=next_id()).status_code == 200
    done = anna.post("/api/documents/1/finish", stage="annotate", op_id=next_id())
    assert done.status_code == 200, done.text


def test_an_auditor_finds_what_is_left_and_nothing_leaves_before_it_is_signed(tmp_path: Path) -> None:
    project = project_of(tmp_path, TEXT)
    anna, ada, mia = come_in(project), come_in(project, "auditor", "ada"), come_in(project, "manager", "mia")
    finish(anna, (0, 14, "PATIENT"), (35, 48, "PHONE"), (56, 61, "CITY"))
    shown = ada.get("/api/documents/1/released")
    assert "Lindkvist" not in shown["text"] and "Trosa" not in shown["text"] and "Zdyrk" in shown["text"]
    assert mia.post("/api/release/export", format="jsonl").status_code == 409
    assert ada.post("/api/documents/1/sign", op_id=next_id()).status_code == 200
    start = shown["text"].index("Zdyrk")
    leak = ada.post("/api/documents/1/leak", start=start, end=start + 5, label="RELATIVE", op_id=next_id())
    assert leak.status_code == 200 and leak.json()["gate"] == "open"
    assert mia.post("/api/release/export", format="jsonl").status_code == 409, "its signature went with the leak"
    marked = [span for span in anna.get("/api/documents/1")["spans"] if span["source"] == "leak"]
    assert [(span["start"], span["end"], span["label"]) for span in marked] == [(22, 27, "RELATIVE")]
    document = anna.get("/api/documents/1")
    anna.ops(document, {"kind": "accept", "span": marked[0]["id"]})
    assert anna.post("/api/documents/1/finish", stage="annotate", op_id=next_id()).status_code == 200
    assert ada.post("/api/documents/1/sign", op_id=next_id()).status_code == 200
    made = mia.post("/api/release/export", format="jsonl")
    assert made.status_code == 200, made.text
    row = json.loads((project.folder / made.json()["path"]).read_text())
    assert not any(name in row["text"] for name in ("Lindkvist", "Zdyrk", "Trosa"))
    assert [one["label"] for one in row["entities"]] == ["PATIENT", "RELATIVE", "PHONE", "CITY"]


def test_an_auditor_sees_no_original(tmp_path: Path) -> None:
    project = project_of(tmp_path, TEXT)
    anna, ada = come_in(project), come_in(project, "auditor", "ada")
    finish(anna, (0, 14, "PATIENT"), (35, 48, "PHONE"), (56, 61, "CITY"))
    for path in ("/api/documents/1", "/api/records/1", "/board", "/record/1", "/api/strings?text=Anna", "/findings"):
        answer = ada.client.get(path)
        assert answer.status_code == 403 and "Lindkvist" not in answer.text
    for path in ("/release", "/release/1", "/api/documents/1/released"):
        answer = ada.client.get(path)
        assert answer.status_code == 200 and "Lindkvist" not in answer.text


def test_two_annotators_without_a_curator_release_nothing(tmp_path: Path) -> None:
    project = project_of(tmp_path, TEXT)
    anna, bo, ada = come_in(project), come_in(project, name="bo"), come_in(project, "auditor", "ada")
    finish(anna, (0, 14, "PATIENT"), (35, 48, "PHONE"))
    finish(bo, (0, 14, "PATIENT"), (35, 48, "PHONE"))
    assert ada.client.get("/api/documents/1/released").status_code == 409
    assert ada.post("/api/documents/1/sign", op_id=next_id()).status_code == 409
