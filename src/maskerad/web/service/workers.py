"""Worker processes behind the service: jobs wait for one in a short line, and never in the event loop.

A job has a time limit. A process that dies, or works on when its time is over or its caller has gone, is replaced by a
new one; the other jobs do not notice. A line that is full refuses at once, and so does one in which a job has waited
too long: nothing that was refused was begun.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from threading import Thread

from maskerad.core.collecting import collect_rarely
from maskerad.core.errors import MaskeradError, WorkerError
from maskerad.pipeline.configuration.settings import Settings
from maskerad.web.service.answers import ServiceDocument
from maskerad.web.service.engines import Engines
from maskerad.web.service.jobs import Job, Refused
from maskerad.web.service.line import Line

READY_S = 120.0  # for a worker to load all languages, on a slow machine
GRACE_S = 2.0  # for work that nobody waits for any more: most of it is done by then, and a new process costs as much


@dataclass(frozen=True, slots=True)
class Plan:
    """What workers are made of.

    Attributes:
        settings: Languages, recognisers, strategies.
        key: 32 bytes.
        n_workers: Processes.
        n_waiting_max: Jobs that may wait for one.
        patience_s: Seconds that a job may wait.
        limit_s: Seconds that it may be worked on.
    """

    settings: Settings
    key: bytes = field(repr=False)
    n_workers: int = 1
    n_waiting_max: int = 64
    patience_s: float = 10.0
    limit_s: float = 30.0


class Workers:
    """All worker processes of a service. ``answer`` may be called by any number of tasks of one event loop."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._threads = ThreadPoolExecutor(2 * plan.n_workers + 1, "worker")
        self._line = Line[_Worker](plan.n_waiting_max, plan.patience_s)
        self._all: set[_Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closing = False
        self.n_working = 0
        self.n_replaced = 0

    @property
    def is_ready(self) -> bool:
        """Whether there is a worker that has loaded, and none is told to leave."""
        return bool(self._all) and not self._is_closing

    @property
    def n_waiting(self) -> int:
        """Jobs that wait for a worker."""
        return self._line.n_waiting

    async def start(self) -> None:
        """Starts all workers and waits until each has loaded its languages.

        Raises:
            WorkerError: If one cannot be started.
        """
        await asyncio.gather(*(self._add() for _ in range(self._plan.n_workers)))

    async def answer(self, job: Job) -> list[ServiceDocument] | Refused:
        """What a worker makes of a job.

        Raises:
            OverloadError: If too many wait, or it has waited too long.
        """
        worker = await self._line.take()
        self.n_working += 1
        exchange = asyncio.get_running_loop().run_in_executor(self._threads, worker.exchange, job)
        exchange.add_done_callback(_heard)
        try:
            answer = await asyncio.wait_for(asyncio.shield(exchange), self._plan.limit_s)
        except TimeoutError:
            self._replace(worker)
            return Refused(504, "E105", f"the record took longer than {self._plan.limit_s:g} s")
        except (EOFError, OSError):
            self._replace(worker)
            return Refused(500, WorkerError.code, "the worker process died; the record may need too much memory")
        except asyncio.CancelledError:
            self._spawn(self._finished_or_replaced(worker, exchange))
            raise
        finally:
            self.n_working -= 1
        self._line.give(worker)
        return answer

    async def close(self) -> None:
        """Ends all workers; what they were doing is over by then, as the server waits for its requests."""
        self._is_closing = True
        for task in tuple(self._tasks):
            task.cancel()
        for worker in tuple(self._all):
            worker.end()
        self._all.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _add(self) -> None:
        worker = _Worker(self._plan)
        self._all.add(worker)
        loop = asyncio.get_running_loop()
        try:
            await asyncio.wait_for(loop.run_in_executor(self._threads, worker.wait_ready), READY_S)
        except (EOFError, OSError, TimeoutError):
            self._discard(worker)
            raise WorkerError("a worker process of the service could not be started") from None
        except WorkerError:
            self._discard(worker)
            raise
        self._line.give(worker)

    async def _finished_or_replaced(
        self, worker: _Worker, exchange: asyncio.Future[list[ServiceDocument] | Refused]
    ) -> None:
        """A worker whose caller has gone is free when it has finished, and replaced when it does not soon."""
        try:
            await asyncio.wait_for(asyncio.shield(exchange), GRACE_S)
        except (TimeoutError, EOFError, OSError):
            self._replace(worker)
        else:
            self._line.give(worker)

    def _discard(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.kill()

    def _replace(self, worker: _Worker) -> None:
        self._discard(worker)
        self.n_replaced += 1
        if not self._is_closing:
            self._spawn(self._added_again())

    async def _added_again(self) -> None:
        """A start that fails is tried again, ever more slowly: readiness tells meanwhile."""
        pause_s = 1.0
        while not self._is_closing:
            with contextlib.suppress(WorkerError):
                await self._add()
                return
            await asyncio.sleep(pause_s)
            pause_s = min(60.0, 2 * pause_s)

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Worker:
    """One process and the way to it. Compared by identity."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        self._way, far = context.Pipe()
        self._process = context.Process(target=_work, args=(far, plan.settings, plan.key), daemon=True)
        self._process.start()
        far.close()

    def wait_ready(self) -> None:
        """Blocks until it has loaded.

        Raises:
            EOFError: If it died before.
            WorkerError: If it could not load; says why.
        """
        fault = self._way.recv()
        if fault:
            raise WorkerError(f"a worker process could not load its languages: {fault}")

    def exchange(self, job: Job) -> list[ServiceDocument] | Refused:
        """Blocks until the job is done.

        Raises:
            EOFError, OSError: If the process died.
        """
        self._way.send(job)
        answer: list[ServiceDocument] | Refused = self._way.recv()
        return answer

    def end(self) -> None:
        """Lets it leave; one that does not is killed."""
        with contextlib.suppress(OSError):
            self._way.send(None)
        self._process.join(1)
        self.kill()

    def kill(self) -> None:
        """Ends it at once, and closes the way, so that nobody waits for it."""
        self._process.kill()
        self._process.join()
        self._way.close()


def _heard(exchange: asyncio.Future[list[ServiceDocument] | Refused]) -> None:
    """Takes note of how it ended, also when nobody waits: asyncio would log it otherwise."""
    if not exchange.cancelled():
        exchange.exception()


def _work(way: Connection, settings: Settings, key: bytes) -> None:
    """The life of a worker process. Ctrl-C and the end of service are the parent's to hear."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    collect_rarely()
    Thread(target=_leave_with_parent, daemon=True).start()
    engines = Engines(settings, key)
    try:
        engines.load()
    except Exception as error:  # noqa: BLE001  whatever it is, the parent tells it, in one line
        way.send(str(error) if isinstance(error, MaskeradError) else type(error).__name__)
        return
    way.send("")
    with contextlib.suppress(EOFError, OSError):
        while (job := way.recv()) is not None:
            way.send(engines.answer(job))


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
