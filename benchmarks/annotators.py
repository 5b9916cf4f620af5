"""Annotators at once: what a server of the workspace bears, over HTTP, each with a session and a stream of events.

Every annotator thinks for a while, marks a name of a random document, and waits for the answer. In the end the log must
add up to the marks, and hold each answered decision once. All annotators are tasks of one process that speaks no more
HTTP than it needs, so that they leave the processor to the server. A database other than SQLite is named by the
environment variable ``MASKERAD_DATABASE``; it must be empty.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.bounds import Missed, at_most
from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.people.accounts import add_user, begin_session
from maskerad.web.workspace.project import Project, make_project, open_project
from maskerad.web.workspace.server.guards import COOKIE, CSRF_HEADER
from maskerad.web.workspace.server.serve import Serving, serve
from maskerad.web.workspace.store.replay import check
from maskerad.web.workspace.store.tables import entries
from maskerad.web.workspace.store.texts import n_documents as count_documents
from maskerad.web.workspace.store.texts import read_document, read_record, record_numbers
from maskerad.web.workspace.suggestions import put_suggestions

ANNOTATORS, SECONDS, P95_MS = {"SQLite": 30, "PostgreSQL": 100}, 300.0, 100.0
SENTENCE = "Anna Lindkvist ringer {n} gånger om sin bror Johan i Trosa och om Karin Ek på vårdcentralen. "
STARTS = (0, 45, 54, 66)  # of names in it
DOCUMENTS_A_RECORD, SENTENCES = 3, 20
TRIES = 5
HEAD_END = b"\r\n\r\n"
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")


@dataclass(frozen=True)
class Load:
    """What a load test found.

    Attributes:
        n_operations: That were answered.
        n_lost: Answered and not kept once, and problems of the log.
        median_ms, p95_ms: Of an operation, as the annotator waits.
        processor_ms: Of the server, for one operation and all else that it does.
    """

    n_operations: int
    n_lost: int
    median_ms: float
    p95_ms: float
    processor_ms: float


@dataclass(frozen=True)
class Crowd:
    """How many annotators there are, how long they work, and their mean pause between two decisions."""

    n_annotators: int
    seconds: float
    pause_s: float = 1.0


def load(seconds: float = SECONDS) -> Missed:
    """Milliseconds an operation, and whether the log adds up in the end."""
    address = os.environ.get("MASKERAD_DATABASE", "")
    kind = "PostgreSQL" if address else "SQLite"
    crowd = Crowd(ANNOTATORS[kind], seconds)
    with tempfile.TemporaryDirectory() as folder, make_studied(Path(folder) / "study", address) as project:
        found = run_load(project, crowd)
    print(f"\n{crowd.n_annotators} annotators, {seconds:.0f} s, {kind}: {found.n_operations:,} operations, ", end="")
    print(f"median {found.median_ms:.1f} ms, p95 {found.p95_ms:.1f} ms, {found.n_lost} lost or doubled, ", end="")
    print(f"{found.processor_ms:.1f} ms of the server's processor an operation")
    return [
        *at_most("lost or doubled decisions", found.n_lost, 0),
        *at_most("p95 of an operation, ms", found.p95_ms, P95_MS),
    ]


@contextmanager
def own_process(project: Project) -> Iterator[int]:
    """The server of a project in a process of its own, and its port."""
    here, there = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_serve, args=(project.folder, project.database.address, there))
    process.start()
    there.close()
    try:
        yield int(here.recv().rpartition(":")[2])
    finally:
        process.terminate()
        process.join()


def _serve(folder: Path, address: str, ready: Pipe) -> None:
    serve(open_project(folder, address), Serving(), ready.send)


def run_load(
    project: Project, crowd: Crowd, serving: Callable[[Project], AbstractContextManager[int]] = own_process
) -> Load:
    """Annotators at work on one server, each in a layer of their own."""
    spent = _children_s()
    people = [_annotator(project, f"annotator{number}") for number in range(crowd.n_annotators)]
    with serving(project) as port:
        asyncio.run(_all_work(people, port, crowd))
    processor_ms = 1000 * (_children_s() - spent)
    with project.database.reading() as connection:
        problems = check(connection).problems
        kept = sorted(connection.execute(select(entries.c.op_id).where(entries.c.kind == "ops")).scalars())
    answered = sorted(name for one in people for name in one.answered)
    times = sorted(ms for one in people for ms in one.times_ms)
    n_lost = len(problems) + (0 if kept == answered else len(set(kept) ^ set(answered)) or 1)
    p95 = times[int(0.95 * (len(times) - 1))]
    return Load(len(times), n_lost, statistics.median(times), p95, processor_ms / len(times))


def _children_s() -> float:
    """Processor seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make_studied(folder: Path, address: str = "", n_records: int = 20) -> Project:
    """A project of records at which rules and models have had their turn."""
    project = make_project(folder, address, language="sv", pre_annotation="off")
    text = "".join(SENTENCE.format(n=n) for n in range(SENTENCES))
    items = [
        AnnotatedDocument(Document(f"d{number}", text, "sv", f"r{number // DOCUMENTS_A_RECORD}"), (), False)
        for number in range(DOCUMENTS_A_RECORD * n_records)
    ]
    import_documents(project, items, "core")
    with project.database.writing() as connection:
        for number in record_numbers(connection):
            put_suggestions(connection, read_record(connection, number), {}, {})
    return project


