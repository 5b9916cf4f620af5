"""Undo and redo: the inverse of the last operation of a layer in a record, appended; nothing is ever taken out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, or_, select

from maskerad.core.errors import GateError
from maskerad.web.workspace.marks import Change, Mark
from maskerad.web.workspace.store.layers import read_marks, version_of
from maskerad.web.workspace.store.log import Entry, Logged, append, changes_of, entries_of
from maskerad.web.workspace.store.stages import reopen_changed
from maskerad.web.workspace.store.submit import Answer, Submission
from maskerad.web.workspace.store.tables import changes, entries
from maskerad.web.workspace.store.texts import read_record, record_of

UNDO, REDO = "undo", "redo"
SEARCH, CURATION = "search", "curation"
DECISIONS = frozenset({"ops", "strings", SEARCH, CURATION, "merge"})


@dataclass(frozen=True, slots=True)
class History:
    """Numbers of entries, the last one last: those that can be taken back, and those that can be done again."""

    done: tuple[int, ...]
    undone: tuple[int, ...]


def history_of(connection: Connection, layer: str, record: int) -> History:
    """What can be undone and redone, told from the log."""
    where = and_(entries.c.record == record, entries.c.layer == layer)
    has_changes = select(changes.c.entry).where(changes.c.entry == entries.c.number).exists()
    # A verdict that there is nothing changes no mark, and can be taken back all the same.
    counts = or_(has_changes, entries.c.kind == CURATION, entries.c.undoes.is_not(None))
    rows = connection.execute(
        select(entries.c.number, entries.c.kind, entries.c.undoes).where(where, counts).order_by(entries.c.number)
    )
    done: list[int] = []
    undone: list[int] = []
    for number, kind, undoes in rows:
        if kind in DECISIONS:
            done.append(number)
            undone.clear()
        elif kind == UNDO and undoes in done:
            done.remove(undoes)
            undone.append(undoes)
        elif kind == REDO and undoes in undone:
            undone.remove(undoes)
            done.append(undoes)
    return History(tuple(done), tuple(undone))


def undo(connection: Connection, asked: Submission) -> Answer:
    """Takes back the last operation, bulk and all.

    Raises:
        GateError: If there is nothing to take back, or suggestions that came meanwhile stand in its way.
    """
    return _turned(connection, asked, UNDO)


def redo(connection: Connection, asked: Submission) -> Answer:
    """Does again what was taken back last.

    Raises:
        GateError: As ``undo``.
    """
    return _turned(connection, asked, REDO)


def _turned(connection: Connection, asked: Submission, kind: str) -> Answer:
    author, logged = asked.author, list[Logged]()
    done = entries_of(connection, author.op_id)
    for number in done:
        logged += changes_of(connection, number)
    if not done:
        here = record_of(connection, asked.document)
        for record, number in _group(connection, _waiting(connection, asked.layer, here, kind)[-1]):
            if _waiting(connection, asked.layer, record, kind)[-1] != number:
                raise GateError(f"later decisions in record {record} stand in the way of this {kind}")
            logged += _turn_one(connection, asked, record, number, kind)
    return Answer(asked.document, version_of(connection, asked.layer, asked.document), logged)


def _waiting(connection: Connection, layer: str, record: int, kind: str) -> tuple[int, ...]:
    """Numbers of the entries that can be turned, the last one last."""
    history = history_of(connection, layer, record)
    waiting = history.done if kind == UNDO else history.undone
    if not waiting:
        raise GateError(f"there is nothing to {kind}")
    return waiting


def _group(connection: Connection, number: int) -> list[tuple[int, int]]:
    """Record and number of all entries that one decision made: several where it reached over the corpus."""
    query = select(entries.c.op_id, entries.c.record, entries.c.kind)
    op_id, record, kind = connection.execute(query.where(entries.c.number == number)).one()
    if kind != SEARCH:
        return [(record, number)]
    return [
        (int(one), int(found))
        for found, one in connection.execute(
            select(entries.c.number, entries.c.record)
            .where(entries.c.op_id.startswith(f"{op_id.partition('/')[0]}/", autoescape=True), entries.c.kind == SEARCH)
            .order_by(entries.c.number)
        )
    ]


def _turn_one(connection: Connection, asked: Submission, number_of_record: int, number: int, kind: str) -> list[Logged]:
    made = [entry.change for entry in changes_of(connection, number)]
    wanted = [change.inverse() for change in made] if kind == UNDO else made
    record = read_record(connection, number_of_record)
    _check_unchanged(read_marks(connection, asked.layer, record.texts), wanted, kind)
    author = asked.author
    op_id = f"{author.op_id}/{record.id}"
    entry = Entry(op_id, asked.layer, record.id, kind, author.name, author.at, {}, number)
    _, logged = append(connection, entry, wanted, record.texts)
    reopen_changed(connection, asked.layer, record.id, [change.document for change in wanted], author)
    return logged


def _check_unchanged(marks: Mapping[str, Mark], wanted: Sequence[Change], kind: str) -> None:
    if any(marks.get(mark.id) != mark for change in wanted for mark in change.before):
        raise GateError(f"suggestions that came meanwhile stand in the way; {kind} is not possible any more")
