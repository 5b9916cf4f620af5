"""Workspaces that are served to a browser: the server on a free port, a record of some texts, suggestions as told."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from tests.patience import PATIENCE_S

from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.people.accounts import add_user
from maskerad.web.workspace.project import Project, make_project
from maskerad.web.workspace.server.app import make_app, one_time_link
from maskerad.web.workspace.server.guards import Desk
from maskerad.web.workspace.store.texts import read_record
from maskerad.web.workspace.suggestions import put_suggestions

if TYPE_CHECKING:
    from playwright.sync_api import Page

Place = tuple[str, str] | tuple[str, str, float]
"""A string, its label, and how sure the suggestion is."""


@dataclass
class Served:
    """A workspace at an address."""

    project: Project
    desk: Desk = field(repr=False)
    port: int

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def come_in(self, page: Page, name: str = "anna") -> None:
        """Lets a page in by a one-time link."""
        page.goto(one_time_link(self.desk, name, self.address))

    def spans(self, page: Page, document: int = 1) -> list[dict[str, Any]]:
        """The spans of a document as the server holds them for who is logged in."""
        told = page.request.get(f"{self.address}/api/documents/{document}")
        assert told.ok, told.text()
        return list(told.json()["spans"])

    def marked(self, page: Page, document: int = 1) -> list[tuple[str, str, str]]:
        """The same as (string, label, state)."""
        text = page.request.get(f"{self.address}/api/documents/{document}").json()["text"]
        return [(text[one["start"] : one["end"]], one["label"], one["state"]) for one in self.spans(page, document)]


@contextmanager
def served(folder: Path, texts: Sequence[str], suggested: Sequence[Sequence[Place]], language: str) -> Iterator[Served]:
    """A workspace with one record.

    Args:
        folder: Of the project.
        texts: Of its documents, in order.
        suggested: Of each document, what is suggested at the first place of each string.
        language: Of the texts.
    """
    with make_project(folder, language=language) as project:
        documents = [Document(f"note-{at}", text, language, "r1") for at, text in enumerate(texts, start=1)]
        import_documents(project, [AnnotatedDocument(one, (), False) for one in documents], "core")
        with project.database.writing() as connection:
            marks = {at: _marks(at, texts[at - 1], places) for at, places in enumerate(suggested, start=1)}
            put_suggestions(connection, read_record(connection, 1), marks, {})
            add_user(connection, "anna", "annotator")
        with running(project) as found:
            yield found


@contextmanager
def running(project: Project) -> Iterator[Served]:
    """The server of a project, on a free port of the loopback address."""
    app, desk = make_app(project)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield Served(project, desk, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        listening.close()


def _marks(document: int, text: str, places: Sequence[Place]) -> list[Mark]:
    made = []
    for at, (string, label, *sure) in enumerate(places):
        span = Span(text.index(string), text.index(string) + len(string), label)
        score = float(sure[0]) if sure else 0.9
        state = State.SUGGESTED if score >= 0.5 else State.WEAK
        made.append(Mark(f"s{document}.{at}", document, span.start, span.end, label, state, "rules", score))
    return made
