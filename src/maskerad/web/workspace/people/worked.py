"""What annotators did, told from the log: decisions, seconds, keys, and what became of what was suggested."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field, fields
from datetime import datetime
from statistics import mean, median
from typing import Any

from sqlalchemy import Connection, select

from maskerad.web.workspace.marks import Change
from maskerad.web.workspace.people.accounts import all_users
from maskerad.web.workspace.stages.holding_back import READING
from maskerad.web.workspace.store.history import DECISIONS, REDO, UNDO
from maskerad.web.workspace.store.layers import ADJUDICATED
from maskerad.web.workspace.store.log import logged_of
from maskerad.web.workspace.store.tables import changes, entries

PAUSE_S = 120.0  # a longer wait between two decisions is a pause, no thought


@dataclass
class Work:
    """What one annotator did.

    Attributes:
        n_decisions: Operations that stand, those that were undone left out.
        seconds: Between one decision and the next of the same record, pauses left out.
        acts: Keys and clicks of each decision of which they were counted.
        kept, relabelled, resized, rejected: What became of suggestions.
        added: Marks that nobody had suggested.
    """

    n_decisions: int = 0
    seconds: list[float] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    kept: int = 0
    relabelled: int = 0
    resized: int = 0
    rejected: int = 0
    added: int = 0

    def take(self, change: Change) -> None:
        """Counts what a decision did to marks."""
        before = {mark.id: mark for mark in change.before}
        for mark in change.after:
            former = before.get(mark.id)
            if mark.is_undecided:
                continue
            if former is None:
                self.added += mark.is_human
            elif not former.is_undecided:
                continue
            elif not mark.is_human:
                self.rejected += 1
            elif (mark.start, mark.end) != (former.start, former.end):
                self.resized += 1
            elif mark.label != former.label:
                self.relabelled += 1
            else:
                self.kept += 1

    @property
    def n_changed(self) -> int:
        """Suggestions that did not stay as they were."""
        return self.relabelled + self.resized + self.rejected

    @property
    def share_changed(self) -> float | None:
        """Of all suggestions that were decided."""
        total = self.n_changed + self.kept
        return self.n_changed / total if total else None

    @property
    def seconds_per_decision(self) -> float | None:
        """The median; None where nothing was measured."""
        return round(median(self.seconds), 2) if self.seconds else None

    @property
    def keys_per_decision(self) -> float | None:
        """The mean, clicks among them; None where nobody counted."""
        return round(mean(self.acts), 2) if self.acts else None

    @property
    def n_marks(self) -> int:
        """That stand in the end."""
        return self.kept + self.relabelled + self.resized + self.added

    def __add__(self, other: Work) -> Work:
        return Work(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


Key = tuple[str, bool]
"""A layer, and whether its record began with suggestions."""


def works_of(connection: Connection) -> dict[Key, Work]:
    """By layer and suggestions, from the log."""
    query = select(entries).where(entries.c.layer != ADJUDICATED).order_by(entries.c.number)
    rows = connection.execute(query).mappings().all()
    undone: set[int] = set()
    for row in rows:
        if row["kind"] == UNDO:
            undone.add(row["undoes"])
        elif row["kind"] == REDO:
            undone.discard(row["undoes"])
    made: defaultdict[int, list[Change]] = defaultdict(list)
    for entry in connection.execute(select(changes).where(changes.c.layer != ADJUDICATED)).mappings():
        made[entry["entry"]].append(logged_of(entry).change)
    begins = {user.name: user.has_suggestions for user in all_users(connection)}
    with_suggestions: dict[tuple[str, int], bool] = {}
    works: defaultdict[Key, Work] = defaultdict(Work)
    last: dict[str, tuple[int, datetime]] = {}
    for row in rows:
        layer, record = row["layer"], row["record"]
        if row["kind"] == "open":
            share = json.loads(row["details"]).get("share_shown")
            with_suggestions[layer, record] = begins.get(layer, True) if share is None else share > 0
        if row["kind"] not in DECISIONS:
            continue
        work, when = works[layer, with_suggestions.get((layer, record), True)], datetime.fromisoformat(row["at"])
        before = last.get(layer)
        if before and before[0] == record and 0 <= (when - before[1]).total_seconds() <= PAUSE_S:
            work.seconds.append((when - before[1]).total_seconds())
        last[layer] = (record, when)
        if acts := json.loads(row["details"]).get("acts", 0):
            work.acts.append(acts)
        if row["number"] not in undone:
            work.n_decisions += 1
            for change in made[row["number"]]:
                work.take(change)
    return dict(works)


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of what was held back somebody marked all the same."""

    n_held: int = 0
    n_found: int = 0

    @property
    def share_found(self) -> float | None:
        """None where nothing was held back."""
        return self.n_found / self.n_held if self.n_held else None


def readings_of(connection: Connection) -> dict[str, Reading]:
    """By layer, of the documents that were finished."""
    by_layer: defaultdict[str, Reading] = defaultdict(Reading)
    query = select(entries.c.layer, entries.c.details).where(entries.c.kind == READING)
    for layer, details in connection.execute(query):
        held: dict[str, Any] = json.loads(details)
        before = by_layer[layer]
        by_layer[layer] = Reading(before.n_held + held["n_held"], before.n_found + held["n_found"])
    return dict(by_layer)
