"""Which vault and which of its keys a command means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.core.errors import ConfigError, MissingError
from maskerad.surrogates import VAULT_KEY_FILE

if TYPE_CHECKING:
    from maskerad.vault import VaultAccess


def existing_vault(vault: Path, key: Path | None, project: Path | None) -> VaultAccess:
    """A vault that must be there already.

    Raises:
        MissingError: If it or its key is not.
    """
    if not vault.is_file():
        raise MissingError(f"vault {vault}: no such file")
    return vault_access(vault, key, project)


def vault_access(vault: Path, key: Path | None, project: Path | None) -> VaultAccess:
    """A vault and its key: the one that is named, or the project's, or the one in the working folder.

    Raises:
        MissingError: If there is no key.
    """
    from maskerad.vault import VaultAccess, read_vault_key

    return VaultAccess(vault, read_vault_key(key or (project or Path()) / VAULT_KEY_FILE, vault))


def check_apart(vault: Path, *others: Path | None) -> None:
    """The vault must not lie where something is read or written.

    Raises:
        ConfigError: If it does.
    """
    place = vault.resolve()
    for other in others:
        if other is not None and (other.resolve() == place or other.resolve() in place.parents):
            raise ConfigError(f"vault {vault}: it is or lies in {other}; name another place for it")


def check_said(text: str, option: str) -> str:
    """What goes into the access log.

    Raises:
        ConfigError: If it is empty.
    """
    if not text.strip():
        raise ConfigError(f"{option} must not be empty; it goes into the access log")
    return text.strip()
