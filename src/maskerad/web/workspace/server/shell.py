"""What surrounds every request: the host it may name, how large it may be, the headers of its answer, its errors."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES_MAX = 8_000_000
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "  # sizes of plots
        "img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class TooLargeError(Exception):
    """A body beyond the bound."""


class Shell:
    """The outermost layer of the application.

    Args:
        app: What it surrounds.
        hosts: Names under which it may be asked, without port; a foreign page cannot reach it under another one.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = self._problem(Headers(scope=scope))
        if problem is not None:
            await problem(scope, receive, sending)
            return
        try:
            await self._app(scope, _bounded(receive), sending)
        except TooLargeError:
            if not has_begun:
                await _told(413, "E105", f"a request may have {BODY_BYTES_MAX:,} bytes")(scope, receive, sending)
        except Exception:  # noqa: BLE001  it was answered by then; its own words may hold text, and go nowhere
            if not has_begun:
                await _told(500, "E000", "unexpected fault; please report it")(scope, receive, sending)

    def _problem(self, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "").rsplit(":", 1)[0].strip("[]").lower()
        if "*" not in self._hosts and host not in self._hosts:
            return _told(421, "E803", "this server is not asked under that name")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY_BYTES_MAX:
            return _told(413, "E105", f"a request may have {BODY_BYTES_MAX:,} bytes")
        return None


def _bounded(receive: Receive) -> Receive:
    n_bytes = 0

    async def receiving() -> Message:
        nonlocal n_bytes
        message = await receive()
        n_bytes += len(message.get("body", b""))
        if n_bytes > BODY_BYTES_MAX:
            raise TooLargeError
        return message

    return receiving


def _told(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)
