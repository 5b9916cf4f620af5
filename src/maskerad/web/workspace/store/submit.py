"""Operations in one transaction: all of a submission, or nothing; the same one again answers as before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from maskerad.core.errors import InputError, StaleError
from maskerad.core.label_scheme import LabelScheme
from maskerad.web.workspace.decisions.drafts import Author, Draft
from maskerad.web.workspace.decisions.operations import Operation, carry_out
from maskerad.web.workspace.marks import Change, Mark
from maskerad.web.workspace.store.layers import (
    IMPORTED,
    SUGGESTIONS,
    is_opened,
    read_marks,
    suggested,
    version_of,
)
from maskerad.web.workspace.store.log import Entry, Logged, append, changes_of, changes_since, end_and_entry, last_end
from maskerad.web.workspace.store.shown import is_shown, share_shown
from maskerad.web.workspace.store.stages import reopen_changed
from maskerad.web.workspace.store.texts import StoredRecord, record_in

Edit = Callable[[Draft], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser is told of a submission.

    Attributes:
        document: The one it was made in.
        version: Of that document now.
        changes: Over all documents of the record.
    """

    document: int
    version: int
    changes: Sequence[Logged] = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        """For the browser."""
        return {"version": self.version, "changes": [change.as_json() for change in self.changes]}


class MissedError(StaleError):
    """A submission from an older state; ``answer`` holds what was missed."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("this document was changed elsewhere meanwhile; nothing was applied")
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Submission:
    """What somebody asks for.

    Attributes:
        author: Who, when, and the id of the operation.
        layer: Whose marks.
        document: The document that is looked at; its record is worked on.
        base_version: The version of it that was looked at; None where none was (a name table).
        sha256: Of its text as the browser has it, "" where it has none.
        kind: Of the log's entry.
        acts: Keys and clicks that it took, 0 where nobody counted.
    """

    author: Author
    layer: str
    document: int
    base_version: int | None = None
    sha256: str = ""
    kind: str = "ops"
    acts: int = 0


def submit(connection: Connection, asked: Submission, operations: Sequence[Operation], scheme: LabelScheme) -> Answer:
    """Carries out operations on a record.

    Raises:
        MissedError: If the document was changed since, or a span is gone.
        InputError, BoundsError, LabelError: If an operation cannot be taken.
    """

    def edit(draft: Draft) -> None:
        for operation in operations:
            carry_out(draft, operation, scheme)

    return submit_edit(connection, asked, edit, {"ops": [_logged(operation) for operation in operations]})


def submit_edit(connection: Connection, asked: Submission, edit: Edit, details: dict[str, Any]) -> Answer:
    """The same for any edit of a record's marks."""
    end, before = end_and_entry(connection, asked.author.op_id)
    if before is not None:
        return _answer(connection, asked, changes_of(connection, before))
    record, versions = record_in(connection, asked.layer, asked.document)
    _check_text(record, asked)
    if asked.base_version is not None and asked.base_version != versions.get(asked.document, 0):
        raise _missed(connection, asked)
    if not versions:
        versions = open_layer(connection, asked, record)
        end = last_end(connection)
    marks = read_marks(connection, asked.layer, record.texts)
    draft = Draft(record.texts, marks, asked.author)
    try:
        edit(draft)
    except StaleError:
        raise _missed(connection, asked) from None
    author = asked.author
    cost = {"acts": asked.acts} if asked.acts else {}
    entry = Entry(author.op_id, asked.layer, record.id, asked.kind, author.name, author.at, details | cost)
    _, logged = append(connection, entry, draft.changes(), record.texts, end)
    reopen_changed(connection, asked.layer, record.id, [change.change.document for change in logged], author)
    versions |= {change.change.document: change.version for change in logged}
    return Answer(asked.document, versions.get(asked.document, 0), logged)


def submit_hits(
    connection: Connection,
    asked: Submission,
    hits: Mapping[int, Sequence[Mapping[str, int]]],
    label: str | None,
    scheme: LabelScheme,
) -> Answer:
    """One decision for places in several records, which one undo takes back.

    Args:
        connection: Of the project.
        asked: By whom and under which id.
        hits: Places by the number of their record.
        label: What they are, None for nobody's.
        scheme: Of the labels.
    """
    logged: list[Logged] = []
    for record, places in sorted(hits.items()):
        author = replace(asked.author, op_id=f"{asked.author.op_id}/{record}")
        document = places[0]["document"]
        submission = replace(asked, author=author, document=document, kind="search", base_version=None)
        operation = Operation("apply", document, {"places": list(places), "label": label})
        logged += submit(connection, submission, [operation], scheme).changes
    return _answer(connection, asked, logged)


def layer_marks(connection: Connection, layer: str, record: StoredRecord) -> dict[str, Mark]:
    """The marks of a layer as they are shown; one that nobody has written to shows what is suggested."""
    if layer in (IMPORTED, SUGGESTIONS) or is_opened(connection, layer, record.texts):
        return read_marks(connection, layer, record.texts)
    share = share_shown(connection, layer)
    suggested = first_marks(connection, record) if share else {}
    return {name: mark for name, mark in suggested.items() if is_shown(mark, layer, share)}


def first_marks(connection: Connection, record: StoredRecord) -> dict[str, Mark]:
    """What is suggested for a record."""
    imported, suggestions = (read_marks(connection, layer, record.texts) for layer in (IMPORTED, SUGGESTIONS))
    return {mark.id: mark for mark in suggested(imported.values(), list(suggestions.values()))}


def open_layer(connection: Connection, asked: Submission, record: StoredRecord) -> dict[int, int]:
    """Puts down what is suggested in a layer that nobody has written to; returns the versions of its documents."""
    marks = layer_marks(connection, asked.layer, record)
    author, details = asked.author, {"share_shown": share_shown(connection, asked.layer)}
    entry = Entry(f"{author.op_id}/open", asked.layer, record.id, "open", author.name, author.at, details)
    made = [_all_of(document, marks.values()) for document in record.texts]
    _, logged = append(connection, entry, made, record.texts)
    return {change.change.document: change.version for change in logged}


def _all_of(document: int, marks: Iterable[Mark]) -> Change:
    return Change(document, (), tuple(mark for mark in marks if mark.document == document))


def _check_text(record: StoredRecord, asked: Submission) -> None:
    here = record.document(asked.document).sha256
    if asked.sha256 and asked.sha256 != here:
        raise InputError(f"document {asked.document}: its text is not the one of the project; load it again")


def _missed(connection: Connection, asked: Submission) -> MissedError:
    since = asked.base_version if asked.base_version is not None else 0
    if since > version_of(connection, asked.layer, asked.document):  # a backup was restored meanwhile
        since = 0
    return MissedError(_answer(connection, asked, changes_since(connection, asked.layer, asked.document, since)))


def _answer(connection: Connection, asked: Submission, changes: Sequence[Logged]) -> Answer:
    return Answer(asked.document, version_of(connection, asked.layer, asked.document), changes)


def _logged(operation: Operation) -> dict[str, Any]:
    """What the log keeps of an operation: all but the string it may hold."""
    kept = {name: value for name, value in operation.given.items() if name != "text"}
    return {"kind": operation.kind, "document": operation.document, **kept}
