"""A query through the pipeline into a new table: read, work, write, count; it goes on where it was stopped."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from maskerad.batch.booking import Progress as Reporter
from maskerad.batch.booking import Summary, book, book_all, records_of
from maskerad.batch.columns import ColumnWatch
from maskerad.batch.databases.connecting import opened
from maskerad.batch.databases.growing import GrowingTable, Progress
from maskerad.batch.databases.reading import Query, filled
from maskerad.batch.fingerprints import digest_of_choices, digest_of_item
from maskerad.batch.pool import CHUNK_CHARS, CHUNK_RECORDS, Item, run_work
from maskerad.batch.resuming import choices_of
from maskerad.batch.work import DeidentifyWork, Done, Outcome, Work
from maskerad.core import Quarantined
from maskerad.core.errors import ConfigError
from maskerad.core.keyed import Keyed
from maskerad.corpora import FormatOptions


@dataclass(frozen=True, slots=True)
class DatabaseJob:
    """What is read and where it goes.

    Attributes:
        address: Of the database; may hold a password.
        query: What is read.
        table: What is made, in the same database.
        options: Names of the columns.
        own: What decides the outcomes, limits not among it; ``run_database`` may be given it within limits.
        n_workers: Processes; 1 works in this one.
        has_resume: Whether it goes on where it was stopped, and stays for that when it is stopped.
        known_records: Ids of the records of which something is known beforehand.
    """

    address: str = field(repr=False)
    query: str = field(repr=False)
    table: str
    options: FormatOptions
    own: DeidentifyWork = field(repr=False)
    n_workers: int = 1
    has_resume: bool = False
    known_records: frozenset[str] = field(default=frozenset(), repr=False)


def run_database(job: DatabaseJob, work: Work, on_progress: Reporter = lambda documents, chars: None) -> Summary:
    """Runs a job. The table appears whole at the end, or not at all.

    Args:
        job: What, and where to.
        work: What is done to each record.
        on_progress: Called with the documents and characters so far.

    Raises:
        MaskeradError: If something cannot be read or written at all.
        BalanceError: If a row got lost.
    """
    watch = ColumnWatch(job.own.settings, job.options)
    with opened(job.address) as database:
        growing = GrowingTable(database, job.table)
        query = Query(database, job.query, watch.options)
        run = _Run(job, work, watch, query, growing)
        run.begin()
        try:
            run.go_on(on_progress)
        except BaseException:
            query.close()
            if not job.has_resume:
                growing.drop()
            raise
    return run.summary


class _Run:
    """One run."""

    def __init__(self, job: DatabaseJob, work: Work, watch: ColumnWatch, query: Query, growing: GrowingTable) -> None:
        self._job, self._work, self._watch, self._query, self._growing = job, work, watch, query, growing
        self._keyed = Keyed(job.own.key)
        self._columns = tuple(name for name in query.columns if name not in watch.options.dropped)
        self.summary = Summary(unmet=set(job.known_records))
        self._progress = Progress(self._choices())
        self._n_items, self._chain = 0, ""
        self._chunk: list[Mapping[str, Any]] = []
        self._held: list[Quarantined] = []
        self._under_way: deque[str] = deque()

    def begin(self) -> None:
        """Makes the table, or takes up what is there of it.

        Raises:
            ConfigError: If a run was stopped and this one is not to go on with it, or is another one.
        """
        progress = self._growing.found()
        if progress is None:
            rules, options = self._job.own.settings.columns, self._watch.options
            names = (options.id_name, options.record_name) if rules.has_hashed_ids else ()
            self._growing.begin(self._query, self._columns, (*options.as_text, *names), self._progress)
            return
        if not self._job.has_resume:
            raise ConfigError(
                f"--into: a run that made {self._job.table!r} was stopped; go on with --resume, or drop its tables"
            )
        if progress.choices != self._progress.choices:
            raise ConfigError(
                f"--resume: {self._job.table!r} was begun with another version, query, settings, lists or key; say "
                "them again as they were, or drop its tables to begin anew"
            )
        self._progress, self._n_items, self._chain = progress, progress.n_items, progress.chain
        self.summary.account.n_out += progress.n_out
        self.summary.account.quarantined += self._growing.held()
        self.summary.labels.update(progress.spans())
        self.summary.n_chars += progress.n_chars

    def go_on(self, on_progress: Reporter) -> None:
        """From the first record that is not done to the end."""
        start = time.monotonic()
        records = records_of(self._watch.passed(self._query.rows()), self.summary)
        worked = run_work(self._work, self._noted(self._behind(records)), self._job.n_workers)
        book_all(worked, self._take, self.summary, on_progress)
        self._put()
        self._growing.finish(bool(self.summary.quarantined))
        self.summary.seconds, self.summary.looks = time.monotonic() - start, self._watch.looks

    def _behind(self, items: Iterator[Item]) -> Iterator[Item]:
        """The items behind those that are done, which must be those that were there.

        Raises:
            ConfigError: If they are not.
        """
        chain = ""
        for _ in range(self._progress.n_items):
            item = next(items, None)
            chain = "" if item is None else self._linked(chain, item)
        if chain != self._progress.chain:
            raise ConfigError(
                f"--resume: the first {self._progress.n_items:,} records of the query are not those that were there; "
                f"drop the tables of {self._job.table!r} to begin anew"
            )
        yield from items

    def _noted(self, items: Iterator[Item]) -> Iterator[Item]:
        chain = self._progress.chain
        for item in items:
            chain = self._linked(chain, item)
            self._under_way.append(chain)
            yield item

    def _linked(self, chain: str, item: Item) -> str:
        return self._keyed.digest("chain", chain, digest_of_item(item, self._keyed)).hex()

    def _take(self, outcomes: list[Outcome]) -> None:
        """Puts what came of one item into the chunk, and the chunk into the table once it is large enough."""
        for outcome in outcomes:
            book(outcome, outcome.spans if isinstance(outcome, Done) else (), self.summary)
            if isinstance(outcome, Done):
                self._chunk.append(filled(outcome.document, self._columns, self._watch.options))
            elif isinstance(outcome, Quarantined):
                self._held.append(outcome)
        self._n_items, self._chain = self._n_items + 1, self._under_way.popleft()
        n_chars = self.summary.n_chars - self._progress.n_chars
        if n_chars >= CHUNK_CHARS or self._n_items - self._progress.n_items >= CHUNK_RECORDS:
            self._put()

    def _put(self) -> None:
        self._work.finish(self.summary.n_documents)  # what leads back is on the disk first
        summary = self.summary
        labels = json.dumps(summary.labels)
        now = replace(
            self._progress,
            n_items=self._n_items,
            chain=self._chain,
            n_out=summary.account.n_out,
            n_chars=summary.n_chars,
            labels=labels,
        )
        self._growing.put(self._chunk, self._held, self._progress, now)
        self._progress, self._chunk, self._held = now, [], []

    def _choices(self) -> str:
        options = self._watch.options
        names = (options.text_name, options.id_name, options.record_name)
        return digest_of_choices([choices_of(self._job.own), self._job.query, names], (), self._keyed)
