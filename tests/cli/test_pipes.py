"""What commands print where no terminal is, and how they speak of one and of many."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from maskerad.core.counted import counted

NOTE = "Mamma Gunilla Lindqvist kommer den 12 mars 2020 till Karolinska universitetssjukhuset."


def run(*arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | variables
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, env=environment)


def test_explanations_in_a_pipe_are_one_line_a_span(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(NOTE)
    lines = run("explain", "note.txt", "-l", "sv", cwd=tmp_path).stdout.splitlines()
    assert len(lines) == 2 + 3
    (hospital,) = [line for line in lines if "Karolinska universitetssjukhuset" in line]
    assert "rules.grammar.v1" in hospital and hospital.rstrip().endswith("list of hospitals")
    narrow = run("explain", "note.txt", "-l", "sv", cwd=tmp_path, COLUMNS="60").stdout.splitlines()
    assert max(map(len, narrow)) <= 60


def test_one_of_a_kind_is_told_as_one(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,seen by,text\n1,Gunilla Lindqvist,Mamma Gunilla Lindqvist ringde.\n")
    done = run("deidentify", "in.csv", "out.csv", "-l", "sv", cwd=tmp_path)
    assert "holds an original of its record in 1 row," in done.stderr
    (tmp_path / "gold.jsonl").write_text(
        "".join(f'{{"id": "{name}", "text": "{name} kom", "entities": []}}\n' for name in "ab")
    )
    done = run("split", "gold.jsonl", "parts", "--parts", "train=50,test=50", cwd=tmp_path)
    assert "test: 1 document\n" in done.stdout


@pytest.mark.parametrize(
    ("number", "thing", "told"),
    [
        (0, "document", "0 documents"),
        (1, "document", "1 document"),
        (1_000, "entry", "1,000 entries"),
        (2, "day", "2 days"),
        (2, "row of a table", "2 rows of a table"),
    ],
)
def test_things_are_counted(number: int, thing: str, told: str) -> None:
    assert counted(number, thing) == told
