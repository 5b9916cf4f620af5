"""Curation: two layers side by side, decisions on where they differ, and the merge that misses nothing.

What both marked alike needs nobody. Where they differ a curator takes the left, the right, both, neither or something
of their own, and says what went wrong. The risk-averse merge takes whatever either of them marked, as one does where a
missed identifier costs more than a needless mark (Trienes et al. 2020, section 3.3).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from maskerad.core.errors import InputError, UnknownNameError
from maskerad.core.label_scheme import LabelScheme
from maskerad.evaluation.agreement.adjudication import Vote, adjudicate
from maskerad.web.workspace.decisions.drafts import Draft
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.store.history import CURATION, history_of
from maskerad.web.workspace.store.layers import ADJUDICATED, OWN_LAYERS, read_marks, version_of
from maskerad.web.workspace.store.log import entry_number
from maskerad.web.workspace.store.submit import Submission, submit_edit
from maskerad.web.workspace.store.tables import documents, entries, judgements, records, versions
from maskerad.web.workspace.store.texts import StoredDocument, StoredRecord, read_document, read_record

Found = tuple[StoredDocument, StoredRecord, list["Item"]]
CHOICES = ("left", "right", "both", "neither", "own")
CAUSES = ("missed", "needless", "wrong label", "wrong border", "slip", "guideline unclear", "ambiguous text", "other")
EITHER = "either"


@dataclass(frozen=True, slots=True)
class Item:
    """Marks of two layers that touch one another: what they say about one place."""

    start: int
    end: int
    left: tuple[Mark, ...]
    right: tuple[Mark, ...]

    @property
    def id(self) -> str:
        """Its place."""
        return f"{self.start}-{self.end}"

    @property
    def is_agreed(self) -> bool:
        """Whether both say the same."""
        return [(m.start, m.end, m.label) for m in self.left] == [(m.start, m.end, m.label) for m in self.right]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a curator says of an item."""

    item: str
    choice: str
    cause: str = ""
    why: str = ""
    spans: tuple[tuple[int, int, str], ...] = ()


def items_of(left: Iterable[Mark], right: Iterable[Mark]) -> list[Item]:
    """Clusters of marks that overlap, in the order of the text."""
    marks = sorted(
        [(mark, True) for mark in left] + [(mark, False) for mark in right],
        key=lambda pair: (pair[0].start, pair[0].end, pair[0].label),
    )
    items: list[Item] = []
    for mark, is_left in marks:
        sides = ((mark,), ()) if is_left else ((), (mark,))
        if items and mark.start < items[-1].end:
            last = items[-1]
            items[-1] = Item(last.start, max(last.end, mark.end), (*last.left, *sides[0]), (*last.right, *sides[1]))
        else:
            items.append(Item(mark.start, mark.end, *sides))
    return items


def curation_view(connection: Connection, number: int, left: str, right: str) -> dict[str, Any]:
    """A document as a curator sees it."""
    document, record, items = _items(connection, number, left, right)
    shown = _shown(connection, record, document, items)
    return {
        "document": document.id,
        "record": record.id,
        "name": document.name,
        "text": document.text,
        "version": version_of(connection, ADJUDICATED, document.id),
        "a": left,
        "b": right,
        "annotators": annotators(connection),
        "items": shown,
        "n_left": _n_left(shown),
        "causes": list(CAUSES),
    }


