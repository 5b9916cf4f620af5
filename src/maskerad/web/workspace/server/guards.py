"""Who asks, and whether they may: every route names what it needs; a write needs the token of its page too."""

from __future__ import annotations

from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Annotated, cast

from fastapi import Depends, Request

from maskerad.core.errors import RefusedError
from maskerad.web.workspace.people.accounts import May, Session, find_session
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.release.releasing import Releaser
from maskerad.web.workspace.server.access import AccessLog
from maskerad.web.workspace.server.limits import Tries
from maskerad.web.workspace.server.watch import Watch
from maskerad.web.workspace.server.workshop import Workshop

COOKIE = "maskerad"
CSRF_HEADER = "x-csrf-token"
READING = frozenset({"GET", "HEAD"})


class NobodyError(RefusedError):
    """Nobody is logged in."""


@dataclass
class Desk:
    """What all requests share.

    Attributes:
        project: What is annotated.
        access: Who read what.
        releaser: Makes the texts that would leave.
        links: One-time tokens and the users that they let in.
        tries: Failed logins.
        workshop: Where the learner works.
        watch: What was changed lately.
        is_secure: Whether the cookie is for TLS alone.
    """

    project: Project
    access: AccessLog
    releaser: Releaser
    links: dict[str, str] = field(default_factory=dict, repr=False)
    tries: Tries = field(default_factory=Tries)
    workshop: Workshop = field(default_factory=Workshop)
    is_secure: bool = False
    watch: Watch = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.watch = Watch(self.project.database)


def desk_of(request: Request) -> Desk:
    """The desk of the application."""
    return cast(Desk, request.app.state.desk)


def session_of(request: Request) -> Session:
    """Who asks.

    Raises:
        NobodyError: If nobody is logged in.
        RefusedError: If a write comes without the token of its page.
    """
    return session_with(request, request.headers.get(CSRF_HEADER, ""))


def session_with(request: Request, csrf: str) -> Session:
    """The same for a form, which carries the token of its page in a field."""
    token = request.cookies.get(COOKIE, "")
    with desk_of(request).project.database.asking() as connection:
        session = find_session(connection, token) if token else None
    if session is None:
        raise NobodyError("log in first")
    if request.method not in READING and not compare_digest(csrf.encode(), session.csrf.encode()):
        raise RefusedError("the page is too old; load it again")
    return session


class Guard:
    """A dependency that lets only those in whose role may do something.

    Attributes:
        needs: What the route needs.
    """

    def __init__(self, needs: May) -> None:
        self.needs = needs

    def __call__(self, request: Request) -> Session:
        """The session of the one who asks.

        Raises:
            RefusedError: If the role does not allow it.
        """
        session = session_of(request)
        if not session.user.may(self.needs):
            raise RefusedError(f"role {session.user.role!r} may not {self.needs.value}")
        return session


async def _the_desk(request: Request) -> Desk:
    """The same as a dependency; what is not async waits for a thread of its own."""
    return desk_of(request)


TheDesk = Annotated[Desk, Depends(_the_desk)]
Reader = Annotated[Session, Depends(Guard(May.READ))]
Annotator = Annotated[Session, Depends(Guard(May.ANNOTATE))]
Curator = Annotated[Session, Depends(Guard(May.CURATE))]
Manager = Annotated[Session, Depends(Guard(May.MANAGE))]
Admin = Annotated[Session, Depends(Guard(May.ADMINISTER))]
Auditor = Annotated[Session, Depends(Guard(May.AUDIT))]
Anybody = Annotated[Session, Depends(session_of)]
