"""Rows of a query as documents, a few hundred in memory at a time, in the order of their records and ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any
from uuid import UUID

from maskerad.batch.databases.connecting import Opened, told
from maskerad.core import Document
from maskerad.core.errors import FormatError, InputError, MissingError
from maskerad.corpora import AnnotatedDocument, Broken, FormatOptions
from maskerad.corpora.fields import KeptFields, Slot, known_fields, told_columns

AHEAD_ROWS = 500
NO_TEXT = "none"  # in place of the name of the column of texts: the rows have columns under rules alone


class Query:
    """A query that gives notes or rows beside them.

    Args:
        database: Open.
        query: A SELECT.
        options: Names of the columns of texts, ids and records; all of them must be there.

    Raises:
        MissingError: If a column is not there.
        FormatError: If two columns have one name.
        DatabaseError: If the database does not take the query.
    """

    def __init__(self, database: Opened, query: str, options: FormatOptions) -> None:
        self._database, self._options = database, options
        self._given: Any = None
        self.statement = f"({query.strip().rstrip(';')}\n) AS the_query"  # the line end closes a comment
        self.columns = self._columns()
        self._check()

    def rows(self) -> Iterator[AnnotatedDocument | Broken]:
        """All rows; those that cannot be taken are named by their number in this order."""
        order = ", ".join(map(self._database.quoted, (self._options.record_name, self._options.id_name)))
        with told("read"), closing(self._select(f"* FROM {self.statement} ORDER BY {order}")) as self._given:
            for number, row in enumerate(self._given, start=1):
                yield self._read(dict(zip(self.columns, row, strict=True)), number)

    def close(self) -> None:
        """Ends the reading, wherever it is: tables cannot be dropped beside it."""
        if self._given is not None:
            self._given.close()

    def _read(self, row: dict[str, Any], number: int) -> AnnotatedDocument | Broken:
        options, document = self._options, ""
        try:
            named = (options.id_name, options.record_name, *options.as_text)
            row |= {name: _name(row[name], name in options.as_text) for name in named}
            known = known_fields(row, options, number)
            document = known.id
            text = None if options.text_name == NO_TEXT else row[options.text_name]
            if text is not None and not isinstance(text, str):
                raise FormatError(f"column {options.text_name!r} holds no text")
        except InputError as error:
            return Broken.of(f"row {number}", error, document)
        beside = {name: value for name, value in row.items() if name not in options.dropped}
        kept = KeptFields(beside | ({} if text is None else {options.text_name: Slot.TEXT}))
        return AnnotatedDocument(Document(known.id, text or "", known.language, known.record, known.date, kept))

    def _columns(self) -> tuple[str, ...]:
        with told("read"):
            return tuple(self._select(f"* FROM {self.statement} WHERE 1 = 0").keys())

    def _check(self) -> None:
        if len(set(self.columns)) < len(self.columns):
            raise FormatError("the query gives two columns of one name; name them with AS")
        for name in (*self._options.needed, self._options.id_name, self._options.record_name):
            if name not in self.columns and name != NO_TEXT:
                columns = told_columns(self.columns)
                raise MissingError(f"the query gives no column {name!r}; it has {columns}")

    def _select(self, rest: str) -> Any:
        connection = self._database.reader
        if not self._database.is_sqlite and not connection.in_transaction():
            connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        streamed: Mapping[str, Any] = {"no_parameters": True, "stream_results": True, "yield_per": AHEAD_ROWS}
        return connection.exec_driver_sql(f"SELECT {rest}", execution_options=streamed)


def filled(document: Document, columns: Sequence[str], options: FormatOptions) -> dict[str, Any]:
    """A document as a row again, with its new text, or without any where it had none."""
    kept = document.metadata
    assert isinstance(kept, KeptFields)
    row = kept.filled(document.text, None, "")
    named = {options.id_name: document.id, options.record_name: document.record}
    changed = {name: value for name, value in named.items() if str(row[name]) != value}
    return {name: value for name, value in (row | changed).items() if name in columns}


def _name(value: object, is_text: bool) -> object:
    """What names a document or a record, or stands for somebody, as text."""
    return str(value) if isinstance(value, UUID) or (is_text and value is not None) else value
