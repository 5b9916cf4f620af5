"""Opens a database and says what is wrong with one, without its address, a statement or a value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from maskerad.core.errors import ConfigError, DatabaseError, ExtraError, MissingError

SQLITE, POSTGRESQL = "sqlite", "postgresql"
WAIT_S = 30.0  # for another program that writes
_DRIVERS = {SQLITE: SQLITE, POSTGRESQL: "postgresql+psycopg"}
_REASONS = {  # words of SQLite, classes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html)
    "locked": "another program has it locked",
    "full": "its disk is full",
    "readonly": "it may not be written to",
    "unable to open": "it cannot be opened",
    "malformed": "it is damaged",
    "not a database": "the file is no database",
    "syntax": "the query is no query that it understands",
    "no such column": "the query names a column that is not there",
    "no such table": "the query names a table that is not there",
    "42601": "the query is no query that it understands",
    "42703": "the query names a column that is not there",
    "42P01": "the query names a table that is not there",
    "42501": "this user may not do that",
    "25006": "the query writes; it must only read",
    "28": "it does not let this user in",
    "3D": "there is no such database",
    "53": "it has not enough disk or memory",
    "08": "it cannot be reached, or the connection broke",
    "57": "it was shut down, or ended the connection",
}


@dataclass(frozen=True)
class Opened:
    """A database and two ways to it.

    Attributes:
        engine: For names and quotation marks.
        reader: Sees one state of it (SQLite: is the same as the writer, which never waits for itself).
        writer: Whose transactions are ours.
    """

    engine: Engine = field(repr=False)
    reader: Connection = field(repr=False)
    writer: Connection = field(repr=False)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file."""
        return self.engine.dialect.name == SQLITE

    def quoted(self, name: str) -> str:
        """The name of a table or column, with the name of its schema before a full stop."""
        return ".".join(map(self.engine.dialect.identifier_preparer.quote, name.split(".")))


@contextmanager
def opened(address: str) -> Iterator[Opened]:
    """Opens a database.

    Args:
        address: ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``; it may hold a password, and is never shown.

    Raises:
        ConfigError: If the address is of no such kind.
        MissingError: If the file is not there.
        DatabaseError: If it cannot be reached.
    """
    engine = _engine(_url(address))
    try:
        with told("opened"), engine.connect() as writer:
            other = nullcontext(writer) if engine.dialect.name == SQLITE else engine.connect()
            with other as reader:
                yield Opened(engine, reader, writer)
    finally:
        engine.dispose()


@contextmanager
def told(done: str) -> Iterator[None]:
    """Makes an error of the database one that shows neither address, statement nor values.

    Raises:
        DatabaseError: In its place.
    """
    try:
        yield
    except DBAPIError as error:
        reason = _reason(error)
    except SQLAlchemyError as error:
        reason = type(error).__name__
    else:
        return
    raise DatabaseError(f"the database could not be {done}: {reason}")


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    driver = _DRIVERS.get(url.get_backend_name()) if url is not None else None
    if url is None or driver is None:
        raise ConfigError("--sql: write sqlite:///FILE or postgresql://USER@HOST/NAME")
    if driver == SQLITE and not (url.database and Path(url.database).is_file()):
        raise MissingError("--sql: the file of the database is not there")
    return url.set(drivername=driver)


def _engine(url: URL) -> Engine:
    try:
        if url.drivername != SQLITE:
            return create_engine(url)
        engine = create_engine(url, connect_args={"timeout": WAIT_S})
    except ModuleNotFoundError:
        raise ExtraError("postgres", "a database of PostgreSQL") from None

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions begin where they are said to, not where the driver guesses

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _reason(error: DBAPIError) -> str:
    state = str(getattr(error.orig, "sqlstate", None) or "")
    words = state or str(error.orig).lower()
    known = (reason for word, reason in _REASONS.items() if (state.startswith(word) if state else word in words))
    return next(known, f"{type(error.orig).__name__} {state}".strip())
