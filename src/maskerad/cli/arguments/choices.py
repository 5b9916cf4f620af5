"""What commands are told beside what they read: settings, keys, vaults, known people."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from maskerad.batch import Job
from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.vault_files import check_apart, vault_access
from maskerad.cli.output.console import error_console, stage
from maskerad.core.errors import UnknownNameError
from maskerad.corpora import detect_format
from maskerad.pipeline.choices import Choices
from maskerad.pipeline.configuration.column_rules import BIRTH_DATE, DATE, HASH, parse_columns
from maskerad.pipeline.configuration.limits import Limits
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.known_people import NOBODY, KnownPeople, read_known_people
from maskerad.pipeline.projects.project import IDS, KEY_FILE, PROJECT_FILE
from maskerad.surrogates import KEY_BYTES, read_key

if TYPE_CHECKING:
    from maskerad.vault import VaultAccess


@dataclass(frozen=True, slots=True)
class FindingOptions:
    """What is looked for, and by what."""

    language: opt.Language = ""
    project: opt.Project = None
    foreign: opt.Foreign = ""
    recognisers: opt.Recognisers = ""
    model: opt.Model = None

    def made(self) -> Choices:
        """As the pipeline takes them."""
        names = [name.strip() for name in self.recognisers.split(",")] if self.recognisers else []
        return Choices(self.language, self.project, self.foreign, names, self.model or ())


@dataclass(frozen=True, slots=True)
class ReplacingOptions(FindingOptions):
    """What is looked for, and what is put there instead."""

    strategy: opt.Strategy = None
    scope: opt.ScopeOf = None
    shift: opt.Shift = ""
    public_holidays: opt.PublicHolidays = ""

    def made(self) -> Choices:
        """As the pipeline takes them."""
        return replace(
            FindingOptions.made(self),
            strategies=self.strategy or (),
            scopes=self.scope or (),
            shift=self.shift,
            public_holidays=self.public_holidays,
        )


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """How much a record may ask for."""

    max_characters: opt.MaxCharacters = None
    max_seconds: opt.MaxSeconds = None
    max_memory: opt.MaxMemory = None

    def made(self) -> LimitOptions:
        """They are laid over those of the project."""
        return self

    def over(self, settings: Settings) -> Settings:
        """The settings with what was said of limits."""
        own = settings.limits
        limits = Limits(
            own.characters if self.max_characters is None else self.max_characters,
            own.seconds if self.max_seconds is None else self.max_seconds,
            own.memory_mib if self.max_memory is None else self.max_memory,
        )
        return replace(settings, limits=limits)


@dataclass(frozen=True, slots=True)
class ColumnOptions:
    """What is done with the columns beside the text of a table, and with ids."""

    date_column: opt.DateColumn = None
    birth_date_column: opt.BirthDateColumn = None
    column: opt.Columns = None
    strict_columns: opt.StrictColumns = False
    ids: opt.Ids = ""

    def made(self) -> ColumnOptions:
        """They are laid over those of the project.

        Raises:
            UnknownNameError: If there is no such choice for ids.
        """
        if self.ids and self.ids not in IDS:
            raise UnknownNameError("choice for --ids", self.ids, IDS)
        return self

    @property
    def rules(self) -> list[str]:
        """All rules as ``NAME=RULE``."""
        dates = [f"{name}={DATE}" for name in self.date_column or ()]
        births = [f"{name}={BIRTH_DATE}" for name in self.birth_date_column or ()]
        return [*dates, *births, *(self.column or ())]

    def over(self, settings: Settings) -> Settings:
        """The settings with what was said of columns."""
        own = settings.columns
        has_hashed_ids = self.ids == HASH if self.ids else own.has_hashed_ids
        together = own.updated(parse_columns(self.rules))
        is_strict = self.strict_columns or own.is_strict
        return replace(settings, columns=replace(together, has_hashed_ids=has_hashed_ids, is_strict=is_strict))


Finding = Annotated[Choices, FindingOptions]
Replacing = Annotated[Choices, ReplacingOptions]
Within = Annotated[LimitOptions, LimitOptions]
ByColumn = Annotated[ColumnOptions, ColumnOptions]


def settings_of(choices: Choices) -> Settings:
    """The settings of what was chosen; where no project was named, the working folder is it if it is one.

    Raises:
        MaskeradError: As ``Choices.settings``.
    """
    project = choices.project or (Path() if Path(PROJECT_FILE).is_file() else None)
    with stage("settings and languages"):
        return replace(choices, project=project).settings()


def key_of(path: Path | None, project: Path | None) -> bytes:
    """The key that was named, the project's, or a fresh one that nobody keeps."""
    candidates = [path] if path else [project / KEY_FILE] if project else [Path(KEY_FILE)]
    if path or project or candidates[0].is_file():
        return read_key(candidates[0])
    error_console().print(
        "no project key: a fresh one is used and not kept, so another run gives other surrogates; "
        "maskerad init makes one that stays",
        style="yellow",
        highlight=False,
    )
    return os.urandom(KEY_BYTES)


def vault_of(job: Job, vault: Path | None, key: Path | None, project: Path | None) -> VaultAccess | None:
    """The vault that is asked for, made if it is not there; none for a dry run, which writes nothing."""
    if vault is None or job.target is None:
        return None
    check_apart(vault, job.source, job.target, job.spans_target, job.doubts_target, job.quarantine_path)
    if not job.source_format:
        detect_format(job.source)  # no vault is made for an input that is not there
    access = vault_access(vault, key, project)
    access.open().close()
    return access


def people_of(path: Path | None) -> KnownPeople:
    """The people of a table, if one is named."""
    with stage("known identifiers"):
        return read_known_people(path) if path else NOBODY
