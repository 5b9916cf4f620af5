"""Bounds that an evaluation must keep, and gold for a part of a corpus; through the command and by name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from maskerad.core import MaskeradError, Span, load_scheme
from maskerad.evaluation import Pair, evaluate, parse_bounds
from maskerad.evaluation.bounds import LINE_KEYS

CORE = load_scheme("core")
TEXT = "Anna Ek kom från Lund den 3 maj."
GOLD = [Span(0, 7, "PATIENT"), Span(17, 21, "CITY"), Span(26, 31, "DATE")]


def problems(*bounds: str, predicted: list[Span] = GOLD[:2], gold: list[Span] = GOLD) -> list[str]:
    evaluation = evaluate([Pair("1", "", TEXT, gold, predicted)])
    return [problem for bound in parse_bounds(bounds, CORE) if (problem := bound.problem(evaluation))]


@pytest.mark.parametrize(
    ("bound", "says"),
    [
        ("recall=.6", ""),
        ("recall=.7", "mention_recall is 0.6667, under 0.7"),
        ("precision=1", ""),
        ("f1=0.8", ""),
        ("f1=.81", "exact_f1 is 0.8000, under 0.81"),
        ("exact.recall=.7", "exact.recall is 0.6667, under 0.7"),
        ("PATIENT.covered=1", ""),
        ("DATE.covered=1", "DATE.covered is 0.0000, under 1"),
        ("documents_with_leak=1", ""),
        ("documents_with_leak=.5", "documents_with_leak is 1.0000, over 0.5"),
        ("PHONE.recall=0", "PHONE.recall is undefined: nothing was there to measure it"),
        ("over_redaction=99", ""),
    ],
)
def test_a_bound_is_kept_or_says_by_how_much_not(bound: str, says: str):
    assert problems(bound) == ([says] if says else [])


def test_several_bounds_and_every_printed_measure():
    assert len(problems("recall=.9,f1=.9", "tokens.f1=.999")) == 3
    evaluation = evaluate([Pair("1", "", TEXT, GOLD, GOLD)])
    assert tuple(line.key for line in evaluation.lines) == LINE_KEYS
    names = [f"{line.key}.{part}" for line in evaluation.lines for part in ("precision", "recall", "f1")]
    names += [figure.definition.key for figure in evaluation.figures if figure.value == 1]
    assert not any(bound.problem(evaluation) for bound in parse_bounds([f"{name}=1" for name in names], CORE))


@pytest.mark.parametrize(
    "bound", ["recall", "recall=", "recall=high", "recall=1.5", "recall=-1", "=.5", "", "recal=.5", "GHOST.f1=.5"]
)
def test_a_bound_that_cannot_be_is_refused(bound: str):
    with pytest.raises(MaskeradError):
        parse_bounds([bound], CORE)


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def write(path: Path, *documents: tuple[str, list[Span] | None]) -> None:
    lines = []
    for name, spans in documents:
        line: dict[str, object] = {"id": name, "text": TEXT}
        if spans is not None:
            line["entities"] = [{"start": one.start, "end": one.end, "label": one.label} for one in spans]
        lines.append(json.dumps(line) + "\n")
    path.write_text("".join(lines), encoding="utf-8")


def test_documents_without_gold_are_counted_and_left_out(tmp_path: Path):
    write(tmp_path / "gold.jsonl", ("1", GOLD), ("2", None), ("3", []))
    write(tmp_path / "found.jsonl", ("1", GOLD), ("2", GOLD), ("3", []), ("4", GOLD))
    done = run("evaluate", "gold.jsonl", "found.jsonl", "--json", "report.json", "--fail-under", "f1=1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "documents without gold, left out" in done.stdout
    corpus = json.loads((tmp_path / "report.json").read_text())["corpus"]
    assert (corpus["n_documents"], corpus["n_without_gold"], corpus["n_predicted"]) == (2, 2, 3)


def test_the_command_ends_with_status_1_where_a_bound_is_not_kept(tmp_path: Path):
    write(tmp_path / "gold.jsonl", ("1", GOLD))
    write(tmp_path / "found.jsonl", ("1", GOLD[:1]))
    write(tmp_path / "none.jsonl", ("1", None))
    done = run("evaluate", "gold.jsonl", "found.jsonl", "--fail-under", "recall=.95", cwd=tmp_path)
    assert done.returncode == 1
    assert "bound not kept: mention_recall is 0.3333, under 0.95" in done.stderr and "Recall" in done.stdout
    assert run("evaluate", "gold.jsonl", "found.jsonl", "--fail-under", "recall=.3", cwd=tmp_path).returncode == 0
    for arguments, says in ((["--fail-under", "recal=.5"], "known:"), (["--fail-under", "recall=2"], "from 0 to 1")):
        done = run("evaluate", "gold.jsonl", "found.jsonl", *arguments, cwd=tmp_path)
        assert done.returncode == 2 and says in done.stderr
    done = run("evaluate", "none.jsonl", "found.jsonl", cwd=tmp_path)
    assert done.returncode == 2 and "has annotations" in done.stderr
