"""Another key for a vault: everything is sealed anew in one transaction.

A process that is killed in the middle leaves the vault under the old key, or, once the transaction is through, under
the new one; both key files are there until the new one has taken its name, and the vault tells which it needs. Run
again, a rotation that was cut short is finished.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from maskerad.core.errors import FormatError, VaultKeyError
from maskerad.core.keyed import KEY_MODE, make_key, read_key
from maskerad.vault.access_log import AccessLog
from maskerad.vault.census import Census
from maskerad.vault.key_files import KEY_ID, NEW_KEY_SUFFIX, key_id_in
from maskerad.vault.sealing import Sealer
from maskerad.vault.storage import APPEND_ONLY, EDITABLE, connect, errors_of, is_empty, transaction
from maskerad.vault.vault import opened


def rotate(vault: Path, key_file: Path, who: str, why: str) -> Path:
    """Gives a vault a new key, and keeps the old one aside for old copies of the vault.

    Args:
        vault: Of the file.
        key_file: Of its key; holds the new one afterwards.
        who, why: For the access log.

    Returns:
        Where the old key is now.

    Raises:
        VaultKeyError: If neither key is that of the vault.
        TamperError: If the vault was changed; nothing is done then.
        MissingError, FormatError, VaultError: As on opening.
    """
    old = Sealer(read_key(key_file))
    new_file = key_file.with_name(key_file.name + NEW_KEY_SUFFIX)
    connection = connect(vault)
    try:
        _check(connection, vault, old, new_file)
        if not new_file.exists():
            make_key(new_file)
        new = Sealer(read_key(new_file))
        with errors_of(vault):
            connection.execute("PRAGMA synchronous=FULL")
        with transaction(connection, vault):
            if key_id_in(connection, vault) == old.key_id:
                _reseal(connection, vault, old, new)
                AccessLog(connection, new, vault).append(who, why, "rotate")
        kept = _exchange(key_file, new_file, old.key_id)
        with errors_of(vault):  # what the old key sealed is not left in free pages either
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    return kept


def _check(connection: sqlite3.Connection, vault: Path, old: Sealer, new_file: Path) -> None:
    """The vault must be under the old key, or already under the new one."""
    if is_empty(connection, vault):
        raise FormatError(f"vault {vault}: there is nothing in it")
    needed = key_id_in(connection, vault)
    known = [old.key_id] + ([Sealer(read_key(new_file)).key_id] if new_file.exists() else [])
    if needed not in known:
        raise VaultKeyError(f"vault {vault}: its key is {needed}, the one given is {old.key_id}")


def _reseal(connection: sqlite3.Connection, vault: Path, old: Sealer, new: Sealer) -> None:
    """Every entry and the log under the new key; tags change too, so old and new files cannot be compared."""
    for statement in EDITABLE:
        connection.execute(statement)
    AccessLog(connection, old, vault).reseal(new)
    connection.execute("ALTER TABLE entries RENAME TO old_entries")
    connection.execute("CREATE TABLE entries (tag BLOB PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID")
    tags = []
    for tag, sealed in connection.execute("SELECT tag, sealed FROM old_entries"):
        tags.append(tag)
        entry = opened(old, tag, sealed, vault)
        _put(connection, new, entry.to_bytes(), (entry.record, entry.document, entry.safe_digest))
    Census(connection, old, vault).check(tags)
    Census(connection, new, vault).write(tag for (tag,) in connection.execute("SELECT tag FROM entries"))
    connection.execute("DROP TABLE old_entries")
    connection.execute("UPDATE about SET value = ? WHERE name = ?", (new.key_id.encode(), KEY_ID))
    for statement in APPEND_ONLY:
        connection.execute(statement)


def _put(connection: sqlite3.Connection, new: Sealer, plain: bytes, ids: tuple[str, str, str]) -> None:
    """At the first free tag of its ids."""
    number = 0
    while True:
        tag = new.tag(*ids, str(number))
        sealed = new.seal(plain, "entry", tag.hex())
        if connection.execute("INSERT OR IGNORE INTO entries VALUES (?, ?)", (tag, sealed)).rowcount:
            return
        number += 1


def _exchange(key_file: Path, new_file: Path, old_id: str) -> Path:
    """The old key is written aside, then the new one takes its name, in one step."""
    kept = key_file.with_name(f"{key_file.name}.{old_id}.old")
    if not kept.exists():
        handle = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, KEY_MODE)
        with os.fdopen(handle, "wb") as file:
            file.write(key_file.read_bytes())
            file.flush()
            os.fsync(file.fileno())
    new_file.replace(key_file)
    return kept
