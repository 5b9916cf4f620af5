"""What comes from outside (ids, paths, columns, words of plugins) reaches no terminal as it is."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.batch import DetectWork, Job, run_job
from maskerad.core import Document, record_of
from maskerad.core.errors import InputError, PluginError
from maskerad.core.shown import shown, shown_json
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers import registry

CANARY = "Zzyzxqvist"
NASTY = "p1\x1b[2J\x07\u202egpj.exe\u2066\x9b31m"
CONTROLS = set("\x1b\x07\u202e\u2066\x9b")


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


@given(st.text(st.characters(codec=None)))
def test_what_is_shown_is_visible_and_loses_nothing(text: str) -> None:
    assert all(char == "\n" or char.isprintable() or char.isspace() for char in shown(text))
    assert json.loads(shown_json(json.dumps({"id": text}, ensure_ascii=False))) == {"id": text}
    assert shown(shown(text)) == shown(text)


def test_ids_paths_and_columns_do_not_reach_the_terminal_as_they_are(tmp_path: Path) -> None:
    source = tmp_path / f"notes{NASTY}.csv"
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text", f"name{NASTY}"])
        writer.writerow([NASTY, "Mamma Gunilla Lindqvist ringde.", "Gunilla Lindqvist"])
        writer.writerow([f"2{NASTY}", "Это предложение написано по-русски, чтобы проверить язык.", "x"])
    done = run("deidentify", source, f"out{NASTY}.csv", "-l", "sv,en", cwd=tmp_path)
    assert done.returncode == 1
    assert not CONTROLS & set(done.stdout + done.stderr)
    assert "\\u202e" in done.stderr
    (listed,) = tmp_path.glob("*.quarantine.jsonl")
    written = listed.read_text(encoding="utf-8")
    assert not CONTROLS & set(written) and json.loads(written)["document"] == f"2{NASTY}"
    shown_too = run("explain", source, "-l", "sv", cwd=tmp_path)
    assert not CONTROLS & set(shown_too.stdout + shown_too.stderr)


@pytest.mark.parametrize(
    "arguments", [("explain", f"no{NASTY}.txt"), ("labels", NASTY), (NASTY,), ("show", "--x" + NASTY)]
)
def test_wrong_calls_do_not_either(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert not CONTROLS & set(done.stdout + done.stderr)


class _Entry:
    """An entry point of an installed package."""

    name = "clinic.v1"

    def __init__(self, factory: object) -> None:
        self._factory = factory

    def load(self) -> object:
        if isinstance(self._factory, Exception):
            raise self._factory
        return self._factory


class _Failing:
    def recognise(self, evidence: object) -> object:
        raise InputError(f"could not cope with {CANARY}")  # one of ours, with words of its own


def test_the_words_of_a_plugin_are_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = _Entry(lambda rulebook: _Failing())
    monkeypatch.setattr(registry, "_entry_points", lambda: [entry])
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"id": "1", "text": CANARY}) + "\n", encoding="utf-8")
    settings = settings_for("sv")
    chained = settings.__class__(settings.languages, chain=(*settings.chain, "clinic.v1"))
    summary = run_job(Job(source, tmp_path / "out.jsonl"), DetectWork(chained))
    (item,) = summary.quarantined
    assert (item.code, item.reason) == ("E503", "recogniser 'clinic.v1' failed (InputError)")
    entry._factory = RuntimeError(CANARY)
    with pytest.raises(PluginError) as raised:
        Detector(chained).detect(record_of(Document("1", "x")))
    assert CANARY not in str(raised.value) and "RuntimeError" in str(raised.value)
