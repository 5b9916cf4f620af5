"""The command line as its users call it."""

from __future__ import annotations

import csv
import json
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S, until

NOTE = "Dr Karin Ek. Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer den 12 mars 2020.\n"


def run(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "notes.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "patient", "ward", "note"])
        writer.writerow([1, "p1", "A, B", NOTE])
        writer.writerow([2, "p1", "", "Gunilla ringde. BT 130/80"])
        writer.writerow([3, "p2", 'the "red" one', "inget att notera"])
    return path


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_keeps_its_other_columns_and_loses_its_people(table: Path, tmp_path: Path):
    safe = tmp_path / "safe.csv"
    done = run("deidentify", table, safe, "-l", "sv", "--text-column", "note", "--record-column", "patient")
    assert done.returncode == 0, done.stderr
    before, after = rows(table), rows(safe)
    assert [{k: v for k, v in row.items() if k != "note"} for row in after] == [
        {k: v for k, v in row.items() if k != "note"} for row in before
    ]
    text = "".join(row["note"] for row in after)
    assert not any(name in text for name in ("Karin", "Ek.", "Gunilla", "Lindqvist", "0652-72 56", "12 mars 2020"))
    assert "BT 130/80" in text
    assert after[2]["note"] == "inget att notera"
    assert "documents" in done.stderr and "PHONE" in done.stderr


def test_one_worker_and_two_write_the_same_bytes(table: Path, tmp_path: Path):
    assert run("init", tmp_path / "study", "-l", "sv").returncode == 0
    outputs = []
    for number in (1, 2):
        safe = tmp_path / f"safe{number}.csv"
        done = run(
            "deidentify",
            table,
            safe,
            "--project",
            tmp_path / "study",
            "--text-column",
            "note",
            "--workers",
            str(number),
        )
        assert done.returncode == 0, done.stderr
        outputs.append(safe.read_bytes())
    assert outputs[0] == outputs[1]


def test_init_makes_a_secret_key_and_touches_nothing_that_is_there(tmp_path: Path):
    assert run("init", tmp_path).returncode == 0
    key = tmp_path / "project.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    again = run("init", tmp_path)
    assert again.returncode == 2
    assert key.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["deidentify", "nosuch.csv", "out.csv"], "nosuch.csv"),
        (["deidentify", "in.txt", "in.txt", "-l", "sv"], "in.txt"),
        (["deidentify", "in.txt", "out.txt", "-l", "tlh"], "tlh"),
        (["deidentify", "in.txt", "out.txt", "-l", "sv", "-s", "PERSON=vanish"], "vanish"),
        (["deidentify", "in.txt", "out.txt", "-l", "sv", "-s", "GHOST=tag"], "GHOST"),
        (["deidentify", "in.txt", "out.txt", "-l", "sv", "--from", "papyrus"], "papyrus"),
        (["deidentify", "in.txt", "nosuch/out.txt", "-l", "sv"], "nosuch"),
        (["deidentify", "in.txt", "out.txt", "-l", "sv", "--known", "nosuch.csv"], "nosuch.csv"),
        (["deidentify", "in.txt", "out.txt", "-l", "sv", "--key", "nosuch.key"], "nosuch.key"),
        (["detect", "in.txt", "out.jsonl", "-l", "sv", "--scheme", "hieroglyphs"], "hieroglyphs"),
        (["detect", "in.txt", "out.jsonl", "-l", "sv", "--recognisers", "crystal.ball"], "crystal.ball"),
        (["labels", "nosuch"], "nosuch"),
    ],
)
def test_a_wrong_call_is_one_clear_line_and_changes_nothing(tmp_path: Path, arguments: list[str], says: str):
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["in.txt"]
    assert (tmp_path / "in.txt").read_text(encoding="utf-8") == NOTE


def test_an_output_that_exists_is_replaced_only_when_asked(tmp_path: Path):
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    (tmp_path / "out.txt").write_text("mine", encoding="utf-8")
    assert run("deidentify", "in.txt", "out.txt", "-l", "sv", cwd=tmp_path).returncode == 2
    assert (tmp_path / "out.txt").read_text() == "mine"
    assert run("deidentify", "in.txt", "out.txt", "-l", "sv", "--overwrite", cwd=tmp_path).returncode == 0
    assert (tmp_path / "out.txt").read_text() != "mine"


def test_a_dry_run_writes_nothing_and_counts(tmp_path: Path):
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    done = run("deidentify", "in.txt", "out.txt", "-l", "sv", "--dry-run", cwd=tmp_path)
    assert done.returncode == 0
    assert "dry run" in done.stderr and "PHONE" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["in.txt"]


