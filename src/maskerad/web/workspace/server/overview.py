"""Routes of those who look over the work: curation, agreement, statistics, administration."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from sqlalchemy import Connection

from maskerad.core.errors import InputError
from maskerad.web.workspace.backups import backups, make_backup
from maskerad.web.workspace.people.accounts import Session, all_users, change_user
from maskerad.web.workspace.people.agreeing import agreement_view
from maskerad.web.workspace.people.curation import Verdict, annotators, curation_view, decide, merge, shared_documents
from maskerad.web.workspace.people.statistics import statistics_view
from maskerad.web.workspace.project import change_settings
from maskerad.web.workspace.server.guards import Admin, Curator, Manager, TheDesk
from maskerad.web.workspace.server.requests import Judge, Merge, SetUser, Switch
from maskerad.web.workspace.server.templates import page
from maskerad.web.workspace.server.work import submission
from maskerad.web.workspace.stages.sections import WHOLE
from maskerad.web.workspace.store.layers import ADJUDICATED
from maskerad.web.workspace.store.submit import Submission

router = APIRouter()
Shown = dict[str, Any]


@router.get("/api/curation/{document}")
def curation(desk: TheDesk, session: Curator, document: int, a: str = "", b: str = "") -> Shown:
    """A document with two layers side by side."""
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "curation", document)
        return curation_view(connection, document, *_two(connection, a, b))


@router.post("/api/curation/{document}/decide")
def judge(desk: TheDesk, session: Curator, document: int, body: Judge, a: str = "", b: str = "") -> Shown:
    """What a curator says of one place."""
    spans = tuple((span.start, span.end, span.label) for span in body.spans)
    verdict = Verdict(body.item, body.choice, body.cause, body.why, spans)
    with desk.project.database.writing() as connection:
        asked = _adjudicating(session, document, body.op_id)
        return decide(connection, asked, *_two(connection, a or body.a, b or body.b), verdict, desk.project.scheme)


@router.post("/api/curation/{document}/merge")
def merge_layers(desk: TheDesk, session: Curator, document: int, body: Merge, a: str = "", b: str = "") -> Shown:
    """What both marked alike, or all that either marked."""
    with desk.project.database.writing() as connection:
        asked = replace(_adjudicating(session, document, body.op_id), kind="merge")
        return merge(connection, asked, *_two(connection, a or body.a, b or body.b), body.rule)


@router.get("/api/agreement")
def agreement(desk: TheDesk, session: Manager, a: str = "", b: str = "") -> Shown:
    """How far two annotators agree."""
    with desk.project.database.reading() as connection:
        return agreement_view(connection, desk.project, a, b)


@router.get("/api/statistics")
def statistics(desk: TheDesk, session: Manager) -> Shown:
    """What annotation costs."""
    with desk.project.database.reading() as connection:
        return statistics_view(connection)


@router.post("/api/admin/users")
def set_user(desk: TheDesk, session: Admin, body: SetUser) -> Shown:
    """Lets somebody in or keeps them out; their annotations stay."""
    if body.name == session.user.name and body.active is False:
        raise InputError("nobody keeps themselves out")
    with desk.project.database.writing() as connection:
        change_user(connection, body.name, is_active=body.active, has_suggestions=body.suggestions)
        return {"users": _users(connection)}


@router.post("/api/admin/backup")
def backup(desk: TheDesk, session: Admin) -> Shown:
    """Makes a backup and tests it."""
    make_backup(desk.project)
    return {"backups": backups(desk.project)}


@router.post("/api/settings")
def settings(desk: TheDesk, session: Manager, body: Switch) -> Shown:
    """Suggestions on or off for the project."""
    with desk.project.database.writing() as connection:
        change_settings(connection, pre_annotation="on" if body.suggestions else "off")
    desk.project.reload()
    return {"suggestions": desk.project.is_pre_annotated}


@router.get("/curation")
def curation_list(request: Request, desk: TheDesk, session: Curator, a: str = "", b: str = "") -> HTMLResponse:
    """Documents with two layers."""
    with desk.project.database.reading() as connection:
        known = annotators(connection)
        left, right = _two(connection, a, b) if len(known) > 1 else ("", "")
        listed = shared_documents(connection, left, right) if right else []
    shown = {"documents": listed, "annotators": known, "a": left, "b": right}
    return page(request, "curation", shown, session=session)


@router.get("/curation/{document}")
def curation_page(
    request: Request, desk: TheDesk, session: Curator, document: int, a: str = "", b: str = ""
) -> HTMLResponse:
    """The curation of a document."""
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "curation", document)
        shown = curation_view(connection, document, *_two(connection, a, b))
    about = {"id": document, "record": shown["record"], "name": shown["name"]}
    return page(request, "curation_document", {"document": about, "curation": shown}, session=session)


@router.get("/agreement")
def agreement_page(request: Request, desk: TheDesk, session: Manager, a: str = "", b: str = "") -> HTMLResponse:
    """The page of the agreement."""
    return page(request, "agreement", {"agreement": agreement(desk, session, a, b)}, session=session)


@router.get("/statistics")
def statistics_page(request: Request, desk: TheDesk, session: Manager) -> HTMLResponse:
    """The page of the statistics."""
    return page(request, "statistics", {"statistics": statistics(desk, session)}, session=session)


@router.get("/admin")
def admin_page(request: Request, desk: TheDesk, session: Admin) -> HTMLResponse:
    """Users, protocol, labels, backups, accesses."""
    project = desk.project
    with project.database.reading() as connection:
        users = _users(connection)
    protocol = {
        "name": project.protocol.name,
        "version": "",
        "stages": [
            {
                "name": stage.name,
                "labels": sorted(stage.labels),
                "sections": sorted(stage.sections),
                "checks": list(stage.checks),
                "gate": stage.name in project.protocol.release,
            }
            for stage in project.protocol.stages
        ],
        "whole": sorted(kind for kind, policy in project.protocol.policies.items() if policy == WHOLE),
    }
    scheme = {"name": project.scheme.name, "n_labels": len(project.scheme.labels), "version": ""}
    shown = {"users": users, "protocol": protocol, "scheme": scheme, "backups": backups(project)}
    return page(request, "admin", {**shown, "access": desk.access.latest()}, session=session)


def _users(connection: Connection) -> list[dict[str, Any]]:
    return [
        {"name": user.name, "role": user.role, "active": user.is_active, "suggestions": user.has_suggestions}
        for user in all_users(connection)
    ]


def _two(connection: Connection, left: str, right: str) -> tuple[str, str]:
    """Two annotators; the first two where none is named."""
    known = [annotator for annotator in annotators(connection) if annotator not in (left, right)]
    left = left or next(iter(known), "")
    return left, right or next((layer for layer in known if layer != left), "")


def _adjudicating(session: Session, document: int, op_id: str) -> Submission:
    """A submission to the adjudicated layer, which begins empty."""
    return replace(submission(session, document, op_id, kind="curation"), layer=ADJUDICATED)
