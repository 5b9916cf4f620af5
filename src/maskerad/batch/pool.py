"""Records through one engine or several, in order, with bounded memory.

Records travel in chunks of a few hundred kilobytes. At most two chunks a worker are under way, so a table of any
length needs the same memory, and the outcomes come out in the order of the input whatever the number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from threading import Thread

from maskerad.batch.work import Outcome, Task, Work
from maskerad.core import Quarantined
from maskerad.core.errors import WorkerError
from maskerad.core.signals import undisturbed
from maskerad.corpora import Broken, RecordGroup

CHUNK_CHARS = 200_000
CHUNK_RECORDS = 400
CHUNKS_PER_WORKER = 2

Item = RecordGroup | Broken
_task: list[Task] = []  # one engine a process, made by its initialiser
_leaving: list[Event] = []  # set when nobody waits for outcomes any more


def run_work(work: Work, items: Iterable[Item], n_workers: int) -> Iterator[list[Outcome]]:
    """Outcomes of each item, in the order of the items."""
    if n_workers <= 1:
        task = work.start()
        return (_outcomes(task, item) for item in items)
    return _in_processes(work, items, n_workers)


def _outcomes(task: Task, item: Item) -> list[Outcome]:
    if isinstance(item, Broken):
        return [Quarantined(item.document, "read", item.code, f"{item.where}: {item.reason}", item.n_documents)]
    return task(item)


def _in_processes(work: Work, items: Iterable[Item], n_workers: int) -> Iterator[list[Outcome]]:
    work.check()  # what fails in all workers is said once, here
    # Spawned, not forked: a fork of a process with threads (pyarrow, progress bar) may hang.
    context = multiprocessing.get_context("spawn")
    leaving = context.Event()
    pool = ProcessPoolExecutor(n_workers, mp_context=context, initializer=_start, initargs=(work, leaving))
    under_way: deque[Future[list[list[Outcome]]]] = deque()
    try:
        for chunk in _chunks(items):
            with undisturbed():  # half a start of a worker would end in its traceback
                under_way.append(pool.submit(_do_chunk, chunk))
            if len(under_way) > n_workers * CHUNKS_PER_WORKER:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()
    except BrokenProcessPool:
        raise WorkerError("a worker process died; perhaps there was not enough memory for it") from None
    finally:
        leaving.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _start(work: Work, leaving: Event) -> None:
    if hasattr(signal, "pthread_sigmask"):  # inherited; Ctrl-C stays with the parent, which tells its workers
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_leave_with_parent, daemon=True).start()
    _leaving[:] = [leaving]
    _task[:] = [work.start()]


def _leave_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever, with texts and the key in its memory."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do_chunk(chunk: list[Item]) -> list[list[Outcome]]:
    """Outcomes of a chunk; of a part of it once nobody waits for them, so that a run that is stopped ends soon."""
    return [_outcomes(_task[0], item) for item in chunk if not _leaving[0].is_set()]


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
