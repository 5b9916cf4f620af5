"""A folder of chats or notes that grows: whatever is new or has changed in it is de-identified, and nothing else.

A pass may be made at any time and again: it does what has not been done. A session keeps its new names over passes and
files by its id and the key; what a pass makes depends on files, settings and key alone, whenever it was made.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from maskerad.batch.booking import Summary
from maskerad.batch.fingerprints import digest_of_choices
from maskerad.batch.ledger import Ledger, Seen
from maskerad.batch.limited import Limited
from maskerad.batch.resuming import choices_of
from maskerad.batch.run import Job, run_job
from maskerad.batch.work import DeidentifyWork, Task, Work
from maskerad.core.errors import ConfigError, InputError
from maskerad.core.keyed import Keyed
from maskerad.corpora import FormatOptions, Unread
from maskerad.corpora.files.survey import survey


@dataclass(frozen=True)
class Watched:
    """A folder that is watched.

    Attributes:
        source: With the chats, in any format that has one file for many documents or for one.
        target: Folder of the outputs, made if it is not there; each has the name of its input.
        work: What is done to a session.
        options: How files are read.
        statistics: CSV to make of what was found by day; None makes none.
    """

    source: Path
    target: Path
    work: DeidentifyWork = field(repr=False)
    options: FormatOptions = field(default_factory=FormatOptions)
    statistics: Path | None = None


@dataclass
class Pass:
    """What one pass came to.

    Attributes:
        done: Files that were de-identified.
        n_unchanged: Files that were left alone.
        refused: Files that could not be read at all, with the reason.
        unread: Other things in the folder, by kind.
        labels: Spans by label, of the files that were done.
        n_quarantined: Documents of them that did not leave.
    """

    done: list[str] = field(default_factory=list)
    n_unchanged: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    unread: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    n_quarantined: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether everything that is in the folder has gone out."""
        return not self.refused and not self.unread and not self.n_quarantined


def make_pass(watched: Watched, on_file: Callable[[str], None] = lambda name: None) -> Pass:
    """Does what is new or has changed.

    Args:
        watched: The folder.
        on_file: Called with the name of each file that is done, once it is.

    Raises:
        ConfigError: If the folders lie in one another, or another run is at it.
        MissingError: If the folder is not there.
    """
    check_apart(watched)
    entries, result = list(survey(watched.source, "*")), Pass()
    watched.target.mkdir(exist_ok=True)
    with closing(Ledger(watched.target)) as ledger, watched.work.start() as task:
        own = _Own(watched, task)
        for entry in entries:
            if isinstance(entry, Unread):
                result.unread[entry.kind] += 1
                continue
            name = entry.relative_to(watched.source).as_posix()
            digest = own.digest(entry)
            if _is_done(ledger, name, digest, watched.target):
                result.n_unchanged += 1
                continue
            try:
                summary = own.run(entry, watched.target / name)
            except InputError as error:
                result.refused[name] = f"[{error.code}] {error.args[0]}"
                continue
            if own.digest(entry) == digest:  # one that has grown meanwhile is done again
                ledger.note(_seen(name, digest, summary))
            _count(result, name, summary)
            on_file(name)
        if watched.statistics is not None:
            ledger.write_statistics(watched.statistics)
    return result


def check_apart(watched: Watched) -> None:
    """Refuses folders of which one lies in the other: an output would be an input.

    Raises:
        ConfigError: If they do, or what is watched is no folder.
    """
    if watched.source.exists() and not watched.source.is_dir():
        raise ConfigError(f"{watched.source} is no folder; maskerad deidentify takes single files")
    source, target = watched.source.resolve(), watched.target.resolve()
    if source == target or source in target.parents or target in source.parents:
        raise ConfigError(f"{watched.source} and {watched.target}: one lies in the other; name two folders apart")
    if watched.statistics is not None and source in watched.statistics.resolve().parents:
        raise ConfigError(f"{watched.statistics} lies in {watched.source}; it would be read at the next pass")


class _Own:
    """The engine of a pass, made once, and the digests of its key."""

    def __init__(self, watched: Watched, task: Task) -> None:
        self._options, self._keyed = watched.options, Keyed(watched.work.key)
        names = (watched.options.text_name, watched.options.id_name, watched.options.record_name)
        parts = [choices_of(watched.work), names, watched.options.encoding]
        self._choices = digest_of_choices(parts, (), self._keyed)
        self._work: Work = Limited(_Ready(watched.work, task), watched.work.settings.limits)

    def digest(self, path: Path) -> str:
        """Of a file and of all that decides what comes of it; "" where it is no longer there."""
        try:
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return ""
        return self._keyed.digest("watched file", self._choices, content).hex()

    def run(self, source: Path, target: Path) -> Summary:
        """De-identifies a file.

        Raises:
            InputError: If it cannot be read at all.
        """
        target.parent.mkdir(parents=True, exist_ok=True)
        job = Job(source, target, options=self._options, has_spans=False, overwrite=True)
        return run_job(job, self._work)


class _Ready:
    """Work whose engine is made once for many files."""

    def __init__(self, work: DeidentifyWork, task: Task) -> None:
        self._task = task
        self.check, self.watch, self.finish = work.check, work.watch, work.finish

    def start(self) -> AbstractContextManager[Task]:
        """The engine, which is closed with the pass."""
        return nullcontext(self._task)


def _is_done(ledger: Ledger, name: str, digest: str, target: Path) -> bool:
    seen = ledger.seen.get(name)
    is_same = seen is not None and bool(digest) and seen.digest == digest
    return is_same and seen is not None and ((target / name).exists() or not seen.n_documents)


def _seen(name: str, digest: str, summary: Summary) -> Seen:
    n_quarantined = summary.account.n_quarantined
    day = datetime.now(UTC).date().isoformat()
    return Seen(name, digest, day, summary.account.n_out, n_quarantined, dict(summary.labels))


def _count(result: Pass, name: str, summary: Summary) -> None:
    result.done.append(name)
    result.labels.update(summary.labels)
    result.n_quarantined += summary.account.n_quarantined
