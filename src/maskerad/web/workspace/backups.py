"""Backups: a whole copy of the database while it is in use, tested before it counts, and brought back whole."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from maskerad.core.errors import ConfigError, MissingError, StoreError
from maskerad.corpora.files.atomic import Destination, atomic_path
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.store.database import FILE, Database
from maskerad.web.workspace.store.replay import Checked, check

FOLDER = "backups"
_NAME = re.compile(r"workspace-[0-9TZ-]+\.db")


def make_backup(project: Project) -> Path:
    """Copies the database and tests the copy: its log must add up.

    Raises:
        ConfigError: If the database is no SQLite file; PostgreSQL has means of its own.
        StoreError: If it cannot be copied, or the copy does not stand its test.
    """
    if not project.database.address.startswith("sqlite"):
        raise ConfigError("this project is in PostgreSQL: back it up with pg_dump")
    home = project.folder / FOLDER
    home.mkdir(mode=0o700, exist_ok=True)
    name = f"workspace-{datetime.now(UTC).strftime('%Y%m%dT%H%M%S-%f')}Z.db"
    with atomic_path(Destination(home / name)) as partial:
        copy_database(project.folder / FILE, partial.path)
        checked = tested(partial.path)
        if checked.problems:
            raise StoreError(f"the backup did not stand its test: {checked.problems[0]}")
        partial.is_wanted = True
    return home / name


def restore(folder: Path, backup: Path) -> Path:
    """Brings a backup back; what was there is kept beside it.

    Args:
        folder: Of the project, which nobody serves meanwhile.
        backup: A file that ``make_backup`` made.

    Returns:
        Where the former database is now.

    Raises:
        MissingError: If there is no such backup.
        StoreError: If its log does not add up; nothing was changed.
    """
    if not backup.is_file():
        raise MissingError(f"{backup}: no such backup")
    checked = tested(backup)
    if checked.problems:
        raise StoreError(f"{backup.name} is not sound, nothing was changed: {checked.problems[0]}")
    current = folder / FILE
    former = folder / f"{FILE}.before-{datetime.now(UTC).strftime('%Y%m%dT%H%M%S-%f')}Z"
    if current.is_file():
        copy_database(current, former)
        former.chmod(0o600)
    copy_database(backup, current)  # one transaction of SQLite: all of it, or nothing
    return former


def tested(path: Path) -> Checked:
    """Plays the log of a copy again.

    Raises:
        StoreError: If it cannot even be opened.
    """
    database = Database(f"sqlite:///{path}")
    try:
        with database.reading() as connection:
            return check(connection)
    finally:
        database.close()
        for left in (path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            left.unlink(missing_ok=True)


def backups(project: Project) -> list[dict[str, Any]]:
    """All backups, the newest first."""
    home = project.folder / FOLDER
    paths = sorted((path for path in home.glob("*.db") if _NAME.fullmatch(path.name)), reverse=True)
    return [
        {"name": path.name, "at": path.stem.removeprefix("workspace-"), "n_bytes": path.stat().st_size, "tested": True}
        for path in paths
    ]


def copy_database(source: Path, target: Path) -> None:
    """Copies a database that may be in use, one consistent state of it.

    Raises:
        StoreError: If it cannot be read or written.
    """
    try:
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
            here.backup(there)
    except sqlite3.Error as error:
        raise StoreError(f"{source.name} cannot be copied ({type(error).__name__})") from None
