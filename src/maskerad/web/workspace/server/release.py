"""Routes of the release: what would leave, leaks, sign-off, export."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from maskerad.corpora import FORMATS, Destination, find_format
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.project import now
from maskerad.web.workspace.release.releasing import export_released, mark_leak, released_view, releases_view, sign
from maskerad.web.workspace.server.guards import Auditor, Manager, TheDesk
from maskerad.web.workspace.server.requests import ExportReleased, Leak, Sign
from maskerad.web.workspace.server.templates import page

router = APIRouter()
FOLDER = "exports"


@router.get("/api/documents/{document}/released")
def released(desk: TheDesk, session: Auditor, document: int) -> dict[str, Any]:
    """A document as it would leave."""
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "released", document)
        return released_view(connection, desk.project, desk.releaser, document)


@router.post("/api/documents/{document}/leak")
def leak(desk: TheDesk, session: Auditor, document: int, body: Leak) -> dict[str, Any]:
    """Something of the original stands in the new text."""
    with desk.project.database.writing() as connection:
        author = Author(session.user.name, now(), body.op_id)
        place = (document, body.start, body.end)
        return mark_leak(connection, desk.project, desk.releaser, author, place, body.label)


@router.post("/api/documents/{document}/sign")
def sign_off(desk: TheDesk, session: Auditor, document: int, body: Sign) -> dict[str, Any]:
    """A document may leave as it is."""
    with desk.project.database.writing() as connection:
        author = Author(session.user.name, now(), body.op_id)
        return sign(connection, desk.project, desk.releaser, document, author)


@router.post("/api/release/export")
def export_signed(desk: TheDesk, session: Manager, body: ExportReleased) -> dict[str, Any]:
    """Writes what passed its gate and is signed off into the project's folder."""
    entry = find_format(body.format)
    home = desk.project.folder / FOLDER
    home.mkdir(mode=0o700, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S-%f")
    name = f"released-{stamp}" + ("" if entry.is_folder else entry.suffixes[0])
    losses = export_released(desk.project, desk.releaser, Destination(home / name, is_private=True), body.format)
    return {"path": f"{FOLDER}/{name}", "losses": losses.lines()}


@router.get("/release")
def releases_page(request: Request, desk: TheDesk, session: Auditor) -> HTMLResponse:
    """Documents, their gates and signatures."""
    with desk.project.database.reading() as connection:
        shown = releases_view(connection, desk.project)
    return page(request, "releases", {**shown, "formats": list(FORMATS)}, session=session)


@router.get("/release/{document}")
def release_page(request: Request, desk: TheDesk, session: Auditor, document: int) -> HTMLResponse:
    """A document as it would leave."""
    with desk.project.database.reading() as connection:
        desk.access.note(session.user.name, "released", document)
        shown = released_view(connection, desk.project, desk.releaser, document)
    return page(request, "release", {"released": shown, "document": document}, session=session)
