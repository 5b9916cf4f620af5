"""The table that is made: it grows beside its name, chunk by chunk, and takes its name when it is whole.

Each chunk of whole records is one transaction, with what was quarantined of it and with how far the run is. So a run
that is killed leaves whole chunks, and another one goes on behind the last of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import Connection, TableClause, column, insert, inspect, select, table, update

from maskerad.batch.databases.connecting import Opened, told
from maskerad.batch.databases.reading import Query
from maskerad.core import Quarantined
from maskerad.core.errors import ConfigError, DatabaseError

PARTIAL, PROGRESS, HELD, QUARANTINE = "_maskerad_partial", "_maskerad_progress", "_maskerad_quarantine", "_quarantine"
NAME_BYTES = 63  # PostgreSQL cuts longer ones


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes:
        choices: Digest of what decides its outcomes.
        n_items: Records, and rows that could not be read, that are done.
        chain: Digest of all of them, each with those before it; "" of none.
        n_out: Rows that were written.
        n_chars: Code points of the texts that they had.
        labels: Spans by label, as JSON.
    """

    choices: str
    n_items: int = 0
    chain: str = ""
    n_out: int = 0
    n_chars: int = 0
    labels: str = "{}"

    def spans(self) -> Mapping[str, int]:
        """Spans by label."""
        spans: Mapping[str, int] = json.loads(self.labels)
        return spans


class GrowingTable:
    """The table in the making.

    Args:
        database: Open.
        name: Of the table, with its schema before a full stop where it has one.

    Raises:
        ConfigError: If the table is there already, or its name is too long.
    """

    def __init__(self, database: Opened, name: str) -> None:
        self._database = database
        schema, _, self._bare = name.rpartition(".")
        self._schema = schema or None
        if not self._bare or len((self._bare + HELD).encode()) > NAME_BYTES:
            raise ConfigError(f"--into: a name of 1 to {NAME_BYTES - len(HELD)} bytes")
        for ending in ("", QUARANTINE):
            if self._has(ending):
                raise ConfigError(f"--into: the table {self._bare + ending!r} is there; tables are never replaced")

    def found(self) -> Progress | None:
        """How far a run is that was stopped; None where there was none."""
        if not self._has(PROGRESS):
            return None
        return Progress(*self._all(PROGRESS, Progress)[0])

    def held(self) -> list[Quarantined]:
        """What it has quarantined."""
        return [Quarantined(*row) for row in self._all(HELD, Quarantined)]

    def begin(self, query: Query, columns: Sequence[str], as_text: Sequence[str], progress: Progress) -> None:
        """Makes the table, empty.

        Args:
            query: Whose columns it has, with their types.
            columns: Those that leave.
            as_text: Those whose numbers become texts.
            progress: At nought.
        """
        quote = self._database.quoted
        shown = ", ".join(
            f"CAST({quote(name)} AS TEXT) AS {quote(name)}" if name in as_text else quote(name) for name in columns
        )
        texts = {field.name: "BIGINT" if field.name.startswith("n_") else "TEXT" for field in fields(Progress)}
        reasons = {field.name: "INTEGER" if field.name.startswith("n_") else "TEXT" for field in fields(Quarantined)}
        with self._transaction("written") as connection:
            for ending, own in ((PROGRESS, texts), (HELD, reasons)):
                declared = ", ".join(f"{quote(name)} {kind} NOT NULL" for name, kind in own.items())
                _do(connection, f"CREATE TABLE {self._quoted(ending)} ({declared})")
            _do(
                connection,
                f"CREATE TABLE {self._quoted(PARTIAL)} AS SELECT {shown} FROM {query.statement} WHERE 1 = 0",
            )
            connection.execute(insert(self._table(PROGRESS, Progress)), [asdict(progress)])

    def put(
        self, rows: Sequence[Mapping[str, Any]], quarantined: Sequence[Quarantined], before: Progress, now: Progress
    ) -> None:
        """Adds a chunk: all of it, or nothing.

        Raises:
            DatabaseError: If it cannot be written, or another run is at it.
        """
        with self._transaction("written") as connection:
            progress = self._table(PROGRESS, Progress)
            is_mine = progress.c.n_items == before.n_items
            if connection.execute(update(progress).where(is_mine).values(asdict(now))).rowcount != 1:
                raise DatabaseError(f"another run is making {self._bare!r}; this one has stopped")
            if rows:
                partial = table(self._bare + PARTIAL, *map(column, rows[0]), schema=self._schema)
                connection.execute(insert(partial), list(rows))
            if quarantined:
                connection.execute(insert(self._table(HELD, Quarantined)), [asdict(held) for held in quarantined])

    def finish(self, has_quarantined: bool) -> None:
        """Gives it its name."""
        with self._transaction("written") as connection:
            self._rename(connection, PARTIAL, "")
            if has_quarantined:
                self._rename(connection, HELD, QUARANTINE)
            else:
                _do(connection, f"DROP TABLE {self._quoted(HELD)}")
            _do(connection, f"DROP TABLE {self._quoted(PROGRESS)}")

    def drop(self) -> None:
        """Leaves nothing of it."""
        with self._transaction("written") as connection:
            for ending in (PARTIAL, HELD, PROGRESS):
                _do(connection, f"DROP TABLE IF EXISTS {self._quoted(ending)}")

    @contextmanager
    def _transaction(self, done: str) -> Iterator[Connection]:
        connection = self._database.writer
        with told(done):
            try:
                yield connection
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def _has(self, ending: str) -> bool:
        with self._transaction("read") as connection:
            return bool(inspect(connection).has_table(self._bare + ending, schema=self._schema))

    def _all(self, ending: str, shape: type) -> Sequence[Any]:
        with self._transaction("read") as connection:
            own = self._table(ending, shape)
            return connection.execute(select(*own.columns)).all()

    def _table(self, ending: str, shape: type) -> TableClause:
        return table(self._bare + ending, *(column(field.name) for field in fields(shape)), schema=self._schema)

    def _quoted(self, ending: str) -> str:
        return self._database.quoted(f"{self._schema}.{self._bare}{ending}" if self._schema else self._bare + ending)

    def _rename(self, connection: Connection, ending: str, new: str) -> None:
        quote = self._database.engine.dialect.identifier_preparer.quote
        _do(connection, f"ALTER TABLE {self._quoted(ending)} RENAME TO {quote(self._bare + new)}")


def _do(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement, execution_options={"no_parameters": True})
