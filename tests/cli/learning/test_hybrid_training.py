"""``maskerad train hybrid``: wrong calls end at once, with a reason and without a folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.training.notes import notes, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "dev.jsonl", notes(30))
    write(tmp_path / "few.jsonl", notes(3))
    return tmp_path


WRONG = {
    "no member": (["dev.jsonl"], "member"),
    "no model": (["dev.jsonl", "--member", "nowhere"], "nowhere holds no model"),
    "too few": (["few.jsonl", "--member", "crf"], "3 records to choose a policy on; at least 4"),
    "test among dev": (["dev.jsonl", "--member", "crf", "--test", "few.jsonl"], "stands in both dev and test"),
    "no such feature": (["dev.jsonl", "--member", "crf:nose"], "nose"),
    "no such label": (["dev.jsonl", "--member", "crf", "--target-recall", "HERO=0.9"], "unknown label 'HERO'"),
    "each label once": (["dev.jsonl", "--member", "crf", "--target-recall", "DTAE=0.9"], "known: AGE, CITY"),
    "no share": (["dev.jsonl", "--member", "crf", "--target-recall", "DATE=90"], "between 0 and 1"),
    "wished for twice": (
        ["dev.jsonl", *["--member", "crf", "--target-recall", "DATE=.8", "--target-recall", "DATE=.7"]],
        "2 times",
    ),
    "too much": (["dev.jsonl", "--member", "crf", "--target-recall", "DATE=0.999"], "is unreachable with 30 mentions"),
    "another scheme": (["dev.jsonl", "--member", "crf", "--scheme", "meddocan"], "not in scheme 'meddocan'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_at_once(case: str, folder: Path) -> None:
    arguments, reason = WRONG[case]
    command = [sys.executable, "-m", "maskerad", "train", "hybrid", arguments[0], "made", "-l", "sv", *arguments[1:]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 2
    assert reason in " ".join(done.stderr.split())
    assert not (folder / "made").exists()
    assert "Falkbring" not in done.stderr
