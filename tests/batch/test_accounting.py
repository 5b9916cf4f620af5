"""What went in comes out, is quarantined, or is named."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S

from maskerad.batch import DetectWork, Done, Job, LeftOut, run_job
from maskerad.batch.work import Outcome, Task
from maskerad.core import Quarantined
from maskerad.core.errors import BalanceError, InputError
from maskerad.corpora import FormatOptions, RecordGroup, Unread, format_names, read_items
from maskerad.pipeline.configuration.settings import settings_for

NOTE = "Dr Karin Ek kommer den 12 mars 2020.\n"


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, timeout=PATIENCE_S)


def detect(source: Path, target: Path):
    return run_job(Job(source, target), DetectWork(settings_for("sv"))).account


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Two notes among what a folder may hold beside."""
    folder = tmp_path / "notes"
    (folder / "ward").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    for name in ("a.txt", "ward/b.txt", "c.xml", "d.html", "e.xlsx", "f.csv.gz", "g.jpg", "h.JPG", ".hidden.txt", "i"):
        (folder / name).write_text(NOTE, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "z.txt").write_text(NOTE, encoding="utf-8")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (folder / "out.txt").symlink_to(tmp_path / "elsewhere" / "z.txt")
    (folder / "again.txt").symlink_to(folder / "a.txt")
    (folder / "nowhere.txt").symlink_to(tmp_path / "nothing")
    return folder


def test_everything_in_a_folder_that_is_not_read_is_named(mixed: Path, tmp_path: Path) -> None:
    account = detect(mixed, tmp_path / "out.jsonl")
    assert (account.n_in, account.n_out, account.n_quarantined) == (2, 2, 0)
    assert account.unread == {
        ".xml": 1, ".html": 1, ".xlsx": 1, ".gz": 1, ".jpg": 2, "hidden": 1, "no suffix": 1, "hidden folder": 1,
        "linked folder": 1, "linked file": 3,
    }  # fmt: skip
    assert account.unread_names[".jpg"] == ["g.jpg", "h.JPG"]
    assert not account.is_complete


def test_a_folder_that_is_not_wholly_read_gives_status_one_and_names_escaped(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(NOTE, encoding="utf-8")
    assert run("detect", "in", "one.jsonl", "-l", "sv", cwd=tmp_path).returncode == 0
    (tmp_path / "in" / "b\x1b[31m.jpg").write_text("x")
    done = run("detect", "in", "two.jsonl", "-l", "sv", cwd=tmp_path)
    assert done.returncode == 1
    assert "not read: 1 × .jpg: 'b\\x1b[31m.jpg'" in done.stderr
    assert "\x1b[31m.jpg" not in done.stderr
    assert (tmp_path / "two.jsonl").exists()
    done = run("convert", "in", "three.jsonl", cwd=tmp_path)
    assert done.returncode == 1 and "files of the folder that are not read: 1 (.jpg 1)" in done.stderr


@pytest.fixture
def special(tmp_path: Path) -> Iterator[Path]:
    """A folder with a note, a pipe, a socket and a device."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(NOTE, encoding="utf-8")
    os.mkfifo(folder / "pipe.txt")
    (folder / "null.txt").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listener:
        before = Path.cwd()
        os.chdir(folder)  # the names of sockets are short
        listener.bind("socket.txt")
        os.chdir(before)
        yield folder


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices")
def test_what_is_no_plain_file_is_named_and_never_opened(special: Path, tmp_path: Path) -> None:
    done = run("detect", special, "out.jsonl", "-l", "sv", cwd=tmp_path)
    assert done.returncode == 1
    assert "not read: 2 × not a plain file: 'pipe.txt', 'socket.txt'" in done.stderr
    assert "not read: 1 × linked file: 'null.txt'" in done.stderr
    for name in ("pipe.txt", "socket.txt", "null.txt"):
        for told in ("", *format_names()):
            with pytest.raises(InputError, match="neither a plain file nor a folder"):
                list(read_items(special / name, format_name=told))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a folder that may not be opened")
def test_a_folder_that_may_not_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "in" / "closed").mkdir(parents=True)
    (tmp_path / "in" / "closed").chmod(0)
    (tmp_path / "in" / "a.txt").write_text(NOTE, encoding="utf-8")
    assert detect(tmp_path / "in", tmp_path / "out.jsonl").unread == {"folder that may not be opened": 1}


@pytest.mark.parametrize("format_name", ["text", "brat", "docx", "i2b2", "meddocan"])
def test_every_format_of_folders_names_the_rest(mixed: Path, format_name: str) -> None:
    n_entries = (
        sum(1 for file in mixed.rglob("*") if (file.is_symlink() or file.is_file()) and ".git" not in file.parts) + 1
    )
    items = list(read_items(mixed, format_name=format_name))
    assert len(items) == n_entries
    assert any(isinstance(item, Unread) for item in items)


@dataclass(frozen=True)
class Losing:
    """Work that does to each document what it is told."""

    outcomes: tuple[Outcome, ...]

    def start(self) -> AbstractContextManager[Task]:
        answers = iter(self.outcomes)

        def task(group: RecordGroup) -> list[Outcome]:
            answer = next(answers, None)
            return [] if answer is None else [answer]

        return nullcontext(task)

    def check(self) -> None:
        pass

    def watch(self, options: FormatOptions) -> None:
        return None

    def finish(self, n_documents: int) -> None:
        pass


def lines(path: Path, n: int) -> Path:
    path.write_text("".join(json.dumps({"id": str(number), "text": "x"}) + "\n" for number in range(n)))
    return path


def done_of(path: Path) -> list[Done]:
    return [Done(item.document, (), 1) for item in read_items(path)]


def test_a_document_that_gets_lost_on_the_way_ends_the_run_without_output(tmp_path: Path) -> None:
    source = lines(tmp_path / "in.jsonl", 5)
    work = Losing((*done_of(source)[:3], Quarantined("3", "detect", "E999", "x")))
    with pytest.raises(BalanceError, match="5 documents came in, 3 went out, 1 were quarantined, 0 left out"):
        run_job(Job(source, tmp_path / "out.jsonl"), work)
    assert list(tmp_path.iterdir()) == [source]


def test_what_nobody_asked_for_is_part_of_the_balance(tmp_path: Path) -> None:
    source = lines(tmp_path / "in.jsonl", 3)
    account = run_job(Job(source, tmp_path / "out.jsonl"), Losing((*done_of(source)[:2], LeftOut()))).account
    assert (account.n_in, account.n_out, account.n_left_out) == (3, 2, 1)
    assert account.is_complete
