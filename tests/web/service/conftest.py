"""A service that runs as users run it: a real server on a port of its own, with a real worker process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import httpx
import pytest
import uvicorn
from tests.patience import PATIENCE_S

from maskerad.pipeline.configuration.settings import settings_for
from maskerad.web.service.access import Bounds
from maskerad.web.service.app import make_app
from maskerad.web.service.workers import Plan

KEY = bytes(range(32))
PLAN = Plan(settings_for("en"), KEY, patience_s=PATIENCE_S, limit_s=PATIENCE_S)


@contextmanager
def serving(plan: Plan = PLAN, bounds: Bounds | None = None) -> Iterator[str]:
    """The address of a service that stops at the end."""
    app = make_app(plan, bounds or Bounds())
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=5))
    started = threading.Event()
    server_started = server.startup

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        try:
            await server_started(sockets)
        finally:
            started.set()

    server.startup = startup
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    assert started.wait(PATIENCE_S), "the service did not start"
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        listener.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """One service for all tests that do not bend it."""
    with serving(replace(PLAN, n_waiting_max=1000)) as url:
        yield url


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    """A plain HTTP client of it."""
    with httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False) as client:
        yield client
