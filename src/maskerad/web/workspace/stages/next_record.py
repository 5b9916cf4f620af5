"""The record that an annotator goes on with."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from maskerad.web.workspace.store.layers import SUGGESTIONS
from maskerad.web.workspace.store.tables import documents, marks, versions

LOOKED_AT_MAX = 5_000  # documents that the layer has not begun, and suggestions in them, among which it is chosen


def next_record(connection: Connection, layer: str) -> int | None:
    """The record whose undecided strings are doubted most, each counted once; strings that the layer knows count not.

    How much a string is doubted is told by its highest score: 1 at a score of 0.5, 0 at 0 and at 1. Where nothing is
    suggested it is the first record that the layer has not begun; None when there is none.
    """
    begun = select(versions.c.document).where(versions.c.layer == layer)
    known = select(marks.c.folded).where(marks.c.layer == layer)
    waiting = select(documents.c.id).where(documents.c.id.not_in(begun)).order_by(documents.c.id).limit(LOOKED_AT_MAX)
    looked_at = (
        select(documents.c.record, marks.c.folded, marks.c.score)
        .join(marks, marks.c.document == documents.c.id)
        .where(marks.c.document.in_(waiting), marks.c.layer == SUGGESTIONS, marks.c.folded.not_in(known))
        .limit(LOOKED_AT_MAX)
        .subquery()
    )
    strings = (
        select(looked_at.c.record, (1 - func.abs(2 * func.max(looked_at.c.score) - 1)).label("doubt"))
        .group_by(looked_at.c.record, looked_at.c.folded)
        .subquery()
    )
    doubted = select(strings.c.record).group_by(strings.c.record)
    most = doubted.order_by(func.sum(strings.c.doubt).desc(), strings.c.record).limit(1)
    untouched = select(func.min(documents.c.record)).where(documents.c.id.not_in(begun))
    chosen = connection.execute(most).scalar() or connection.execute(untouched).scalar()
    return None if chosen is None else int(chosen)
