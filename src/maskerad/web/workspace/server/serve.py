"""Runs the application, with the rules at work beside it in a process of their own."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path

import uvicorn

from maskerad.core.errors import ConfigError
from maskerad.web.workspace.project import Project, open_project
from maskerad.web.workspace.server.app import LOOPBACK, make_app, one_time_link
from maskerad.web.workspace.server.workshop import NICE

HOST = "127.0.0.1"
WAITING_MAX = 2048
STOP_S = 5.0


@dataclass(frozen=True, slots=True)
class Serving:
    """Where and how to serve.

    Attributes:
        host: Address to listen on.
        port: 0 takes a free one.
        names: Further names under which the server may be asked.
        certificate, key: Files of its own TLS; None for none.
        is_behind_tls: Whether a proxy in front of it speaks TLS.
        user: Who the one-time link lets in; "" for no link.
    """

    host: str = HOST
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    is_behind_tls: bool = False
    user: str = ""

    @property
    def is_secure(self) -> bool:
        """Whether browsers see TLS."""
        return self.certificate is not None or self.is_behind_tls


def serve(project: Project, serving: Serving, on_ready: Callable[[str], None]) -> None:
    """Serves until it is interrupted.

    Args:
        project: What is annotated.
        serving: Where and how.
        on_ready: Told the link when the server listens.

    Raises:
        ConfigError: If the port is taken, or the server would be open to others without TLS.
    """
    if serving.host not in LOOPBACK and not serving.is_secure:
        raise ConfigError(
            f"--host {serving.host}: others would read along; give --certificate and --key, or --behind-tls where a "
            "proxy in front speaks TLS"
        )
    app, desk = make_app(project, (*LOOPBACK, serving.host, *serving.names), serving.is_secure)
    with _listening(serving) as open_socket, working(project):
        port = open_socket.getsockname()[1]
        address = f"{'https' if serving.certificate else 'http'}://{serving.host}:{port}"
        on_ready(one_time_link(desk, serving.user, address) if serving.user else address)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            ssl_certfile=serving.certificate,
            ssl_keyfile=serving.key,
        )
        try:
            uvicorn.Server(config).run([open_socket])
        finally:
            desk.workshop.stop()


@contextmanager
def working(project: Project) -> Iterator[SpawnProcess]:
    """Rules and models at work on the records that wait, in a process of their own until the end of the block."""
    work = get_context("spawn").Process(
        target=look_through, args=(project.folder, project.database.address), daemon=True
    )
    work.start()
    try:
        yield work
    finally:
        work.terminate()
        work.join(STOP_S)


def look_through(folder: Path, address: str) -> None:
    """What that process does, after those who annotate."""
    from maskerad.web.workspace.suggestions import Suggester, pre_annotate  # the server itself needs no recogniser

    os.nice(NICE)
    project = open_project(folder, address)
    for _ in pre_annotate(project, Suggester(project.settings["language"])):
        pass
    project.close()


@contextmanager
def _listening(serving: Serving) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((serving.host, serving.port))
            made.listen(WAITING_MAX)  # before the link is told: whoever follows it at once is not turned away
        except (OSError, OverflowError) as error:
            is_taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
            why = "another program listens there; --port 0 takes a free port" if is_taken else type(error).__name__
            raise ConfigError(f"{serving.host}:{serving.port} cannot be listened on: {why}") from None
        yield made
