"""Pages from templates. Everything in them is escaped; what they know of the user decides their navigation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from maskerad.pages.frame import asset
from maskerad.web.workspace.people.accounts import May, Session
from maskerad.web.workspace.server.guards import desk_of

FOLDER = Path(__file__).parent.parent / "templates"
PAGES: tuple[tuple[str, str, str, May], ...] = (
    ("board", "Board", "/board", May.READ),
    ("findings", "Findings", "/findings", May.READ),
    ("search", "Search", "/search", May.READ),
    ("curation", "Curation", "/curation", May.CURATE),
    ("agreement", "Agreement", "/agreement", May.MANAGE),
    ("statistics", "Statistics", "/statistics", May.MANAGE),
    ("learner", "Learner", "/learner", May.MANAGE),
    ("releases", "Release", "/release", May.AUDIT),
    ("admin", "Admin", "/admin", May.ADMINISTER),
    ("help", "Help", "/help", May.READ),
)


def page(
    request: Request, name: str, context: Mapping[str, Any], status: int = 200, session: Session | None = None
) -> HTMLResponse:
    """One page.

    Args:
        request: That is answered.
        name: Of the template, without ``.html``.
        context: What it shows.
        status: Of the answer.
        session: Who asks, None for nobody.
    """
    project = desk_of(request).project
    known = {
        "me": {"name": session.user.name, "role": session.user.role} if session else None,
        "project": {"name": project.name, "scheme": project.settings["scheme"]},
        "csrf": session.csrf if session else "",
        "page": name,
        "nav": [
            {"page": key, "title": title, "href": href}
            for key, title, href, needs in PAGES
            if session and session.user.may(needs)
        ],
    }
    written = environment().get_template(f"{name}.html").render({**known, **context})
    return HTMLResponse(written, status)


@cache
def environment() -> Environment:
    """The templates; a name that a page does not know is an error, not nothing."""
    made = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    made.globals["patterns"] = Markup(asset("patterns.svg"))  # the house's own drawing, no input
    return made
