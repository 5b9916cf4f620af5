"""Makes an engine of what a program says: the same choices as the command line has."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.api.arguments import a_choice, a_path, items_of, several
from maskerad.api.engine import Engine
from maskerad.core.errors import ConfigError
from maskerad.pipeline.choices import Choices
from maskerad.pipeline.configuration.model_choice import NONE
from maskerad.pipeline.known_people import NOBODY, KnownPeople, known_people_of, read_known_people
from maskerad.pipeline.projects.project import KEY_FILE
from maskerad.surrogates import KEY_BYTES, VAULT_KEY_FILE, read_key

if TYPE_CHECKING:
    from maskerad.vault import VaultAccess

FileName = Path | str
ByLabel = Iterable[str] | Mapping[str, str]


def load(
    language: str = "",
    *,
    project: FileName | None = None,
    key: bytes | FileName | None = None,
    known: FileName | Iterable[Mapping[str, str]] | None = None,
    vault: FileName | None = None,
    vault_key: FileName | None = None,
    strategies: ByLabel = (),
    scopes: ByLabel = (),
    shift: str = "",
    foreign: str = "",
    model: FileName | Iterable[FileName] | None = (),
    recognisers: Iterable[str] = (),
) -> Engine:
    """Makes an engine.

    Args:
        language: A code, several with commas, or "auto"; the project's when not given, and "auto" without one.
        project: Folder made by ``maskerad init``: its settings and its key. Without one, and without ``key``, a fresh
            key is used and not kept.
        key: 32 bytes, or a key file, instead of the project's.
        known: Known identifiers by record: a CSV file, or rows of the same columns.
        vault: File that keeps what leads back to the originals, sealed.
        vault_key: Its key file; ``vault.key`` of the project, or of the working folder, when not given.
        strategies: ``{"PERSON": "indexed"}``, or ``LABEL=strategy`` items as on the command line.
        scopes: Likewise, of scopes.
        shift: How dates move: "weeks", "weeks:52", "days", "days:30", "none"; the project's when not given.
        foreign: What is done with lines in another language: "quarantine", "drop" or "keep".
        model: Folder of a trained model, or several, in place of those that ship; None for rules alone.
        recognisers: Names of recognisers in order, "model" among them where the model shall run; ``("model",)`` runs it
            alone. All rules and the model when not given.

    Raises:
        UnknownNameError: If a language, label, strategy, scope or recogniser does not exist.
        MissingError: If the project, a key or another file is not there.
        ModelError: If a model does not fit.

    Example:
        >>> engine = load("en", key=bytes(32), strategies={"default": "tag"})
        >>> engine.deidentify("Dr Hargreaves, 802-555-0143").text
        'Dr [CLINICIAN], [PHONE]'
    """
    a_choice(language, "language", "sv,en")
    folder = a_path(project, "project") if project is not None else None
    choices = Choices(
        language,
        folder,
        a_choice(foreign, "foreign", "drop"),
        list(several(recognisers, "recognisers")),
        _folders(model),
        items_of(strategies, "strategies", "{'PERSON': 'tag'}"),
        items_of(scopes, "scopes", "{'HOSPITAL': 'corpus'}"),
        a_choice(shift, "shift", "weeks"),
    )
    settings = choices.settings()
    return Engine(settings, _key(key, folder), _people(known), _vault(vault, vault_key, folder))


def _folders(model: FileName | Iterable[FileName] | None) -> list[Path]:
    if model is None:
        return [NONE]
    folders = (model,) if isinstance(model, str | Path) else several(model, "model")
    return [a_path(folder, "a model") for folder in folders]


def _key(key: bytes | FileName | None, project: Path | None) -> bytes:
    if isinstance(key, bytes):
        return key
    if key is not None:
        return read_key(a_path(key, "key"))
    return read_key(project / KEY_FILE) if project else os.urandom(KEY_BYTES)


def _people(known: FileName | Iterable[Mapping[str, str]] | None) -> KnownPeople:
    if known is None:
        return NOBODY
    return read_known_people(Path(known)) if isinstance(known, str | Path) else known_people_of(_rows(known))


def _rows(known: Iterable[Mapping[str, str]]) -> Iterable[Mapping[str, str]]:
    rows = list(several(known, "known"))
    if not all(isinstance(row, Mapping) for row in rows):
        raise ConfigError("known must be a file, or rows that are mappings of column to text")
    return rows


def _vault(path: FileName | None, key: FileName | None, project: Path | None) -> VaultAccess | None:
    if path is None:
        return None
    from maskerad.vault import VaultAccess, read_vault_key

    path = a_path(path, "vault")
    key_file = a_path(key, "vault_key") if key is not None else (project or Path()) / VAULT_KEY_FILE
    return VaultAccess(path, read_vault_key(key_file, path))
