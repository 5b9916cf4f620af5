"""The marks of a layer as they are now, and how a change is written: every quote is compared with its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, RowMapping, bindparam, delete, insert, select, update

from maskerad.core.errors import StoreError
from maskerad.web.workspace.decisions.strings import Text, folded
from maskerad.web.workspace.marks import Change, Mark, State
from maskerad.web.workspace.store.tables import marks, versions

SUGGESTIONS, IMPORTED, ADJUDICATED = "suggestions", "imported", "adjudicated"
OWN_LAYERS = (SUGGESTIONS, IMPORTED, ADJUDICATED)
"""Layers that are nobody's; no user has one of these names."""

# Built once: building a statement costs five times what it costs to carry it out, and every decision takes these.
_of_layer: BindParameter[str] = bindparam("of_layer")
_of_documents: BindParameter[int] = bindparam("of_documents", expanding=True)
_MARKS = (
    select(marks)
    .where(marks.c.layer == _of_layer, marks.c.document.in_(_of_documents))
    .order_by(marks.c.document, marks.c.start)
)
_VERSIONS = select(versions.c.document, versions.c.version).where(
    versions.c.layer == _of_layer, versions.c.document.in_(_of_documents)
)
_COUNT = (
    update(versions)
    .where(versions.c.layer == _of_layer, versions.c.document.in_(_of_documents))
    .values(version=versions.c.version + 1)
    .returning(versions.c.document, versions.c.version)
)
_BEGIN = insert(versions)
_REMOVE = delete(marks).where(marks.c.layer == _of_layer, marks.c.id.in_(bindparam("of_ids", expanding=True)))
_PUT = insert(marks)


def read_marks(connection: Connection, layer: str, texts: Mapping[int, Text]) -> dict[str, Mark]:
    """The marks of some documents in one layer, by id.

    Raises:
        StoreError: If a mark's quote is not what stands in the text: something else has changed the database.
    """
    rows = connection.execute(_MARKS, _of(layer, texts)).mappings().all()
    return {row["id"]: _checked(row, texts[row["document"]]) for row in rows}


def versions_of(connection: Connection, layer: str, documents: Iterable[int]) -> dict[int, int]:
    """How many changes each of some documents has had in a layer; those that had none are left out."""
    return {int(document): int(version) for document, version in connection.execute(_VERSIONS, _of(layer, documents))}


def version_of(connection: Connection, layer: str, document: int) -> int:
    """How many changes a document has had in a layer."""
    return versions_of(connection, layer, [document]).get(document, 0)


def is_opened(connection: Connection, layer: str, documents: Iterable[int]) -> bool:
    """Whether anything was ever written to a layer of these documents."""
    return bool(versions_of(connection, layer, documents))


def write_changes(
    connection: Connection, layer: str, changes: Sequence[Change], texts: Mapping[int, Text]
) -> list[int]:
    """Makes changes to a layer, one a document, and counts them; returns the new versions in their order."""
    gone = [mark.id for change in changes for mark in change.before]
    new = [_row(layer, mark, texts[mark.document]) for change in changes for mark in change.after]
    if gone:
        connection.execute(_REMOVE, {"of_layer": layer, "of_ids": gone})
    if new:
        connection.execute(_PUT, new)
    return _counted(connection, layer, [change.document for change in changes])


def _counted(connection: Connection, layer: str, documents: Sequence[int]) -> list[int]:
    """Counts one change of each document, the first one too; returns the new versions in their order."""
    counted = {int(document): int(version) for document, version in connection.execute(_COUNT, _of(layer, documents))}
    first = [{"layer": layer, "document": document, "version": 1} for document in documents if document not in counted]
    if first:
        connection.execute(_BEGIN, first)
    return [counted.get(document, 1) for document in documents]


def _of(layer: str, documents: Iterable[int]) -> dict[str, Any]:
    return {"of_layer": layer, "of_documents": list(documents)}


def _row(layer: str, mark: Mark, text: Text) -> dict[str, Any]:
    quote = text.text[mark.start : mark.end]
    return {
        **mark.as_json(),
        "layer": layer,
        "n_chars": len(text.text),
        "quote": _storable(quote),
        "folded": _storable(folded(quote)),
        "state": mark.state.value,
    }


def _storable(quote: str) -> str:
    return quote.encode("utf-8", "replace").decode()


def _checked(row: RowMapping, text: Text) -> Mark:
    if _storable(text.text[row["start"] : row["end"]]) != row["quote"]:
        raise StoreError(
            f"document {text.id}: span {row['start']}..{row['end']} is not what was marked; the text or the span was "
            "changed by something else; restore a backup"
        )
    return mark_of(row)


def mark_of(row: RowMapping) -> Mark:
    """The mark of a row of the table."""
    return Mark(
        row["id"],
        row["document"],
        row["start"],
        row["end"],
        row["label"],
        State(row["state"]),
        row["source"],
        row["score"],
        row["entity"],
        row["by"],
        row["at"],
    )


def suggested(imported: Iterable[Mark], guesses: Sequence[Mark]) -> list[Mark]:
    """What an annotator is shown first: marks that came with the corpus, and what was found beside them."""
    first = [_as_suggestion(mark) for mark in imported]
    return [*first, *(mark for mark in guesses if not any(mark.overlaps(other) for other in first))]


def _as_suggestion(mark: Mark) -> Mark:
    return Mark(
        mark.id, mark.document, mark.start, mark.end, mark.label, State.SUGGESTED, IMPORTED, mark.score, mark.entity
    )
