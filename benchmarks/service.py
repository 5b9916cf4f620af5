"""``python -m benchmarks service``: 200 callers at once, for two minutes, at a service on the loopback address.

Each sends one composed note after another, half of them under the ids of sessions. A caller who is told 429 or 503
waits as long as it is told and goes on. No answer may be another error, the slowest of a hundred answers must come
within twice the time that a request may wait, the memory of all processes must be flat over the second half, one note
of one session must always become the same text, and no name may stand in anything that the service says.
"""

from __future__ import annotations

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from benchmarks.bounds import Missed, at_most

SECONDS, CALLERS, WORKERS = 120.0, 200, 2
WAIT_S, WORK_S = 10.0, 30.0  # that a request may wait, and be worked on: the service's own defaults
P99_S = 2 * WAIT_S  # the callers work on the same cores
GROWTH = 1.05  # of memory over the second half
SURNAME = "Quillfeather"
REFUSED = (429, 503)
NOTE = f"Dr Hargreaves saw Susan {SURNAME} on March {{day}}, 2023 (visit {{number}}). Phone 802-555-01{{number:02}}."


@dataclass
class Told:
    """What the callers met.

    Attributes:
        statuses: Of all answers; the kind of error where none came.
        waited_s: Of each that was answered 200.
        texts: New texts of the notes of each session and day.
        leaks: Answers with an original in them.
    """

    statuses: Counter[int | str] = field(default_factory=Counter)
    waited_s: list[float] = field(default_factory=list)
    texts: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    leaks: int = 0


def main() -> Missed:
    """Prints answers, times and memory."""
    print(f"{CALLERS} callers, {WORKERS} workers, {SECONDS:.0f} s, on {os.cpu_count()} cores that the callers share\n")
    with tempfile.TemporaryDirectory() as name, _service(Path(name)) as (url, process):
        told, memory = asyncio.run(_called(url, process.pid))
        said = (Path(name) / "said.txt").read_text(errors="replace")
    answered, n = sorted(told.waited_s), told.statuses.total()
    p50, p99 = (statistics.quantiles(answered, n=100)[at] for at in (49, 98))
    others = sum(count for status, count in told.statuses.items() if status not in (200, *REFUSED))
    half = len(memory) // 2
    growth = max(memory[half:]) / max(memory[half // 2 : half])
    unlike = sum(len(texts) > 1 for texts in told.texts.values())
    print(f"answers {n:,}: {', '.join(f'{status} {count:,}' for status, count in told.statuses.most_common())}")
    print(f"answered: {told.statuses[200] / SECONDS:.1f} a second, half within {p50:.2f} s, p99 {p99:.2f} s")
    print(f"memory of all processes: {memory[0]:.0f} MB at first, {max(memory):.0f} at most, {memory[-1]:.0f} at last")
    print(f"sessions whose note became several texts {unlike}, answers with an original {told.leaks}", end=", ")
    print(f"names in {len(said):,} characters that the service said: {said.count(SURNAME)}")
    return Missed(
        [
            *at_most("errors but 429 and 503", others, 0),
            *at_most("p99 in seconds", p99, P99_S),
            *at_most("growth of memory", growth, GROWTH),
            *at_most("sessions with several texts", unlike, 0),
            *at_most("originals in answers or said", told.leaks + said.count(SURNAME), 0),
        ]
    )


@contextmanager
def _service(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A service as users start it, what it says being kept."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    place = ["--language", "en", "--port", str(port), "--workers", str(WORKERS)]
    with (folder / "said.txt").open("wb") as said:
        process = subprocess.Popen([sys.executable, "-m", "maskerad", "serve", *place], stdout=said, stderr=said)
        url = f"http://127.0.0.1:{port}"
        try:
            _wait_ready(url)
            yield url, process
        finally:
            process.terminate()
            process.wait(90)


def _wait_ready(url: str) -> None:
    for _ in range(1200):
        try:
            if httpx.get(f"{url}/readyz", trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise TimeoutError("the service did not start")


async def _called(url: str, pid: int) -> tuple[Told, list[float]]:
    told, memory = Told(), list[float]()
    end = time.monotonic() + SECONDS
    callers = [asyncio.create_task(_caller(url, number, end, told)) for number in range(CALLERS)]
    while time.monotonic() < end:
        await asyncio.sleep(2)
        memory.append(_memory_mb(pid))
    await asyncio.gather(*callers)
    return told, memory


async def _caller(url: str, number: int, end: float, told: Told) -> None:
    """One caller with a connection of its own: in a pool of connections callers would wait for one another."""
    async with httpx.AsyncClient(base_url=url, timeout=WAIT_S + WORK_S + 20, trust_env=False, verify=False) as http:
        await _calls(http, number, end, told)


async def _calls(http: httpx.AsyncClient, number: int, end: float, told: Told) -> None:
    visit = 0
    while time.monotonic() < end:
        visit += 1
        day = 1 + visit % 28
        record = f"session-{number}" if number % 2 else ""
        body = {"record": record, "language": "en", "text": NOTE.format(day=day, number=number % 100)}
        start = time.monotonic()
        try:
            answer = await http.post("/v1/deidentify", json=body)
        except httpx.HTTPError as error:
            told.statuses[type(error).__name__] += 1
            continue
        told.statuses[answer.status_code] += 1
        if answer.status_code == 200:
            told.waited_s.append(time.monotonic() - start)
            told.texts.setdefault((number, day), set()).add(answer.json()["documents"][0]["text"])
        told.leaks += SURNAME in answer.text
        if answer.status_code in REFUSED:
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))


def _memory_mb(pid: int) -> float:
    """Resident memory of a process and all below it (Linux)."""
    below, waiting = [pid], [pid]
    while waiting:
        parent = waiting.pop()
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            found = [int(one) for one in task.read_text().split()]
            below, waiting = below + found, waiting + found
    pages = 0
    for one in below:
        try:
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
        except FileNotFoundError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
