"""A record that asks for too much is quarantined, in this process and in others, and the run goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest

from maskerad.batch import Account, Job, run_job
from maskerad.batch.limited import Limited, time_limit
from maskerad.batch.work import Done, Outcome, Task, quarantining
from maskerad.core.errors import ConfigError, LimitError
from maskerad.corpora import FormatOptions, RecordGroup
from maskerad.pipeline.configuration.limits import Limits
from maskerad.pipeline.projects.project import read_project

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="limits of the system")


@dataclass(frozen=True)
class Greedy:
    """Work that waits or takes memory where a text asks for it."""

    def check(self) -> None:
        pass

    def start(self) -> AbstractContextManager[Task]:
        def task(group: RecordGroup) -> list[Outcome]:
            document = group.documents[0].document
            while document.text == "for ever":
                pass
            if document.text == "memory":
                bytearray(4 << 30)
            return [Done(document, (), len(document.text))]

        return nullcontext(quarantining(task, "greedy"))

    def watch(self, options: FormatOptions) -> None:
        return None

    def finish(self, n_documents: int) -> None:
        pass


def account_of(folder: Path, limits: Limits, texts: list[str], n_workers: int) -> Account:
    source = folder / "in.jsonl"
    source.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    job = Job(source, folder / "out.jsonl", n_workers=n_workers)
    return run_job(job, Limited(Greedy(), limits)).account


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer")
@pytest.mark.parametrize("n_workers", [1, 2])
def test_time(tmp_path: Path, n_workers: int) -> None:
    account = account_of(tmp_path, Limits(seconds=2), ["a", "for ever", "b"], n_workers)
    assert (account.n_out, account.n_quarantined) == (2, 1)
    (item,) = account.quarantined
    assert (item.document, item.code) == ("2", "E105") and "2 seconds" in item.reason


@pytest.mark.parametrize("n_workers", [1, 2])
def test_characters(tmp_path: Path, n_workers: int) -> None:
    account = account_of(tmp_path, Limits(characters=10), ["a" * 10, "b" * 11, "c"], n_workers)
    (item,) = account.quarantined
    assert (item.document, item.code, item.stage) == ("2", "E105", "limit")
    assert item.reason == "a document of 11 characters; the limit is 10"


@LINUX
def test_memory(tmp_path: Path) -> None:
    account = account_of(tmp_path, Limits(memory_mib=500), ["a", "memory", "b"], 2)
    assert (account.n_out, account.n_quarantined) == (2, 1)
    assert account.quarantined[0].code == "E105" and "memory" in account.quarantined[0].reason


@LINUX
def test_memory_is_not_limited_in_the_process_of_the_caller(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="worker processes"):
        account_of(tmp_path, Limits(memory_mib=500), ["a"], 1)


def test_no_limit(tmp_path: Path) -> None:
    assert account_of(tmp_path, Limits(0, 0, 0), ["a" * 1000], 1).is_complete
    with pytest.raises(ConfigError, match="must be 0"):
        Limits(seconds=-1)


def test_beside_the_main_thread_time_is_measured() -> None:
    caught: list[Exception] = []

    def work() -> None:
        try:
            with time_limit(1e-9):
                pass
        except LimitError as error:
            caught.append(error)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert len(caught) == 1


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer")
def test_the_timer_of_somebody_else_goes_on() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    signal.setitimer(signal.ITIMER_REAL, 100)
    with time_limit(10):
        pass
    left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    assert 0 < left <= 100 and not rung


def test_a_project_states_them_and_options_go_before(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text('language = "sv"\n[limits]\ncharacters = 20\nseconds = 60.5\n')
    assert read_project(tmp_path).limits == Limits(20, 60.5)
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "text": "Anna Berg " * 3}) + "\n")
    command = [sys.executable, "-m", "maskerad", "detect", "in.jsonl", "out.jsonl", "--overwrite", "--project", "."]
    for options, status in (((), 1), (("--max-characters", "30"), 0)):
        done = subprocess.run([*command, *options], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == status, done.stderr
    (tmp_path / "project.toml").write_text('[limits]\nseconds = "long"\n')
    with pytest.raises(ConfigError, match="number"):
        read_project(tmp_path)
