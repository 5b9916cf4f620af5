"""Who may ask, how often, and how much: checked before a request is read."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maskerad.core.errors import ConfigError, MissingError

TOKEN_CHARS_MIN = 16
OPEN_PATHS = frozenset({"/healthz", "/readyz", "/health"})  # what a load balancer asks
STREAMED = frozenset({"/v1/batch"})  # bounded by the line, not as a whole
CALLERS_MAX = 10_000  # whose rates are remembered
TOO_LARGE = "the request is larger than it may be"


def read_tokens(path: Path) -> frozenset[bytes]:
    """The digests of the tokens in a file, one a line; empty lines and lines that begin with # are passed over.

    Raises:
        MissingError: If there is no such file.
        ConfigError: If others can read it, it holds none, or one is too short to be secret.
    """
    if not path.is_file():
        raise MissingError(f"tokens {path}: no such file")
    if path.stat().st_mode & 0o077:
        raise ConfigError(f"tokens {path}: others can read it; chmod 600")
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    tokens = [line for line in lines if line and not line.startswith("#")]
    if not tokens:
        raise ConfigError(f"tokens {path}: it holds none")
    for number, token in enumerate(tokens, start=1):
        if len(token) < TOKEN_CHARS_MIN:
            raise ConfigError(f"tokens {path}: number {number} has fewer than {TOKEN_CHARS_MIN} characters")
    return frozenset(digest_of(token) for token in tokens)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a caller may ask for.

    Attributes:
        tokens: Digests of the bearer tokens that are let in; none lets everybody in.
        rate_per_s: Requests a second of one caller, on the average; 0 is no limit.
        burst: Requests that may come at once.
        bytes_max: Size of a request, of a line of a stream.
    """

    tokens: Collection[bytes] = field(default=(), repr=False)
    rate_per_s: float = 0.0
    burst: int = 20
    bytes_max: int = 16_000_000


class Rates:
    """Token buckets, one a caller: ``burst`` at once, then the rate (Turner 1986, New directions in communications)."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = bounds.rate_per_s, bounds.burst, clock
        self._levels: OrderedDict[bytes, tuple[float, float]] = OrderedDict()

    def wait_s(self, caller: bytes) -> float:
        """Takes one request out of the caller's bucket; seconds until there is one when it is empty, else 0."""
        if not self._rate:
            return 0.0
        now = self._clock()
        level, then = self._levels.pop(caller, (float(self._burst), now))
        level = min(self._burst, level + (now - then) * self._rate)
        is_let = level >= 1
        self._levels[caller] = (level - 1 if is_let else level, now)
        if len(self._levels) > CALLERS_MAX:
            self._levels.popitem(last=False)
        return 0.0 if is_let else (1 - level) / self._rate


class Gate:
    """Middleware in front of all routes."""

    def __init__(self, app: ASGIApp, bounds: Bounds) -> None:
        self._app, self._bounds, self._rates = app, bounds, Rates(bounds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses, or passes the request on with its size bounded."""
        if scope["type"] != "http" or scope["path"] in OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
        elif scope["path"] in STREAMED:
            await self._app(scope, receive, send)
        else:
            await self._bounded(scope, receive, send)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        token = headers.get("authorization", "").removeprefix("Bearer ").strip()
        if self._bounds.tokens and not self._is_known(token):
            return refused(401, "E401", "a bearer token is needed", {"WWW-Authenticate": "Bearer"})
        wait_s = self._rates.wait_s(digest_of(token) if token else _address(scope))
        if wait_s:
            return refused(429, "E105", "too many requests", {"Retry-After": str(max(1, round(wait_s)))})
        if _told_size(headers) > self._bounds.bytes_max and scope["path"] not in STREAMED:
            return refused(413, "E105", TOO_LARGE)
        return None

    def _is_known(self, token: str) -> bool:
        digest = digest_of(token)
        return any(hmac.compare_digest(digest, known) for known in self._bounds.tokens)

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request that does not tell its size is counted as it comes."""
        n_bytes = 0

        async def counted() -> Message:
            nonlocal n_bytes
            message = await receive()
            n_bytes += len(message.get("body", b""))
            if n_bytes > self._bounds.bytes_max:
                raise HTTPException(413)  # passes through what reads the body; the application words it
            return message

        await self._app(scope, counted, send)


def refused(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer to what is not done."""
    return JSONResponse({"code": code, "message": message}, status, headers)


def _told_size(headers: Headers) -> int:
    header = headers.get("content-length", "")
    return int(header) if header.isascii() and header.isdigit() else 0


def _address(scope: Scope) -> bytes:
    client = scope.get("client")
    return str(client[0]).encode() if client else b""
