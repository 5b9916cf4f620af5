"""Records through one engine or several, in order, with bounded memory.

Records travel in chunks of a few hundred kilobytes. At most two chunks a worker are under way, so a table of any
length needs the same memory, and the outcomes come out in the order of the input whatever the number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from threading import Thread

from maskerad.batch.work import Outcome, Task, Work, quarantine_all
from maskerad.core import Quarantined
from maskerad.core.collecting import collect_rarely
from maskerad.core.errors import WorkerError
from maskerad.core.signals import undisturbed
from maskerad.corpora import Broken, RecordGroup

CHUNK_CHARS = 200_000
CHUNK_RECORDS = 400
CHUNKS_PER_WORKER = 2

Item = RecordGroup | Broken
_task: list[Task] = []  # one engine a process, made by its initialiser
_open = ExitStack()  # what the engine holds open; it ends with the process
_leaving: list[Event] = []  # set when nobody waits for outcomes any more


def run_work(work: Work, items: Iterable[Item], n_workers: int) -> Generator[list[Outcome], None, None]:
    """Outcomes of each item, in the order of the items; closed, it closes what the work holds open."""
    return _in_processes(work, items, n_workers) if n_workers > 1 else _in_this_process(work, items)


def outcomes_of(task: Callable[[], Task], item: Item) -> list[Outcome]:
    """What comes of one item; what could not be read needs no task."""
    if isinstance(item, Broken):
        return [Quarantined(item.document, "read", item.code, f"{item.where}: {item.reason}", item.n_documents)]
    return task()(item)


def _in_this_process(work: Work, items: Iterable[Item]) -> Generator[list[Outcome], None, None]:
    with work.start() as task:
        for item in items:
            yield outcomes_of(lambda: task, item)


def _in_processes(work: Work, items: Iterable[Item], n_workers: int) -> Generator[list[Outcome], None, None]:
    work.check()  # what fails in all workers is said once, here
    crew = _Crew(work, n_workers)
    under_way: deque[_Chunk] = deque()
    try:
        for items_of_chunk in _chunks(items):
            under_way.append(crew.begin(items_of_chunk))
            if len(under_way) > n_workers * CHUNKS_PER_WORKER:
                yield from crew.finished(under_way.popleft())
        while under_way:
            yield from crew.finished(under_way.popleft())
    finally:
        crew.leave()


@dataclass
class _Chunk:
    """Items that are worked on together, and the promise of what comes of them."""

    items: list[Item]
    promise: Future[list[list[Outcome]]]
    generation: int


class _Crew:
    """Worker processes that are replaced when one of them dies.

    When one dies, its siblings are ended too (``ProcessPoolExecutor`` can do no other), and all that they had is begun
    again by new ones; the chunk that was waited for is done one record at a time, so that the record at which a process
    dies is known: it is quarantined.
    """

    def __init__(self, work: Work, n_workers: int) -> None:
        self._work, self._n_workers = work, n_workers
        # Spawned, not forked: a fork of a process with threads (pyarrow, progress bar) may hang.
        self._context = multiprocessing.get_context("spawn")
        self._leaving = self._context.Event()
        self._generation = 0
        self._pool = self._made(n_workers)

    def begin(self, items: list[Item]) -> _Chunk:
        """Gives a chunk to whoever is free."""
        with undisturbed():  # half a start of a worker would end in its traceback
            try:
                promise = self._pool.submit(_do_chunk, items)
            except BrokenProcessPool:
                self._renew()
                promise = self._pool.submit(_do_chunk, items)
        return _Chunk(items, promise, self._generation)

    def finished(self, chunk: _Chunk) -> list[list[Outcome]]:
        """What came of a chunk, waited for.

        Raises:
            WorkerError: If processes die before they have any work.
        """
        try:
            return chunk.promise.result()
        except (BrokenProcessPool, CancelledError):
            if chunk.generation < self._generation:  # ended with its siblings: its turn comes again
                return self.finished(self.begin(chunk.items))
            self._renew()
            return self._one_by_one(chunk.items)

    def leave(self) -> None:
        """Ends all processes."""
        self._leaving.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _one_by_one(self, items: list[Item]) -> list[list[Outcome]]:
        outcomes: list[list[Outcome]] = []
        pool = self._made(1)
        try:
            for item in items:
                try:
                    outcomes += pool.submit(_do_chunk, [item]).result()
                except BrokenProcessPool:
                    pool.shutdown(wait=False)
                    pool = self._made(1)
                    self._check(pool)
                    outcomes.append(_died(item))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        return outcomes

    def _check(self, pool: ProcessPoolExecutor) -> None:
        """Whether a process can start at all: else no record is to blame."""
        try:
            pool.submit(_do_chunk, []).result()
        except BrokenProcessPool:
            raise WorkerError("worker processes die at their start; perhaps there is not enough memory") from None

    def _renew(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._made(self._n_workers)
        self._generation += 1

    def _made(self, n_workers: int) -> ProcessPoolExecutor:
        arguments = (self._work, self._leaving)
        return ProcessPoolExecutor(n_workers, mp_context=self._context, initializer=_start, initargs=arguments)


def _died(item: Item) -> list[Outcome]:
    documents = [] if isinstance(item, Broken) else [document.document.id for document in item.documents]
    return quarantine_all(documents, "work", WorkerError("the worker process died while it had this record"))


def _start(work: Work, leaving: Event) -> None:
    if hasattr(signal, "pthread_sigmask"):  # inherited; Ctrl-C stays with the parent, which tells its workers
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    collect_rarely()
    Thread(target=_leave_with_parent, daemon=True).start()
    _leaving[:] = [leaving]
    _task[:] = [_open.enter_context(work.start())]


def _leave_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever, with texts and the key in its memory."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do_chunk(chunk: list[Item]) -> list[list[Outcome]]:
    """Outcomes of a chunk; of a part of it once nobody waits for them, so that a run that is stopped ends soon."""
    return [outcomes_of(lambda: _task[0], item) for item in chunk if not _leaving[0].is_set()]


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    chunk: list[Item] = []
    n_chars = 0
    for item in items:
        chunk.append(item)
        if isinstance(item, RecordGroup):
            n_chars += sum(len(annotated.document.text) for annotated in item.documents)
        if n_chars >= CHUNK_CHARS or len(chunk) >= CHUNK_RECORDS:
            yield chunk
            chunk, n_chars = [], 0
    if chunk:
        yield chunk
