"""Runs the application in a server, until it is told to stop."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from maskerad.core.errors import RunError
from maskerad.web.service.access import Bounds
from maskerad.web.service.app import make_app
from maskerad.web.service.workers import Plan

CONNECTIONS_MAX = 2_000
KEPT_S = 75  # an idle connection; longer than clients and proxies keep theirs, which else send into one that is closing
STOP_S = 60  # for what is in work when it is told to stop


@dataclass(frozen=True, slots=True)
class Place:
    """Where it listens.

    Attributes:
        host, port: Address.
        certificate, key: PEM files for TLS; None speaks plain HTTP.
    """

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None


def run_service(plan: Plan, bounds: Bounds, place: Place) -> None:
    """Serves until SIGTERM or Ctrl-C, then finishes what is in work.

    Raises:
        RunError: If it cannot listen there, or its workers cannot be started.
    """
    for name in ("uvicorn.error", "asyncio"):  # their tracebacks may hold the words of an error, and these a text
        logging.getLogger(name).setLevel(logging.CRITICAL)
    app = make_app(plan, bounds)
    config = uvicorn.Config(
        app,
        host=place.host,
        port=place.port,
        ssl_certfile=place.certificate,
        ssl_keyfile=place.key,
        access_log=False,  # addresses and times of callers are nobody's business here
        log_config=None,
        server_header=False,
        limit_concurrency=CONNECTIONS_MAX,
        timeout_keep_alive=KEPT_S,
        timeout_graceful_shutdown=STOP_S,
    )
    server = uvicorn.Server(config)
    try:
        server.run()
    except (SystemExit, KeyboardInterrupt):
        if server.started:  # the signal that stopped it, which goes on when all is finished: it did what it was told
            return
        fault = getattr(app.state, "fault", None)
        raise fault or RunError(f"the service could not listen at {place.host}:{place.port}") from None
