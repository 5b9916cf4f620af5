"""Training on bad disks and bad corpora: said before or at once, without a traceback and without a half folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S, until
from tests.training.notes import notes, write

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument

SMALL = ("--hidden", "8", "--epochs", "2", "--batch", "4")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    write(tmp_path / "gold.jsonl", notes(20))
    write(tmp_path / "dev.jsonl", notes(10, seed=2))
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    return tmp_path


@pytest.fixture(params=["size=64k", "size=200k,ro"], ids=["full", "read-only"])
def bad_disk(request: pytest.FixtureRequest, here: Path) -> Iterator[Path]:
    folder = here / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", request.param, "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system of its own may not be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def maskerad(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.mark.parametrize("kind", ["crf", "bilstm"])
def test_a_bad_disk_is_named(here: Path, bad_disk: Path, kind: str) -> None:
    if kind == "bilstm":
        pytest.importorskip("torch")
    options = SMALL if kind == "bilstm" else ("--iterations", "3")
    done = maskerad(here, "train", kind, "gold.jsonl", "disk/model", "-l", "sv", "--dev", "dev.jsonl", *options)
    assert done.returncode in (2, 3)  # refused beforehand, or failed
    assert "disk/model" in done.stderr
    assert "Traceback" not in done.stderr and "partial" not in done.stderr
    assert not (bad_disk / "model").exists()


def test_reports_that_cannot_be_written_are_refused_first(here: Path) -> None:
    (here / "old.html").write_text("old", encoding="utf-8")
    done = maskerad(here, "evaluate", "gold.jsonl", "gold.jsonl", "--html", "old.html")
    assert done.returncode == 2
    assert not done.stdout
    assert "old.html exists" in done.stderr


@pytest.mark.parametrize("option", ["--dev", "--test"])
def test_a_part_that_is_named_and_empty_is_refused(here: Path, option: str) -> None:
    done = maskerad(here, "train", "crf", "gold.jsonl", "model", "-l", "sv", option, "none.jsonl")
    assert done.returncode == 2
    assert "none.jsonl holds no document" in done.stderr


@pytest.mark.parametrize("kind", ["crf", "bilstm"])
def test_two_documents_of_one_id_are_refused_before_the_fit(here: Path, kind: str) -> None:
    if kind == "bilstm":
        pytest.importorskip("torch")
    first = notes(20)
    again = AnnotatedDocument(first[3].document, first[3].spans)
    write(here / "twice.jsonl", [*first, again])
    done = maskerad(here, "train", kind, "twice.jsonl", "model", "-l", "sv", "--dev", "dev.jsonl")
    assert done.returncode == 2
    assert "'n1-3' stands twice in the train" in done.stderr
    assert "fitting" not in done.stderr and "epoch" not in done.stderr
    assert sorted(path.name for path in here.iterdir()) == ["dev.jsonl", "gold.jsonl", "none.jsonl", "twice.jsonl"]


def test_a_network_makes_no_folders_above_its_own(here: Path) -> None:
    pytest.importorskip("torch")
    done = maskerad(here, "train", "bilstm", "gold.jsonl", "no/model", "-l", "sv", "--dev", "dev.jsonl", *SMALL)
    assert done.returncode == 2
    assert "folder no is not there" in done.stderr
    assert not (here / "no").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_is_answered(here: Path) -> None:
    write(here / "gold.jsonl", notes(400))  # so many that the fit goes on for seconds, however late the interrupt comes
    command = ("train", "crf", "gold.jsonl", "model", "-l", "sv", "--iterations", "100000", "--c1", "0")
    with (here / "log").open("w") as log:
        process = subprocess.Popen([sys.executable, "-m", "maskerad", *command], cwd=here, stderr=log)
        until(lambda: process.poll() is not None or "fitting" in (here / "log").read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE_S) == 130
    assert "stopped: no output was written" in (here / "log").read_text()
    assert not (here / "model").exists()


def test_letters_of_another_language_are_told(here: Path) -> None:
    german = "Sehr geehrte Frau Kollegin, wir berichten über unsere gemeinsame Patientin, die sich heute vorstellte."
    foreign = [AnnotatedDocument(Document(f"de{at}", f"{german} Nr {at}"), ()) for at in range(6)]
    write(here / "mixed.jsonl", [*notes(14), *foreign])
    told = maskerad(here, "train", "crf", "mixed.jsonl", "model", "-l", "sv", "--dev-share", "0", "--iterations", "2")
    assert told.returncode == 0
    assert "not all texts look like 'sv': of 20 documents de 6" in told.stderr
    assert "geehrte" not in told.stderr
    silent = maskerad(here, "train", "crf", "gold.jsonl", "other", "-l", "sv", "--dev-share", "0", "--iterations", "2")
    assert silent.returncode == 0 and "not all texts" not in silent.stderr


def test_one_part_alone_is_refused(here: Path) -> None:
    done = maskerad(here, "split", "gold.jsonl", "parts", "--parts", "train=75")
    assert done.returncode == 2
    assert "one part alone takes everything" in done.stderr
    assert not (here / "parts").exists()
