"""Small projects for the tests of the workspace."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from maskerad.core import Document, Span
from maskerad.core.keyed import KEY_BYTES
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.operations import Operation
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.project import Project, make_project, now
from maskerad.web.workspace.release.releasing import KEY_FILE
from maskerad.web.workspace.store.submit import Answer, Submission, submit

_NUMBERS = count(1)
TEXTS = (
    "Epikris. Anna Lindkvist söker med sin mamma Gunilla. Anna bor i Trosa.",
    "Annas bror Johan ringer. ANNA LINDKVIST mår bättre. Johan Ek, ek i trädgården.",
)


def project_of(folder: Path, *texts: str, language: str = "sv", spans: tuple[tuple[Span, ...], ...] = ()) -> Project:
    """A project with one record of some texts, whose key is always the same: what it draws stays what was looked at."""
    project = make_project(folder / f"project{next(_NUMBERS)}", language=language)
    key = project.folder / KEY_FILE
    key.touch(mode=0o600)
    key.write_text(bytes(KEY_BYTES).hex() + "\n", encoding="ascii")
    marked = spans or ((),) * len(texts)
    items = [
        AnnotatedDocument(Document(f"d{number}", text, language, "r1"), own, bool(own))
        for number, (text, own) in enumerate(zip(texts, marked, strict=True), start=1)
    ]
    import_documents(project, items, "core")
    return project


def operation(kind: str, document: int = 1, **given: object) -> Operation:
    """An operation."""
    return Operation(kind, document, given)


def do(project: Project, *operations: Operation, layer: str = "anna", version: int | None = None) -> Answer:
    """Submits operations as an annotator would."""
    author = Author(layer, now(), f"op{next(_NUMBERS)}")
    asked = Submission(author, layer, operations[0].document, version)
    with project.database.writing() as connection:
        return submit(connection, asked, operations, project.scheme)
