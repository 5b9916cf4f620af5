"""``python -m benchmarks kills``: runs that are killed at random moments (SIGKILL), and gone on with by ``--resume``.

Composed notes go through the command line as CSV, JSONL, Parquet, a folder and a table of SQLite, with one and two
workers. A moment is drawn from the whole of a run, its start included. After a kill the output must be absent or
whole, no process may be left, and no original may stand anywhere but in the input; after ``--resume`` the output must
be that of a run that was never stopped, byte for byte, with nothing beside it. What is tried is the run: no model
works in it.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bounds import Missed, at_most
from maskerad.core import Document
from maskerad.corpora import Destination, FormatOptions, open_writer

KILLS = 50
WORKERS = (1, 2)
N_RECORDS, N_DOCUMENTS = 60, 3  # of a record
LEAVE_S = 10.0  # for worker processes to notice that nobody waits for them
FAULTS = ("partial", "original left", "process left", "not resumed", "other bytes", "left beside")
SURNAME = "Zzyzxqvist"
KEY = "11" * 32


@dataclass(frozen=True)
class Kind:
    """One form of input.

    Attributes:
        name: Of the input in its folder.
        is_table: Whether it is a table of a database.
    """

    name: str
    is_table: bool = False

    def make(self, folder: Path) -> None:
        """Writes the input."""
        if self.is_table:
            with closing(sqlite3.connect(folder / self.name)) as connection:
                connection.execute("CREATE TABLE notes (id TEXT, record TEXT, text TEXT)")
                rows = [(one.id, one.record, one.text) for one in notes()]
                connection.executemany("INSERT INTO notes VALUES (?, ?, ?)", rows)
                connection.commit()
            return
        source = folder / self.name
        options = FormatOptions(has_spans=False)
        with open_writer(Destination(source), options, format_name="" if source.suffix else "text") as writer:
            for one in notes():
                writer.write(one)

    def command(self, n_workers: int) -> list[str]:
        """The run's arguments, in the folder of the input."""
        place = [self.name, self.output, "--overwrite"]
        if self.is_table:
            place = ["--sql", f"sqlite:///{self.name}", "--query", "SELECT * FROM notes", "--into", "safe"]
        own = ["-l", "sv", "--model", "none", "--key", "k.key", "--resume", "--workers", str(n_workers)]
        return [sys.executable, "-m", "maskerad", "deidentify", *place, *own]

    @property
    def output(self) -> str:
        """Its name in the folder."""
        return f"out{Path(self.name).suffix}"

    def contents(self, folder: Path) -> object:
        """The output; None where there is none."""
        if self.is_table:
            return _rows(folder / self.name, "safe")
        path = folder / self.output
        if path.is_dir():
            return {one.name: one.read_bytes() for one in sorted(path.iterdir())}
        return path.read_bytes() if path.exists() else None

    def has_original(self, folder: Path) -> bool:
        """Whether an original stands anywhere but in the input."""
        if self.is_table:
            tables = [name for name in _tables(folder / self.name) if name != "notes"]
            if SURNAME in "".join(str(_rows(folder / self.name, name)) for name in tables):
                return True
        inputs = {folder / self.name, *(folder / self.name).rglob("*")}
        if self.is_table:  # what a killed transaction leaves is the database's own, and may be a copy of the input
            inputs |= set(folder.glob(f"{self.name}-*"))
        return any(SURNAME.encode() in one.read_bytes() for one in _files(folder) if one not in inputs)

    def left_beside(self, folder: Path) -> list[str]:
        """What stands in the folder and is none of input, output, key and folder for temporary files."""
        own = {self.name, self.output, "k.key", "tmp"}
        found = [path.name for path in folder.iterdir() if path.name not in own]
        tables = set(_tables(folder / self.name)) - {"notes", "safe"} if self.is_table else set()
        return [*found, *tables, *(path.name for path in (folder / "tmp").iterdir())]


KINDS = (Kind("in.csv"), Kind("in.jsonl"), Kind("in.parquet"), Kind("in"), Kind("in.db", is_table=True))


def notes() -> list[Document]:
    """Composed notes, each with names and numbers."""
    return [
        Document(
            f"n{record:03}-{number}",
            f"Anna {SURNAME} kom den {number + 1} mars 2020, tfn 0652-7{record:03}{number}. Åter om {record} dagar.",
            "",
            f"p{record:03}",
        )
        for record in range(N_RECORDS)
        for number in range(N_DOCUMENTS)
    ]


def main() -> Missed:
    """Prints what the kills met and what they found."""
    drawn = random.Random(11)
    missed = Missed()
    print(f"{KILLS} kills over {len(KINDS)} kinds of input and {len(WORKERS)} numbers of workers\n")
    for kind in KINDS:
        for n_workers in WORKERS:
            counts = _tried(kind, n_workers, KILLS // (len(KINDS) * len(WORKERS)), drawn)
            print(f"{kind.name:11} {n_workers} workers: {_told(counts)}", flush=True)
            missed += [
                line
                for fault in FAULTS
                for line in at_most(f"{fault}, {kind.name}, {n_workers} workers", counts[fault], 0)
            ]
    return missed


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)


def _tried(kind: Kind, n_workers: int, n_kills: int, drawn: random.Random) -> Counter[str]:
    """What some kills at random moments met: what was there afterwards, and faults."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        for folder in (Path(name) / "first", Path(name) / "whole"):  # the first compiles the language
            _prepared(kind, folder)
            start = time.monotonic()
            assert _run(kind.command(n_workers), folder).wait() == 0
            expected, length_s = kind.contents(folder), time.monotonic() - start
        for number in range(n_kills):
            counts += _killed(kind, n_workers, Path(name) / str(number), drawn.uniform(0, length_s), expected)
    return counts


def _prepared(kind: Kind, folder: Path) -> Path:
    (folder / "tmp").mkdir(parents=True)
    (folder / "k.key").write_text(KEY + "\n")
    (folder / "k.key").chmod(0o600)
    kind.make(folder)
    return folder


def _killed(kind: Kind, n_workers: int, folder: Path, moment_s: float, expected: object) -> Counter[str]:
    _prepared(kind, folder)
    run = _run(kind.command(n_workers), folder)
    try:
        run.wait(moment_s)
    except subprocess.TimeoutExpired:
        run.send_signal(signal.SIGKILL)
        run.wait()
    met: Counter[str] = Counter()
    has_left = _is_left(run.pid)
    found = kind.contents(folder)
    journals = list(folder.glob(".*.journal")) or (kind.is_table and len(_tables(folder / kind.name)) > 1)
    met["whole" if found == expected else "begun" if journals else "absent"] += 1
    met["partial"] += found is not None and found != expected
    met["original left"] += kind.has_original(folder)
    met["process left"] += has_left
    if not (kind.is_table and found is not None):
        met["not resumed"] += _run(kind.command(n_workers), folder).wait() != 0
    met["other bytes"] += kind.contents(folder) != expected
    met["original left"] += kind.has_original(folder)
    met["left beside"] += bool(kind.left_beside(folder))
    return met


def _run(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """A run in a process group of its own, so that its workers can be looked for; what it says goes nowhere."""
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {**os.environ, "TMPDIR": str(folder / "tmp")}
    return subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, **silent)


def _is_left(group: int) -> bool:
    """Whether a process of the group still lives after some seconds."""
    end = time.monotonic() + LEAVE_S
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _tables(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _rows(database: Path, table: str) -> list[tuple[object, ...]] | None:
    if table not in _tables(database):
        return None
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(f'SELECT * FROM "{table}"').fetchall()
