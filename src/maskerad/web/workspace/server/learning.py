"""Routes of the learner. It works in a process of its own; no request waits for it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from maskerad.core.errors import GateError
from maskerad.web.workspace.learner.alone import draw_sample, why_not_alone
from maskerad.web.workspace.learner.in_process import batch_in_process, learn_in_process
from maskerad.web.workspace.learner.learnt import is_due, read_learnt, set_thresholds
from maskerad.web.workspace.learner.view import learner_view
from maskerad.web.workspace.project import change_settings
from maskerad.web.workspace.server.guards import Desk, Manager, TheDesk
from maskerad.web.workspace.server.requests import DrawSample, SetInterval, SetThresholds, Sign
from maskerad.web.workspace.server.templates import page

router = APIRouter()


def learn_when_due(desk: Desk) -> None:
    """Lets the learner learn again when enough was finished since the last time, and it is not at work."""
    if not desk.workshop.is_running and is_due(desk.project):
        with suppress(GateError):  # another request was faster
            desk.workshop.start(learn_in_process, desk.project.folder, desk.project.database.address)


@router.get("/api/learner")
def learner(desk: TheDesk, session: Manager) -> dict[str, Any]:
    """How far the learner is."""
    return learner_view(desk.project, desk.workshop.is_running)


@router.post("/api/learner/train")
def train(desk: TheDesk, session: Manager, body: Sign) -> dict[str, Any]:
    """Trains again, beside all requests."""
    desk.workshop.start(learn_in_process, desk.project.folder, desk.project.database.address)
    return learner_view(desk.project, is_running=True)


@router.post("/api/learner/batch")
def batch(desk: TheDesk, session: Manager, body: Sign) -> dict[str, Any]:
    """Lets the learner annotate alone what nobody has touched, if it may."""
    why = why_not_alone(read_learnt(desk.project.folder), desk.project)
    if why:
        raise GateError(why)
    desk.workshop.start(batch_in_process, desk.project.folder, desk.project.database.address)
    return learner_view(desk.project, is_running=True)


@router.post("/api/learner/thresholds")
def thresholds(desk: TheDesk, session: Manager, body: SetThresholds) -> dict[str, Any]:
    """Other thresholds for a label."""
    set_thresholds(desk.project.folder, body.label, body.suggest, body.accept)
    return learner_view(desk.project, desk.workshop.is_running)


@router.post("/api/learner/interval")
def interval(desk: TheDesk, session: Manager, body: SetInterval) -> dict[str, Any]:
    """After how many finished records it learns again by itself."""
    with desk.project.database.writing() as connection:
        change_settings(connection, retrain_after=str(body.records))
    desk.project.reload()
    return learner_view(desk.project, desk.workshop.is_running)


@router.post("/api/learner/sample")
def sample(desk: TheDesk, session: Manager, body: DrawSample) -> dict[str, Any]:
    """Draws records at random, for the bound under which the learner may work alone."""
    return {"records": draw_sample(desk.project, body.n, body.op_id)}


@router.get("/learner")
def learner_page(request: Request, desk: TheDesk, session: Manager) -> HTMLResponse:
    """The page of the learner."""
    return page(request, "learner", {"learner": learner(desk, session)}, session=session)
