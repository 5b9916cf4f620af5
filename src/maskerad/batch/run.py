"""A whole file or folder through the pipeline: read, work, write, count."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from maskerad.batch.booking import Progress, Summary, book, book_all, records_of
from maskerad.batch.journal import Journal
from maskerad.batch.pool import run_work
from maskerad.batch.resuming import Resumed, Resuming
from maskerad.batch.work import Done, Outcome, Work
from maskerad.core import Quarantined, SchemeMap, Span, load_scheme
from maskerad.core.errors import ConfigError, InputError
from maskerad.core.shown import shown_json
from maskerad.corpora import (
    Broken,
    Destination,
    FormatOptions,
    Loss,
    RecordGroup,
    Writer,
    detect_format,
    open_writer,
    read_items,
    target_format,
)
from maskerad.corpora.files.atomic import Partial, atomic_file, atomic_path
from maskerad.corpora.files.streams import is_standard

Watcher = Callable[[Outcome], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What is read and where it goes.

    Attributes:
        source: File or folder.
        target: File or folder to make; None only counts.
        source_format, target_format: "" are told from the paths.
        options: Encoding and columns, for reading and writing.
        has_spans: Whether the target shows spans.
        spans_target: JSONL file to make with the new texts and their spans; None makes none.
        doubts_target: JSONL file to make with the mentions of which linking was not sure; None makes none.
        page_target: Page of what came in and what came of it, made by who watches the outcomes; None makes none.
        scheme: Label scheme of the spans that are written.
        work_scheme: Label scheme of the spans that the work gives.
        overwrite: Whether existing outputs may be replaced.
        is_private: Whether only their owner may read the outputs: they hold originals.
        n_workers: Processes; 1 works in this one.
        known_records: Ids of the records of which something is known beforehand.
        resuming: How it goes on where an earlier run of it was stopped; None begins anew.
    """

    source: Path
    target: Path | None
    source_format: str = ""
    target_format: str = ""
    options: FormatOptions = field(default_factory=FormatOptions)
    has_spans: bool = True
    spans_target: Path | None = None
    doubts_target: Path | None = None
    page_target: Path | None = None
    scheme: str = "core"
    work_scheme: str = "core"
    overwrite: bool = False
    is_private: bool = False
    n_workers: int = 1
    known_records: frozenset[str] = field(default=frozenset(), repr=False)
    resuming: Resuming | None = field(default=None, repr=False)

    @property
    def quarantine_path(self) -> Path | None:
        """Beside the target: what was quarantined, without text. Only where something was; none beside a stream."""
        if self.target is None or is_standard(self.target):
            return None
        return self.target.with_name(self.target.name + ".quarantine.jsonl")


def run_job(
    job: Job,
    work: Work,
    on_progress: Progress = lambda documents, chars: None,
    on_outcome: Watcher = lambda outcome: None,
) -> Summary:
    """Runs a job. Outputs appear whole at the end, or not at all.

    Args:
        job: What, and where to.
        work: What is done to each record.
        on_progress: Called with the documents and characters so far.
        on_outcome: Called with what came of each document, in order, once it is written.

    Raises:
        MaskeradError: If something cannot be read or written at all.
        BalanceError: If a document got lost.
    """
    summary = Summary(unmet=set(job.known_records))
    source_format = job.source_format or detect_format(job.source)
    watch = work.watch(job.options)
    job = replace(job, options=watch.options) if watch else job
    read = read_items(job.source, job.options, format_name=source_format, losses=summary.losses)
    items = watch.passed(read) if watch else read
    start = time.monotonic()
    with ExitStack() as journals, ExitStack() as stack:
        sinks = _open_sinks(job, source_format, summary, stack)
        quarantine = stack.enter_context(_quarantine_file(job, path)) if (path := job.quarantine_path) else None

        def take(outcomes: list[Outcome]) -> None:
            for outcome in outcomes:
                on_outcome(_take(outcome, sinks, summary))

        worked = _worked_on(job, work, records_of(items, summary), summary, journals)
        book_all(worked, take, summary, on_progress)
        work.finish(summary.n_documents)
        if summary.quarantined and quarantine is not None:
            _write_quarantine(quarantine, summary.quarantined)
    summary.seconds = time.monotonic() - start
    summary.looks = watch.looks if watch else {}
    return summary


