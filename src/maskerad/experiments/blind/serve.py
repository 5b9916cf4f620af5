"""The pages of a blind study, for evaluators on this machine: a server that nobody else can reach.

It listens on 127.0.0.1 alone. Every request must name that host (so that no foreign page reaches it under another
name), and all but the page itself must carry the token of the address that the study's owner was shown. It serves the
items, never the truth; it takes one judgement at a time and saves it at once; it logs nothing.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

from maskerad.core.errors import ConfigError, FormatError, InputError, MaskeradError
from maskerad.experiments.blind.answers import (
    Judgement,
    as_dict,
    judgement_dict,
    load_answers,
    parse_judgement,
    save_answers,
)
from maskerad.experiments.blind.study import Item, read_items
from maskerad.pages.frame import page_style

HOST = "127.0.0.1"
BODY_BYTES_MAX = 200_000
TOKEN_HEADER = "X-Study-Token"
_JUDGEMENT = re.compile(r"/answers/([^/]+)/([^/]+)")
_ANSWERS = re.compile(r"/answers/([^/]+)")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, slots=True)
class Desk:
    """A study on the desk of its evaluators.

    Attributes:
        folder: Of the study.
        study: Its id.
        items: What is read.
        token: What requests must carry.
    """

    folder: Path
    study: str
    items: tuple[Item, ...]
    token: str = field(repr=False, default_factory=lambda: secrets.token_urlsafe(16))
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @classmethod
    def open(cls, folder: Path) -> Desk:
        """Reads the study of a folder.

        Raises:
            MissingError, FormatError: If it holds none.
        """
        study, items = read_items(folder)
        return cls(folder, study, items)

    def items_json(self) -> dict[str, object]:
        """What the page shows."""
        rows = [{"id": item.id, "language": item.language, "text": item.text} for item in self.items]
        return {"study": self.study, "items": rows}

    def answers_json(self, evaluator: str) -> dict[str, object]:
        """What an evaluator said so far.

        Raises:
            ConfigError, FormatError, InputError: See ``load_answers``.
        """
        with self._lock:
            return as_dict(load_answers(self.folder, self.study, evaluator))

    def judge(self, evaluator: str, name: str, judgement: Judgement) -> None:
        """Saves one judgement.

        Raises:
            InputError: If there is no such item, or a mark lies outside it.
            ConfigError, FormatError: See ``load_answers``.
        """
        item = next((item for item in self.items if item.id == name), None)
        if item is None:
            raise InputError(f"the study has no item {name!r}")
        if any(end > len(item.text) for _, end in judgement.marks):
            raise InputError(f"item {name!r}: a mark lies outside its {len(item.text)} characters")
        with self._lock:
            answers = load_answers(self.folder, self.study, evaluator)
            save_answers(self.folder, answers.with_judgement(name, judgement))


def make_server(desk: Desk, port: int = 0) -> ThreadingHTTPServer:
    """A server that is not running yet; port 0 takes a free one.

    Raises:
        ConfigError: If the port is taken.
    """
    handler = type("StudyHandler", (_Handler,), {"desk": desk})
    try:
        return ThreadingHTTPServer((HOST, port), handler)
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"port {port} of {HOST} cannot be used: {getattr(error, 'strerror', None) or error}"
        ) from None


def address(server: ThreadingHTTPServer, desk: Desk) -> str:
    """What evaluators open in their browser. The token stands behind the #, which browsers send to nobody."""
    return f"http://{HOST}:{server.server_address[1]}/#{desk.token}"


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    desk: ClassVar[Desk]
    server_version, sys_version = "Maskerad", ""
    timeout = 30

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if not self._is_own_host():
            self._fail(HTTPStatus.FORBIDDEN, "this server has another name")
        elif path == "/":
            self._send(HTTPStatus.OK, _page().encode(), "text/html; charset=utf-8")
        elif not self._has_token():
            self._fail(HTTPStatus.FORBIDDEN, "open the address that the study's owner was shown")
        elif path == "/items":
            self._send_json(self.desk.items_json())
        elif match := _ANSWERS.fullmatch(path):
            self._answer(lambda: self.desk.answers_json(match[1]))
        else:
            self._fail(HTTPStatus.NOT_FOUND, "no such page")

    def do_PUT(self) -> None:
        match = _JUDGEMENT.fullmatch(urlsplit(self.path).path)
        body = self._body()
        if not self._is_own_host() or not self._has_token():
            self._fail(HTTPStatus.FORBIDDEN, "open the address that the study's owner was shown")
        elif match is None:
            self._fail(HTTPStatus.NOT_FOUND, "no such page")
        elif body is None:
            self._fail(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a judgement has at most {BODY_BYTES_MAX} bytes")
        else:
            self._answer(lambda: self._judged(match[1], match[2], body))

    def _judged(self, evaluator: str, item: str, body: bytes) -> dict[str, object]:
        try:
            row = json.loads(body)
        except (ValueError, RecursionError):
            raise FormatError("a judgement must be JSON") from None
        judgement = parse_judgement(row, f"item {item!r}")
        self.desk.judge(evaluator, item, judgement)
        return judgement_dict(judgement)

    def _answer(self, work: Callable[[], dict[str, object]]) -> None:
        try:
            self._send_json(work())
        except MaskeradError as error:
            self._fail(HTTPStatus.BAD_REQUEST, str(error))
        except OSError as error:
            self._fail(HTTPStatus.INTERNAL_SERVER_ERROR, f"not saved: {error.strerror or type(error).__name__}")

    def _is_own_host(self) -> bool:
        port = self.server.server_address[1]  # type: ignore[index]  # host and port, as of every internet socket
        own = {f"{HOST}:{port}", f"localhost:{port}"}
        origin = self.headers.get("Origin")
        return self.headers.get("Host") in own and (origin is None or urlsplit(origin).netloc in own)

    def _has_token(self) -> bool:
        return compare_digest(self.headers.get(TOKEN_HEADER, "").encode(), self.desk.token.encode())

    def _body(self) -> bytes | None:
        """The body, None if it is too long or its length is not told."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > BODY_BYTES_MAX:
            self.close_connection = True
            return None
        return self.rfile.read(int(length))

    def _send_json(self, content: Mapping[str, object]) -> None:
        self._send(HTTPStatus.OK, json.dumps(content).encode(), "application/json")

    def _fail(self, status: HTTPStatus, reason: str) -> None:
        self._send(status, json.dumps({"error": reason}).encode(), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: paths name evaluators."""


def _page() -> str:
    folder = resources.files(__package__)
    page, style, script = (
        folder.joinpath(f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")
    )
    return page.replace("/*style*/", page_style() + style).replace("/*script*/", script)
