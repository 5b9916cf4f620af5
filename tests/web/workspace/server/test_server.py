"""The workspace over HTTP: one record from coming in to going out."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient
from tests.web.workspace.persons import come_in, next_id
from tests.web.workspace.projects import TEXTS, project_of

from maskerad.corpora import Destination, read_documents
from maskerad.web.workspace.people.accounts import add_user
from maskerad.web.workspace.release.exports import export
from maskerad.web.workspace.server.app import make_app, one_time_link
from maskerad.web.workspace.suggestions import Suggester, pre_annotate


def test_a_record_from_suggestions_to_export(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    assert list(pre_annotate(project, Suggester("sv"))) == [0]
    anna = come_in(project)
    board = anna.get("/api/board")
    assert [one["state"] for one in board["records"][0]["documents"]] == ["todo", "todo"]
    assert board["records"][0]["documents"][0]["n_undecided"] > 0
    document = anna.get("/api/documents/1")
    assert document["version"] == 0
    patient = next(span for span in document["spans"] if span["start"] == 9)
    assert patient["state"] == "suggested"
    answer = anna.ops(document, {"kind": "accept", "span": patient["id"], "label": "PATIENT"}).json()
    assert {one["document"] for one in answer["changes"]} >= {1}
    document = anna.get("/api/documents/1")
    assert anna.post("/api/documents/1/finish", stage="annotate", op_id=next_id()).status_code == 409
    for number in (1, 2):
        shown = anna.get(f"/api/documents/{number}")
        assert anna.ops(shown, {"kind": "accept_all"}).status_code == 200
        shown = anna.get(f"/api/documents/{number}")
        for finding in shown["findings"]:
            if finding["document"] == number:
                path = f"/api/documents/{number}/findings/{finding['id']}/dismiss"
                assert anna.post(path, reason="seen", op_id=next_id()).status_code == 200
        done = anna.post(f"/api/documents/{number}/finish", stage="annotate", op_id=next_id())
        assert done.status_code == 200, done.text
        assert done.json()["stages"][0]["by"] == "anna"
    losses = export(project, Destination(tmp_path / "out.jsonl"))
    assert "recognisers and rules of spans" not in losses.lines()
    out = list(read_documents(tmp_path / "out.jsonl"))
    assert [item.document.text for item in out] == list(TEXTS)
    assert "Anna Lindkvist" in {item.document.text[s.start : s.end] for item in out for s in item.spans}


def test_undo_over_http_gives_every_byte_back(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    anna = come_in(project)
    first = anna.get("/api/documents/1")
    anna.ops(first, {"kind": "add", "start": 9, "end": 13, "label": "PATIENT"})
    before = anna.get("/api/documents/1")["spans"]
    anna.post("/api/strings/decide", record=1, text="anna", label="PATIENT", op_id=next_id())
    assert anna.get("/api/documents/1")["spans"] != before
    assert anna.post("/api/undo", record=1).status_code == 200
    assert anna.get("/api/documents/1")["spans"] == before


def test_looking_writes_nothing(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    list(pre_annotate(project, Suggester("sv")))
    anna = come_in(project)
    before = (project.folder / "workspace.db").read_bytes(), (project.folder / "workspace.db-wal").read_bytes()
    for path in ("/board", "/record/1", "/names/1", "/api/board", "/api/records/1", "/api/documents/2", "/help"):
        assert anna.client.get(path).status_code == 200
    assert before == (
        (project.folder / "workspace.db").read_bytes(),
        (project.folder / "workspace.db-wal").read_bytes(),
    )


def test_two_tabs_the_stale_one_loses_nothing(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    anna = come_in(project)
    shown = anna.get("/api/documents/1")
    first = anna.ops(shown, {"kind": "add", "start": 9, "end": 13, "label": "PATIENT"}).json()
    stale = anna.ops(shown, {"kind": "add", "start": 44, "end": 51, "label": "RELATIVE"})
    assert stale.status_code == 409
    told = stale.json()
    assert told["code"] == "E801" and told["version"] == first["version"]
    again = anna.ops(
        {**shown, "version": told["version"]}, {"kind": "add", "start": 44, "end": 51, "label": "RELATIVE"}
    )
    assert again.status_code == 200
    human = [span for span in anna.get("/api/documents/1")["spans"] if span["state"] == "human"]
    assert [(span["start"], span["label"]) for span in human] == [(9, "PATIENT"), (44, "RELATIVE")]


def test_a_link_lets_in_once_and_a_write_needs_the_token_of_its_page(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    with project.database.writing() as connection:
        add_user(connection, "anna", "annotator", "correct horse")
    app, desk = make_app(project)
    link = one_time_link(desk, "anna", "")
    first, second = (TestClient(app, base_url="http://127.0.0.1") for _ in range(2))
    assert first.get(link).status_code == 200
    assert second.get(link).status_code == 403
    assert second.get("/board", follow_redirects=False).headers["location"] == "/login"
    assert first.post("/api/undo", json={"record": 1}).status_code == 403
    cookie = first.cookies.jar
    assert all(one.has_nonstandard_attr("HttpOnly") for one in cookie)
    answer = first.get("/board")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert first.get("/board", headers={"host": "evil.example"}).status_code == 421


def test_wrong_passwords_are_answered_ever_more_slowly(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    with project.database.writing() as connection:
        add_user(connection, "anna", "annotator", "correct horse")
    app, desk = make_app(project)
    now = 1000.0
    desk.tries.clock = lambda: now
    client = TestClient(app, base_url="http://127.0.0.1")
    for _ in range(5):
        assert client.post("/login", data={"name": "anna", "password": "wrong"}).status_code == 403
    assert client.post("/login", data={"name": "anna", "password": "correct horse"}).status_code == 429
    now += 10_000
    assert client.post("/login", data={"name": "anna", "password": "correct horse"}).status_code == 200
    assert client.get("/api/scheme").status_code == 200


def test_errors_name_places_and_never_text(tmp_path: Path) -> None:
    canary = "Kanariefågelsson"
    project = project_of(tmp_path, f"Anna {canary} söker.")
    anna = come_in(project)
    shown = anna.get("/api/documents/1")
    wrong = [
        anna.ops(shown, {"kind": canary}),
        anna.ops(shown, {"kind": "add", "start": 0, "end": 99999, "label": "PATIENT"}),
        anna.ops(shown, {"kind": "accept", "span": "nothing"}),
        anna.ops({**shown, "text_sha256": "0" * 64}, {"kind": "accept_all"}),
        anna.post("/api/documents/1/ops", ops=[canary]),
        anna.post("/api/documents/7/finish", stage="annotate", op_id=next_id()),
    ]
    assert [answer.status_code for answer in wrong] == [422, 422, 409, 422, 422, 404]
    assert all(canary not in answer.text for answer in wrong)
