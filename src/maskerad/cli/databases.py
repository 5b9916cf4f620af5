"""De-identification of a query into a new table of its database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from maskerad.batch import DeidentifyWork, Job, Summary
from maskerad.batch.limited import Limited
from maskerad.cli.arguments.vault_files import vault_access
from maskerad.cli.output.announcing import announce
from maskerad.cli.output.console import error_console, manner, put_json, stage
from maskerad.cli.output.progress import reporting
from maskerad.cli.output.summary_json import summary_json
from maskerad.cli.output.tables import print_summary
from maskerad.core.errors import ConfigError
from maskerad.core.extras import SQL, require
from maskerad.corpora import FormatOptions
from maskerad.corpora.files.streams import STANDARD

if TYPE_CHECKING:
    from maskerad.vault import VaultAccess

NOWHERE = Path(STANDARD)  # a run without files

Address = Annotated[
    str,
    typer.Option(
        "--sql",
        help="In place of IN and OUT: a database, sqlite:///FILE or postgresql://USER@HOST/NAME.",
        metavar="URL",
        show_default=False,
    ),
]
Select = Annotated[
    str,
    typer.Option("--query", help="With --sql: the SELECT that gives the rows.", metavar="SELECT", show_default=False),
]
Into = Annotated[
    str, typer.Option("--into", help="With --sql: the table to make.", metavar="TABLE", show_default=False)
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where rows come from and go to."""

    sql: Address = ""
    query: Select = ""
    into: Into = ""

    def made(self) -> Place:
        """As it is."""
        return self

    @property
    def is_named(self) -> bool:
        """Whether rows of a database are meant.

        Raises:
            ConfigError: If only some of it is named.
        """
        named = [bool(option.strip()) for option in (self.sql, self.query, self.into)]
        if any(named) and not all(named):
            raise ConfigError("--sql, --query and --into go together")
        return all(named)


InDatabase = Annotated[Place, Place]


def check_only(others: Mapping[str, object]) -> None:
    """Refuses what is for files.

    Args:
        others: What was given, by the option that gives it.

    Raises:
        ConfigError: If anything was.
    """
    given = [name for name, value in others.items() if value]
    if given:
        raise ConfigError(f"{given[0]} is for files; with --sql rows go from a database into a new table of it")


def database_vault(vault: Path | None, key: Path | None, project: Path | None) -> VaultAccess | None:
    """The vault that is asked for, made if it is not there."""
    if vault is None:
        return None
    access = vault_access(vault, key, project)
    access.open().close()
    return access


def deidentify_rows(
    place: Place, work: DeidentifyWork, options: FormatOptions, n_workers: int, has_resume: bool
) -> NoReturn:
    """Runs it, prints what came of it, and leaves with its status.

    Raises:
        ExtraError: If what opens databases is not installed.
    """
    require(SQL, "--sql")
    from maskerad.batch.databases import DatabaseJob, run_database

    settings = work.settings
    known = frozenset(work.people.by_record)
    needed = replace(options, record_column=options.record_name, id_column=options.id_name)
    job = DatabaseJob(place.sql, place.query, place.into, needed, work, n_workers, has_resume, known)
    if settings.limits.memory_mib:
        job = replace(job, n_workers=max(2, n_workers))
    announce(settings)
    with reporting(NOWHERE) as on_progress, stage("records read, worked on and written"):
        summary = run_database(job, Limited(work, settings.limits), on_progress)
    status = 0 if summary.account.is_complete else 1
    _tell(place.into, summary, work, status)
    raise typer.Exit(status)


def _tell(table: str, summary: Summary, work: DeidentifyWork, status: int) -> None:
    quarantine = [f"{table}_quarantine"] if summary.quarantined else []
    job = Job(NOWHERE, None, known_records=frozenset(work.people.by_record))
    if manner.is_json:
        put_json(summary_json(job, summary, work.settings, status, (table, *quarantine)))
        return
    print_summary(job, summary)
    for name in quarantine:
        error_console().print(f"quarantined rows are listed in the table {name}", markup=False, highlight=False)
    error_console().print(f"made the table {table}", markup=False, highlight=False)
