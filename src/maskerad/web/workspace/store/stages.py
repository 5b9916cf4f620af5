"""Which stages a document has passed in a layer, who passed it, and when it was opened again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, and_, bindparam, insert, select, update

from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.stages.protocol import Protocol
from maskerad.web.workspace.store.log import Entry, append, entry_number
from maskerad.web.workspace.store.tables import stages

TODO, WORKING, LATER, DONE, REOPENED, FAILED = "todo", "working", "later", "done", "reopened", "failed"

_FINISHED = select(stages.c.document, stages.c.stage).where(
    stages.c.layer == bindparam("of_layer"),
    stages.c.document.in_(bindparam("of_documents", expanding=True)),
    stages.c.state == DONE,
)


@dataclass(frozen=True, slots=True)
class Passed:
    """A stage of a document.

    Attributes:
        name: Of the stage.
        state: ``todo``, ``working``, ``later``, ``done``, ``reopened`` or ``failed``.
        by, at: Who brought it there and when.
    """

    name: str
    state: str
    by: str = ""
    at: str = ""

    def as_json(self) -> dict[str, Any]:
        """For the browser."""
        return asdict(self)


def stages_of(
    connection: Connection, layer: str, documents: Iterable[int], protocol: Protocol
) -> dict[int, list[Passed]]:
    """The stages of some documents in the order of the protocol."""
    numbers = list(documents)
    where = and_(stages.c.layer == layer, stages.c.document.in_(numbers))
    known: dict[tuple[int, str], Passed] = {}
    for row in connection.execute(select(stages).where(where)).mappings():
        known[row["document"], row["stage"]] = Passed(row["stage"], row["state"], row["by"], row["at"])
    names = [stage.name for stage in protocol.stages]
    return {number: [known.get((number, name), Passed(name, TODO)) for name in names] for number in numbers}


def set_stage(
    connection: Connection, layer: str, record: int, documents: Sequence[int], passed: Passed, author: Author
) -> bool:
    """Brings documents to a state of a stage and logs it; the same operation again does nothing and says so."""
    if entry_number(connection, author.op_id) is not None:
        return False
    for document in documents:
        _put(connection, layer, document, passed)
    details = {"stage": passed.name, "state": passed.state, "documents": list(documents)}
    kind = {DONE: "finish", REOPENED: "reopen"}.get(passed.state, "stage")
    append(connection, Entry(author.op_id, layer, record, kind, author.name, author.at, details), [], {})
    return True


def reopen_changed(connection: Connection, layer: str, record: int, documents: Sequence[int], author: Author) -> None:
    """Opens finished documents again whose marks a decision has changed; what is new in them is to be settled."""
    finished = connection.execute(_FINISHED, {"of_layer": layer, "of_documents": list(documents)})
    for number, stage in finished.all():
        passed = Passed(str(stage), REOPENED, author.name, author.at)
        again = Author(author.name, author.at, f"{author.op_id}/reopen/{number}/{stage}")
        set_stage(connection, layer, record, [int(number)], passed, again)


def _put(connection: Connection, layer: str, document: int, passed: Passed) -> None:
    where = and_(stages.c.layer == layer, stages.c.document == document, stages.c.stage == passed.name)
    values = {"state": passed.state, "by": passed.by, "at": passed.at}
    if connection.execute(update(stages).where(where).values(values)).rowcount == 0:
        row = {"layer": layer, "document": document, "stage": passed.name, **values}
        connection.execute(insert(stages).values(row))
