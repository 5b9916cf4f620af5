"""A request's way to a worker and back: refused when there are too many, given up when the caller has gone."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from maskerad.web.service.access import refused
from maskerad.web.service.answers import ServiceDocument
from maskerad.web.service.jobs import Job, Refused
from maskerad.web.service.line import OverloadError
from maskerad.web.service.metering import Metering
from maskerad.web.service.workers import Workers

GONE = 499  # what nginx notes of a caller who has closed the connection; nobody receives it


class RefusalError(Exception):
    """A job was not done; ``response`` says why."""

    def __init__(self, response: JSONResponse) -> None:
        super().__init__(response.status_code)
        self.response = response


class Desk:
    """Takes jobs to the workers and counts what comes of them."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.metering = Metering(workers)

    async def ask(self, job: Job) -> list[ServiceDocument]:
        """What came of a job.

        Raises:
            RefusalError: If it was not done.
        """
        try:
            answer = await self.workers.answer(job)
        except OverloadError:
            raise RefusalError(refused(503, "E105", "too many records at once", {"Retry-After": "1"})) from None
        self.metering.answer(job, answer)
        if isinstance(answer, Refused):
            raise RefusalError(refused(answer.status, answer.code, answer.message))
        return answer

    async def ask_for(self, request: Request, job: Job) -> list[ServiceDocument]:
        """The same for a caller who may leave meanwhile; then the work is given up.

        Raises:
            RefusalError: If it was not done.
        """
        work = asyncio.create_task(self.ask(job))
        leaving = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            raise RefusalError(refused(GONE, "E105", "the caller has gone"))
        finally:
            await _given_up(work)
            await _given_up(leaving)


async def _gone(request: Request) -> None:
    """Waits until the connection is closed; the body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _given_up(task: asyncio.Task[Any]) -> None:
    if not task.done():
        task.cancel()
        await asyncio.wait((task,))
