"""Presidio's routes."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse

from maskerad.web.service.access import refused
from maskerad.web.service.answers import ServiceDocument
from maskerad.web.service.asking import Desk, RefusalError
from maskerad.web.service.jobs import DETECT, Job, Text
from maskerad.web.service.presidio import (
    SCHEME,
    AnalyzeIn,
    AnalyzeOut,
    AnonymizeIn,
    AnonymizeOut,
    anonymize,
    entities,
    of_many,
    results,
)
from maskerad.web.service.workers import Plan


def presidio_routes(desk: Desk, plan: Plan) -> APIRouter:
    """The routes of its analyser and its anonymiser."""
    router = APIRouter(tags=["Presidio"])

    @router.get("/health", response_class=PlainTextResponse)
    async def health() -> str:
        """The process is alive."""
        return "Presidio-compatible Maskerad service is up"

    @router.post("/analyze")
    async def analyze(body: AnalyzeIn, request: Request) -> list[AnalyzeOut] | list[list[AnalyzeOut]]:
        """What identifies somebody in a text, or in each of several."""
        texts = [body.text] if isinstance(body.text, str) else body.text
        jobs = [Job(DETECT, (Text("text", text),), language=body.language, scheme=SCHEME) for text in texts]
        answers = [results(_taken((await desk.ask_for(request, job))[0]), body, job.texts[0].text) for job in jobs]
        return of_many(answers, isinstance(body.text, list))

    @router.post("/anonymize")
    async def anonymized(body: AnonymizeIn) -> AnonymizeOut:
        """A text with what was found in it replaced, redacted, masked, hashed or kept."""
        return await asyncio.to_thread(anonymize, body)

    @router.get("/supportedentities")
    async def supported(language: str = Query("en", max_length=20)) -> list[str]:
        """The kinds that can be found."""
        return entities() if language in plan.settings.languages else []

    @router.get("/recognizers")
    async def recognizers(language: str = Query("en", max_length=20)) -> list[str]:
        """Names of the recognisers, in order."""
        return list(plan.settings.chain) if language in plan.settings.languages else []

    @router.get("/anonymizers")
    async def anonymizers() -> list[str]:
        """The operators."""
        return ["hash", "keep", "mask", "redact", "replace"]

    return router


def _taken(answer: ServiceDocument) -> ServiceDocument:
    """What came of a text; these answers have no place for a text that cannot be worked on, which is not an empty one.

    Raises:
        RefusalError: If it was quarantined.
    """
    if answer.status == "quarantined":
        raise RefusalError(refused(422, answer.code, answer.reason))
    return answer
