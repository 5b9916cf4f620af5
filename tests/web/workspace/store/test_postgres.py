"""The same store in PostgreSQL, where ``MASKERAD_TEST_POSTGRES`` names an empty database."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.operations import Operation
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.project import make_project, now, open_project
from maskerad.web.workspace.store.history import undo
from maskerad.web.workspace.store.replay import check
from maskerad.web.workspace.store.submit import Submission, submit

ADDRESS = os.environ.get("MASKERAD_TEST_POSTGRES", "")
TEXT = "Anna Lindkvist ringer. Anna mår bra. Johan kommer."


@pytest.mark.skipif(not ADDRESS, reason="MASKERAD_TEST_POSTGRES names no database")
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
