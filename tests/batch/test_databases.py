"""Rows of a database into a new table of it: the same texts as from a file, stopped and gone on with, or refused."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("sqlalchemy")

from sqlalchemy import create_engine

from maskerad.batch import DeidentifyWork
from maskerad.batch.databases import DatabaseJob, run_database
from maskerad.cli.main import app
from maskerad.core import Document, Record, Released
from maskerad.core.errors import ConfigError, DatabaseError, MaskeradError, MissingError
from maskerad.corpora import FormatOptions
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

KEY = bytes(range(32))
RULES = ColumnRules({"mrn": "ID", "admitted": "DATE", "ward": "drop"})
WORK = DeidentifyWork(replace(settings_for("sv"), columns=RULES), KEY)
OPTIONS = FormatOptions(id_column="id", record_column="patient")
POSTGRESQL = os.environ.get("MASKERAD_TEST_POSTGRES", "")
CANARY = "Zebedee"
N_RECORDS = 8


def _row(number: int) -> tuple[Any, ...]:
    record = number // 3
    text = None if number == 4 else f"Anna Lindqvist (nr {4821337 + record}) kom den {number + 1} mars 2024."
    return number, f"p{record}", 4821337 + record, f"2024-03-{number + 1:02}", "B2", text


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with notes, their rows in no order."""
    if request.param == "postgresql" and not POSTGRESQL:
        pytest.skip("MASKERAD_TEST_POSTGRES names no database")
    path = tmp_path / "ward.db"
    path.touch()
    url = f"sqlite:///{path}" if request.param == "sqlite" else POSTGRESQL
    _clear(url)
    _do(url, "CREATE TABLE notes (id INTEGER, patient TEXT, mrn BIGINT, admitted DATE, ward TEXT, text TEXT)")
    rows = sorted(map(_row, range(3 * N_RECORDS)), key=lambda row: str(row[0])[::-1])
    values = ", ".join("(" + ", ".join("NULL" if one is None else repr(one) for one in row) + ")" for row in rows)
    _do(url, f"INSERT INTO notes VALUES {values}")
    yield url
    _clear(url)


def _clear(url: str) -> None:
    """Takes away what these tests make."""
    for table in _tables(url):
        if table == "notes" or table.startswith("safe"):
            _do(url, f"DROP TABLE {table}")


def _do(url: str, statement: str) -> list[tuple[Any, ...]]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        result = connection.exec_driver_sql(statement)
        rows = [tuple(row) for row in result] if result.returns_rows else []
    engine.dispose()
    return rows


def _tables(url: str) -> set[str]:
    catalogue = (
        "sqlite_master WHERE type = 'table'"
        if url.startswith("sqlite")
        else ("(SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public') AS t")
    )
    return {name for (name,) in _do(url, f"SELECT name FROM {catalogue}")}


def _job(url: str, **changes: Any) -> DatabaseJob:
    return replace(
        DatabaseJob(url, "SELECT * FROM notes WHERE '100% :x' <> text OR text IS NULL -- all", "safe", OPTIONS, WORK),
        **changes,
    )


class Stopped(BaseException):
    """What stops a run, as Ctrl-C does."""


