"""The routes of version 1."""

from __future__ import annotations

from fastapi import APIRouter, Query, Request

from maskerad.languages import load_pack
from maskerad.web.service.asking import Desk
from maskerad.web.service.bodies import (
    AnswerOut,
    DeidentifyIn,
    DetectIn,
    LanguageOut,
)
from maskerad.web.service.jobs import DEIDENTIFY, DETECT
from maskerad.web.service.streaming import NDJSON, BothWays, LineIn, answer_lines
from maskerad.web.service.workers import Plan


def own_routes(desk: Desk, plan: Plan, bytes_max: int) -> APIRouter:
    """The routes.

    Args:
        desk: Where jobs are taken.
        plan: Of the workers.
        bytes_max: Of one line of a stream.
    """
    router = APIRouter(prefix="/v1", tags=["v1"])

    @router.post("/detect")
    async def detect(body: DetectIn, request: Request) -> AnswerOut:
        """Everything that identifies somebody, in one text or in the documents of one record."""
        return AnswerOut(record=body.record, documents=await desk.ask_for(request, body.job(DETECT)))

    @router.post("/deidentify")
    async def deidentify(body: DeidentifyIn, request: Request) -> AnswerOut:
        """A safe text for each document of a record.

        The same record id gives the same new names and shift of dates at every request, by the key of the service:
        nothing is remembered between them.
        """
        return AnswerOut(record=body.record, documents=await desk.ask_for(request, body.job(DEIDENTIFY)))

    @router.post(
        "/batch",
        response_class=BothWays,
        responses={200: {"content": {NDJSON: {}}, "description": "A line for each line, in order."}},
        openapi_extra={"requestBody": {"content": {NDJSON: {"schema": LineIn.model_json_schema()}}, "required": True}},
    )
    async def batch(request: Request, language: str = Query("", max_length=20)) -> BothWays:
        """A stream of lines of JSON, `{"id", "text", "record"}`; neighbours of one record are worked on together."""
        lines = answer_lines(request.stream(), desk, language, 2 * plan.n_workers, bytes_max)
        return BothWays(lines, media_type=NDJSON)

    @router.get("/languages")
    async def languages() -> list[LanguageOut]:
        """The languages of the service."""
        return [LanguageOut(code=code, name=load_pack(code).name) for code in plan.settings.languages]

    return router
