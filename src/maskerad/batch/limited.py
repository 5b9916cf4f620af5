"""Work that quarantines a record which asks for too much: characters, seconds, memory.

Characters are counted before the work begins. Time is a timer of the process (``setitimer``) whose signal ends the work
on the record at the next step of Python; where there is none (Windows, a thread beside the main one) the time is
measured, and a record that took longer is quarantined when it is done. The first record of a language in a process
pays for making the language ready, a second or two. Memory is a limit of the system on the address space of a worker
process (``RLIMIT_AS``; Linux): what does not fit raises ``MemoryError``, which quarantines the record. A library that
ends its process instead of raising costs the record that the process had (``pool``).
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import current_thread, main_thread

from maskerad.batch.columns import ColumnWatch
from maskerad.batch.work import Outcome, Task, Work, quarantine_all
from maskerad.core.errors import ConfigError, LimitError
from maskerad.corpora import FormatOptions, RecordGroup
from maskerad.pipeline.configuration.limits import Limits

STAGE = "limit"
_PAGES = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class Limited:
    """Other work within limits."""

    work: Work
    limits: Limits

    def check(self) -> None:
        """What the work does."""
        self.work.check()

    @contextmanager
    def start(self) -> Iterator[Task]:
        """The task of the work.

        Raises:
            ConfigError: If memory is limited and this is no worker process, or the system knows no such limit.
        """
        limits = self.limits
        with self.work.start() as task:
            if limits.memory_mib:
                _limit_memory(limits.memory_mib)

            def limited(group: RecordGroup) -> list[Outcome]:
                ids = [item.document.id for item in group.documents]
                try:
                    _check_size(group, limits.characters)
                    with time_limit(limits.seconds):
                        return task(group)
                except LimitError as error:
                    return quarantine_all(ids, STAGE, error)

            yield limited

    def watch(self, options: FormatOptions) -> ColumnWatch | None:
        """What the work looks at."""
        return self.work.watch(options)

    def finish(self, n_documents: int) -> None:
        """What the work does."""
        self.work.finish(n_documents)


def _check_size(group: RecordGroup, characters: int) -> None:
    longest = max((len(item.document.text) for item in group.documents), default=0)
    if characters and longest > characters:
        raise LimitError(f"a document of {longest} characters; the limit is {characters}")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Ends what takes longer.

    Args:
        seconds: 0 is no limit.

    Raises:
        LimitError: When the time has passed.
    """
    if not seconds:
        yield
        return
    has_timer = hasattr(signal, "setitimer") and current_thread() is main_thread()
    start, is_up = time.monotonic(), False
    try:
        with _timer(seconds) if has_timer else nullcontext():
            yield
    except _TimeIsUp:
        is_up = True
    if is_up or time.monotonic() - start > seconds:
        raise LimitError(f"the work took longer than {seconds:g} seconds, the limit")


class _TimeIsUp(BaseException):
    """Raised wherever the work stands: nothing on the way takes it for an error of its own."""


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise _TimeIsUp

    answer = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    start = time.monotonic()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, answer)
        if left:  # somebody else's timer goes on
            signal.setitimer(signal.ITIMER_REAL, max(1e-6, left - (time.monotonic() - start)), interval)


def _limit_memory(memory_mib: int) -> None:
    if sys.platform != "linux":
        raise ConfigError("a limit of memory needs Linux")
    if multiprocessing.parent_process() is None:
        raise ConfigError("a limit of memory needs worker processes: two or more workers")
    import resource

    in_use = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (in_use + (memory_mib << 20), hard))
