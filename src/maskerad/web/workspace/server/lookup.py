"""Routes of looking things up: string cards, search, findings, sections."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from sqlalchemy import Connection, select

from maskerad.core.errors import InputError
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.lookup.fixing import fix, fix_everywhere
from maskerad.web.workspace.lookup.places import place
from maskerad.web.workspace.lookup.searching import search
from maskerad.web.workspace.lookup.string_card import corpus_card, record_card
from maskerad.web.workspace.people.accounts import May, User
from maskerad.web.workspace.project import now
from maskerad.web.workspace.release.exports import layer_names
from maskerad.web.workspace.server.guards import Annotator, Desk, Reader, TheDesk
from maskerad.web.workspace.server.requests import ApplySearch, Lease, MoveSections, Search, Settle
from maskerad.web.workspace.server.templates import page
from maskerad.web.workspace.server.work import shown_document, submission
from maskerad.web.workspace.stages.finishing import dismiss, open_findings
from maskerad.web.workspace.stages.sections import as_json
from maskerad.web.workspace.store.borders import move_sections, read_sections
from maskerad.web.workspace.store.layers import IMPORTED
from maskerad.web.workspace.store.lease import take_lease
from maskerad.web.workspace.store.submit import layer_marks, submit, submit_hits
from maskerad.web.workspace.store.tables import documents, versions
from maskerad.web.workspace.store.texts import read_document, read_record

router = APIRouter()
FINDINGS_MAX = 300


@router.get("/api/strings")
def string_card(desk: TheDesk, session: Reader, text: str, record: int = 0, corpus: int = 0) -> dict[str, Any]:
    """How a string was decided before."""
    if not text or len(text) > 2_000:
        raise InputError("a string has 1 to 2,000 characters")
    with desk.project.database.reading() as connection:
        layers = _layers(connection, session.user)
        if corpus or not record:
            languages = sorted(set(connection.execute(select(documents.c.language).distinct()).scalars()))
            return corpus_card(connection, text, languages, layers)
        return record_card(connection, text, read_record(connection, record), layers)


@router.post("/api/search")
def find(desk: TheDesk, session: Reader, body: Search) -> dict[str, Any]:
    """A slice of what a pattern finds."""
    if body.scope == "record" and body.record is None:
        raise InputError("name the record to search")
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "search", body.record or 0)
        return search(connection, body.pattern, body.record if body.scope == "record" else None, body.after)


@router.post("/api/search/apply")
def apply_hits(desk: TheDesk, session: Annotator, body: ApplySearch) -> dict[str, Any]:
    """One decision for all ticked hits."""
    with desk.project.database.writing() as connection:
        numbers = {hit.document for hit in body.hits}
        query = select(documents.c.id, documents.c.record).where(documents.c.id.in_(numbers))
        owners = {int(number): int(record) for number, record in connection.execute(query)}
        hits: defaultdict[int, list[dict[str, int]]] = defaultdict(list)
        for hit in body.hits:
            if hit.document not in owners:
                raise InputError(f"there is no document {hit.document}")
            hits[owners[hit.document]].append(hit.model_dump())
        first = body.hits[0].document
        asked = submission(session, first, body.op_id, kind="search", acts=body.acts)
        return submit_hits(connection, asked, hits, body.label, desk.project.scheme).as_json()


@router.get("/api/findings")
def findings(desk: TheDesk, session: Reader, record: int = 0) -> dict[str, Any]:
    """What is odd in a record, or in all that the reader has begun."""
    with desk.project.database.reading() as connection:
        return findings_view(connection, desk, session.user, record)


@router.post("/api/findings/decide")
def settle(desk: TheDesk, session: Annotator, body: Settle) -> dict[str, Any]:
    """Settles findings of a record: here, everywhere, or says that they are none."""
    user = session.user
    with desk.project.database.writing() as connection:
        stored = read_record(connection, body.record)
        marks = layer_marks(connection, user.name, stored)
        known = {finding.id: finding for finding in open_findings(connection, desk.project, stored, user.name, marks)}
        chosen = [known[id_] for id_ in body.ids if id_ in known]
        if body.action == "dismiss":
            for finding in chosen:
                author = Author(user.name, now(), f"{body.op_id}/{finding.id}")
                dismiss(connection, desk.project, user, finding.document, finding.id, body.reason or "seen", author)
        elif chosen:
            texts = stored.texts
            operations = [
                fix(finding, marks.values(), texts, body.label)
                if body.action == "fix"
                else fix_everywhere(finding, texts, body.label)
                for finding in chosen
            ]
            asked = submission(session, chosen[0].document, body.op_id)
            submit(connection, asked, operations, desk.project.scheme)
    with desk.project.database.reading() as connection:
        return findings_view(connection, desk, user, body.record)


@router.post("/api/records/{record}/lease")
def lease(desk: TheDesk, session: Annotator, record: int, body: Lease) -> dict[str, Any]:
    """Tells the windows of an annotator of each other."""
    with desk.project.database.writing() as connection:
        read_record(connection, record)
        return take_lease(connection, session.user.name, record, body.holder, body.take)


@router.get("/api/documents/{document}/sections")
def sections(desk: TheDesk, session: Reader, document: int) -> dict[str, Any]:
    """The sections of a document."""
    with desk.project.database.reading() as connection:
        text = read_document(connection, document).as_text()
        shown = read_sections(connection, {document: text}, desk.project.protocol.policies)[document]
        return {"sections": [as_json(section) for section in shown]}


@router.post("/api/documents/{document}/sections")
def move(desk: TheDesk, session: Annotator, document: int, body: MoveSections) -> dict[str, Any]:
    """Sections with other borders."""
    with desk.project.database.writing() as connection:
        stored = read_document(connection, document)
        wanted = [(section.start, section.end, section.kind) for section in body.sections]
        author = Author(session.user.name, now(), body.op_id)
        move_sections(connection, stored.record, stored.as_text(), wanted, author)
        moved = read_sections(connection, {document: stored.as_text()}, desk.project.protocol.policies)[document]
        return {"sections": [as_json(section) for section in moved]}


@router.get("/findings")
def findings_page(request: Request, desk: TheDesk, session: Reader, record: int = 0) -> HTMLResponse:
    """The page of findings."""
    with desk.project.database.reading() as connection:
        shown = findings_view(connection, desk, session.user, record)
    return page(request, "findings", {**shown, "record": record or None}, session=session)


@router.get("/search")
def search_page(request: Request, session: Reader, record: int = 0) -> HTMLResponse:
    """The page of the search."""
    return page(request, "search", {"record": record or None}, session=session)


@router.get("/sections/{document}")
def sections_page(request: Request, desk: TheDesk, session: Reader, document: int) -> HTMLResponse:
    """The page of a document's sections."""
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "document", document)
        shown = shown_document(connection, desk, session.user, document, session.user.name)
    return page(request, "sections", {"document": shown}, session=session)


