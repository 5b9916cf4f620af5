"""Broken files of every format: a status that says so, a message without content, nothing half written."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S

from maskerad.cli import main

from .canary import CANARY
from .malformed import CASES, put


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    """Fails what waits for ever."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGTERM, before)


def status_of(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["maskerad", *map(str, arguments)])
    with pytest.raises(SystemExit) as left:
        main.run()
    return int(left.value.code or 0)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 230
    assert sum(suffix.endswith(".gz") for suffix, _ in CASES.values()) >= 12
    assert all(sum(name == format_name for name, _ in CASES) >= 12 for format_name, _ in CASES)


@pytest.mark.parametrize("command", ["detect", "convert"])
@pytest.mark.parametrize(("format_name", "name"), CASES, ids=[" ".join(case) for case in CASES])
def test_a_malformed_file_is_told_of_without_its_content(
    format_name: str,
    name: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source, target = put(tmp_path, format_name, name), tmp_path / "out.jsonl"
    language = ("-l", "sv") if command == "detect" else ()
    status = status_of(monkeypatch, command, source, target, "--from", format_name, "--to", "jsonl", *language)
    told = "".join(capsys.readouterr())
    assert status in (1, 2), told
    assert told.strip() and "Traceback" not in told and "unexpected" not in told
    listed = tmp_path / "out.jsonl.quarantine.jsonl"
    assert CANARY not in told + (listed.read_text() if listed.exists() else "")
    expected = {source, target, listed} if status == 1 else {source}
    assert not set(tmp_path.iterdir()) - expected


def test_labels_and_fields_of_a_file_are_counted_not_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entity = {"start": 0, "end": 2, "label": CANARY, CANARY: 1}
    (tmp_path / "in.jsonl").write_text(json.dumps({"text": "Lund", "entities": [entity], CANARY: 1}) + "\n")
    schemes = ("--from-scheme", "core", "--to-scheme", "i2b2_2014")
    for target in ("a.conll", "b.xml", "c.csv"):
        for told in ((), schemes):
            status_of(monkeypatch, "convert", tmp_path / "in.jsonl", tmp_path / target, *told)
    assert CANARY not in "".join(capsys.readouterr())


def test_a_fault_of_the_program_is_status_three_and_tells_its_place_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def explode(*arguments: object) -> None:
        raise KeyError(CANARY)

    (tmp_path / "in.txt").write_text(CANARY)
    monkeypatch.setattr("maskerad.cli.runs.run_job", explode)
    assert status_of(monkeypatch, "detect", tmp_path / "in.txt", tmp_path / "out.jsonl", "-l", "sv") == 3
    told = "".join(capsys.readouterr())
    assert "unexpected KeyError at test_malformed_files.py:" in told and CANARY not in told
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]
