"""What commands are told beside what they read: settings, keys, vaults, known people."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.batch import Job
from maskerad.cli.console import error_console, stage
from maskerad.cli.vault_files import check_apart, vault_access
from maskerad.core.errors import UnknownNameError
from maskerad.corpora import detect_format
from maskerad.pipeline.column_rules import HASH, ColumnRules, parse_columns
from maskerad.pipeline.known_people import NOBODY, KnownPeople, read_known_people
from maskerad.pipeline.limits import Limits
from maskerad.pipeline.model_choice import with_models
from maskerad.pipeline.policy import parse_policy
from maskerad.pipeline.project import IDS, KEY_FILE, PROJECT_FILE, read_project
from maskerad.pipeline.scopes import parse_scopes
from maskerad.pipeline.settings import Settings, settings_for
from maskerad.surrogates import KEY_BYTES, read_key, shift_for
from maskerad.surrogates.public_holidays import check_country

if TYPE_CHECKING:
    from maskerad.surrogates.vault import VaultAccess


def settings_of(
    language: str,
    project: Path | None,
    foreign: str = "",
    recognisers: str = "",
    models: list[Path] | None = None,
) -> Settings:
    """The settings of a project, of the working folder if it is one, or the defaults; with what the options say.

    Raises:
        UnknownNameError: If a language, recogniser or choice for ``--foreign`` does not exist.
        MissingError, ModelError: If a model folder is not there or does not fit.
    """
    folder = project or (Path() if Path(PROJECT_FILE).is_file() else None)
    with stage("settings and languages"):
        settings = read_project(folder, language) if folder else settings_for(language or "auto")
    if foreign:
        settings = settings.with_foreign(foreign)
    names = [name.strip() for name in recognisers.split(",")] if recognisers else []
    return with_models(settings, models or (), names)


def with_choices(settings: Settings, strategy: list[str] | None, scope: list[str] | None) -> Settings:
    """The settings with what the command line says of labels."""
    policy = parse_policy(strategy or [], settings.policy)
    return replace(settings, policy=replace(policy, scopes=parse_scopes(scope or [], policy.scopes)))


def ruled(names: list[str] | None, rule: str) -> list[str]:
    """Columns named by an option of their own, as ``--column`` has them."""
    return [f"{name}={rule}" for name in names or ()]


def with_columns(rules: ColumnRules, items: list[str], ids: str, is_strict: bool) -> ColumnRules:
    """The rules of the project with those of the command line laid over them."""
    if ids and ids not in IDS:
        raise UnknownNameError("choice for --ids", ids, IDS)
    has_hashed_ids = ids == HASH if ids else rules.has_hashed_ids
    together = rules.updated(parse_columns(items))
    return replace(together, has_hashed_ids=has_hashed_ids, is_strict=is_strict or rules.is_strict)


def with_dates(settings: Settings, shift: str, country: str) -> Settings:
    """The settings with what the command line says of dates."""
    chosen = shift_for(shift) if shift else settings.shift
    if country:
        chosen = replace(chosen, country=check_country(country))
    elif shift:
        chosen = replace(chosen, country=settings.shift.country)
    return replace(settings, shift=chosen)


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


def with_limits(settings: Settings, characters: int | None, seconds: float | None, memory_mib: int | None) -> Settings:
    """The settings with what the options say of limits."""
    own = settings.limits
    limits = Limits(
        own.characters if characters is None else characters,
        own.seconds if seconds is None else seconds,
        own.memory_mib if memory_mib is None else memory_mib,
    )
    return replace(settings, limits=limits)
