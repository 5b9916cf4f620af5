"""Sections of a document whose borders somebody has moved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, insert, select, update

from maskerad.core.errors import BoundsError, UnknownNameError
from maskerad.text.cues import SectionKind
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.strings import Text
from maskerad.web.workspace.stages.sections import PARTS, Policies, ShownSection, sections_of
from maskerad.web.workspace.store.log import Entry, append, entry_number
from maskerad.web.workspace.store.tables import sections


def read_sections(
    connection: Connection, texts: Mapping[int, Text], policies: Policies
) -> dict[int, list[ShownSection]]:
    """The sections of some documents: as somebody moved them, else as the house splits them."""
    rows = connection.execute(
        select(sections.c.document, sections.c.sections).where(sections.c.document.in_(list(texts)))
    )
    moved = {int(number): json.loads(borders) for number, borders in rows}
    return {
        number: [ShownSection(start, end, kind, policies.get(kind, PARTS)) for start, end, kind in moved[number]]
        if number in moved
        else sections_of(text, policies)
        for number, text in texts.items()
    }


def move_sections(
    connection: Connection, record: int, text: Text, wanted: Sequence[tuple[int, int, str]], author: Author
) -> None:
    """Puts sections in place of those of a document.

    Raises:
        BoundsError: If they leave the text, or two overlap.
        UnknownNameError: If there is no such kind.
    """
    if entry_number(connection, author.op_id) is not None:
        return
    last = 0
    for start, end, kind in sorted(wanted):
        if not last <= start < end <= len(text.text):
            raise BoundsError(f"document {text.id}: section {start}..{end} overlaps another, or leaves the text")
        if kind not in set(SectionKind):
            raise UnknownNameError("kind of section", kind, [known.value for known in SectionKind])
        last = end
    values = {"sections": json.dumps(sorted(wanted)), "by": author.name, "at": author.at}
    changed = connection.execute(update(sections).where(sections.c.document == text.id).values(values))
    if changed.rowcount == 0:
        connection.execute(insert(sections).values(document=text.id, **values))
    details = {"document": text.id, "sections": sorted(wanted)}
    append(connection, Entry(author.op_id, "", record, "sections", author.name, author.at, details), [], {})
