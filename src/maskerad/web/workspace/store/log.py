"""The log: one entry an operation, never changed, each sealed with the hash of the one before. It holds no text.

The marks of every layer are what the changes of the log add up to; ``store.check`` plays it again and compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, bindparam, insert, select

from maskerad.web.workspace.decisions.strings import Text
from maskerad.web.workspace.marks import Change, Mark
from maskerad.web.workspace.store.layers import write_changes
from maskerad.web.workspace.store.tables import changes, entries

# Built once, as in ``store.layers``.
_LAST = select(entries.c.number, entries.c.hash).order_by(entries.c.number.desc()).limit(1)
_NUMBER = select(entries.c.number).where(entries.c.op_id == bindparam("of_id"))
_END = _LAST.add_columns(_NUMBER.scalar_subquery())
_ADD_ENTRY, _ADD_CHANGES = insert(entries), insert(changes)
_CHANGES = select(changes).where(changes.c.entry == bindparam("of_entry")).order_by(changes.c.document)
_SINCE = (
    select(changes)
    .where(
        changes.c.layer == bindparam("of_layer"),
        changes.c.document == bindparam("of_document"),
        changes.c.version > bindparam("after"),
    )
    .order_by(changes.c.version)
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done.

    Attributes:
        op_id: Given by who did it; the same one again is the same thing.
        layer: Whose marks it changed.
        record: Number of the record, None for what concerns none.
        kind: ``ops``, ``undo``, ``redo``, ``open``, ``suggest``, ``import``, ``finish``, ``reopen`` …
        by, at: Who and when.
        details: Offsets, labels and choices; never text.
        undoes: Number of the entry that it takes back or does again.
    """

    op_id: str
    layer: str
    record: int | None
    kind: str
    by: str
    at: str
    details: Mapping[str, Any] = field(default_factory=dict)
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """A change as the log has it: with the version that it made."""

    change: Change
    version: int

    def as_json(self) -> dict[str, Any]:
        """What a browser needs to follow it."""
        change = self.change
        return {
            "document": change.document,
            "version": self.version,
            "set": [mark.as_json() for mark in change.after],
            "removed": list(change.removed),
        }


class End(NamedTuple):
    """Number and hash of the last entry of the log; of an empty one 0 and ""."""

    number: int = 0
    hash: str = ""


def append(
    connection: Connection,
    entry: Entry,
    made: Sequence[Change],
    texts: Mapping[int, Text],
    end: End | None = None,
) -> tuple[int, list[Logged]]:
    """Writes an entry and its changes; the transaction is the caller's. Returns its number.

    The end of the log is asked for where the caller does not know it.
    """
    versions = write_changes(connection, entry.layer, made, texts) if made else []
    logged = [Logged(change, version) for change, version in zip(made, versions, strict=True)]
    number, previous = end or last_end(connection)
    seal = seal_of(number + 1, entry, logged, previous)
    row = {
        "number": number + 1,
        "op_id": entry.op_id,
        "layer": entry.layer,
        "record": entry.record,
        "kind": entry.kind,
        "by": entry.by,
        "at": entry.at,
        "details": _canonical(entry.details),
        "undoes": entry.undoes,
        "previous_hash": previous,
        "hash": seal,
    }
    connection.execute(_ADD_ENTRY, row)
    if logged:
        connection.execute(_ADD_CHANGES, [_change_row(number + 1, entry.layer, change) for change in logged])
    return number + 1, logged


def seal_of(number: int, entry: Entry, logged: Iterable[Logged], previous: str) -> str:
    """The hash of an entry: of all it says, and of the hash before it."""
    said = {
        "number": number,
        "op_id": entry.op_id,
        "layer": entry.layer,
        "record": entry.record,
        "kind": entry.kind,
        "by": entry.by,
        "at": entry.at,
        "details": dict(entry.details),
        "undoes": entry.undoes,
        "changes": [
            [entry.change.document, entry.version, _marks_json(entry.change.before), _marks_json(entry.change.after)]
            for entry in logged
        ],
        "previous": previous,
    }
    return sha256(_canonical(said).encode()).hexdigest()


def changes_of(connection: Connection, number: int) -> list[Logged]:
    """The changes of one entry."""
    rows = connection.execute(_CHANGES, {"of_entry": number}).mappings()
    return [logged_of(row) for row in rows]


def changes_since(connection: Connection, layer: str, document: int, version: int) -> list[Logged]:
    """What a browser at some version of a document has missed."""
    wanted = {"of_layer": layer, "of_document": document, "after": version}
    rows = connection.execute(_SINCE, wanted).mappings()
    return [logged_of(row) for row in rows]


def entry_number(connection: Connection, op_id: str) -> int | None:
    """Number of the entry with an id of an operation, if there is one."""
    return connection.execute(_NUMBER, {"of_id": op_id}).scalar()


def end_and_entry(connection: Connection, op_id: str) -> tuple[End, int | None]:
    """The end of the log, and ``entry_number``, by one question."""
    row = connection.execute(_END, {"of_id": op_id}).first()
    return (End(row[0], row[1]), row[2]) if row else (End(), None)


def entries_of(connection: Connection, op_id: str) -> list[int]:
    """Numbers of the entries that an operation made, one a record."""
    where = entries.c.op_id.startswith(f"{op_id}/", autoescape=True)
    return list(connection.execute(select(entries.c.number).where(where).order_by(entries.c.number)).scalars())


def logged_of(row: RowMapping) -> Logged:
    """The change of a row of the table."""
    before, after = (tuple(Mark.from_json(mark) for mark in json.loads(row[name])) for name in ("before", "after"))
    return Logged(Change(row["document"], before, after), row["version"])


def entry_of(row: RowMapping) -> Entry:
    """The entry of a row of the table."""
    return Entry(
        row["op_id"],
        row["layer"],
        row["record"],
        row["kind"],
        row["by"],
        row["at"],
        json.loads(row["details"]),
        row["undoes"],
    )


def last_number(connection: Connection) -> int:
    """Number of the last entry, 0 where there is none."""
    return last_end(connection).number


def last_end(connection: Connection) -> End:
    """Where the log ends now."""
    row = connection.execute(_LAST).first()
    return End(*row) if row else End()


def _change_row(number: int, layer: str, entry: Logged) -> dict[str, Any]:
    return {
        "entry": number,
        "document": entry.change.document,
        "layer": layer,
        "version": entry.version,
        "before": _canonical(_marks_json(entry.change.before)),
        "after": _canonical(_marks_json(entry.change.after)),
    }


def _marks_json(marks: Iterable[Mark]) -> list[dict[str, Any]]:
    return [mark.as_json() for mark in marks]


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