def test_a_broken_line_is_quarantined_and_the_rest_goes_on(tmp_path: Path):
    good = json.dumps({"id": "1", "text": NOTE}, ensure_ascii=False)
    (tmp_path / "in.jsonl").write_text(
        f'{good}\n{{"id": "2", "text": 7}}\n{good.replace("1", "3", 1)}\n', encoding="utf-8"
    )
    done = run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", cwd=tmp_path)
    assert done.returncode == 1
    assert [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == ["1", "3"]
    (entry,) = map(json.loads, (tmp_path / "out.jsonl.quarantine.jsonl").read_text().splitlines())
    assert "line 2" in entry["reason"] and entry["stage"] == "read"


def test_strategies(tmp_path: Path):
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    chosen = ["-s", "default=tag", "-s", "PERSON=indexed", "-s", "PHONE=suppress", "-s", "DATE=substitute:(a day)"]
    assert run("deidentify", "in.txt", "out.txt", "-l", "sv", *chosen, cwd=tmp_path).returncode == 0
    text = (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert "[CLINICIAN-1]" in text and "[RELATIVE-2]" in text and "***" in text and "(a day)" in text


def test_foreign_lines_are_quarantined_dropped_or_kept(tmp_path: Path):
    foreign = "Это предложение написано по-русски, чтобы проверить язык."
    (tmp_path / "in.txt").write_text(f"{NOTE}{foreign}\nSlut på anteckningen för dagen.\n", encoding="utf-8")
    assert run("deidentify", "in.txt", "q.txt", "-l", "sv,en", cwd=tmp_path).returncode == 1
    assert run("deidentify", "in.txt", "d.txt", "-l", "sv,en", "--foreign", "drop", cwd=tmp_path).returncode == 0
    assert run("deidentify", "in.txt", "k.txt", "-l", "sv,en", "--foreign", "keep", cwd=tmp_path).returncode == 0
    assert not (tmp_path / "q.txt").exists()
    assert "русски" not in (tmp_path / "d.txt").read_text(encoding="utf-8")
    assert foreign in (tmp_path / "k.txt").read_text(encoding="utf-8")


def test_known_identifiers_are_found_in_their_record_only(tmp_path: Path):
    (tmp_path / "people.csv").write_text("record,given,family\np1,Quorra,Zzyzx\n", encoding="utf-8")
    lines = [{"id": n, "record": f"p{n}", "text": "quorra zzyzx mår bra"} for n in (1, 2)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = run("detect", "in.jsonl", "out.jsonl", "-l", "sv", "--known", "people.csv", "--model", "none", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    first, second = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert [entity["label"] for entity in first["entities"]] == ["PATIENT"]
    assert second["entities"] == []


def test_detect_convert_and_evaluate_fit_together(tmp_path: Path):
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    assert run("detect", "in.txt", "found.jsonl", "-l", "sv", cwd=tmp_path).returncode == 0
    assert run("convert", "found.jsonl", "found.conll", cwd=tmp_path).returncode == 0
    done = run("evaluate", "found.jsonl", "found.conll", "--html", "page.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "1.000" in done.stdout
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_explain_names_rule_and_evidence(tmp_path: Path):
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    done = run("explain", "in.txt", "-l", "sv", "--no-text", cwd=tmp_path)
    assert done.returncode == 0
    assert "title_" in done.stdout and "Karin" not in done.stdout


def test_lists_of_what_there_is():
    for command, named in (("languages", "Swedish"), ("labels", "meddocan")):
        done = run(command)
        assert done.returncode == 0
        assert named in done.stdout


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path):
    with (tmp_path / "in.jsonl").open("w", encoding="utf-8") as file:
        for number in range(4000):
            file.write(json.dumps({"id": number, "text": NOTE * 20}) + "\n")
    command = [sys.executable, "-m", "maskerad", "deidentify", "in.jsonl", "out.jsonl", "-l", "sv"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    until(lambda: process.poll() is not None or len(list(tmp_path.iterdir())) >= 2)  # it has begun to write
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, messages
    assert "Traceback" not in messages
    assert [file.name for file in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    "rule", ['[[text]]\nname = "own"', "[[text", '[[token]]\nname = "own"\nlabel = "ID"\npattern = "{<nosuch>}"']
)
def test_a_broken_rule_of_ones_own_stops_the_run(tmp_path: Path, rule: str, workers: str):
    assert run("init", tmp_path / "study", "-l", "sv").returncode == 0
    own = tmp_path / "study" / "languages" / "sv" / "rules" / "own.toml"
    own.parent.mkdir(parents=True)
    own.write_text(rule, encoding="utf-8")
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    done = run("deidentify", "in.txt", "out.txt", "--project", "study", "--workers", workers, cwd=tmp_path)
    assert done.returncode == 2
    assert "own" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out.txt").exists()