def _worked_on(
    job: Job, work: Work, groups: Iterator[RecordGroup | Broken], summary: Summary, stack: ExitStack
) -> Generator[list[Outcome], None, None]:
    """What comes of each group; with a journal, what it holds of them first."""
    if job.resuming is None:
        return run_work(work, groups, job.n_workers)
    journal = stack.enter_context(_journal(job.resuming, summary))
    return Resumed(work, job.resuming, journal, job.n_workers).outcomes(groups)


@contextmanager
def _journal(resuming: Resuming, summary: Summary) -> Iterator[Journal]:
    """The journal of a run. It stays where the run is stopped, and where something is left to be tried again."""
    journal = Journal(resuming.path, resuming.choices, resuming.command)
    try:
        yield journal
    except BaseException:
        journal.close()
        raise
    if summary.quarantined:
        journal.close()
    else:
        journal.remove()


@dataclass(frozen=True)
class _Sinks:
    labels: SchemeMap
    writers: tuple[Writer, ...]
    doubts: BinaryIO | None = None


def _open_sinks(job: Job, source_format: str, summary: Summary, stack: ExitStack) -> _Sinks:
    labels = SchemeMap(load_scheme(job.work_scheme), load_scheme(job.scheme))
    writers: list[Writer] = []
    if job.target is not None:
        name = job.target_format or target_format(job.target, job.source, source_format)
        options = replace(job.options, scheme=job.scheme, has_spans=job.has_spans)
        writers.append(stack.enter_context(_writer(job, job.target, name, options, summary)))
    if job.spans_target is not None:
        if job.spans_target == job.target:
            raise ConfigError(f"{job.spans_target}: the safe text and its spans need two files")
        options = replace(job.options, scheme=job.scheme, has_spans=True)
        writers.append(stack.enter_context(_writer(job, job.spans_target, "jsonl", options, summary)))
    doubts = None
    if job.doubts_target is not None:
        if job.doubts_target in (job.target, job.spans_target):
            raise ConfigError(f"{job.doubts_target}: texts, spans and doubts need a file each")
        doubts = stack.enter_context(atomic_file(Destination(job.doubts_target, job.source, job.overwrite)))
    return _Sinks(labels, tuple(writers), doubts)


def _writer(
    job: Job, path: Path, name: str, options: FormatOptions, summary: Summary
) -> AbstractContextManager[Writer]:
    destination = Destination(path, job.source, job.overwrite, summary.losses, job.is_private)
    return open_writer(destination, options, format_name=name)


def _take(outcome: Outcome, sinks: _Sinks, summary: Summary) -> Outcome:
    """Writes an outcome and books where its document went."""
    spans: tuple[Span, ...] = ()
    if isinstance(outcome, Done):
        spans = tuple(sinks.labels.spans(outcome.spans))
        if len(spans) < len(outcome.spans):
            summary.losses.note(Loss.LABELS, len(outcome.spans) - len(spans), "outside the scheme")
        outcome = _written(outcome, spans, sinks)
    book(outcome, spans, summary)
    return outcome


def _written(done: Done, spans: Sequence[Span], sinks: _Sinks) -> Outcome:
    """Writes a document to every output; one that an output cannot hold is quarantined."""
    try:
        for writer in sinks.writers:
            writer.write(done.document, spans)
    except InputError as error:
        return Quarantined(done.document.id, "write", error.code, str(error.args[0]))
    _write_doubts(done, sinks)
    return done


def _write_doubts(done: Done, sinks: _Sinks) -> None:
    """A line for each mention in doubt: record, document, kind, offsets in the text that came in, no text."""
    if sinks.doubts is not None and done.released is not None:
        for doubt in done.released.doubts:
            line = {"record": done.document.record, "document": done.document.id, **asdict(doubt)}
            sinks.doubts.write(_json_line(line))


def _json_line(item: Mapping[str, object]) -> bytes:
    return (shown_json(json.dumps(item, ensure_ascii=False)) + "\n").encode("utf-8")


@contextmanager
def _quarantine_file(job: Job, path: Path) -> Iterator[Partial]:
    """The list of what was quarantined: it tells of this run, or is not there.

    One of a run before is replaced, where that is allowed, or removed when nothing was quarantined.
    """
    with atomic_path(Destination(path, job.source, job.overwrite)) as partial:
        yield partial
        if not partial.is_wanted:
            path.unlink(missing_ok=True)


def _write_quarantine(partial: Partial, quarantined: list[Quarantined]) -> None:
    with partial.path.open("wb") as file:
        file.writelines(_json_line(asdict(item)) for item in quarantined)
    partial.is_wanted = True