def decide(
    connection: Connection, asked: Submission, left: str, right: str, verdict: Verdict, scheme: LabelScheme
) -> dict[str, Any]:
    """Puts down what a curator says of one item.

    Raises:
        InputError: If there is no such item.
        UnknownNameError: If there is no such choice or cause.
        BoundsError, LabelError: If an own span cannot be taken.
    """
    document, record, items = _items(connection, asked.document, left, right)
    item = next((entry for entry in items if entry.id == verdict.item), None)
    if item is None:
        raise InputError(f"document {document.id}: the annotators say nothing of {verdict.item!r}")
    if verdict.choice not in CHOICES:
        raise UnknownNameError("choice", verdict.choice, CHOICES)
    if verdict.cause and verdict.cause not in CAUSES:
        raise UnknownNameError("cause", verdict.cause, CAUSES)
    if entry_number(connection, asked.author.op_id) is None:
        _judge(connection, document.id, item, verdict, asked)
    wanted = [(start, end, scheme.check(label)) for start, end, label in _wanted(item, verdict)]
    details = {
        "document": document.id,
        "item": item.id,
        "choice": verdict.choice,
        "cause": verdict.cause,
        "a": left,
        "b": right,
    }

    def edit(draft: Draft) -> None:
        _put(draft, document.id, item, wanted, verdict.choice)

    submit_edit(connection, asked, edit, details)
    shown = _shown(connection, record, document, items)
    return {"items": [entry for entry in shown if entry["id"] == item.id], "n_left": _n_left(shown)}


def merge(connection: Connection, asked: Submission, left: str, right: str, rule: str) -> dict[str, Any]:
    """Puts down what both marked alike, and with the rule ``either`` the union of all else that is not decided.

    Raises:
        UnknownNameError: If there is no such rule.
    """
    if rule not in (EITHER, "agreed"):
        raise UnknownNameError("rule", rule, (EITHER, "agreed"))
    document, record, items = _items(connection, asked.document, left, right)
    decided = set(_judged(connection, document))

    def edit(draft: Draft) -> None:
        for item in items:
            if item.id in decided:
                continue
            if item.is_agreed:
                _put(draft, document.id, item, [(m.start, m.end, m.label) for m in item.left], "both")
            elif rule == EITHER:
                votes = [Vote(left, m.as_span()) for m in item.left] + [Vote(right, m.as_span()) for m in item.right]
                united = [decision.span for decision in adjudicate(votes)]
                _put(draft, document.id, item, [(s.start, s.end, s.label) for s in united], EITHER)

    submit_edit(connection, asked, edit, {"rule": rule, "a": left, "b": right})
    shown = _shown(connection, record, document, items)
    return {"items": shown, "n_left": _n_left(shown)}


def annotators(connection: Connection) -> list[str]:
    """Layers of people."""
    layers = connection.execute(select(versions.c.layer).distinct()).scalars()
    return sorted(set(layers) - set(OWN_LAYERS))


def shared_documents(connection: Connection, left: str, right: str) -> list[dict[str, Any]]:
    """Documents that both have worked on, with how many conflicts there are and how many are decided."""
    begun = [
        set(connection.execute(select(versions.c.document).where(versions.c.layer == layer)).scalars())
        for layer in (left, right)
    ]
    listed: list[dict[str, Any]] = []
    query = select(documents.c.id, documents.c.name, documents.c.record, records.c.name.label("record_name"))
    both = documents.c.id.in_(begun[0] & begun[1])
    joined = query.join(records, records.c.id == documents.c.record).where(both).order_by(documents.c.id)
    for row in connection.execute(joined).mappings():
        document, record, items = _items(connection, row["id"], left, right)
        shown = _shown(connection, record, document, items)
        n_conflicts = sum(not item["agreed"] for item in shown)
        n_left = _n_left(shown)
        listed.append(
            {
                **row,
                "a": left,
                "b": right,
                "n_conflicts": n_conflicts,
                "n_decided": n_conflicts - n_left,
                "state": "done" if not n_left else "working" if n_left < n_conflicts else "todo",
            }
        )
    return listed


def causes(connection: Connection) -> Counter[str]:
    """How often each cause of an error was named."""
    query = select(judgements.c.document, judgements.c.place, judgements.c.cause, documents.c.record)
    rows = connection.execute(query.join(documents, documents.c.id == judgements.c.document)).all()
    standing = {record: _standing(connection, record) for record in {row.record for row in rows}}
    return Counter(row.cause for row in rows if row.cause and (row.document, row.place) in standing[row.record])


