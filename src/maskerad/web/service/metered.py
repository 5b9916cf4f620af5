"""Middleware that counts every request and forbids that its answer is kept."""

from __future__ import annotations

import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maskerad.web.service.metering import Metering

NO_STORE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Metered:
    """Around the whole application, what is refused at the gate included."""

    def __init__(self, app: ASGIApp, metering: Metering) -> None:
        self._app, self._metering = app, metering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on, and counts when the answer is whole."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(NO_STORE)
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            self._metering.request(route, status, time.perf_counter() - start)
