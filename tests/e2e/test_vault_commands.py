"""The vault and the keys as their users call them."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S, until

NOTE = "Dr Karin Ek. Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer den 12 mars 2020. Karin Karin Ek,Ek\n"
WHO = ("--who", "A. Steward", "--why", "request 14")


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the key of a vault, a file of notes, and what was kept when they were made safe."""
    folder = tmp_path_factory.mktemp("study")
    done = run("init", ".", "-l", "sv", "--vault", cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = [{"id": str(n), "record": f"p{n // 2}", "text": NOTE + str(n)} for n in range(6)]
    (folder / "in.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    done = run("deidentify", "in.jsonl", "safe.jsonl", "--vault", "v", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def study(prepared: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(prepared, tmp_path / "study"))


def size_bytes(path: Path) -> int:
    """Of a file that may come and go."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_there_and_back_byte_for_byte(study: Path, workers: str) -> None:
    done = run("deidentify", "in.jsonl", "other.jsonl", "--vault", "w", "--workers", workers, cwd=study)
    assert done.returncode == 0, done.stderr
    assert b"Karin" not in (study / "other.jsonl").read_bytes()
    done = run("reidentify", "other.jsonl", "back.jsonl", "--vault", "w", *WHO, cwd=study)
    assert done.returncode == 0, done.stderr
    assert (study / "back.jsonl").read_bytes() == (study / "in.jsonl").read_bytes()
    assert "6 entries" in run("vault", "check", "w", cwd=study).stdout


def test_a_table_and_a_folder_come_back_too(study: Path) -> None:
    with (study / "in.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "ward", "note"], [1, 'A, "B"', NOTE], [2, "", "Karin Ek; Lund"]])
    (study / "notes").mkdir()
    (study / "notes" / "a.txt").write_bytes(NOTE.replace("\n", "\r\n").encode())
    for source, target, back in (("in.csv", "safe.csv", "back.csv"), ("notes", "safe", "back")):
        options = ("--text-column", "note") if source == "in.csv" else ()
        assert run("deidentify", source, target, "--vault", "v", *options, cwd=study).returncode == 0
        assert run("reidentify", target, back, "--vault", "v", *options, *WHO, cwd=study).returncode == 0
    assert (study / "back.csv").read_bytes() == (study / "in.csv").read_bytes()
    assert (study / "back" / "a.txt").read_bytes() == (study / "notes" / "a.txt").read_bytes()


def test_dates_beside_the_text_come_back_too(study: Path) -> None:
    dates = ["2024-03-12", "12/3 2024", "", "okänt", "20240312"]
    with (study / "in.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "date", "text"], *([n, day, NOTE] for n, day in enumerate(dates))])
    lines = [{"id": str(n), "date": day, "text": NOTE} for n, day in enumerate([*dates, None, 20240312])]
    (study / "dated.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    for source, target, back in (("in.csv", "t.csv", "b.csv"), ("dated.jsonl", "t.jsonl", "b.jsonl")):
        assert run("deidentify", source, target, "--vault", "v", cwd=study).returncode == 0
        assert "2024-03-12" not in (study / target).read_text("utf-8")
        assert run("reidentify", target, back, "--vault", "v", *WHO, cwd=study).returncode == 0
        assert (study / back).read_bytes() == (study / source).read_bytes()


def test_one_record_is_given_back_and_noted(study: Path) -> None:
    done = run("reidentify", "safe.jsonl", "one.jsonl", "--vault", "v", "--record", "p1", *WHO, cwd=study)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["id"] for line in (study / "one.jsonl").read_text().splitlines()] == ["2", "3"]
    log = run("vault", "log", "v", cwd=study).stdout
    assert "A. Steward" in log and "request 14" in log and "p1" in log and "p0" not in log
    done = run("reidentify", "safe.jsonl", "none.jsonl", "--vault", "v", "--record", "p77", *WHO, cwd=study)
    assert done.returncode == 2 and "p77" in done.stderr
    assert not (study / "none.jsonl").exists()


def test_a_text_that_was_changed_since_is_quarantined_and_the_others_come_back(study: Path) -> None:
    lines = (study / "safe.jsonl").read_text("utf-8").splitlines()
    lines[2] = lines[2].replace("Dr ", "Doktor ")
    (study / "safe.jsonl").write_text("\n".join(lines), "utf-8")
    done = run("reidentify", "safe.jsonl", "back.jsonl", "--vault", "v", *WHO, cwd=study)
    assert done.returncode == 1
    assert len((study / "back.jsonl").read_text().splitlines()) == 5
    (entry,) = map(json.loads, (study / "back.jsonl.quarantine.jsonl").read_text().splitlines())
    assert (entry["document"], entry["code"]) == ("2", "E104")


def test_rotation_and_keys(study: Path) -> None:
    before = run("key", "show", "vault.key", cwd=study).stdout
    done = run("key", "rotate", "v", *WHO, cwd=study)
    assert done.returncode == 0, done.stderr
    assert run("key", "show", "vault.key", cwd=study).stdout != before
    assert (study / "vault.key").read_text().strip() not in done.stdout + done.stderr
    assert run("reidentify", "safe.jsonl", "back.jsonl", "--vault", "v", *WHO, cwd=study).returncode == 0
    assert (study / "back.jsonl").read_bytes() == (study / "in.jsonl").read_bytes()
    assert run("key", "new", cwd=study).returncode == 2
    old = (study / "project.key").read_text()
    assert run("key", "new", "--aside", cwd=study).returncode == 0
    assert run("key", "new", "--aside", cwd=study).returncode == 0
    kept = sorted(study.glob("project.key.*"))
    assert len(kept) == 2 and old in [file.read_text() for file in kept]
    assert {file.stat().st_mode & 0o777 for file in study.glob("*.key*")} == {0o600}
    assert run("key", "new", "vault.key", "--aside", cwd=study).returncode == 2


def of_an_older_version(vault: Path) -> None:
    """As vaults were before they counted their entries."""
    with closing(sqlite3.connect(vault)) as connection:
        connection.execute("DELETE FROM about WHERE name = 'census of entries'")
        connection.commit()


def test_a_vault_of_an_older_version_is_taken_stock_of_when_its_number_of_entries_is_known(study: Path) -> None:
    of_an_older_version(study / "v")
    done = run("deidentify", "in.jsonl", "more.jsonl", "--vault", "v", cwd=study)
    assert done.returncode == 0, done.stderr  # all of it is kept already
    done = run("vault", "check", "v", cwd=study)
    assert done.returncode == 3 and "maskerad vault census" in done.stderr
    done = run("vault", "census", "v", "--entries", "7", *WHO, cwd=study)
    assert done.returncode == 2 and "6 entries, not 7" in done.stderr
    assert run("vault", "check", "v", cwd=study).returncode == 3
    done = run("vault", "census", "v", "--entries", "6", *WHO, cwd=study)
    assert done.returncode == 0 and "6 entries" in done.stdout, done.stderr
    assert run("vault", "check", "v", cwd=study).returncode == 0
    log = run("vault", "log", "v", cwd=study).stdout
    assert "census" in log and "A. Steward" in log
    assert run("reidentify", "safe.jsonl", "back.jsonl", "--vault", "v", *WHO, cwd=study).returncode == 0
    assert (study / "back.jsonl").read_bytes() == (study / "in.jsonl").read_bytes()


def test_stock_is_taken_of_no_vault_that_was_changed(study: Path) -> None:
    of_an_older_version(study / "v")
    with closing(sqlite3.connect(study / "v")) as connection:
        connection.execute("UPDATE entries SET sealed = zeroblob(90) WHERE tag = (SELECT min(tag) FROM entries)")
        connection.commit()
    done = run("vault", "census", "v", "--entries", "6", *WHO, cwd=study)
    assert done.returncode == 3 and "changed" in done.stderr
    assert run("vault", "check", "v", cwd=study).returncode == 3


def test_a_lost_key_is_told_with_what_can_and_cannot_be_done(study: Path) -> None:
    (study / "project.key").unlink()
    done = run("deidentify", "in.jsonl", "other.jsonl", "--project", ".", cwd=study)
    assert done.returncode == 2 and "other surrogates than those released before" in done.stderr
    assert "maskerad key new project.key" in run("init", ".", cwd=study).stderr
    assert "maskerad key new project.key" in done.stderr
    assert run("key", "new", "project.key", cwd=study).returncode == 0
    assert run("deidentify", "in.jsonl", "other.jsonl", "--project", ".", cwd=study).returncode == 0
    assert (study / "other.jsonl").read_bytes() != (study / "safe.jsonl").read_bytes()
    (study / "vault.key").unlink()
    done = run("reidentify", "safe.jsonl", "back.jsonl", "--vault", "v", *WHO, cwd=study)
    assert done.returncode == 2 and "nobody can open v without it, and a new key does not" in done.stderr
    assert not (study / "back.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["deidentify", "in.jsonl", "out.jsonl", "--vault", "nosuch/v"], "nosuch"),
        (["deidentify", "in.jsonl", "out.jsonl", "--vault", "in.jsonl"], "in.jsonl"),
        (["deidentify", "in.jsonl", "out.jsonl", "--vault", "out.jsonl"], "out.jsonl"),
        (["deidentify", "in.jsonl", "out.jsonl", "--vault", "project.toml"], "project.toml"),
        (["deidentify", "in.jsonl", "out.jsonl", "--vault", "w", "--vault-key", "nosuch.key"], "nosuch.key"),
        (["deidentify", "in.jsonl", "out.jsonl", "--vault", "v", "--vault-key", "project.key"], "its key is"),
        (["reidentify", "safe.jsonl", "out.jsonl", "--vault", "v", "--vault-key", "project.key", *WHO], "its key is"),
        (["reidentify", "safe.jsonl", "out.jsonl", "--vault", "nosuch", *WHO], "nosuch"),
        (["reidentify", "safe.jsonl", "safe.jsonl", "--vault", "v", *WHO], "safe.jsonl"),
        (["reidentify", "safe.jsonl", "out.jsonl", "--vault", "v", "--who", "x"], "--why"),
        (["reidentify", "safe.jsonl", "out.jsonl", "--vault", "v", "--who", " ", "--why", "x"], "--who"),
        (["key", "rotate", "v", "--vault-key", "project.key", *WHO], "its key is"),
        (["key", "show", "nosuch.key"], "nosuch.key"),
        (["vault", "log", "in.jsonl"], "in.jsonl"),
        (["vault", "check", "nosuch"], "nosuch"),
        (["vault", "census", "v", "--entries", "6", *WHO], "has its census"),
        (["vault", "census", "v", "--entries", "6", "--vault-key", "project.key", *WHO], "its key is"),
        (["vault", "census", "nosuch", "--entries", "6", *WHO], "nosuch"),
    ],
)
def test_a_wrong_call_is_one_clear_line_and_changes_nothing(study: Path, arguments: list[str], says: str) -> None:
    before = {file.name: file.read_bytes() for file in study.iterdir()}
    done = run(*arguments, cwd=study)
    assert done.returncode == 2
    assert says in done.stderr and "Traceback" not in done.stderr and "Karin" not in done.stderr
    assert {file.name: file.read_bytes() for file in study.iterdir()} == before


def test_a_dry_run_keeps_nothing(study: Path) -> None:
    before = names(study)
    assert run("deidentify", "in.jsonl", "other.jsonl", "--vault", "w", "--dry-run", cwd=study).returncode == 0
    assert names(study) == before


def test_without_a_vault_nothing_that_leads_back_is_written(study: Path) -> None:
    before = names(study)
    assert run("deidentify", "in.jsonl", "other.jsonl", cwd=study).returncode == 0
    assert names(study) == before | {"other.jsonl"}


def test_two_runs_share_a_vault_at_once(study: Path) -> None:
    command = [sys.executable, "-m", "maskerad", "deidentify", "in.jsonl"]
    processes = [
        subprocess.Popen([*command, f"safe{n}.jsonl", "--vault", "w", "-s", f"PHONE=substitute:{n}"], cwd=study)
        for n in range(2)
    ]
    assert [process.wait(timeout=PATIENCE_S) for process in processes] == [0, 0]
    for n in range(2):
        assert run("reidentify", f"safe{n}.jsonl", f"b{n}.jsonl", "--vault", "w", *WHO, cwd=study).returncode == 0
        assert (study / f"b{n}.jsonl").read_bytes() == (study / "in.jsonl").read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_is_killed_leaves_a_whole_vault_and_no_output(study: Path, workers: str) -> None:
    with (study / "many.jsonl").open("w", encoding="utf-8") as file:
        for number in range(5_000):
            file.write(json.dumps({"id": str(number), "text": NOTE + str(number)}, ensure_ascii=False) + "\n")
    before = (study / "many.jsonl").read_bytes()
    command = [sys.executable, "-m", "maskerad", "deidentify", "many.jsonl", "out.jsonl", "--vault", "w"]
    process = subprocess.Popen([*command, "--workers", workers], cwd=study, stderr=subprocess.PIPE)
    until(lambda: process.poll() is not None or size_bytes(study / "w-wal") >= 40_000)  # it has kept something
    process.kill()
    process.communicate(timeout=PATIENCE_S)  # ends when the workers have left too
    assert not (study / "out.jsonl").exists()
    assert (study / "many.jsonl").read_bytes() == before
    done = run("vault", "check", "w", cwd=study)
    assert done.returncode == 0, done.stderr
    assert " 0 entries" not in done.stdout
    assert run("deidentify", "in.jsonl", "other.jsonl", "--vault", "w", cwd=study).returncode == 0
