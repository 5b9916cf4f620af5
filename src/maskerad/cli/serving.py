"""The command serve: detection and de-identification over HTTP."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.choices import Replacing, key_of, settings_of
from maskerad.cli.output.announcing import announce
from maskerad.cli.output.console import error_console
from maskerad.core.errors import ConfigError
from maskerad.core.extras import SERVICE, require

LOOPBACK_NAMES = frozenset({"localhost"})


@bundled
def serve(
    *,
    choices: Replacing,
    key: opt.Key = None,
    host: Annotated[
        str, typer.Option(help="Address to listen at; others than the loopback need --tokens.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen at.")] = 8300,
    workers: Annotated[int, typer.Option(min=1, help="Processes that do the work.")] = 1,
    tokens: Annotated[
        Path | None, typer.Option(help="File of bearer tokens, one a line, mode 0600; none lets everybody in.")
    ] = None,
    tls_certificate: Annotated[
        Path | None, typer.Option(help="Certificate (PEM); with it HTTPS alone is spoken.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key (PEM).")] = None,
    rate: Annotated[float, typer.Option(min=0, help="Requests a second of one caller; 0: no limit.")] = 0.0,
    burst: Annotated[int, typer.Option(min=1, help="Requests of one caller that may come at once.")] = 20,
    max_bytes: Annotated[int, typer.Option(min=1, help="Bytes of a request, and of a line of a stream.")] = 16_000_000,
    max_waiting: Annotated[int, typer.Option(min=0, help="Records that may wait; more are answered 503.")] = 64,
    max_wait: Annotated[float, typer.Option(min=0, help="Seconds that one may wait before it is answered 503.")] = 10.0,
    max_seconds: Annotated[float, typer.Option(min=0.1, help="Seconds of work on a record.")] = 30.0,
) -> None:
    """Answers requests over HTTP until it is stopped: texts in, spans or safe texts out; nothing is kept.

    [bold]/v1/detect[/bold], [bold]/v1/deidentify[/bold], [bold]/v1/batch[/bold] (a stream of lines of JSON),
    [bold]/openapi.json[/bold]; Presidio's [bold]/analyze[/bold] and [bold]/anonymize[/bold]; [bold]/healthz[/bold],
    [bold]/readyz[/bold], [bold]/metrics[/bold]. Ctrl-C or SIGTERM lets what is in work be finished.

    Example: maskerad serve --language sv,en --project study --workers 4
    """
    require(SERVICE, "maskerad serve")
    from maskerad.web.service.access import Bounds, read_tokens
    from maskerad.web.service.running import Place, run_service
    from maskerad.web.service.workers import Plan

    _check_place(host, tokens, tls_certificate, tls_key)
    settings = settings_of(choices)
    announce(settings)
    plan = Plan(settings, key_of(key, choices.project), workers, max_waiting, max_wait, max_seconds)
    bounds = Bounds(read_tokens(tokens) if tokens else (), rate, burst, max_bytes)
    scheme = "https" if tls_certificate else "http"
    error_console().print(f"serving at {scheme}://{host}:{port}", markup=False, highlight=False)
    run_service(plan, bounds, Place(host, port, tls_certificate, tls_key))


def _check_place(host: str, tokens: Path | None, certificate: Path | None, key: Path | None) -> None:
    if (certificate is None) != (key is None):
        raise ConfigError("--tls-certificate and --tls-key belong together")
    for path in (certificate, key):
        if path is not None and not path.is_file():
            raise ConfigError(f"{path}: no such file")
    if not _is_loopback(host) and tokens is None:
        raise ConfigError(f"--host {host} can be reached by others: --tokens FILE must say who is let in")
    if not _is_loopback(host) and certificate is None:
        error_console().print(
            "without --tls-certificate texts travel in the clear: put a proxy that speaks TLS in front",
            style="yellow",
            highlight=False,
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in LOOPBACK_NAMES
