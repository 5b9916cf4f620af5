"""Routes of the pages, of coming in and of leaving."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from maskerad.core.errors import InputError, RefusedError
from maskerad.web.workspace.board import board_view
from maskerad.web.workspace.people.accounts import (
    SESSION_HOURS,
    User,
    begin_session,
    checked_password,
    end_session,
    find_user,
)
from maskerad.web.workspace.server.guards import COOKIE, Anybody, Desk, Reader, TheDesk, session_with
from maskerad.web.workspace.server.templates import page
from maskerad.web.workspace.server.work import shown_document
from maskerad.web.workspace.store.texts import read_record
from maskerad.web.workspace.views import record_view

router = APIRouter()
PUBLIC = frozenset({"/login", "/enter"})


@router.get("/login")
def login_page(request: Request) -> HTMLResponse:
    """Where one logs in."""
    return page(request, "login", {"error": ""})


@router.post("/login")
def login(
    request: Request, desk: TheDesk, name: Annotated[str, Form()] = "", password: Annotated[str, Form()] = ""
) -> Response:
    """Lets in whoever knows the password; after a few failures only after a while."""
    _check_origin(request)
    whose = (f"name {name}", f"address {request.client.host if request.client else ''}")
    try:
        desk.tries.check(*whose)
        with desk.project.database.reading() as connection:
            user = checked_password(connection, name, password)
    except RefusedError as error:
        return page(request, "login", {"error": str(error.args[0])}, 429)
    except InputError as error:
        desk.tries.failed(*whose)
        return page(request, "login", {"error": str(error.args[0])}, 403)
    desk.tries.succeeded(*whose)
    return _let_in(desk, user)


@router.get("/enter")
def enter(request: Request, desk: TheDesk, token: str = "") -> Response:
    """Lets in whoever has a one-time link, once."""
    known = next((link for link in desk.links if compare_digest(link.encode(), token.encode())), "")
    if not known:
        return page(request, "login", {"error": "this link was used already, or is none"}, 403)
    name = desk.links.pop(known)
    with desk.project.database.reading() as connection:
        user = find_user(connection, name)
    return _let_in(desk, user)


@router.post("/logout")
def logout(request: Request, desk: TheDesk, csrf: Annotated[str, Form()] = "") -> Response:
    """Lets somebody out; the form carries the token of its page."""
    session = session_with(request, csrf)
    with desk.project.database.writing() as connection:
        end_session(connection, session)
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE)
    return answer


@router.get("/")
def home(session: Anybody) -> Response:
    """The first page of a role."""
    return RedirectResponse("/release" if session.user.role == "auditor" else "/board", 303)


@router.get("/board")
def board(request: Request, desk: TheDesk, session: Reader, filter: str = "", n: int = 0) -> HTMLResponse:
    """All records."""
    with desk.project.database.reading() as connection:
        shown = board_view(connection, desk.project, desk.project.protocol, session.user, filter, max(0, n))
    return page(request, "board", {"board": shown, "filter": filter, "n": n}, session=session)


@router.get("/record/{record}")
def record_page(
    request: Request, desk: TheDesk, session: Reader, record: int, document: int | None = None
) -> HTMLResponse:
    """The workspace of a record."""
    user = session.user
    with desk.project.database.reading() as connection:
        stored = read_record(connection, record)
        number = document if document is not None else stored.documents[0].id
        stored.document(number)
        desk.access.note(user.name, "document", number)
        shown = shown_document(connection, desk, user, number, user.name)
        listed = record_view(connection, desk.project, desk.project.protocol, user, stored)
    return page(request, "record", {"record": listed, "document": shown}, session=session)


@router.get("/names/{record}")
def names_page(request: Request, desk: TheDesk, session: Reader, record: int) -> HTMLResponse:
    """The name table of a record."""
    with desk.project.database.reading() as connection:
        stored = read_record(connection, record)
        desk.access.note(session.user.name, "record", record)
        listed = record_view(connection, desk.project, desk.project.protocol, session.user, stored)
    return page(request, "names", {"record": listed}, session=session)


@router.get("/help")
def help_page(request: Request, session: Reader) -> HTMLResponse:
    """The keys."""
    return page(request, "help", {}, session=session)


def _let_in(desk: Desk, user: User) -> Response:
    with desk.project.database.writing() as connection:
        token, _ = begin_session(connection, user)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(
        COOKIE, token, max_age=SESSION_HOURS * 3600, httponly=True, samesite="strict", secure=desk.is_secure, path="/"
    )
    return answer


def _check_origin(request: Request) -> None:
    """Refuses a login form that another site sends."""
    origin = request.headers.get("origin", "")
    if origin and origin != "null" and urlsplit(origin).netloc != request.headers.get("host", ""):
        raise RefusedError("this form came from elsewhere")
