"""What the commands of the workspace share: a project is opened, or made of a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.cli.arguments.reading import DEFAULTS
from maskerad.cli.output.console import error_console
from maskerad.cli.output.tables import print_losses
from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora import FormatOptions, detect_format

if TYPE_CHECKING:
    from maskerad.web.workspace.project import Project

NAME = "maskerad workspace"
LOCAL_USER = "annotator"

Folder = Annotated[Path, typer.Argument(help="Folder of the project.", show_default=False, metavar="FOLDER")]
Database = Annotated[
    str, typer.Option(help="PostgreSQL address; SQLite in FOLDER when not given.", envvar="MASKERAD_DATABASE")
]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A corpus that is to be taken in."""

    source: Path
    format_name: str = ""
    reading: FormatOptions = DEFAULTS
    scheme: str = ""


def is_project(folder: Path, database: str) -> bool:
    """Whether a folder, or the database of an address, holds a project already.

    Raises:
        ConfigError: If it is a file.
        StoreError: If the database cannot be reached.
    """
    from maskerad.web.workspace.store.database import FILE
    from maskerad.web.workspace.store.database import Database as Stored

    if folder.is_file():
        raise ConfigError(f"{folder} is a file; name a folder for the project, and the file with --corpus")
    return Stored.holds_project(database) if database else (folder / FILE).is_file()


def opened(folder: Path, database: str) -> Project:
    """The project of a folder.

    Raises:
        MissingError: If there is none.
    """
    from maskerad.web.workspace.project import open_project

    return open_project(folder, database)


def make(folder: Path, database: str, incoming: Incoming, **chosen: str) -> None:
    """A new project of a corpus; nothing is left of it if the corpus cannot be taken in."""
    from maskerad.web.workspace.people.accounts import add_user
    from maskerad.web.workspace.project import make_project
    from maskerad.web.workspace.store.database import FILE

    kind = incoming.format_name or detect_format(incoming.source)  # no project is made of what cannot be read
    is_there = folder.is_dir()
    try:
        with make_project(folder, database, **chosen) as project:
            take_in(project, replace(incoming, format_name=kind))
            with project.database.writing() as connection:
                add_user(connection, LOCAL_USER, "admin")
    except BaseException:
        for left in folder.glob(f"{FILE}*"):
            left.unlink()
        if not is_there and folder.is_dir():
            folder.rmdir()
        raise


def take_in(project: Project, incoming: Incoming) -> None:
    """Takes a corpus into a project, and says what came and what did not.

    Raises:
        InputError: If no document came, nor was there already: a run that takes nothing in has not done what it should.
    """
    from maskerad.web.workspace.imports import import_corpus

    done = import_corpus(project, incoming.source, incoming.reading, incoming.format_name, incoming.scheme)
    message = f"{counted(done.n_documents, 'document')}, {counted(done.n_marks, 'annotation')}"
    known = f"; {counted(done.n_known, 'document')} there already" if done.n_known else ""
    error_console().print(message + known, highlight=False)
    print_losses(done.losses)
    for broken in done.broken:
        error_console().print(f"left out: {broken.where}: {broken.reason}", style="yellow", highlight=False)
    if not done.n_documents + done.n_known:
        raise InputError(f"{incoming.source} holds no document that could be taken in")
