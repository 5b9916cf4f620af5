"""The workspace's commands: what is refused says so and loses nothing."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from tests.web.workspace.projects import TEXTS, do, operation, project_of
from typer.testing import CliRunner

from maskerad.cli.annotating.workspace import app
from maskerad.core.errors import ConfigError, InputError, LabelError
from maskerad.web.workspace.imports import import_corpus
from maskerad.web.workspace.project import make_project, open_project
from maskerad.web.workspace.server import serve as serving
from maskerad.web.workspace.store.database import FILE
from maskerad.web.workspace.store.replay import check

RUN = CliRunner()


def test_a_folder_alone_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[Path, int]] = []
    monkeypatch.setattr(serving, "serve", lambda project, how, ready: served.append((project.folder, how.port)))
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "1.txt").write_text("Anna Lindkvist ringer.", encoding="utf-8")
    for words in (["--withhold", "0.1"], ["--retrain-after", "25"], []):
        ran = RUN.invoke(app, [str(notes), "--language", "sv", "--port", "0", *words])
        assert ran.exit_code == 0, ran.output
    assert served == [(notes, 0)] * 3
    with open_project(notes) as project:
        assert project.settings["withheld"] == "0.1"
        assert project.settings["retrain_after"] == "25", "an option of a project that is there changes it, and stays"
    ran = RUN.invoke(app, [str(tmp_path / "study"), "--corpus", str(notes / "1.txt"), "--language", "sv"])
    assert ran.exit_code == 0, ran.output
    assert served[-1][0] == tmp_path / "study"


def test_a_slip_of_the_pen_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = RUN.invoke(app, ["demmo"])
    assert ran.exit_code == 2 and "No such command" in ran.output
    assert list(tmp_path.iterdir()) == []


def test_a_project_is_not_made_over_another_one(tmp_path: Path) -> None:
    folder = project_of(tmp_path, *TEXTS).folder
    before = (folder / FILE).read_bytes()
    with pytest.raises(ConfigError, match="holds a workspace already"):
        make_project(folder, language="sv")
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize("share", ["0.9", "-1", "some"])
def test_no_more_than_half_of_the_suggestions_are_held_back(tmp_path: Path, share: str) -> None:
    with pytest.raises(ConfigError, match="held back"):
        make_project(tmp_path / "study", language="sv", withheld=share)
    assert not (tmp_path / "study").exists()


def test_a_document_that_comes_again_with_another_text_is_left_out_and_its_annotations_stay(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=9, end=23, label="PATIENT"))
    project.close()
    again = tmp_path / "again.jsonl"
    rows = [{"id": "d1", "record": "r1", "text": "Kanariefågel."}, {"id": "d3", "record": "r1", "text": "Ny text."}]
    again.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    ran = RUN.invoke(app, ["import", str(project.folder), str(again)])
    assert ran.exit_code == 0, ran.output
    assert "another text" in ran.output and "Kanariefågel" not in ran.output
    out = tmp_path / "out.jsonl"
    ran = RUN.invoke(app, ["export", str(project.folder), str(out), "--layer", "anna"])
    assert ran.exit_code == 0 and "1 document that nobody has opened" in ran.output
    exported = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["text"] for row in exported] == [*TEXTS, "Ny text."]
    assert (9, 23) in {(one["start"], one["end"]) for one in exported[0]["entities"]}


OWN_SCHEME = '[labels]\nPATIENT = "PATIENT"\n'
WARD = 'WARD = "HOSPITAL"\n'


def test_a_label_that_the_scheme_has_lost_keeps_its_annotations_and_takes_no_new_ones(tmp_path: Path) -> None:
    folder, note = tmp_path / "study", tmp_path / "1.txt"
    folder.mkdir()
    (folder / "own.toml").write_text(OWN_SCHEME + WARD, encoding="utf-8")
    note.write_text(TEXTS[0], encoding="utf-8")
    with make_project(folder, language="sv", scheme="own.toml") as project:
        import_corpus(project, note)
        do(project, operation("add", start=64, end=69, label="WARD"))
        (folder / "own.toml").write_text(OWN_SCHEME, encoding="utf-8")
        project.reload()
        with pytest.raises(LabelError):
            do(project, operation("add", start=9, end=23, label="WARD"))
        do(project, operation("add", start=9, end=23, label="PATIENT"))
        with project.database.reading() as connection:
            assert check(connection).problems == ()
    ran = RUN.invoke(app, ["export", str(folder), str(tmp_path / "out.jsonl")])
    assert ran.exit_code == 0, ran.output
    told = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
    assert {one["label"] for one in told["entities"]} == {"PATIENT", "WARD"}


def test_a_run_that_takes_nothing_in_fails_and_leaves_no_project(tmp_path: Path) -> None:
    unread = tmp_path / "note.txt"
    unread.write_bytes(b"\xff\xfe Anna")
    ran = RUN.invoke(app, ["import", str(tmp_path / "study"), str(unread), "--language", "sv"])
    assert isinstance(ran.exception, InputError), ran.output
    assert "left out: note.txt" in ran.stderr and not (tmp_path / "study").exists()
    with project_of(tmp_path, *TEXTS) as project:
        folder = project.folder
    ran = RUN.invoke(app, ["import", str(folder), str(unread)])
    assert isinstance(ran.exception, InputError), ran.output
    with open_project(folder) as project, project.database.reading() as connection:
        assert check(connection).n_documents == len(TEXTS), "what was there stays"


def test_a_port_that_is_taken_is_told_with_what_helps(tmp_path: Path) -> None:
    with project_of(tmp_path, *TEXTS) as project, socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(
            ConfigError, match=rf"127\.0\.0\.1:{port} cannot be listened on: another program .*--port 0"
        ):
            serving.serve(project, serving.Serving(port=port), lambda _: None)
