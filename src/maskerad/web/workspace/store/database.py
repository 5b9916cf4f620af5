"""Opens the database of a project: SQLite in its folder, or PostgreSQL by address. Makes and migrates its tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError

from maskerad.core.errors import StoreError
from maskerad.corpora.files.partial import FILE_MODE, FOLDER_MODE
from maskerad.web.workspace.store.turns import Turns

FILE = "workspace.db"
WAIT_MS = 5_000  # for another process that writes
MIGRATIONS = Path(__file__).parent / "migrations"
WRITER_KEY = 0x6D61736B  # of PostgreSQL's advisory lock: one writer, as SQLite has it
CONNECTIONS = 20  # to PostgreSQL that are kept: opening one costs more than a decision
_TAKE = text("SELECT pg_advisory_xact_lock(:key), set_config('synchronous_commit', 'off', true)")
_FLUSH = text("SELECT pg_logical_emit_message(true, 'maskerad', '')")  # to nobody: its commit writes all before it


class Database:
    """One project's database: any number of readers, one writer.

    Args:
        address: ``sqlite:///…`` or ``postgresql+psycopg://…``.
        is_new: Whether its tables are made; an empty database is refused otherwise.

    Raises:
        StoreError: If it cannot be opened, is empty, or a newer version of the program made it.
    """

    def __init__(self, address: str, *, is_new: bool = False) -> None:
        self.address = address
        self._is_sqlite = address.startswith("sqlite")
        self._engine = _engine(address, self._is_sqlite)
        self._writer = Turns()
        with told("opened"):
            self._migrate(is_new)

    @classmethod
    def of_folder(cls, folder: Path) -> Database:
        """The SQLite database of a project folder."""
        return cls(f"sqlite:///{folder / FILE}")

    @classmethod
    def in_folder(cls, folder: Path) -> Database:
        """A new SQLite database; the folder too is for its owner alone."""
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        (folder / FILE).touch(FILE_MODE, exist_ok=False)
        return cls(f"sqlite:///{folder / FILE}", is_new=True)

    @staticmethod
    def holds_project(address: str) -> bool:
        """Whether a database has the tables of a project.

        Raises:
            StoreError: If it cannot be reached.
        """
        engine = _engine(address, address.startswith("sqlite"))
        try:
            with told("opened"), engine.connect() as connection:
                return bool(inspect(connection).has_table("settings"))
        finally:
            engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state and changes nothing."""
        with told("read"), self._engine.connect() as plain:
            connection = plain if self._is_sqlite else plain.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """A connection for a single question, which needs no transaction around it."""
        with told("read"), self._engine.connect() as plain:
            yield plain if self._is_sqlite else plain.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction of the one writer: all of it, or nothing.

        Raises:
            StoreError: If the database stays locked, or its disk is full; nothing was changed.
        """
        with told("written"), ExitStack() as kept:
            with self._writer:
                connection = kept.enter_context(self._engine.connect()).execution_options(is_writer=True)
                with connection.begin():
                    self._take(connection)
                    yield connection
            self._make_durable(connection)

    def close(self) -> None:
        """Gives all connections back."""
        self._engine.dispose()

    def _take(self, connection: Connection) -> None:
        """Makes this the writer among all processes; SQLite does so at the beginning of the transaction."""
        if not self._is_sqlite:
            connection.execute(_TAKE, {"key": WRITER_KEY})

    def _make_durable(self, connection: Connection) -> None:
        """Waits until what was committed is on the disk of PostgreSQL, as SQLite does when it commits.

        The next writer need not wait for that too: writers that wait together are served by one write to the disk.
        """
        if not self._is_sqlite:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(_FLUSH)

    def _migrate(self, is_new: bool) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        known = ScriptDirectory.from_config(config)
        with self._writer, self._engine.connect() as plain:
            connection = plain.execution_options(is_writer=True)
            here = _revision(connection)
            if here == known.get_current_head():
                return
            if not here and not is_new:
                raise StoreError("the database is empty, and was not before; restore a backup")
            if here and here not in {script.revision for script in known.walk_revisions()}:
                raise StoreError("the database was made by a newer version of Maskerad; it was left as it is")
            self._take(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()


def _revision(connection: Connection) -> str:
    """The version that the database is of, "" for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        connection.rollback()
        return ""
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    connection.rollback()
    return str(revision or "")


def _engine(address: str, is_sqlite: bool) -> Engine:
    if not is_sqlite:
        # A writer must see what was written while it waited for its turn.
        return create_engine(address, isolation_level="READ COMMITTED", pool_size=CONNECTIONS)
    engine = create_engine(address, connect_args={"timeout": WAIT_MS / 1000, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions begin where this module says so, not where the driver guesses
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {WAIT_MS}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        is_writer = connection.get_execution_options().get("is_writer")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN DEFERRED")

    return engine


@contextmanager
def told(done: str) -> Iterator[None]:
    """Makes an error of the database one that says what is wrong and shows neither statement nor values.

    Raises:
        StoreError: In its place.
    """
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"the project could not be {done}: {_reason(error)}; nothing was changed") from None


def _reason(error: DBAPIError) -> str:
    words = str(error.orig).lower()
    reasons = {
        "locked": "another program has its database locked; try again",
        "full": "the disk is full",
        "readonly": "its database may not be written to",
        "unable to open": "its database cannot be opened",
        "malformed": "its database is damaged; restore a backup",
        "not a database": "its file is no database",
        "constraint": "it would break a rule of the database",
    }
    return next((reason for word, reason in reasons.items() if word in words), type(error.orig).__name__)