async def _all_work(people: Sequence[Annotator], port: int, crowd: Crowd) -> None:
    end_s = time.monotonic() + crowd.seconds
    async with asyncio.TaskGroup() as group:
        for one in people:
            group.create_task(one.work(port, end_s, crowd.pause_s))


@dataclass
class Line:
    """One connection to the server, opened when it is needed and again after it was cut."""

    port: int
    headers: str
    _ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None, repr=False)

    async def send(self, method: str, path: str, body: bytes = b"") -> tuple[int, int]:
        """Sends a request; returns the status and the length of what follows, 0 where it has no end."""
        reader, writer = self._ends = self._ends or await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"{method} {path} HTTP/1.1\r\n{self.headers}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = await reader.readuntil(HEAD_END)
        status, length = _STATUS.match(head), _LENGTH.search(head)
        return int(status[1]) if status else 0, int(length[1]) if length else 0

    async def ask(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Asks, and asks again under the same id where the line was cut, as the page does."""
        for _ in range(TRIES):
            try:
                status, length = await self.send("POST", path, json.dumps(body).encode())
                return status, json.loads(await self._reader.readexactly(length))
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
        raise AssertionError("no answer")

    async def drain(self) -> None:
        """Reads and forgets what comes, until the line is cut."""
        while await self._reader.read(1 << 16):
            pass

    def close(self) -> None:
        """Hangs up."""
        if self._ends:
            self._ends[1].close()
        self._ends = None

    @property
    def _reader(self) -> asyncio.StreamReader:
        assert self._ends, "nothing was sent yet"
        return self._ends[0]


@dataclass
class Annotator:
    """One of them, with what was answered."""

    name: str
    headers: str
    sha256: str
    n_documents: int
    answered: list[str] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)

    async def work(self, port: int, end_s: float, pause_s: float) -> None:
        """Marks names until the end, two at least."""
        draw, version = random.Random(self.name), dict[int, int]()
        server, events = Line(port, self.headers), Line(port, self.headers)
        await events.send("GET", "/events")
        listening = asyncio.create_task(events.drain())
        while time.monotonic() < end_s or len(self.times_ms) < 2:
            await asyncio.sleep(draw.expovariate(1 / pause_s))
            document, start = draw.randrange(self.n_documents) + 1, draw.choice(STARTS)
            op = {"kind": "add", "start": start, "end": start + 4, "label": "PATIENT"}
            op_id = f"{self.name}-{len(self.times_ms):08}"
            body = {"op_id": op_id, "base_version": version.get(document, 0), "ops": [op], "text_sha256": self.sha256}
            begun = time.perf_counter()
            status, told = await server.ask(f"/api/documents/{document}/ops", body)
            self.times_ms.append(1000 * (time.perf_counter() - begun))
            if status == 200:
                self.answered.append(op_id)
            elif status != 409:
                raise AssertionError(f"status {status}: {told.get('message')}")
            version |= {one["document"]: one["version"] for one in told["changes"]}
        listening.cancel()
        events.close()
        server.close()


def _annotator(project: Project, name: str) -> Annotator:
    with project.database.writing() as connection:
        token, session = begin_session(connection, add_user(connection, name, "annotator"))
        sha256 = read_document(connection, 1).sha256
        n_documents = count_documents(connection)
    headers = {
        "Host": "127.0.0.1",
        "Cookie": f"{COOKIE}={token}",
        CSRF_HEADER: session.csrf,
        "Content-Type": "application/json",
    }
    return Annotator(name, "".join(f"{key}: {value}\r\n" for key, value in headers.items()), sha256, n_documents)
