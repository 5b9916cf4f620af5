"""Errors as answers: a status, a code and a message without any text of a record."""

from __future__ import annotations

import traceback
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from maskerad.core.errors import (
    ConfigError,
    GateError,
    InputError,
    LabelError,
    MaskeradError,
    MissingError,
    RefusedError,
    ReleaseError,
    SpanError,
    StaleError,
    StoreError,
)
from maskerad.web.workspace.server.guards import NobodyError
from maskerad.web.workspace.server.templates import page
from maskerad.web.workspace.store.submit import MissedError

_STATUS: tuple[tuple[type[MaskeradError], int], ...] = (
    (NobodyError, 401),
    (RefusedError, 403),
    (MissingError, 404),
    (StaleError, 409),
    (GateError, 409),
    (ReleaseError, 409),
    (InputError, 422),
    (SpanError, 422),
    (LabelError, 422),
    (ConfigError, 422),
    (StoreError, 503),
)


def answering(app: FastAPI) -> None:
    """Lets an application answer all errors that are raised on purpose."""
    app.add_exception_handler(MaskeradError, _told)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(Exception, _unexpected)


def status_of(error: MaskeradError) -> int:
    """The status that an error is answered with."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, MaskeradError)
    content: dict[str, object] = {"code": error.code, "message": str(error.args[0]) if error.args else ""}
    if isinstance(error, MissedError):
        content |= error.answer.as_json()
    content |= getattr(error, "more", {})
    if isinstance(error, NobodyError) and not _is_api(request):
        return RedirectResponse("/login", 303)
    return _answer(request, status_of(error), content)


async def _invalid(request: Request, error: Exception) -> Response:
    """Names the fields, never what stood in them."""
    assert isinstance(error, RequestValidationError)
    fields = sorted({".".join(str(part) for part in one["loc"][1:]) or "body" for one in error.errors()})
    named = [field for field in fields if field.replace(".", "").replace("_", "").isalnum()]
    return _answer(request, 422, {"code": InputError.code, "message": f"cannot be taken: {', '.join(named) or 'body'}"})


async def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is no such page", 405: "not that way"}.get(error.status_code, "cannot be answered")
    return _answer(request, error.status_code, {"code": "E103", "message": words})


async def _unexpected(request: Request, error: Exception) -> Response:
    """A fault of the program: its kind and place; its own words may hold text of a record, as would a traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    message = f"unexpected {type(error).__name__}{place}; please report it"
    return _answer(request, 500, {"code": MaskeradError.code, "message": message})


def _answer(request: Request, status: int, content: dict[str, object]) -> Response:
    if _is_api(request):
        return JSONResponse(content, status)
    return page(request, "error", {"status": status, **content}, status)


def _is_api(request: Request) -> bool:
    return request.url.path.startswith(("/api/", "/events"))
