"""Routes of the annotators' work: documents, operations, undo, strings, stages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

from fastapi import APIRouter
from sqlalchemy import Connection

from maskerad.core.errors import RefusedError
from maskerad.web.workspace.board import board_view
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.operations import Operation
from maskerad.web.workspace.people.accounts import May, Session, User
from maskerad.web.workspace.project import now
from maskerad.web.workspace.server.guards import Annotator, Desk, Reader, TheDesk
from maskerad.web.workspace.server.learning import learn_when_due
from maskerad.web.workspace.server.requests import DecideStrings, Dismiss, Finish, Ops, Turn
from maskerad.web.workspace.stages.finishing import dismiss, finish, open_findings, reopen
from maskerad.web.workspace.stages.holding_back import bring_up
from maskerad.web.workspace.stages.next_record import next_record
from maskerad.web.workspace.store.history import redo, undo
from maskerad.web.workspace.store.layers import ADJUDICATED, OWN_LAYERS
from maskerad.web.workspace.store.submit import Submission, layer_marks, submit
from maskerad.web.workspace.store.texts import StoredDocument, StoredRecord, read_record, record_with
from maskerad.web.workspace.views import document_view, record_view, scheme_view

router = APIRouter(prefix="/api")


@router.get("/scheme")
def scheme(desk: TheDesk, session: Reader) -> dict[str, Any]:
    """The labels."""
    return scheme_view(desk.project.scheme)


@router.get("/board")
def board(desk: TheDesk, session: Reader, filter: str = "", page: int = 0) -> dict[str, Any]:
    """A page of records with the stages of their documents."""
    with desk.project.database.reading() as connection:
        return board_view(connection, desk.project, desk.project.protocol, session.user, filter, max(0, page))


@router.get("/next")
def next_one(desk: TheDesk, session: Annotator) -> dict[str, Any]:
    """The record to go on with."""
    with desk.project.database.reading() as connection:
        return {"record": next_record(connection, session.user.name)}


@router.get("/records/{record}")
def one_record(desk: TheDesk, session: Reader, record: int, layer: str = "") -> dict[str, Any]:
    """A record with its name table."""
    with desk.project.database.reading() as connection:
        stored = read_record(connection, record)
        desk.access.note(session.user.name, "record", record)
        whose = readable_layer(session.user, layer)
        return record_view(connection, desk.project, desk.project.protocol, session.user, stored, whose)


@router.get("/documents/{document}")
def one_document(desk: TheDesk, session: Reader, document: int, layer: str = "") -> dict[str, Any]:
    """A document with its marks."""
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "document", document)
        return shown_document(connection, desk, session.user, document, readable_layer(session.user, layer))


@router.post("/documents/{document}/ops")
def ops(desk: TheDesk, session: Annotator, document: int, body: Ops) -> dict[str, Any]:
    """Carries out operations."""
    operations = [Operation(str(op.get("kind", "")), document, op) for op in body.ops]
    with desk.project.database.writing() as connection:
        asked = submission(session, document, body.op_id, body.base_version, body.text_sha256, acts=body.acts)
        return submit(connection, asked, operations, desk.project.scheme).as_json()


@router.post("/undo")
def undo_last(desk: TheDesk, session: Annotator, body: Turn) -> dict[str, Any]:
    """Takes back the last operation of the one who asks."""
    with desk.project.database.writing() as connection:
        record = read_record(connection, body.record)
        return undo(connection, _turn(session, record, body)).as_json()


@router.post("/redo")
def redo_last(desk: TheDesk, session: Annotator, body: Turn) -> dict[str, Any]:
    """Does again what was taken back last."""
    with desk.project.database.writing() as connection:
        record = read_record(connection, body.record)
        return redo(connection, _turn(session, record, body)).as_json()


@router.post("/strings/decide")
def decide_strings(desk: TheDesk, session: Annotator, body: DecideStrings) -> dict[str, Any]:
    """One decision for every place of a string in a record, or of the strings of a row of its name table."""
    with desk.project.database.writing() as connection:
        first = read_record(connection, body.record).documents[0].id
        given = {"text": body.text} if body.spans is None else {"spans": body.spans}
        operation = Operation("decide_strings", first, {**given, "label": body.label})
        asked = submission(session, first, body.op_id, kind="strings", acts=body.acts)
        return submit(connection, asked, [operation], desk.project.scheme).as_json()


@router.post("/documents/{document}/finish")
def finish_stage(desk: TheDesk, session: Annotator, document: int, body: Finish) -> dict[str, Any]:
    """A stage is done, if its gate lets it through."""
    with desk.project.database.writing() as connection:
        bring_up(connection, session.user, document, Author(session.user.name, now(), body.op_id))
    with desk.project.database.writing() as connection:
        author = Author(session.user.name, now(), body.op_id)
        stages = finish(connection, desk.project, session.user, document, body.stage, author)
    learn_when_due(desk)
    return {"stages": [stage.as_json() for stage in stages]}


@router.post("/documents/{document}/findings/{finding}/dismiss")
def dismiss_finding(desk: TheDesk, session: Annotator, document: int, finding: str, body: Dismiss) -> dict[str, Any]:
    """A finding is none, and why."""
    with desk.project.database.writing() as connection:
        author = Author(session.user.name, now(), body.op_id)
        dismiss(connection, desk.project, session.user, document, finding, body.reason, author)
        return {"dismissed": finding}


@router.post("/documents/{document}/reopen")
def reopen_stage(desk: TheDesk, session: Annotator, document: int, body: Finish) -> dict[str, Any]:
    """A stage is open again."""
    with desk.project.database.writing() as connection:
        author = Author(session.user.name, now(), body.op_id)
        stages = reopen(connection, desk.project, session.user, document, body.stage, author)
        return {"stages": [stage.as_json() for stage in stages]}


def readable_layer(user: User, layer: str) -> str:
    """The layer that somebody reads: the own one, or another that the role allows.

    Raises:
        RefusedError: If it does not.
    """
    if not layer or layer == user.name:
        return user.name
    if not user.may(May.CURATE) and layer not in OWN_LAYERS:
        raise RefusedError(f"role {user.role!r} reads no layer of others")
    return layer


def shown_document(connection: Connection, desk: Desk, user: User, number: int, layer: str) -> dict[str, Any]:
    """A document as its reader sees it."""
    document, record, marks = looked_at(connection, number, layer)
    findings = open_findings(connection, desk.project, record, layer, marks)
    return document_view(connection, desk.project, record, document, layer, marks, findings)


def looked_at(connection: Connection, number: int, layer: str) -> tuple[StoredDocument, StoredRecord, dict[str, Any]]:
    """A document, its record and the marks of a layer."""
    record = record_with(connection, number)
    return record.document(number), record, layer_marks(connection, layer, record)


def submission(
    session: Session,
    document: int,
    op_id: str,
    base_version: int | None = None,
    sha256: str = "",
    kind: str = "ops",
    acts: int = 0,
) -> Submission:
    """What somebody asks for, in their own layer."""
    name = session.user.name
    return Submission(Author(name, now(), op_id), name, document, base_version, sha256, kind, acts)


def _turn(session: Session, record: StoredRecord, body: Turn) -> Submission:
    asked = submission(session, record.documents[0].id, body.op_id or uuid4().hex)
    if body.layer == ADJUDICATED and session.user.may(May.CURATE):
        return replace(asked, layer=ADJUDICATED)
    return asked
