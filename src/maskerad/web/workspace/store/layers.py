"""The marks of a layer as they are now, and how a change is written: every quote is compared with its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, and_, delete, insert, select, update

from maskerad.core.errors import StoreError
from maskerad.web.workspace.decisions.strings import Text, folded
from maskerad.web.workspace.marks import Change, Mark, State
from maskerad.web.workspace.store.tables import marks, versions

SUGGESTIONS, IMPORTED, ADJUDICATED = "suggestions", "imported", "adjudicated"
OWN_LAYERS = (SUGGESTIONS, IMPORTED, ADJUDICATED)
"""Layers that are nobody's; no user has one of these names."""


def read_marks(connection: Connection, layer: str, texts: Mapping[int, Text]) -> dict[str, Mark]:
    """The marks of some documents in one layer, by id.

    Raises:
        StoreError: If a mark's quote is not what stands in the text: something else has changed the database.
    """
    where = and_(marks.c.layer == layer, marks.c.document.in_(list(texts)))
    rows = connection.execute(select(marks).where(where).order_by(marks.c.document, marks.c.start)).mappings()
    return {row["id"]: _checked(row, texts[row["document"]]) for row in rows}


def version_of(connection: Connection, layer: str, document: int) -> int:
    """How many changes a document has had in a layer."""
    where = and_(versions.c.layer == layer, versions.c.document == document)
    return int(connection.execute(select(versions.c.version).where(where)).scalar() or 0)


def is_opened(connection: Connection, layer: str, documents: Iterable[int]) -> bool:
    """Whether anything was ever written to a layer of these documents."""
    where = and_(versions.c.layer == layer, versions.c.document.in_(list(documents)))
    return connection.execute(select(versions.c.version).where(where).limit(1)).scalar() is not None


def write_changes(
    connection: Connection, layer: str, changes: Sequence[Change], texts: Mapping[int, Text]
) -> list[int]:
    """Makes changes to a layer, one a document, and counts them; returns the new versions in their order."""
    gone = [mark.id for change in changes for mark in change.before]
    new = [_row(layer, mark, texts[mark.document]) for change in changes for mark in change.after]
    if gone:
        connection.execute(delete(marks).where(and_(marks.c.layer == layer, marks.c.id.in_(gone))))
    if new:
        connection.execute(insert(marks), new)
    return _counted(connection, layer, [change.document for change in changes])


def _counted(connection: Connection, layer: str, documents: Sequence[int]) -> list[int]:
    """Counts one change of each document, the first one too; returns the new versions in their order."""
    where = and_(versions.c.layer == layer, versions.c.document.in_(documents))
    there = connection.execute(select(versions.c.document, versions.c.version).where(where))
    before = {int(document): int(version) for document, version in there}
    if before:
        connection.execute(update(versions).where(where).values(version=versions.c.version + 1))
    first = [{"layer": layer, "document": one, "version": 1} for one in documents if one not in before]
    if first:
        connection.execute(insert(versions), first)
    return [before.get(one, 0) + 1 for one in documents]


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


def suggested(imported: Iterable[Mark], found: Sequence[Mark]) -> list[Mark]:
    """What an annotator is shown first: marks that came with the corpus, and what was found beside them."""
    first = [_as_suggestion(mark) for mark in imported]
    return [*first, *(mark for mark in found if not any(mark.overlaps(other) for other in first))]


def _as_suggestion(mark: Mark) -> Mark:
    return Mark(
        mark.id, mark.document, mark.start, mark.end, mark.label, State.SUGGESTED, IMPORTED, mark.score, mark.entity
    )
