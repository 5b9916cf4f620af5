"""The demo: a project of the bundled fictional records, with one annotator who has come in already."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from maskerad.core.document import Record
from maskerad.core.errors import UnknownNameError
from maskerad.core.label_scheme import CORE
from maskerad.corpora import AnnotatedDocument
from maskerad.languages.pack import readable_codes
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.people.accounts import add_user
from maskerad.web.workspace.project import DEFAULTS, Project, make_project

USER = "demo"


def make_demo(folder: Path, records: Sequence[Record], languages: Sequence[str]) -> Project:
    """Makes the project.

    Args:
        folder: Where to.
        records: Bundled records, each named after its language.
        languages: Codes of those to take; none for all that can be read.

    Raises:
        UnknownNameError: If there is no record in a language.
        ConfigError: If the folder holds a project already.
    """
    known = [record.id for record in records]
    wanted = list(languages) or [code for code in known if code in readable_codes()]
    for code in wanted:
        if code not in known:
            raise UnknownNameError("language of the demo", code, known)
    project = make_project(folder, name="demo", language=",".join(languages) or DEFAULTS["language"])
    first = sorted((record for record in records if record.id in wanted), key=lambda record: wanted.index(record.id))
    import_documents(
        project, [AnnotatedDocument(document, (), False) for record in first for document in record.documents], CORE
    )
    with project.database.writing() as connection:
        add_user(connection, USER, "admin")
    return project
