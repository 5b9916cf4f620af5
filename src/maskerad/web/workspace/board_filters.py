"""What the board can be filtered by: a kind, a colon and a value, or a pattern of the names of records.

``state:todo`` … ``state:reopened`` (of a document), ``label:PATIENT`` (marked or suggested), ``finding:labels`` (open
in what was begun), ``unsure`` (something is suggested weakly), ``disagreement`` (two annotators differ).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import regex
from sqlalchemy import ColumnElement, Connection, and_, func, select

from maskerad.core.errors import InputError, RefusedError, UnknownNameError
from maskerad.web.workspace.decisions.findings import findings_of
from maskerad.web.workspace.marks import State
from maskerad.web.workspace.people.accounts import May, User
from maskerad.web.workspace.stages.protocol import CHECKS, Protocol
from maskerad.web.workspace.store.borders import read_sections
from maskerad.web.workspace.store.layers import OWN_LAYERS, SUGGESTIONS, read_marks
from maskerad.web.workspace.store.stages import DONE, LATER, REOPENED, TODO, WORKING
from maskerad.web.workspace.store.tables import dismissals, documents, marks, records, stages, versions
from maskerad.web.workspace.store.texts import read_record

FILTER_S = 0.2  # that a filter may take which no index answers
STATES = (TODO, WORKING, LATER, DONE, REOPENED)
_PLAIN = re.compile(r"[\w -]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A filter, and who asks."""

    connection: Connection
    protocol: Protocol
    user: User
    value: str


def chosen_records(connection: Connection, protocol: Protocol, user: User, wanted: str) -> list[int] | None:
    """Numbers of the records that a filter leaves, in their order; None where there is no filter.

    Raises:
        InputError: If the filter cannot be read, or takes too long.
        RefusedError: If the role does not read what it asks for.
    """
    if not wanted:
        return None
    kind, _, value = wanted.partition(":")
    return sorted(KINDS.get(kind, _named)(Asked(connection, protocol, user, value if kind in KINDS else wanted)))


def _in_state(asked: Asked) -> Iterable[int]:
    """A document is in a state; the tables hold only what somebody did, so what is to do is what is in none."""
    if asked.value not in STATES:
        raise UnknownNameError("state", asked.value, STATES)
    layer = asked.user.name
    names = [stage.name for stage in asked.protocol.stages]
    own = and_(stages.c.layer == layer, stages.c.stage.in_(names))
    done = select(stages.c.document).where(own, stages.c.state == DONE).group_by(stages.c.document)
    finished = done.having(func.count() == len(names))
    special = select(stages.c.document).where(own, stages.c.state.in_((REOPENED, LATER)))
    begun = select(versions.c.document).where(versions.c.layer == layer).union(done)
    number = documents.c.id
    where: Mapping[str, ColumnElement[bool]] = {
        TODO: and_(number.not_in(begun), number.not_in(special)),
        WORKING: and_(number.in_(begun), number.not_in(special), number.not_in(finished)),
        LATER: number.in_(select(stages.c.document).where(own, stages.c.state == LATER)),
        DONE: number.in_(finished),
        REOPENED: number.in_(select(stages.c.document).where(own, stages.c.state == REOPENED)),
    }
    return asked.connection.execute(select(documents.c.record).where(where[asked.value]).distinct()).scalars()


def _labelled(asked: Asked) -> Iterable[int]:
    return _marked(asked, marks.c.label == asked.value)


def _unsure(asked: Asked) -> Iterable[int]:
    return _marked(asked, marks.c.state == State.WEAK.value)


def _marked(asked: Asked, condition: ColumnElement[bool]) -> Iterable[int]:
    shown = marks.c.layer.in_((asked.user.name, SUGGESTIONS))
    query = select(documents.c.record).join(marks, marks.c.document == documents.c.id)
    return asked.connection.execute(query.where(shown, condition).distinct()).scalars()


def _found(asked: Asked) -> Iterable[int]:
    """Findings are worked out from what was begun, while there is time."""
    if asked.value not in CHECKS:
        raise UnknownNameError("finding", asked.value, CHECKS)
    connection, layer = asked.connection, asked.user.name
    query = select(documents.c.record).join(versions, versions.c.document == documents.c.id)
    begun = connection.execute(query.where(versions.c.layer == layer).distinct()).scalars().all()
    dismissed = set(connection.execute(select(dismissals.c.finding).where(dismissals.c.layer == layer)).scalars())
    end_s, policies = time.monotonic() + FILTER_S, asked.protocol.policies
    for number in begun:
        if time.monotonic() > end_s:
            raise InputError("too much was begun to look for findings in all of it; open the page of findings")
        texts = read_record(connection, number).texts
        sections = read_sections(connection, texts, policies)
        findings = findings_of(texts, read_marks(connection, layer, texts).values(), sections)
        if any(finding.kind == asked.value and finding.id not in dismissed for finding in findings):
            yield number


def _disagreed(asked: Asked) -> Iterable[int]:
    """A place that not all who have begun the document have marked, and marked alike."""
    if not asked.user.may(May.CURATE):
        raise RefusedError(f"role {asked.user.role!r} reads no layer of others")
    layers = (
        select(versions.c.document, func.count().label("n"))
        .where(versions.c.layer.not_in(OWN_LAYERS))
        .group_by(versions.c.document)
        .having(func.count() > 1)
        .subquery()
    )
    place = (marks.c.document, marks.c.start, marks.c.end, marks.c.label)
    query = (
        select(documents.c.record)
        .join(layers, layers.c.document == documents.c.id)
        .join(marks, marks.c.document == documents.c.id)
        .where(marks.c.layer.not_in(OWN_LAYERS), marks.c.state == State.HUMAN.value)
        .group_by(documents.c.record, layers.c.n, *place)
        .having(func.count(marks.c.layer.distinct()) < layers.c.n)
    )
    return set(asked.connection.execute(query).scalars())


def _named(asked: Asked) -> Iterable[int]:
    """Names that a pattern finds; what is no pattern is looked for by the database."""
    query = select(records.c.id, records.c.name)
    if _PLAIN.fullmatch(asked.value):
        plain = query.where(records.c.name.icontains(asked.value, autoescape=True))
        return [int(number) for number, _ in asked.connection.execute(plain)]
    end_s = time.monotonic() + FILTER_S
    try:
        pattern = regex.compile(asked.value, regex.IGNORECASE)
        rows = asked.connection.execute(query)
        return [int(n) for n, name in rows if pattern.search(str(name), timeout=max(1e-3, end_s - time.monotonic()))]
    except (regex.error, TimeoutError):
        raise InputError("this filter is no regular expression that can be searched in time") from None


KINDS: Mapping[str, Callable[[Asked], Iterable[int]]] = {
    "state": _in_state,
    "label": _labelled,
    "finding": _found,
    "unsure": _unsure,
    "disagreement": _disagreed,
}
