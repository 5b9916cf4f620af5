"""Several inputs, patterns, streams, and columns, as they are called on the command line."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskerad.cli.main import app

HEAD = "id,patient,name,admitted,ward,note\n"
ROW = '1,p1,Anna Lindqvist,2024-03-10,B2,"Lindqvist inkom 10/3. Anna mår bra."\n'
COLUMNS = ("-l", "sv", "--text-column", "note", "--record-column", "patient")


def call(*arguments: str | Path) -> tuple[int, str]:
    """Exit status and all that was printed."""
    done = CliRunner().invoke(app, [*map(str, arguments)])
    return done.exit_code, done.output + (str(done.exception) if done.exception else "")


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    (tmp_path / "a.csv").write_text(HEAD + ROW, encoding="utf-8")
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress((HEAD + ROW).encode()))
    return tmp_path


def test_several_inputs_go_to_one_folder(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tables)
    status, told = call("deidentify", "a.csv", "b.csv.gz", "safe", *COLUMNS)
    assert status == 0, told
    assert sorted(path.name for path in Path("safe").iterdir()) == ["a.csv", "b.csv.gz"]
    assert "Lindqvist inkom" not in gzip.decompress(Path("safe/b.csv.gz").read_bytes()).decode()
    status, told = call("detect", "*.csv*", "found", *COLUMNS)
    assert status == 0 and len(list(Path("found").iterdir())) == 2, told
    status, told = call("deidentify", "a.*", "one", *COLUMNS)
    assert status == 0 and [path.name for path in Path("one").iterdir()] == ["a.csv"], told


def test_detect_says_that_it_does_not_search_columns(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tables)
    rules = 'language = "sv"\nstrict_columns = true\n[columns]\nname = "drop"\n'
    (tables / "project.toml").write_text(rules, encoding="utf-8")
    status, told = call("detect", "a.csv", "found.csv", *COLUMNS[2:])
    assert status == 0 and "--column" not in told, told
    for column, kind in (("name", "names"), ("admitted", "dates")):
        assert f"column '{column}' looks like {kind}: only the texts are searched" in told
    with Path("found.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["name"], row["admitted"]) == ("Anna Lindqvist", "2024-03-10")


def test_several_inputs_that_cannot_be(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tables)
    (tables / "sub").mkdir()
    (tables / "sub" / "a.csv").write_text(HEAD + ROW, encoding="utf-8")
    (tables / "notes.log").write_text("Anna", encoding="utf-8")
    for arguments, told in (
        (("a.csv", "sub/a.csv", "safe"), "two inputs are named 'a.csv'"),
        (("a.csv", "notes.log", "safe"), "'.log' tells no format"),
        (("a.csv", "b.csv.gz", "notes.log"), "is a file"),
        (("a.csv", "-", "safe"), "hold one input"),
        (("x*.csv", "safe"), "no name fits 'x*.csv'"),
        (("a.csv", "b.csv.gz", "safe", "--doubts", "d.jsonl"), "--doubts makes one file"),
        (("sub", "safe", "--from", "text", "--column", "ward=drop"), "have no columns"),
        (("a.csv", "safe.csv", "--ids", "drop"), "choice for --ids"),
    ):
        status, said = call("deidentify", *arguments, *COLUMNS)
        assert status != 0 and told in said, said
        assert not Path("safe").exists() and not Path("safe.csv").exists()


def test_columns_by_every_spelling(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tables)
    (tables / "project.toml").write_text(
        'language = "sv"\n[columns]\nname = "PATIENT"\nward = "keep"\n', encoding="utf-8"
    )
    arguments = ("deidentify", "a.csv", "safe.csv", "--text-column", "note", "--record-column", "patient")
    status, told = call(*arguments, "--strict-columns")
    assert status != 0 and "'admitted' (dates)" in told and not Path("safe.csv").exists()
    status, told = call(*arguments, "--strict-columns", "--date-column", "admitted")
    assert status == 0, told
    with Path("safe.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    given, family = row["name"].split()
    assert row["note"].startswith(f"{family} inkom ") and f" {given} mår bra." in row["note"]
    assert row["admitted"] != "2024-03-10" and row["ward"] == "B2"


def test_what_leaves_beside_the_text_is_told_once(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tables)
    header = HEAD.replace("name", "na\x1b[31mme")
    (tables / "c.csv").write_text(header + ROW + ROW.replace("1,p1", "2,p1"), encoding="utf-8")
    status, told = call("deidentify", "c.csv", "safe.csv", *COLUMNS)
    assert status == 0 and "\x1b[31m" not in told
    lines = [line for line in told.splitlines() if line.startswith("column ")]
    assert len(lines) == 2
    assert "'admitted' looks like dates" in lines[0] and "--column admitted=DATE" in lines[0]
    assert "looks like names and holds an original of its record in 2 rows" in lines[1]
    assert "Lindqvist" not in told and "2024-03-10" not in told


def test_a_pipe(tables: Path) -> None:
    line = json.dumps({"id": "1", "text": "Dr Eva Ek ringde."}) + "\n"
    command = [sys.executable, "-m", "maskerad", "deidentify", "-", "-", "--format", "jsonl", "-l", "sv"]
    done = subprocess.run(command, input=line, capture_output=True, text=True, check=False, cwd=tables)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["id"] == "1" and "Ek" not in done.stdout
    assert list(tables.glob("-*")) == []


def test_a_vault_gives_back_columns_and_ids(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cryptography")
    monkeypatch.chdir(tables)
    assert call("init", "p", "-l", "sv", "--vault")[0] == 0
    shape = ("--project", "p", "--text-column", "note", "--record-column", "patient")
    rules = ("--column", "name=PATIENT", "--column", "admitted=DATE", "--column", "ward=hash", "--ids", "hash")
    status, told = call("deidentify", "a.csv", "safe.csv", *shape, *rules, "--vault", "v.vault")
    assert status == 0, told
    safe = Path("safe.csv").read_text(encoding="utf-8")
    assert not any(old in safe for old in ("p1", "Lindqvist", "2024-03-10", "B2"))
    status, told = call("reidentify", "safe.csv", "back.csv", *shape, "--vault", "v.vault", "--who", "a", "--why", "b")
    assert status == 0, told
    assert Path("back.csv").read_bytes() == Path("a.csv").read_bytes()
