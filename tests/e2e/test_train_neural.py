"""The commands that train neural recognisers say what is wrong at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra 'train'")

NOTE = (
    '{"id": "a", "text": "Acude Berta.", "entities": [{"start": 6, "end": 11, "label": "NOMBRE_SUJETO_ASISTENCIA"}]}\n'
)


def maskerad(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("bilstm", "few.jsonl", "model", "--dev", "few.jsonl", "-l", "es", "--scheme", "meddocan"), "E100"),
        (
            ("bilstm", "few.jsonl", "model", "--dev", "few.jsonl", "-l", "es", "--characters", "gru"),
            "allowed: cnn, lstm",
        ),
        (("charlm", "few.jsonl", "model"), "too few for a language model"),
        (("transformer", "few.jsonl", "model", "-l", "es", "--base", "."), "E"),
    ],
)
def test_what_is_wrong_is_said_at_once(tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    (tmp_path / "few.jsonl").write_text(NOTE, encoding="utf-8")
    done = maskerad(tmp_path, "train", *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Berta" not in done.stderr + done.stdout
    assert not (tmp_path / "model").exists()
