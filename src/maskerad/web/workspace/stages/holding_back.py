"""What was held back of the suggestions: counted when a document is finished, and brought up before it is.

Nothing is missed for it: what the annotator has not marked is suggested then, and holds the stage until it is decided.
Suggestions that a decision elsewhere has propagated are left out of the count: they were shown after all.
"""

from __future__ import annotations

from sqlalchemy import Connection

from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.propagation import SOURCE
from maskerad.web.workspace.marks import Change
from maskerad.web.workspace.people.accounts import User
from maskerad.web.workspace.store.layers import is_opened, read_marks
from maskerad.web.workspace.store.log import Entry, append, entry_number
from maskerad.web.workspace.store.shown import is_shown, share_shown
from maskerad.web.workspace.store.submit import first_marks
from maskerad.web.workspace.store.texts import record_with

READING = "reading"  # kind of the entries that say what was found of it


def bring_up(connection: Connection, user: User, document: int, author: Author) -> None:
    """Counts once how much of what was held back in a document its reader has marked, and suggests the rest."""
    layer, op_id = user.name, f"{READING}/{user.name}/{document}"
    share = share_shown(connection, layer)
    if share in (0.0, 1.0) or entry_number(connection, op_id) is not None:
        return
    record = record_with(connection, document)
    if not is_opened(connection, layer, record.texts):
        return
    held = [m for m in first_marks(connection, record).values() if m.document == document]
    held = [mark for mark in held if not is_shown(mark, layer, share)]
    there = [mark for mark in read_marks(connection, layer, record.texts).values() if mark.document == document]
    by_hand = [mark for mark in there if mark.is_human and mark.source != SOURCE]
    marks = [mark for mark in held if any(mark.overlaps(other) for other in by_hand)]
    left = tuple(mark for mark in held if not any(mark.overlaps(other) for other in there))
    details = {"document": document, "n_held": len(marks) + len(left), "n_found": len(marks)}
    entry = Entry(op_id, layer, record.id, READING, author.name, author.at, details)
    append(connection, entry, [Change(document, (), left)] if left else [], record.texts)
