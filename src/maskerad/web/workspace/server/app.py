"""The application: one project, its routes, and what surrounds them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

from fastapi import FastAPI, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from maskerad.pages.frame import asset
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.release.releasing import Releaser
from maskerad.web.workspace.server import events, learning, lookup, overview, pages, release, work
from maskerad.web.workspace.server.access import AccessLog
from maskerad.web.workspace.server.answers import answering
from maskerad.web.workspace.server.guards import Desk
from maskerad.web.workspace.server.shell import Shell

STATIC = Path(__file__).parent.parent / "static"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ROUTERS = (work.router, lookup.router, overview.router, release.router, learning.router, events.router, pages.router)


def make_app(project: Project, hosts: Iterable[str] = LOOPBACK, is_secure: bool = False) -> tuple[ASGIApp, Desk]:
    """The application of a project, and its desk.

    Args:
        project: What is annotated.
        hosts: Names under which it may be asked.
        is_secure: Whether it stands behind TLS, so that its cookie is for TLS alone.
    """
    app = FastAPI(title="Maskerad", docs_url=None, redoc_url=None, openapi_url=None)
    releaser = Releaser(project.folder, project.settings["language"])
    desk = Desk(project, AccessLog(project.folder), releaser, is_secure=is_secure)
    app.state.desk = desk
    answering(app)
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route("/static/plots.css", plots_style, methods=["GET"])
    app.mount("/static", StaticFiles(directory=STATIC, follow_symlink=False))
    return Shell(app, hosts), desk


def plots_style() -> Response:
    """The style of the house's plots."""
    return Response(asset("plots.css"), media_type="text/css")


def one_time_link(desk: Desk, user: str, address: str) -> str:
    """A link that lets a user in, once."""
    token = secrets.token_urlsafe(24)
    desk.links[token] = user
    return f"{address}/enter?token={token}"
