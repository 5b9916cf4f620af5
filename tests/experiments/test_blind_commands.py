"""The blind test from the command line."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

from tests.experiments.invented import corpus, write
from tests.patience import PATIENCE_S

from maskerad.corpora import AnnotatedDocument


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "maskerad", "experiment", "blind", *arguments]


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, cwd=folder, check=False)


def test_build_serve_and_analyse(tmp_path: Path) -> None:
    write(corpus(4), tmp_path / "gold.jsonl")
    built = run("build", "gold.jsonl", "study", "-l", "sv", folder=tmp_path)
    assert built.returncode == 0, built.stderr
    assert "4 records, 2 of them" in built.stderr
    served = subprocess.Popen(
        command("serve", "study", "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert served.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)/#(\S+)", served.stdout.readline())
    assert found is not None
    connection = HTTPConnection("127.0.0.1", int(found[1]), timeout=PATIENCE_S)
    body = json.dumps({"verdict": "real"})
    connection.request("PUT", "/answers/anna/R001", body, {"X-Study-Token": found[2]})
    assert connection.getresponse().status == 200
    connection.close()
    served.send_signal(signal.SIGINT)
    output, errors = served.communicate(timeout=PATIENCE_S)
    assert served.returncode == 0 and "anna" not in output + errors
    analysed = run("analyse", "study", "--json", "figures.json", folder=tmp_path)
    assert analysed.returncode == 0, analysed.stderr
    assert json.loads((tmp_path / "figures.json").read_text())["evaluators"]["anna"]["n_judged"] == 1


def test_wrong_calls_say_so_and_make_nothing(tmp_path: Path) -> None:
    write([AnnotatedDocument(item.document) for item in corpus(2)], tmp_path / "bare.jsonl")
    for arguments in (
        ("build", "bare.jsonl", "study", "-l", "sv"),
        ("analyse", "study"),
        ("serve", "study"),
    ):
        done = run(*arguments, folder=tmp_path)
        assert done.returncode == 2 and "error:" in done.stderr, arguments
    assert [path.name for path in tmp_path.iterdir()] == ["bare.jsonl"]
