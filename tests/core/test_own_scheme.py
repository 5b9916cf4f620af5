"""Label schemes of the user's own: read, checked, and used for output, evaluation, gold and training."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from maskerad.core import MaskeradError, SchemeMap, load_scheme

OWN = """
title = "Our ward"
[labels]
WHO = { core = "PERSON", text = "anybody" }
PAT = { core = "PATIENT", parent = "WHO" }
WHERE = { core = "LOCATION", takes = ["HOSPITAL", "ORGANIZATION"] }
WHEN = "DATE"
DRUG = ""
"""
TEXT = "Patienten Anna Lindqvist kom till Lund den 12 mars 2020."


def test_labels_map_there_and_back(tmp_path: Path):
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    own, core = load_scheme(str(path)), load_scheme("core")
    out, back = SchemeMap(core, own), SchemeMap(own, core)
    labels = ("PATIENT", "CLINICIAN", "CITY", "HOSPITAL", "DATE", "PHONE")
    assert [out.label(label) for label in labels] == ["PAT", "WHO", "WHERE", "WHERE", "WHEN", None]
    assert [back.label(label) for label in own.labels] == ["PERSON", "PATIENT", "LOCATION", "DATE", None]
    assert own.lineage("PAT") == ("PAT", "WHO") and own.title == "Our ward"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[labels", "not TOML"),
        ("title = 3\n[labels]\nA = 'DATE'", "title must be a text"),
        ("", "needs a table [labels]"),
        ("labels = 3", "needs a table [labels]"),
        ("[labels]", "at least one label"),
        ("[lables]\nA = 'DATE'", "did you mean 'labels'?"),
        ("[labels]\nA = 3", "label 'A': write A ="),
        ("[labels]\nA = {text = 'x'}", "label 'A': core must say"),
        ("[labels]\nA = 'PATEINT'", "did you mean 'PATIENT'?"),
        ("[labels]\nA = 'patient'", "did you mean 'PATIENT'?"),
        ("[labels]\nA = {core = 'DATE', cores = 'x'}", "unknown key 'cores'; did you mean 'core'?"),
        ("[labels]\nA = {core = 'DATE', takes = 'TIME'}", "takes must be an array"),
        ("[labels]\nA = {core = 'DATE', takes = ['TIMES']}", "did you mean 'TIME'?"),
        ("[labels]\nA = {core = 'DATE', takes = ['AGE']}\nB = {core = '', takes = ['AGE']}", "both A and B take AGE"),
        ("[labels]\nA = {core = 'DATE', parent = 'B'}", "parent 'B' is no label"),
        ("[labels]\nA = {core = '', parent = 'B'}\nB = {core = '', parent = 'A'}", "its own ancestor"),
        ("[labels]\n' A' = 'DATE'", "no blanks at its ends"),
    ],
)
def test_a_wrong_file_is_refused_with_place_and_reason(tmp_path: Path, content: str, says: str):
    (tmp_path / "own.toml").write_text(content, encoding="utf-8")
    with pytest.raises(MaskeradError) as refused:
        load_scheme(str(tmp_path / "own.toml"))
    assert says in str(refused.value) and "own.toml" in str(refused.value)


def test_a_file_that_is_not_there():
    with pytest.raises(MaskeradError, match="no such file"):
        load_scheme("nosuch.toml")


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_commands_take_the_file_where_they_take_a_scheme(tmp_path: Path):
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    (tmp_path / "in.txt").write_text(TEXT, encoding="utf-8")
    assert run("detect", "in.txt", "found.jsonl", "-l", "sv", "--scheme", "own.toml", cwd=tmp_path).returncode == 0
    found = json.loads((tmp_path / "found.jsonl").read_text(encoding="utf-8"))
    assert {one["label"] for one in found["entities"]} == {"PAT", "WHERE", "WHEN"}
    schemes = ("--gold-scheme", "own.toml", "--predicted-scheme", "own.toml", "--scheme", "own.toml")
    done = run("evaluate", "found.jsonl", "found.jsonl", *schemes, "--fail-under", "PAT.f1=1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    gold = ("--spans", "gold", "--gold-scheme", "own.toml")
    assert run("deidentify", "found.jsonl", "safe.jsonl", "-l", "sv", *gold, cwd=tmp_path).returncode == 0
    safe = json.loads((tmp_path / "safe.jsonl").read_text(encoding="utf-8"))
    assert "Lindqvist" not in safe["text"]
    assert [one["label"] for one in safe["entities"]] == [one["label"] for one in found["entities"]]
    done = run(
        "convert", "found.jsonl", "c.jsonl", "--from-scheme", "own.toml", "--to-scheme", "i2b2_2014", cwd=tmp_path
    )
    assert done.returncode == 0 and '"PATIENT"' in (tmp_path / "c.jsonl").read_text(encoding="utf-8")
    assert "anybody" in run("labels", "own.toml", cwd=tmp_path).stdout
