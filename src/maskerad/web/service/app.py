"""The application: routes, errors without text, and the life of its workers."""

from __future__ import annotations

import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from maskerad.core.errors import MaskeradError, WorkerError
from maskerad.web.service.access import TOO_LARGE, Bounds, Gate, refused
from maskerad.web.service.asking import Desk, RefusalError
from maskerad.web.service.bodies import FaultOut
from maskerad.web.service.metered import Metered
from maskerad.web.service.own_routes import own_routes
from maskerad.web.service.presidio_routes import presidio_routes
from maskerad.web.service.workers import Plan, Workers

_TOLD = {404: "no such route", 405: "no such method here", 413: TOO_LARGE}
_FAULTS = {  # by the types of pydantic's errors, which tell those who wrote the program, not those who call it
    "missing": "is missing",
    "extra_forbidden": "holds a field that is not known",
    "model_attributes_type": "is no JSON object; is the content-type application/json?",
    "json_invalid": "is not JSON from here on",
    "string_type": "is no string",
}
_log = logging.getLogger("maskerad.service")

FAULTS: dict[int | str, dict[str, object]] = {
    status: {"model": FaultOut, "description": text}
    for status, text in (
        (401, "no token, or an unknown one"),
        (413, "too large"),
        (422, "a body or a choice that is not allowed"),
        (429, "too many requests of one caller; see Retry-After"),
        (500, "a worker process died, or a fault of the service"),
        (503, "too many records at once; see Retry-After"),
        (504, "the record took too long"),
    )
}


def make_app(plan: Plan, bounds: Bounds) -> FastAPI:
    """Makes the application; its workers start with it and end with it.

    Args:
        plan: What workers are made of.
        bounds: What a caller may ask for.
    """
    desk = Desk(Workers(plan))

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        try:
            await desk.workers.start()
        except WorkerError as error:
            app.state.fault = error
            raise
        try:
            yield
        finally:
            await desk.workers.close()

    app = FastAPI(
        title="Maskerad",
        version=version("maskerad"),
        description="Finds the people in free text and gives them other faces.",
        lifespan=life,
        docs_url=None,  # the pages of FastAPI load scripts from elsewhere
        redoc_url=None,
        responses=FAULTS,
    )
    app.include_router(own_routes(desk, plan, bounds.bytes_max))
    app.include_router(presidio_routes(desk, plan))
    _add_states(app, desk)
    _add_errors(app)
    app.add_middleware(Gate, bounds=bounds)
    app.add_middleware(Metered, metering=desk.metering)
    return app


def _add_states(app: FastAPI, desk: Desk) -> None:
    @app.get("/healthz", response_class=PlainTextResponse, tags=["state"])
    async def healthz() -> str:
        """The process is alive."""
        return "ok"

    @app.get("/readyz", response_class=PlainTextResponse, tags=["state"])
    async def readyz() -> Response:
        """There are workers that have loaded their languages."""
        return PlainTextResponse("ready") if desk.workers.is_ready else PlainTextResponse("not ready", 503)

    @app.get("/metrics", response_class=PlainTextResponse, tags=["state"])
    async def metrics() -> Response:
        """Counts, as Prometheus reads them."""
        return Response(desk.metering.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _add_errors(app: FastAPI) -> None:
    """No error shows what was sent: neither values, nor names that the caller made up."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        known = _field_names(app)
        places = [str(part) for part in first["loc"] if isinstance(part, int) or part in known]
        kind = str(first["type"])
        return refused(422, "E102", f"{'.'.join(places) or 'body'}: {_FAULTS.get(kind, kind.replace('_', ' '))}")

    @app.exception_handler(RefusalError)
    async def not_done(request: Request, error: RefusalError) -> JSONResponse:
        return error.response

    @app.exception_handler(MaskeradError)
    async def not_allowed(request: Request, error: MaskeradError) -> JSONResponse:
        return refused(422, error.code, str(error.args[0]))

    @app.exception_handler(HTTPException)
    async def no_such(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:  # of what reads bodies: bytes that are no text
            return refused(422, "E102", "body: not JSON")
        message = _TOLD.get(error.status_code, "the request is not allowed")
        return refused(error.status_code, "E100", message, dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        _log.error("unexpected %s at %s:%s", type(error).__name__, Path(frame.filename).name, frame.lineno)
        return refused(500, MaskeradError.code, f"unexpected {type(error).__name__}")


def _field_names(app: FastAPI) -> set[str]:
    shapes = app.openapi()["components"]["schemas"].values()
    return {"body", "query", *(name for shape in shapes for name in shape.get("properties", {}))}
