"""The same store in PostgreSQL, where ``MASKERAD_TEST_POSTGRES`` names an empty database."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.operations import Operation
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.project import Project, make_project, now, open_project
from maskerad.web.workspace.store.database import Database
from maskerad.web.workspace.store.history import undo
from maskerad.web.workspace.store.replay import check
from maskerad.web.workspace.store.submit import Submission, submit
from maskerad.web.workspace.store.tables import records

ADDRESS = os.environ.get("MASKERAD_TEST_POSTGRES", "")
TEXT = "Anna Lindkvist ringer. Anna mår bra. Johan kommer."


pytestmark = pytest.mark.skipif(not ADDRESS, reason="MASKERAD_TEST_POSTGRES names no database")


def test_annotators_at_once_in_postgresql_lose_nothing(tmp_path: Path) -> None:
    with make_project(tmp_path / "team", ADDRESS, language="sv") as project:
        items = [AnnotatedDocument(Document(f"d{n}", TEXT, "sv", f"r{n}"), (), False) for n in range(5)]
        import_documents(project, items, "core")

    def annotate(name: str) -> int:
        with open_project(tmp_path / "team", ADDRESS) as own:
            for number in range(1, 6):
                operation = Operation("add", number, {"start": 0, "end": 4, "label": "PATIENT"})
                asked = Submission(Author(name, now(), f"{name}-{number}"), name, number, 0)
                with own.database.writing() as connection:
                    submit(connection, asked, [operation], own.scheme)
            with own.database.writing() as connection:
                undo(connection, Submission(Author(name, now(), f"{name}-undo"), name, 5))
        return 5

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(annotate, [f"annotator{n}" for n in range(8)])) == 40
    with open_project(tmp_path / "team", ADDRESS) as project, project.database.reading() as connection:
        found = check(connection)
    assert found.problems == ()
    assert found.n_entries == 8 * (5 * 2 + 1)


def test_what_was_answered_is_on_the_disk(tmp_path: Path) -> None:
    with open_or_make(tmp_path / "team") as project:
        for number in range(20):
            with project.database.writing() as connection:
                connection.execute(insert(records).values(id=1000 + number, name=f"durable {number}"))
                written = connection.execute(text("SELECT pg_current_wal_insert_lsn()")).scalar()
            with project.database.asking() as connection:
                flushed = text("SELECT pg_current_wal_flush_lsn() >= CAST(:written AS pg_lsn)")
                assert connection.execute(flushed, {"written": written}).scalar(), f"write {number} only in memory"


def open_or_make(folder: Path) -> Project:
    return open_project(folder, ADDRESS) if Database.holds_project(ADDRESS) else make_project(folder, ADDRESS)