def findings_view(connection: Connection, desk: Desk, user: User, record: int) -> dict[str, Any]:
    """Findings with what stands around them."""
    numbers = [record] if record else _begun(connection, user.name)
    found: list[dict[str, Any]] = []
    for number in numbers:
        stored = read_record(connection, number)
        marks = layer_marks(connection, user.name, stored)
        for finding in open_findings(connection, desk.project, stored, user.name, marks):
            text = stored.texts[finding.document].text
            found.append(
                finding.as_json() | place(finding.document, text, finding.start, finding.end) | {"record": number}
            )
        if len(found) >= FINDINGS_MAX:
            break
    kinds = [{"kind": kind, "n": n} for kind, n in Counter(finding["kind"] for finding in found).most_common()]
    shown = found[:FINDINGS_MAX]
    return {"findings": shown, "kinds": kinds, "n": len(found), "truncated": len(found) >= FINDINGS_MAX}


def _begun(connection: Connection, layer: str) -> list[int]:
    """Records that a layer has been written to."""
    query = select(documents.c.record).join(versions, versions.c.document == documents.c.id)
    return sorted(set(connection.execute(query.where(versions.c.layer == layer).distinct()).scalars()))


def _layers(connection: Connection, user: User) -> list[str]:
    """Layers whose decisions somebody may see in a card."""
    return layer_names(connection) if user.may(May.CURATE) else [user.name, IMPORTED]
