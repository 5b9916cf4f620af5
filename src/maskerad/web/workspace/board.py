"""The board: a page of records, and how far each of their documents is. Looking writes nothing."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from maskerad.web.workspace.board_filters import chosen_records
from maskerad.web.workspace.marks import UNDECIDED
from maskerad.web.workspace.people.accounts import User
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.stages.finishing import open_findings
from maskerad.web.workspace.stages.protocol import UNDECIDED as UNDECIDED_FINDING
from maskerad.web.workspace.stages.protocol import Protocol
from maskerad.web.workspace.store.layers import SUGGESTIONS, mark_of
from maskerad.web.workspace.store.shown import is_shown, share_shown
from maskerad.web.workspace.store.stages import DONE, LATER, REOPENED, TODO, WORKING, Passed, stages_of
from maskerad.web.workspace.store.submit import layer_marks
from maskerad.web.workspace.store.tables import documents, marks, records, versions
from maskerad.web.workspace.store.texts import n_documents, read_record

PAGE = 50
FINDINGS_S = 0.1  # that a board may take for the findings of its records


def board_view(
    connection: Connection, project: Project, protocol: Protocol, user: User, wanted: str = "", page: int = 0
) -> dict[str, Any]:
    """A page of records.

    Args:
        connection: Of the project.
        project: What is annotated.
        protocol: Its stages.
        user: Whose board it is.
        wanted: As ``board_filters.chosen_records`` takes it.
        page: From 0.

    Raises:
        InputError, RefusedError: As ``chosen_records``.
    """
    names = select(records.c.id, records.c.name).order_by(records.c.id)
    chosen = chosen_records(connection, protocol, user, wanted)
    if chosen is None:
        n_records = int(connection.execute(select(func.count()).select_from(records)).scalar_one())
        names = names.limit(PAGE).offset(page * PAGE)
    else:
        n_records = len(chosen)
        names = names.where(records.c.id.in_(chosen[page * PAGE : (page + 1) * PAGE]))
    rows = [(int(number), str(name)) for number, name in connection.execute(names)]
    by_record = _board_documents(connection, project, protocol, user, [number for number, _ in rows])
    listed = [{"id": number, "name": name, "documents": by_record.get(number, [])} for number, name in rows]
    more = page + 1 if (page + 1) * PAGE < n_records else None
    return {
        "records": listed,
        "n_records": n_records,
        "next": more,
        "stages": [stage.name for stage in protocol.stages],
        "n_waiting": n_waiting(connection) if project.is_pre_annotated else 0,
    }


def _board_documents(
    connection: Connection, project: Project, protocol: Protocol, user: User, numbers: Sequence[int]
) -> dict[int, list[dict[str, Any]]]:
    columns = (documents.c.id, documents.c.record, documents.c.name, documents.c.date, documents.c.n_chars)
    rows = connection.execute(select(*columns).where(documents.c.record.in_(numbers))).mappings().all()
    ids = [row["id"] for row in rows]
    stages = stages_of(connection, user.name, ids, protocol)
    undecided, begun = _undecided(connection, user, ids)
    odd = _n_findings(connection, project, user, {row["id"]: row["record"] for row in rows if row["id"] in begun})
    made: dict[int, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: (row["date"] or "9", row["id"])):
        passed = stages[row["id"]]
        made.setdefault(row["record"], []).append(
            {
                "id": row["id"],
                "name": row["name"],
                "date": row["date"],
                "stage": next((stage.name for stage in passed if stage.state != DONE), passed[-1].name),
                "state": state_of(passed, row["id"] in begun),
                "stages": [stage.as_json() for stage in passed],
                "n_undecided": undecided[row["id"]],
                "n_chars": row["n_chars"],
                "n_findings": odd[row["id"]],
            }
        )
    return made


def _n_findings(connection: Connection, project: Project, user: User, begun: Mapping[int, int]) -> Counter[int]:
    """Findings of the documents that are in work, counted while there is time; what is undecided is counted apart."""
    counts: Counter[int] = Counter()
    end_s = time.monotonic() + FINDINGS_S
    for number in sorted(set(begun.values())):
        if time.monotonic() > end_s:
            break
        record = read_record(connection, number)
        there = layer_marks(connection, user.name, record)
        findings = open_findings(connection, project, record, user.name, there)
        counts.update(finding.document for finding in findings if finding.kind != UNDECIDED_FINDING)
    return counts


def state_of(passed: Sequence[Passed], is_begun: bool) -> str:
    """What a cell of the board says of a document."""
    states = {stage.state for stage in passed}
    for state in (REOPENED, "failed", LATER):
        if state in states:
            return state
    if states == {DONE}:
        return DONE
    return WORKING if is_begun or DONE in states or WORKING in states else TODO


def _undecided(connection: Connection, user: User, ids: Sequence[int]) -> tuple[Counter[int], set[int]]:
    """How many marks wait in each document, and which documents the user has begun."""
    begun = set(
        connection.execute(
            select(versions.c.document).where(versions.c.layer == user.name, versions.c.document.in_(ids))
        ).scalars()
    )
    counts: Counter[int] = Counter()
    share = share_shown(connection, user.name)
    for layer, asked in ((user.name, begun), (SUGGESTIONS, set(ids) - begun if share else set())):
        where = (marks.c.layer == layer, marks.c.document.in_(asked), marks.c.state.in_(UNDECIDED))
        waiting = map(mark_of, connection.execute(select(marks).where(*where)).mappings())
        counts.update(mark.document for mark in waiting if layer != SUGGESTIONS or is_shown(mark, user.name, share))
    return counts, begun


def n_waiting(connection: Connection) -> int:
    """Documents at which no rule has looked yet."""
    looked_at = select(func.count()).select_from(versions).where(versions.c.layer == SUGGESTIONS)
    return n_documents(connection) - int(connection.execute(looked_at).scalar_one())
