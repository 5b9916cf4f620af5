"""A project: its folder, its database, and what was settled when it was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, insert, select, update

from maskerad.core.errors import ConfigError, MissingError
from maskerad.core.label_scheme import CORE, LabelScheme
from maskerad.core.own_scheme import read_scheme
from maskerad.core.schemes import load_scheme
from maskerad.corpora.files.partial import FOLDER_MODE
from maskerad.web.workspace.stages.protocol import FILE as PROTOCOL_FILE
from maskerad.web.workspace.stages.protocol import Protocol, read_protocol
from maskerad.web.workspace.store.database import FILE, Database
from maskerad.web.workspace.store.tables import settings

WITHHELD_MAX = 0.5
DEFAULTS: Mapping[str, str] = {
    "name": "workspace",
    "scheme": CORE,
    "language": "auto",
    "pre_annotation": "on",
    "withheld": "0",  # share of suggestions that an annotator is not shown at first
    "retrain_after": "10",  # finished records; 0 for never by itself
}


def now() -> str:
    """The time in UTC, ISO 8601 to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass
class Project:
    """An open project.

    Attributes:
        folder: Where its database, backups and models are.
        database: Its database.
    """

    folder: Path
    database: Database = field(repr=False)

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """What was settled when it was made."""
        with self.database.reading() as connection:
            return dict(DEFAULTS) | read_settings(connection)

    @cached_property
    def scheme(self) -> LabelScheme:
        """Its labels; a file is read from the folder of the project."""
        name = self.scheme_name
        return read_scheme(Path(name)) if name.endswith(".toml") else load_scheme(name)

    @property
    def scheme_name(self) -> str:
        """The name under which its labels are loaded."""
        name = self.settings["scheme"]
        return str(self.folder / name) if name.endswith(".toml") else name

    @cached_property
    def protocol(self) -> Protocol:
        """Its stages, from ``protocol.toml`` in its folder."""
        return read_protocol(self.folder / PROTOCOL_FILE, self.scheme)

    @property
    def name(self) -> str:
        """Its name."""
        return self.settings["name"]

    @property
    def is_pre_annotated(self) -> bool:
        """Whether annotators are shown what rules and models found."""
        return self.settings["pre_annotation"] == "on"

    def reload(self) -> None:
        """Forgets what was read of its settings and files; they are read again when they are asked for."""
        for name in ("settings", "scheme", "protocol"):
            self.__dict__.pop(name, None)

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def __enter__(self) -> Self:
        """An open project, until the end of the block."""
        return self

    def __exit__(self, *error: object) -> None:
        """Closes it."""
        self.close()


def make_project(folder: Path, address: str = "", **chosen: str) -> Project:
    """Makes a project in a folder.

    Args:
        folder: Made if it is not there.
        address: Of an empty PostgreSQL database, "" for SQLite in the folder.
        chosen: Settings, by the names of ``DEFAULTS``.

    Raises:
        ConfigError: If the folder holds one already, or a setting is unknown.
        UnknownNameError: If there is no such language or scheme.
    """
    unknown = sorted(set(chosen) - set(DEFAULTS))
    if unknown:
        raise ConfigError(f"no setting of a workspace: {', '.join(unknown)}; known: {', '.join(DEFAULTS)}")
    if Database.holds_project(address) if address else (folder / FILE).exists():
        raise ConfigError(f"{'the database' if address else folder} holds a workspace already; nothing was changed")
    values = {**DEFAULTS, "name": folder.resolve().name, **chosen}
    _check_language(values["language"])
    _check_share(values["withheld"])
    name = values["scheme"]
    load_scheme(str(folder / name) if name.endswith(".toml") else name)
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    database = Database(address, is_new=True) if address else Database.in_folder(folder)
    with database.writing() as connection:
        rows = [{"name": key, "value": value} for key, value in {**values, "made": now()}.items()]
        connection.execute(insert(settings), rows)
    return Project(folder, database)


def _check_language(value: str) -> None:
    """Refuses languages that there are not; that of every language there is needs no look."""
    if value != DEFAULTS["language"]:
        from maskerad.pipeline.configuration.settings import (
            settings_for,  # which takes longer than all else of a small project
        )

        settings_for(value)


def _check_share(value: str) -> None:
    """Refuses to hold back what is no share, or more than half of all suggestions."""
    try:
        is_share = 0 <= float(value) <= WITHHELD_MAX
    except ValueError:
        is_share = False
    if not is_share:
        raise ConfigError(f"share of suggestions held back: {value}; need 0 to {WITHHELD_MAX}")


def open_project(folder: Path, address: str = "") -> Project:
    """Opens the project of a folder.

    Args:
        folder: Of the project.
        address: Of a PostgreSQL database, "" for SQLite in the folder.

    Raises:
        MissingError: If there is none.
        StoreError: If its database cannot be opened.
    """
    if not address and not (folder / FILE).is_file():
        raise MissingError(f"{folder} holds no workspace; make one with: maskerad workspace serve {folder}")
    return Project(folder, Database(address) if address else Database.of_folder(folder))


def change_settings(connection: Connection, **changed: str) -> None:
    """Changes settings that are there."""
    for name, value in changed.items():
        connection.execute(update(settings).where(settings.c.name == name).values(value=value))


def read_settings(connection: Connection) -> dict[str, str]:
    """All settings."""
    return dict(tuple(row) for row in connection.execute(select(settings.c.name, settings.c.value)))
