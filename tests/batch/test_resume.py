"""Runs that are stopped and go on: whatever stops them, their outputs are those of a run that was never stopped."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskerad.batch import DeidentifyWork, Job, Outcome, Resuming, Summary, run_job
from maskerad.batch.journal import Journal
from maskerad.batch.limited import Limited
from maskerad.batch.reidentify import ReidentifyWork
from maskerad.batch.work import Task, quarantining
from maskerad.cli.main import app
from maskerad.core import Document
from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora import Destination, FormatOptions, RecordGroup, open_writer
from maskerad.pipeline.configuration.limits import Limits
from maskerad.pipeline.configuration.settings import Settings, settings_for
from maskerad.vault import VaultAccess

KEY = bytes(range(32))
WORK = DeidentifyWork(settings_for("sv"), KEY)
N_DOCUMENTS = 24
FORMATS = ("in.csv", "in.jsonl", "in.parquet", "in")


class Stopped(BaseException):
    """What stops a run, as Ctrl-C does."""


def _corpus(path: Path, n_documents: int = N_DOCUMENTS) -> Path:
    with open_writer(Destination(path), FormatOptions(), format_name="" if path.suffix else "text") as writer:
        for number in range(n_documents):
            record = f"p{number // 3}"
            text = f"Anna Lindqvist kom den {number + 1} mars 2020. Tfn 0652-72 56. Åter om {number} dagar."
            writer.write(Document(f"n{number:02}", text, "sv", record))
    return path


def _job(source: Path, target: Path, work: DeidentifyWork = WORK, has_retry: bool = False) -> Job:
    resuming = Resuming(work, target.with_name(f".{target.name}.journal"), has_retry)
    return Job(
        source, target, resuming=resuming, has_spans=False, overwrite=True, options=FormatOptions(record_column="")
    )


def _stop_after(n_outcomes: int) -> Callable[[Outcome], None]:
    left = n_outcomes

    def watch(outcome: Outcome) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Stopped

    return watch


def _stopped(job: Job, n_outcomes: int, work: DeidentifyWork = WORK) -> None:
    with pytest.raises(Stopped):
        run_job(job, work, on_outcome=_stop_after(n_outcomes))


def _texts(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def _contents(path: Path) -> dict[str, bytes]:
    paths = sorted(path.rglob("*")) if path.is_dir() else [path]
    return {one.name if path.is_dir() else "": one.read_bytes() for one in paths}


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_stopped_twice_ends_as_one_that_was_not(tmp_path: Path, name: str) -> None:
    source = _corpus(tmp_path / name)
    whole, resumed = tmp_path / f"whole{source.suffix}", tmp_path / f"resumed{source.suffix}"
    run_job(replace(_job(source, whole), resuming=None), WORK)
    job = _job(source, resumed)
    _stopped(job, 7)
    assert not resumed.exists()
    _stopped(job, 13)
    assert not resumed.exists()
    summary = run_job(job, WORK)
    assert _contents(resumed) == _contents(whole)
    assert summary.account.n_out == summary.account.n_in == N_DOCUMENTS
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    job = _job(_corpus(tmp_path / "in.jsonl"), tmp_path / "out.jsonl")
    _stopped(job, 13)
    refusing = replace(WORK, settings=replace(WORK.settings, limits=Limits(characters=1)))
    summary = run_job(job, Limited(refusing, Limits(characters=1)))
    assert (summary.account.n_out, summary.account.n_quarantined) == (15, 9)


def test_with_workers_the_same(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "in.csv")
    run_job(replace(_job(source, tmp_path / "whole.csv"), resuming=None), WORK)
    job = _job(source, tmp_path / "out.csv")
    _stopped(job, 10)
    run_job(replace(job, n_workers=2), WORK)
    assert _contents(tmp_path / "out.csv") == _contents(tmp_path / "whole.csv")


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """The process is killed by the system, with the journal wherever it is."""
    source = _corpus(tmp_path / "in.csv")
    run_job(replace(_job(source, tmp_path / "whole.csv"), resuming=None), WORK)
    program = (
        "import sys; from pathlib import Path; from tests.batch.test_resume import killed;"
        "killed(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    called = [sys.executable, "-c", program, str(source), str(tmp_path / "out.csv")]
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), *sys.path])
    done = subprocess.run(called, cwd=root, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert done.returncode == -signal.SIGKILL
    journal = tmp_path / ".out.csv.journal"
    assert journal.stat().st_mode & 0o777 == 0o600
    assert "Lindqvist" not in journal.read_text()
    run_job(_job(source, tmp_path / "out.csv"), WORK)
    assert _contents(tmp_path / "out.csv") == _contents(tmp_path / "whole.csv")
    assert not journal.exists()


def killed(source: Path, target: Path) -> None:
    """Runs until the tenth outcome, and is killed there."""

    def watch(outcome: Outcome, seen: list[Outcome] = []) -> None:  # noqa: B006  counts over calls
        seen.append(outcome)
        if len(seen) == 10:
            os.kill(os.getpid(), signal.SIGKILL)

    run_job(_job(source, target), WORK, on_outcome=watch)


@pytest.mark.parametrize("n_bytes", [1, 40, 700])
def test_a_torn_journal_loses_only_its_end(tmp_path: Path, n_bytes: int) -> None:
    source = _corpus(tmp_path / "in.csv")
    run_job(replace(_job(source, tmp_path / "whole.csv"), resuming=None), WORK)
    job = _job(source, tmp_path / "out.csv")
    _stopped(job, 13)
    journal = tmp_path / ".out.csv.journal"
    journal.write_bytes(journal.read_bytes()[:-n_bytes])
    run_job(job, WORK)
    assert _contents(tmp_path / "out.csv") == _contents(tmp_path / "whole.csv")


def test_another_input_is_refused_without_showing_it(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "in.jsonl")
    job = _job(source, tmp_path / "out.jsonl")
    _stopped(job, 13)
    source.write_text(source.read_text(encoding="utf-8").replace("kom den 5 mars", "kom den 6 mars"), encoding="utf-8")
    with pytest.raises(ConfigError, match="record 2 of the input") as caught:
        run_job(job, WORK)
    assert "Lindqvist" not in str(caught.value)
    source.write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="record 1 of the input"):
        run_job(job, WORK)


@pytest.mark.parametrize(
    "other",
    [
        replace(WORK, key=bytes(32)),
        replace(WORK, settings=settings_for("sv,en")),
        replace(WORK, settings=replace(WORK.settings, quarantine_leaks=True)),
    ],
    ids=["key", "languages", "choice"],
)
def test_other_settings_are_refused(tmp_path: Path, other: DeidentifyWork) -> None:
    source = _corpus(tmp_path / "in.jsonl")
    _stopped(_job(source, tmp_path / "out.jsonl"), 13)
    with pytest.raises(ConfigError, match="other settings"):
        run_job(_job(source, tmp_path / "out.jsonl", other), other)


def test_two_runs_do_not_write_one_journal(tmp_path: Path) -> None:
    first = Journal(tmp_path / "journal", "a")
    with pytest.raises(ConfigError, match="another run"):
        Journal(tmp_path / "journal", "a")
    first.close()


@dataclass(frozen=True)
class Faulty:
    """Work that fails on the records whose ids it is told, until it is told otherwise."""

    inner: DeidentifyWork
    bad: frozenset[str]

    settings: Settings = WORK.settings

    def check(self) -> None:
        """Nothing."""

    @contextmanager
    def start(self) -> Iterator[Task]:
        """The work, and its failures."""
        with self.inner.start() as task:

            def failing(group: RecordGroup) -> list[Outcome]:
                if group.id in self.bad:
                    raise InputError("told to fail")
                return task(group)

            yield quarantining(failing, "work")

    def watch(self, options: FormatOptions) -> None:
        """Nothing."""

    def finish(self, n_documents: int) -> None:
        """Nothing."""


def test_what_was_quarantined_is_put_into_its_place(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "in.csv")
    run_job(replace(_job(source, tmp_path / "whole.csv"), resuming=None), WORK)
    target = tmp_path / "out.csv"
    first = _run(_job(source, target), Faulty(WORK, frozenset({"p2", "p5"})))
    assert first.account.n_quarantined == 6
    assert (tmp_path / ".out.csv.journal").exists()
    second = _run(_job(source, target, has_retry=True), Faulty(WORK, frozenset({"p5"})))
    assert second.account.n_quarantined == 3
    third = _run(_job(source, target, has_retry=True), Faulty(WORK, frozenset({"p0"})))
    assert third.account.n_quarantined == 0
    assert _contents(target) == _contents(tmp_path / "whole.csv")
    assert not (tmp_path / ".out.csv.journal").exists()
    assert not (tmp_path / "out.csv.quarantine.jsonl").exists()


def _run(job: Job, work: Faulty) -> Summary:
    return run_job(job, work)


def test_the_commands_of_quarantine(tmp_path: Path) -> None:
    runner = CliRunner()
    source = tmp_path / "in.jsonl"
    rows = [{"id": f"n{number}", "text": "Anna Lindqvist kom."} for number in range(4)]
    rows[1]["text"] += " och gick" * 40
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    key = tmp_path / "k.key"
    key.write_text("11" * 32 + "\n")
    key.chmod(0o600)
    out = tmp_path / "out.jsonl"
    called = ["deidentify", str(source), str(out), "-l", "sv", "--key", str(key), "--resume"]
    assert runner.invoke(app, [*called, "--max-characters", "100"]).exit_code == 1
    listed = runner.invoke(app, ["quarantine", "list", str(out)])
    assert listed.exit_code == 0 and "E105" in listed.output and "limit" in listed.output
    assert runner.invoke(app, ["quarantine", "show-ids", str(out)]).output.split() == ["n1"]
    assert runner.invoke(app, ["quarantine", "show-ids", str(out), "--code", "E999"]).output == ""
    assert runner.invoke(app, [*called, "--overwrite"], env={"MASKERAD_RETRY": "1"}).exit_code == 0
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["n0", "n1", "n2", "n3"]
    assert runner.invoke(app, ["quarantine", "list", str(tmp_path / "none.csv")]).exit_code != 0


def test_a_project_with_lists_of_its_own_goes_on_while_they_stay(tmp_path: Path) -> None:
    source, runner = _corpus(tmp_path / "in.jsonl", 3), CliRunner()
    project = str(tmp_path / "study")
    assert runner.invoke(app, ["init", project, "-l", "sv"]).exit_code == 0
    called = ["deidentify", str(source), str(tmp_path / "out.jsonl"), "--project", project, "--resume", "--overwrite"]
    assert runner.invoke(app, called).exit_code == 0
    assert runner.invoke(app, [*called, "--max-characters", "10"]).exit_code == 1  # keeps its journal
    lists = tmp_path / "study" / "languages" / "sv" / "lists"
    lists.mkdir(parents=True)
    (lists / "family.txt").write_text("# source: the ward; licence: none\nZzyzxqvist\n", encoding="utf-8")
    assert isinstance(runner.invoke(app, called).exception, ConfigError)
    (lists / "family.txt").unlink()
    assert runner.invoke(app, called, env={"MASKERAD_RETRY": "1"}).exit_code == 0


def test_a_stream_cannot_go_on(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "in.jsonl", 1)
    called = CliRunner().invoke(app, ["deidentify", str(source), "-", "-l", "sv", "--resume"])
    assert isinstance(called.exception, ConfigError) and "--resume" in str(called.exception)


@pytest.mark.parametrize(("n_workers", "is_lost"), [(1, True), (2, False)], ids=["lost", "kept"])
def test_the_way_back_is_whole(tmp_path: Path, n_workers: int, is_lost: bool) -> None:
    """Also where a power cut took from the vault what the journal still has."""
    pytest.importorskip("cryptography")
    source, access = _corpus(tmp_path / "in.csv"), VaultAccess(tmp_path / "v.vault", bytes(range(1, 33)))
    work = replace(WORK, vault=access)
    job = replace(_job(source, tmp_path / "out.csv", work), n_workers=n_workers)
    _stopped(job, 10, work)
    if is_lost:
        for path in tmp_path.glob("v.vault*"):
            path.unlink()
    run_job(job, work)
    run_job(replace(_job(source, tmp_path / "whole.csv"), resuming=None), WORK)
    assert _contents(tmp_path / "out.csv") == _contents(tmp_path / "whole.csv")
    options = FormatOptions(record_column="")
    back = Job(tmp_path / "out.csv", tmp_path / "back.csv", has_spans=False, options=options)
    run_job(back, ReidentifyWork(access, "A. Steward", "a test"))
    assert _texts(tmp_path / "back.csv") == _texts(source)
    with closing(access.open()) as vault:
        assert vault.check() == N_DOCUMENTS
