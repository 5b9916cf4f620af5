"""Which key a vault needs, and the files that hold it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from maskerad.core.errors import MissingError, TamperError
from maskerad.core.keyed import fingerprint, read_key
from maskerad.vault.storage import connect, errors_of, is_empty

KEY_ID = "key id"
NEW_KEY_SUFFIX = ".new"


def key_id_in(connection: sqlite3.Connection, path: Path) -> str:
    """Which key a vault needs.

    Raises:
        TamperError: If it does not tell.
    """
    with errors_of(path):
        row = connection.execute("SELECT value FROM about WHERE name = ?", (KEY_ID,)).fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise TamperError(f"vault {path}: it does not tell its key")
    return row[0].decode("ascii", "replace")


def read_vault_key(path: Path, vault: Path | None = None) -> bytes:
    """The key of a vault. After a rotation that was cut short it is still called ``….new``.

    Args:
        path: Of the key file.
        vault: The vault, if there is one yet.

    Raises:
        MissingError, ConfigError, FormatError: As ``read_key``.
    """
    new = path.with_name(path.name + NEW_KEY_SUFFIX)
    if vault is None or not vault.is_file() or not new.is_file():
        return _read(path, vault)
    connection = connect(vault)
    try:
        needed = "" if is_empty(connection, vault) else key_id_in(connection, vault)
    finally:
        connection.close()
    key = read_key(new)
    return key if fingerprint(key) == needed else _read(path, vault)


def _read(path: Path, vault: Path | None) -> bytes:
    if not path.is_file() and vault is not None and vault.is_file():
        raise MissingError(
            f"vault key {path}: no such file; look for a copy: nobody can open {vault} without it, "
            "and a new key does not"
        )
    if not path.is_file():
        raise MissingError(f"vault key {path}: no such file; make one with: maskerad key new {path}")
    return read_key(path)
