"""What needs no browser: checks of a protocol on the command line, broken annotations, the log of readers."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.workspace.persons import come_in
from tests.web.workspace.projects import TEXTS, do, operation, project_of
from typer.testing import CliRunner

from maskerad.cli.annotating.workspace import app
from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.project import make_project
from maskerad.web.workspace.server.access import FILE as ACCESS
from maskerad.web.workspace.stages.protocol import FILE as PROTOCOL
from maskerad.web.workspace.store.texts import n_documents, read_record

RUN = CliRunner()
TWO_STAGES = '[[stages]]\nname = "names"\nlabels = ["PERSON"]\n[[stages]]\nname = "read"\nchecks = ["undecided"]\n'


def test_a_protocol_is_run_without_a_browser_and_names_places_never_text(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    (project.folder / PROTOCOL).write_text(TWO_STAGES, encoding="utf-8")
    do(project, operation("add", start=9, end=13, label="PATIENT", propagate=False))
    project.close()
    ran = RUN.invoke(app, ["findings", str(project.folder)])
    assert ran.exit_code == 1
    told = ran.output.splitlines()
    assert "names: d1: 53..57: unmarked: marked as PATIENT elsewhere" in told
    assert "stage 'names': 2 of 2 documents held back" in told  # "Annas" and "ANNA" stand in the second one
    assert "stage 'read': 0 of 2 documents held back" in told
    assert not any(word in ran.output for word in ("Anna", "Lindkvist", "Trosa"))


def test_a_protocol_that_holds_nothing_back_says_so_by_its_exit_status(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("decide_strings", text="Anna", label="PATIENT"))
    project.close()
    ran = RUN.invoke(app, ["findings", str(project.folder), "--layer", "anna"])
    assert (ran.exit_code, ran.output.strip()) == (0, "stage 'annotate': 0 of 2 documents held back")


def test_an_annotation_beyond_its_text_leaves_its_document_out_and_says_where(tmp_path: Path) -> None:
    short, whole = Document("d1", "Anna bor.", "sv", "r1"), Document("d2", "Johan bor.", "sv", "r1")
    items = [AnnotatedDocument(short, (Span(0, 99, "PATIENT"),)), AnnotatedDocument(whole, (Span(0, 5, "PATIENT"),))]
    with make_project(tmp_path / "study", language="sv") as project:
        done = import_documents(project, items, "core")
        assert (done.n_documents, done.n_marks) == (1, 1)
        assert [one.document for one in done.broken] == ["d1"] and "0..99" in done.broken[0].reason
        with project.database.reading() as connection:
            assert n_documents(connection) == 1
        mended = AnnotatedDocument(short, (Span(0, 4, "PATIENT"),))
        again = import_documents(project, [mended], "core")
        assert (again.n_documents, again.n_known, again.n_marks) == (1, 0, 1)


def test_what_is_there_already_is_not_counted_as_new(tmp_path: Path) -> None:
    rows = [
        {"id": f"d{n}", "text": f"Anna {n}.", "entities": [{"start": 0, "end": 4, "label": "PATIENT"}]} for n in "ab"
    ]
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(rows[0]) + "\n", "utf-8")
    first = RUN.invoke(app, ["import", str(tmp_path / "study"), str(source), "-l", "sv"])
    assert first.output.startswith("1 document, 1 annotation\n")
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    second = RUN.invoke(app, ["import", str(tmp_path / "study"), str(source)])
    assert second.output.startswith("1 document, 1 annotation; 1 document there already\n")
    third = RUN.invoke(app, ["import", str(tmp_path / "study"), str(source)])
    assert third.output.startswith("0 documents, 0 annotations; 2 documents there already\n")


def test_broken_offsets_in_a_file_are_told_and_the_rest_comes_in(tmp_path: Path) -> None:
    source = tmp_path / "gold.jsonl"
    rows = [
        {"id": "d1", "text": "Kanariefågel.", "entities": [{"start": 5, "end": 400, "label": "PATIENT"}]},
        {"id": "d2", "text": "Johan bor.", "entities": [{"start": 0, "end": 5, "label": "PATIENT"}]},
    ]
    source.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    ran = RUN.invoke(app, ["import", str(tmp_path / "study"), str(source), "--language", "sv"])
    assert "line 1: entity 1: span 5..400 is not inside" in ran.output and "Kanariefågel" not in ran.output
    out = tmp_path / "out.jsonl"
    assert RUN.invoke(app, ["export", str(tmp_path / "study"), str(out)]).exit_code == 0
    (kept,) = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert (kept["id"], [(one["start"], one["end"]) for one in kept["entities"]]) == ("d2", [(0, 5)])


def test_the_log_of_readers_says_who_opened_what_and_holds_no_text(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    anna = come_in(project)
    for path in ("/api/records/1", "/api/documents/2"):
        anna.get(path)
    written = (project.folder / ACCESS).read_text(encoding="utf-8")
    noted = [json.loads(line) for line in written.splitlines()]
    assert [(one["who"], one["what"], one["number"]) for one in noted] == [
        ("anna", "record", 1),
        ("anna", "document", 2),
    ]
    assert "Anna" not in written and "Trosa" not in written


def test_documents_of_a_record_come_in_the_order_of_their_dates(tmp_path: Path) -> None:
    from datetime import date

    dated = [("late", date(2024, 5, 1)), ("early", date(2023, 1, 9)), ("undated", None)]
    items = [AnnotatedDocument(Document(name, "Anna bor.", "sv", "r1", on), (), False) for name, on in dated]
    with make_project(tmp_path / "study", language="sv") as project:
        import_documents(project, items, "core")
        with project.database.reading() as connection:
            assert [one.name for one in read_record(connection, 1).documents] == ["early", "late", "undated"]


def test_a_chat_is_shown_turn_by_turn_with_its_speakers(tmp_path: Path) -> None:
    text = "Agent: Hello, how can I help?\nAnna: I want to move my appointment.\nAgent: Of course.\nAnna: Thank you.\n"
    anna = come_in(project_of(tmp_path, text, language="en"))
    turns = anna.get("/api/documents/1")["turns"]
    assert [one["speaker"] for one in turns] == ["Agent", "Anna", "Agent", "Anna"]
    assert text[turns[1]["start"] : turns[1]["end"]].strip() == "I want to move my appointment."
