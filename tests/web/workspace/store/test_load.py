"""Many annotators at once, and a server that dies in the middle."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.annotators import Crowd, make_studied, run_load
from tests.browser.workspaces import running
from tests.web.workspace.projects import TEXTS, do, operation, project_of

from maskerad.core.errors import StoreError
from maskerad.web.workspace.project import Project, open_project
from maskerad.web.workspace.store import submit as submitting
from maskerad.web.workspace.store.database import Database
from maskerad.web.workspace.store.layers import read_marks
from maskerad.web.workspace.store.replay import check
from maskerad.web.workspace.store.texts import read_record


@contextmanager
def _here(project: Project) -> Iterator[int]:
    with running(project) as served:
        yield served.port


def test_thirty_annotators_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    with make_studied(tmp_path / "study", n_records=3) as project:
        found = run_load(project, Crowd(30, seconds=0.5, pause_s=0.2), _here)
    assert found.n_lost == 0
    assert found.n_operations >= 60


def _die_in_the_middle(folder: Path) -> None:
    """Propagates, and is killed after the marks are written and before the transaction is."""

    def dying(*arguments: object) -> None:
        os._exit(9)

    submitting.reopen_changed = dying
    do(open_project(folder), operation("add", start=9, end=23, label="PATIENT"))


def test_a_server_that_is_killed_in_the_middle_of_a_propagation_leaves_nothing_of_it(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=64, end=69, label="CITY"))
    project.close()
    worker = multiprocessing.get_context("spawn").Process(target=_die_in_the_middle, args=(project.folder,))
    worker.start()
    worker.join()
    assert worker.exitcode == 9
    with open_project(project.folder) as again, again.database.reading() as connection:
        assert check(connection).problems == ()
        assert [mark.label for mark in read_marks(connection, "anna", read_record(connection, 1).texts).values()] == [
            "CITY"
        ]


def test_a_database_that_is_locked_says_so_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=64, end=69, label="CITY"))
    monkeypatch.setattr("maskerad.web.workspace.store.database.WAIT_MS", 10)
    other = Database.of_folder(project.folder)
    with project.database.writing() as connection:
        read_record(connection, 1)
        with pytest.raises(StoreError, match="locked"), other.writing():
            pass
    do(project, operation("add", start=9, end=13, label="PATIENT", propagate=False))
    with project.database.reading() as connection:
        assert check(connection).problems == ()


def test_a_disk_that_is_full_says_so_and_loses_nothing(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=64, end=69, label="CITY"))
    with project.database.reading() as connection:
        n_pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {n_pages}")
    with pytest.raises(StoreError, match="the disk is full; nothing was changed"):
        for _ in range(200):
            do(project, operation("add", start=9, end=23, label="PATIENT"))
            do(project, operation("decide_strings", text="Anna Lindkvist", label="RELATIVE"))
    with project.database.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        before = check(connection)
    assert before.problems == ()
    do(project, operation("add", start=53, end=57, label="PATIENT"))
    with project.database.reading() as connection:
        after = check(connection)
    assert after.problems == () and after.n_entries == before.n_entries + 1


def test_a_clock_that_jumps_back_changes_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = project_of(tmp_path, *TEXTS)
    for year, start in (("2030", 9), ("2020", 44)):
        monkeypatch.setattr("tests.web.workspace.projects.now", lambda year=year: f"{year}-01-01T00:00:00.000+00:00")
        do(project, operation("add", start=start, end=start + 4, label="PATIENT", propagate=False))
    with project.database.reading() as connection:
        assert check(connection).problems == ()
        marks = read_marks(connection, "anna", read_record(connection, 1).texts).values()
    assert sorted((mark.start, mark.at[:4]) for mark in marks) == [(9, "2030"), (44, "2020")]