def _stopped(job: DatabaseJob, n_outcomes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two records a chunk, and the run ends in the middle of one."""
    monkeypatch.setattr("maskerad.batch.databases.run.CHUNK_RECORDS", 2)

    def stop(n_documents: int, n_chars: int) -> None:
        if n_chars and n_documents >= n_outcomes:
            raise Stopped

    with pytest.raises(Stopped):
        run_database(job, job.own, stop)


def test_the_texts_are_those_of_the_library_and_columns_follow_their_rules(address: str) -> None:
    summary = run_database(_job(address), WORK)
    assert (summary.account.n_in, summary.account.n_out) == (24, 24)
    assert _tables(address) == {"notes", "safe"}
    rows = _do(address, "SELECT id, patient, mrn, admitted, text FROM safe ORDER BY id")
    engine = Deidentifier(WORK.settings, KEY)
    for record in range(N_RECORDS):
        mine = [_row(3 * record + number) for number in range(3)]
        columns = [{"mrn": str(row[2]), "admitted": row[3]} for row in mine]
        documents = tuple(
            Document(str(row[0]), row[5] or "", "", row[1], None, beside)
            for row, beside in zip(mine, columns, strict=True)
        )
        for one, row in zip(engine.release(Record(f"p{record}", documents)), rows[3 * record :], strict=False):
            assert isinstance(one, Released)
            assert (row[4] or "") == one.text
            assert str(row[3]) == str(one.columns["admitted"])
            assert row[2] == one.columns["mrn"] != str(4821337 + record)
    assert rows[4][4] is None


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_stopped_run_goes_on_to_the_same_table(address: str, n_workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run_database(_job(address), WORK)
    whole = _do(address, "SELECT * FROM safe")
    _do(address, "DROP TABLE safe")
    job = _job(address, has_resume=True)
    _stopped(job, 9, monkeypatch)
    assert "safe" not in _tables(address)
    summary = run_database(replace(job, n_workers=n_workers), WORK)
    assert _do(address, "SELECT * FROM safe") == whole
    assert _tables(address) == {"notes", "safe"}
    assert (summary.account.n_in, summary.account.n_out, summary.labels["PERSON"]) == (24, 24, 23)


def test_a_stopped_run_leaves_nothing_unless_it_is_to_go_on(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _stopped(_job(address), 9, monkeypatch)
    assert _tables(address) == {"notes"}


def test_another_run_is_not_gone_on_with(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    job = _job(address, has_resume=True)
    _stopped(job, 9, monkeypatch)
    with pytest.raises(ConfigError, match="--resume"):
        run_database(_job(address), WORK)
    for other in (replace(WORK, key=bytes(32)), replace(WORK, settings=settings_for("sv"))):
        with pytest.raises(ConfigError, match="begun with another"):
            run_database(replace(job, own=other), other)
    _do(address, f"UPDATE notes SET text = '{CANARY} kom.' WHERE id = 0")
    with pytest.raises(ConfigError, match="first 2 records") as caught:
        run_database(job, WORK)
    assert CANARY not in str(caught.value)


def test_a_related_table_has_the_same_people(address: str) -> None:
    """Rows without any text, whose columns follow rules, under the ids of the same records."""
    _do(address, "CREATE TABLE safe_source (id INTEGER, patient TEXT, name TEXT)")
    _do(address, "INSERT INTO safe_source VALUES (1, 'p0', 'Anna Lindqvist'), (2, 'p1', 'Anna Lindqvist')")
    run_database(_job(address), WORK)
    own = replace(WORK, settings=replace(WORK.settings, columns=ColumnRules({"name": "PATIENT"})))
    options = replace(OPTIONS, text_column="none")
    run_database(_job(address, query="SELECT * FROM safe_source", table="safe_people", options=options, own=own), own)
    people = _do(address, "SELECT id, name FROM safe_people ORDER BY id")
    texts = dict(_do(address, "SELECT id, text FROM safe"))
    assert [texts[0].startswith(people[0][1]), texts[3].startswith(people[1][1])] == [True, True]


def test_rows_that_cannot_be_taken_are_listed_beside_the_table(address: str) -> None:
    _do(address, f"INSERT INTO notes VALUES (99, NULL, 1, NULL, NULL, '{CANARY} kom.')")
    summary = run_database(_job(address), WORK)
    assert (summary.account.n_out, summary.account.n_quarantined) == (24, 1)
    ((document, stage, code, reason, count),) = _do(address, "SELECT * FROM safe_quarantine")
    assert (document, stage, code, count) == ("", "read", "E102", 1)
    assert CANARY not in reason


def test_what_is_quarantined_can_be_counted_and_its_ids_printed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the table that was made, or the one beside it, and while a run is stopped; a table that is none is told."""
    _do(address, f"INSERT INTO notes VALUES (-1, NULL, 1, NULL, NULL, '{CANARY} kom.')")
    query = "SELECT * FROM notes ORDER BY id"
    _stopped(_job(address, query=query, table="begun", has_resume=True), 9, monkeypatch)
    _do(address, "DELETE FROM notes WHERE id < 0")
    run_database(_job(address), WORK)
    _do(address, f"INSERT INTO notes VALUES (99, NULL, 1, NULL, NULL, '{CANARY} kom.')")
    run_database(_job(address, table="less"), WORK)
    runner = CliRunner()
    for table, n_lines in (("less", 1), ("less_quarantine", 1), ("begun", 1), ("safe", 0)):
        counted = runner.invoke(app, ["quarantine", "list", table, "--sql", address, "--json"])
        assert [row["documents"] for row in json.loads(counted.output)] == [1] * n_lines
        assert CANARY not in counted.output
    assert runner.invoke(app, ["quarantine", "show-ids", "less", "--sql", address]).output == ""  # it has no id
    absent = runner.invoke(app, ["quarantine", "list", "other", "--sql", address]).exception
    assert isinstance(absent, MissingError) and address not in str(absent)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"table": "notes"}, ConfigError),
        ({"table": "x" * 60}, ConfigError),
        ({"query": f"SELECT '{CANARY}' FRM notes"}, DatabaseError),
        ({"query": f"SELECT {CANARY} FROM notes"}, DatabaseError),
        ({"query": "DELETE FROM notes"}, DatabaseError),
        ({"query": "SELECT 1 AS id) AS q; DELETE FROM notes; --"}, DatabaseError),
        ({"query": "SELECT id, patient, mrn, admitted, ward FROM notes"}, MissingError),
        ({"query": "SELECT id, text, mrn, admitted, ward FROM notes"}, MissingError),
        ({"query": "SELECT id, patient, text, admitted, ward FROM notes"}, MissingError),
    ],
    ids=["own", "long", "syntax", "column", "writes", "two", "no-text", "no-key", "no-ruled"],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    address: str, changes: dict[str, str], kind: type[MaskeradError]
) -> None:
    with pytest.raises(kind) as caught:
        run_database(_job(address, **changes), WORK)
    assert CANARY not in str(caught.value) and address not in str(caught.value)
    assert _tables(address) == {"notes"}
    assert _do(address, "SELECT count(*) FROM notes") == [(24,)]


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://user:{CANARY}@127.0.0.1:1/none",
        f"mysql://user:{CANARY}@127.0.0.1/none",
        f"user:{CANARY}@there",
        f"sqlite:///{CANARY}.db",
        "sqlite://",
    ],
)
def test_an_address_is_never_shown(url: str) -> None:
    called = ["deidentify", "--sql", url, "--query", "SELECT * FROM notes", "--into", "safe", "-l", "sv"]
    done = CliRunner().invoke(app, called)
    assert isinstance(done.exception, MaskeradError)
    assert CANARY not in str(done.exception) + done.output


def test_the_command_says_what_it_made_and_keeps_to_rows(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "w.db")) as connection:
        connection.execute("CREATE TABLE notes (id INTEGER, record TEXT, text TEXT)")
        connection.execute("INSERT INTO notes VALUES (1, 'p1', 'Anna Lindqvist kom.')")
        connection.commit()
    place = ["--sql", f"sqlite:///{tmp_path / 'w.db'}", "--query", "SELECT * FROM notes"]
    runner = CliRunner()
    refused = runner.invoke(app, ["deidentify", *place, "--into", "safe", "-l", "sv", "--overwrite"])
    assert isinstance(refused.exception, ConfigError) and "--overwrite" in str(refused.exception)
    assert isinstance(runner.invoke(app, ["deidentify", *place, "-l", "sv"]).exception, ConfigError)
    assert isinstance(runner.invoke(app, ["deidentify", "-l", "sv"]).exception, ConfigError)
    done = runner.invoke(app, ["deidentify", *place, "--into", "safe", "-l", "sv"])
    assert done.exit_code == 0 and "made the table safe" in done.output
    with closing(sqlite3.connect(tmp_path / "w.db")) as connection:
        ((text,),) = connection.execute("SELECT text FROM safe")
    assert "Lindqvist" not in text
