"""A service that is told to stop finishes what it has in work, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.patience import PATIENCE_S, until

SURNAME = "Quillfeather"
NOTE = f"Dr Hargreaves saw Susan {SURNAME} on March 6, 2023. Phone 802-555-0143.\n"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are looked for by their group")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client, Path]]:
    """A service as users start it, in a process group of its own, a client, and what it says."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said = tmp_path / "said.txt"
    place = ["serve", "--language", "en", "--model", "none", "--workers", "1", "--port", str(port)]
    with said.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "maskerad", *place], stdout=file, stderr=file, start_new_session=True
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S, trust_env=False) as http:
            until(lambda: process.poll() is not None or is_ready(http))
            yield process, http, said
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(PATIENCE_S)


def is_ready(http: httpx.Client) -> bool:
    """Whether it answers, and its worker has loaded."""
    try:
        return http.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def is_gone(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_in_work_is_finished(
    service: tuple[subprocess.Popen[bytes], httpx.Client, Path], number: signal.Signals
) -> None:
    process, http, said = service
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(http.post, "/v1/deidentify", json={"text": NOTE * 1_000, "language": "en"})
        until(lambda: asked.done() or "maskerad_working 1.0" in http.get("/metrics").text)
        process.send_signal(number)
        answer = asked.result()
    assert answer.status_code == 200 and SURNAME not in answer.text
    assert process.wait(PATIENCE_S) == 0
    until(lambda: is_gone(process.pid))
    assert SURNAME not in said.read_text()
