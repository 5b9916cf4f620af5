"""A journal beside an output in the making: which records are done, and what came of them.

So a run that was stopped goes on where it was. One line of JSON a record, each with a checksum, in the order of the
input; the first line says of which run it is. A torn last line, as a kill or a full disk leaves it, is cut off. Only
its owner may read it: like the output it holds new texts, and in them what was missed.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from maskerad.core.errors import ConfigError, MissingError

try:
    import fcntl
except ImportError:  # no such locks here
    fcntl = None  # type: ignore[assignment]  # Windows has none

VERSION = 1
MODE = 0o600
SYNC_BYTES = 4_000_000  # at most so much is worked on again after a power cut; a kill loses nothing that was written


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the input and what came of it.

    Attributes:
        digest: Of the item, keyed.
        outcomes: Lines of its documents; None where they could not be kept.
    """

    digest: str
    outcomes: Sequence[Mapping[str, Any]] | None = field(repr=False)

    @property
    def has_quarantined(self) -> bool:
        """Whether any of it did not leave."""
        return self.outcomes is None or any("quarantined" in line for line in self.outcomes)


class Entries(Iterator[Entry]):
    """The entries of a journal, in the order of the input. Each must be kept before the next is asked for."""

    def __init__(self, file: IO[bytes], target: IO[bytes] | None) -> None:
        self._file, self._target = file, target

    def __next__(self) -> Entry:
        """The next; what stands behind a torn line is cut off when it is met."""
        start = self._file.tell()
        row = _checked(self._file.readline())
        if row is None:
            self._file.seek(start)
            self._file.truncate()
            raise StopIteration
        return Entry(row["item"], row["outcomes"])

    def keep(self, entry: Entry) -> None:
        """The entry as it is now: it takes the place of the old one where the journal is rewritten."""
        if self._target is not None:
            self._target.write(_line(_row(entry)))


class Journal:
    """The journal of one output; held by one run at a time.

    Args:
        path: Where it is, or will be.
        choices: Digest of what decides the outcomes.
        command: Arguments of the command, kept for a retry.

    Raises:
        ConfigError: If it is of another run, or another run holds it.
    """

    def __init__(self, path: Path, choices: str, command: Sequence[str] = ()) -> None:
        self.path = path
        self._head = {"journal": VERSION, "choices": choices, "command": list(command)}
        self._file = opened_alone(path)
        self._n_unsynced = 0
        head = _checked(self._file.readline())
        if head is None:
            self._file.seek(0)
            self._file.truncate()
            self._put(self._head)
            self.sync()
        elif head.get("journal") != VERSION or head.get("choices") != choices:
            self._file.close()
            raise ConfigError(
                f"journal {path}: it is of a run with another version, other settings, lists, models or another key; "
                "say them again as they were, or remove it to begin anew"
            )

    @contextmanager
    def read(self) -> Iterator[Entries]:
        """What is done; to be read to its end before anything is noted."""
        yield Entries(self._file, None)

    @contextmanager
    def rewritten(self) -> Iterator[Entries]:
        """The same, each entry being written anew as it is kept; the old journal stays until that is done."""
        aside = self.path.with_name(f"{self.path.name}.new")
        with opened_alone(aside) as target:
            target.truncate()
            target.write(_line(self._head))
            yield Entries(self._file, target)
            target.flush()
            os.fsync(target.fileno())
        aside.replace(self.path)
        self._file.close()
        self._file = opened_alone(self.path)
        self._file.seek(0, os.SEEK_END)

    def note(self, entry: Entry) -> None:
        """Adds what came of the next item."""
        self._put(_row(entry))
        if self._n_unsynced >= SYNC_BYTES:
            self.sync()

    def sync(self) -> None:
        """Waits until it is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._n_unsynced = 0

    def close(self) -> None:
        """Leaves it for a later run."""
        self._file.close()

    def remove(self) -> None:
        """Its output is there, and whole: it is no longer needed."""
        self.path.unlink(missing_ok=True)
        self._file.close()

    def _put(self, row: Mapping[str, object]) -> None:
        line = _line(row)
        self._file.write(line)
        self._file.flush()
        self._n_unsynced += len(line)


def command_of(path: Path) -> list[str]:
    """The folder in which the command was given whose journal it is, and its arguments.

    Raises:
        MissingError: If there is no such journal.
        ConfigError: If it is none.
    """
    if not path.is_file():
        raise MissingError(f"journal {path} is not there: the run was made without --resume, or nothing is left to do")
    with path.open("rb") as file:
        head = _checked(file.readline())
    if head is None or head.get("journal") != VERSION:
        raise ConfigError(f"journal {path}: it cannot be read")
    return [str(word) for word in head["command"]]


def opened_alone(path: Path) -> IO[bytes]:
    """A file for its owner alone, made if it is not there, which nobody else opens so until it is closed.

    Raises:
        ConfigError: If it is a link, or another run has it.
    """
    if path.is_symlink():
        raise ConfigError(f"{path} is a link; remove it")
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), MODE), "r+b")
    if fcntl is not None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise ConfigError(f"{path}: another run is writing it") from None
    return file


def _row(entry: Entry) -> dict[str, object]:
    return {"item": entry.digest, "outcomes": entry.outcomes}


def _line(row: Mapping[str, object]) -> bytes:
    body = json.dumps(row, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _checked(line: bytes) -> dict[str, Any] | None:
    """The row of a whole line; None for one that is torn, or for the end."""
    checksum, _, body = line.partition(b" ")
    if not body.endswith(b"\n") or len(checksum) != 8:
        return None
    body = body[:-1]
    try:
        if int(checksum, 16) != zlib.crc32(body):
            return None
        row = json.loads(body)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None
