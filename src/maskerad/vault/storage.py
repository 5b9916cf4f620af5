"""The SQLite file of a vault: its tables, its transactions, and what its errors mean."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, MissingError, TamperError, VaultError

APPLICATION_ID = 0x4D534B56  # "MSKV", in the header of the file
FORMAT = 1
BUSY_S = 60.0
SWITCH_WAIT_S = 0.02
FILE_MODE = 0o600

# Without row ids the entries lie in the order of their tags, so the file does not tell in which order they came.
SCHEMA = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (tag BLOB PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE log (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL)",
)
APPEND_ONLY = tuple(
    f"CREATE TRIGGER log_no_{action} BEFORE {action} ON log BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    for action in ("UPDATE", "DELETE")
)
EDITABLE = ("DROP TRIGGER log_no_UPDATE", "DROP TRIGGER log_no_DELETE")


def make_file(path: Path) -> None:
    """An empty file that its owner alone may read, unless there is a file.

    Raises:
        MissingError: If the folder above it is not there.
    """
    if not path.parent.is_dir():
        raise MissingError(f"folder {path.parent} is not there")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there.

    Raises:
        MissingError: If it is not.
        FormatError: If it is another kind of file.
        ConfigError: If others than its owner may read it.
        VaultError: If it cannot be opened.
    """
    if not path.is_file():
        raise MissingError(f"vault {path}: no such file")
    with errors_of(path):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=BUSY_S)
    try:
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Sets a connection up, and finds out whether it is one to a vault that only its owner may read."""
    with errors_of(path):
        connection.isolation_level = None  # transactions are ours
        for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "secure_delete=ON", "synchronous=NORMAL"):
            connection.execute(f"PRAGMA {pragma}")
        is_new = is_empty(connection, path)  # asked first: another process may be making it
        (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID and not (is_new and application == 0):
        raise FormatError(f"vault {path}: another kind of file")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise ConfigError(f"vault {path}: others may read it; run chmod 600 on it")


def is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether nothing has been made in it yet."""
    with errors_of(path):
        (n_tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not n_tables


def lay_out(connection: sqlite3.Connection) -> None:
    """Makes the tables; inside a transaction."""
    for statement in (*SCHEMA, *APPEND_ONLY):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={FORMAT}")


def write_ahead(connection: sqlite3.Connection, path: Path) -> None:
    """Switches to a write-ahead log. The switch does not wait for others that make the same vault, so this does.

    Raises:
        VaultError: See ``errors_of``.
    """
    with errors_of(path):
        until = time.monotonic() + BUSY_S
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > until:
                    raise
                time.sleep(SWITCH_WAIT_S)


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """All of the block or nothing of it; waits for other processes that write.

    Raises:
        VaultError: See ``errors_of``.
    """
    with errors_of(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """Turns the database's errors into ours.

    Raises:
        FormatError: If the file is no database.
        TamperError: If the database is damaged.
        VaultError: If it is locked for long, read-only, or the disk is full or failing.
    """
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or "SQLITE_ERROR"
        raise _error(path, name) from None


def _error(path: Path, name: str) -> VaultError | FormatError:
    if name == "SQLITE_NOTADB":
        return FormatError(f"vault {path}: not a vault, or its first bytes were changed")
    reasons = {
        "SQLITE_FULL": "the disk is full",
        "SQLITE_BUSY": f"another process has held it for {BUSY_S:.0f} s",
        "SQLITE_READONLY": "it may not be written",
        "SQLITE_CANTOPEN": "it cannot be opened",
        "SQLITE_PERM": "it may not be opened",
        "SQLITE_IOERR": "the disk cannot be read or written",
    }
    for begin, reason in reasons.items():
        if name.startswith(begin):
            return VaultError(f"vault {path}: {reason} ({name})")
    return TamperError(f"vault {path}: damaged ({name})")