def _items(connection: Connection, number: int, left: str, right: str) -> Found:
    known = annotators(connection)
    if left == right or left not in known or right not in known:
        raise InputError(f"curation needs two annotators of: {', '.join(known) or 'nobody yet'}")
    document = read_document(connection, number)
    texts = {document.id: document.as_text()}
    sides = [
        [mark for mark in read_marks(connection, layer, texts).values() if mark.is_human] for layer in (left, right)
    ]
    return document, read_record(connection, document.record), items_of(*sides)


def _shown(
    connection: Connection, record: StoredRecord, document: StoredDocument, items: Sequence[Item]
) -> list[dict[str, Any]]:
    there = read_marks(connection, ADJUDICATED, {document.id: document.as_text()}).values()
    judged = _judged(connection, document)
    return [_item_json(item, [mark for mark in there if _touches(mark, item)], judged.get(item.id)) for item in items]


def _item_json(item: Item, decided: Sequence[Mark], judged: dict[str, str] | None) -> dict[str, Any]:
    is_decided = judged is not None or bool(decided)
    return {
        "id": item.id,
        "start": item.start,
        "end": item.end,
        "left": [mark.as_json() for mark in item.left],
        "right": [mark.as_json() for mark in item.right],
        "decided": [mark.as_json() for mark in decided] if is_decided else None,
        "agreed": item.is_agreed,
        "choice": judged["choice"] if judged else "",
        "cause": judged["cause"] if judged else "",
        "by": judged["by"] if judged else next((mark.by for mark in decided), ""),
        "at": judged["at"] if judged else next((mark.at for mark in decided), ""),
        "why": judged["reason"] if judged else "",
    }


def _n_left(shown: Iterable[dict[str, Any]]) -> int:
    return sum(not item["agreed"] and item["decided"] is None for item in shown)


def _judged(connection: Connection, document: StoredDocument) -> dict[str, dict[str, str]]:
    """The verdicts that stand: those whose entry was not taken back."""
    standing = _standing(connection, document.record)
    rows = connection.execute(select(judgements).where(judgements.c.document == document.id)).mappings()
    return {
        row["place"]: {str(key): str(value) for key, value in row.items()}
        for row in rows
        if (document.id, row["place"]) in standing
    }


def _standing(connection: Connection, record: int) -> set[tuple[int, str]]:
    """Documents and places of the verdicts of a record that were not taken back."""
    done = history_of(connection, ADJUDICATED, record).done
    query = select(entries.c.details).where(entries.c.number.in_(done), entries.c.kind == CURATION)
    rows = (json.loads(details) for details in connection.execute(query).scalars())
    return {(row["document"], row["item"]) for row in rows}


def _judge(connection: Connection, number: int, item: Item, verdict: Verdict, asked: Submission) -> None:
    where = (judgements.c.document == number) & (judgements.c.place == item.id)
    connection.execute(delete(judgements).where(where))
    row = {"choice": verdict.choice, "cause": verdict.cause, "reason": verdict.why}
    connection.execute(
        insert(judgements).values(document=number, place=item.id, by=asked.author.name, at=asked.author.at, **row)
    )


def _wanted(item: Item, verdict: Verdict) -> list[tuple[int, int, str]]:
    """The spans that a verdict leaves; the same one from both sides once."""
    if verdict.choice == "own":
        return list(verdict.spans)
    sides = {"left": item.left, "right": item.right, "both": (*item.left, *item.right), "neither": ()}
    return sorted({(mark.start, mark.end, mark.label) for mark in sides[verdict.choice]})


def _put(draft: Draft, number: int, item: Item, wanted: Iterable[tuple[int, int, str]], source: str) -> None:
    for mark in draft.under(number, item.start, item.end):
        draft.remove(mark.id)
    for start, end, label in wanted:
        draft.decide(draft.new(number, start, end, label, State.HUMAN, source))


def _touches(mark: Mark, item: Item) -> bool:
    return mark.start < item.end and item.start < mark.end and mark.is_human
