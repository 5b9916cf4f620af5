"""Whether the log adds up to the marks that are there, and whether it is the log that was written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import Connection, select

from maskerad.web.workspace.marks import Mark
from maskerad.web.workspace.store.layers import mark_of
from maskerad.web.workspace.store.log import Logged, entry_of, logged_of, seal_of
from maskerad.web.workspace.store.tables import changes, documents, entries, marks, versions
from maskerad.web.workspace.store.texts import hash_of

Place = tuple[str, str]  # layer and id of a mark


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check found; a project is sound when ``problems`` is empty. Tells numbers and places, never text."""

    n_entries: int
    n_marks: int
    n_documents: int
    problems: tuple[str, ...]


def check(connection: Connection) -> Checked:
    """Plays the log again from its beginning, and compares hashes, versions, marks, quotes and texts."""
    problems: list[str] = []
    by_entry: defaultdict[int, list[Logged]] = defaultdict(list)
    for row in connection.execute(select(changes).order_by(changes.c.entry, changes.c.document)).mappings():
        by_entry[row["entry"]].append(logged_of(row))
    state: dict[Place, Mark] = {}
    counts: defaultdict[tuple[str, int], int] = defaultdict(int)
    previous, n_entries = "", 0
    for row in connection.execute(select(entries).order_by(entries.c.number)).mappings():
        n_entries += 1
        entry, made = entry_of(row), by_entry[row["number"]]
        if row["previous_hash"] != previous or seal_of(row["number"], entry, made, previous) != row["hash"]:
            problems.append(f"entry {row['number']}: its seal is broken")
        previous = row["hash"]
        for change in made:
            problems += _played(row["number"], entry.layer, change, state, counts)
    n_marks = _compare_marks(connection, state, problems)
    _compare_versions(connection, counts, problems)
    n_documents = _compare_texts(connection, problems)
    return Checked(n_entries, n_marks, n_documents, tuple(problems))


def _played(
    number: int, layer: str, entry: Logged, state: dict[Place, Mark], counts: defaultdict[tuple[str, int], int]
) -> list[str]:
    """Plays one change; says where it does not follow from those before it."""
    problems = [
        f"entry {number}: mark {mark.id} was not as it says"
        for mark in entry.change.before
        if state.pop((layer, mark.id), None) != mark
    ]
    state.update({(layer, mark.id): mark for mark in entry.change.after})
    counts[layer, entry.change.document] += 1
    if counts[layer, entry.change.document] != entry.version:
        problems.append(f"entry {number}: document {entry.change.document} skips a version")
    return problems


def _compare_marks(connection: Connection, state: dict[Place, Mark], problems: list[str]) -> int:
    texts = dict(tuple(row) for row in connection.execute(select(documents.c.id, documents.c.text)))
    n_marks = 0
    for row in connection.execute(select(marks)).mappings():
        n_marks += 1
        if state.pop((row["layer"], row["id"]), None) != mark_of(row):
            problems.append(f"layer {row['layer']!r}: mark {row['id']} is not what the log adds up to")
        elif texts[row["document"]][row["start"] : row["end"]] != row["quote"]:
            problems.append(f"layer {row['layer']!r}: the quote of mark {row['id']} is not in its text")
    problems += [f"layer {layer!r}: mark {name} is missing" for layer, name in state]
    return n_marks


def _compare_versions(connection: Connection, counts: defaultdict[tuple[str, int], int], problems: list[str]) -> None:
    for layer, document, version in connection.execute(
        select(versions.c.layer, versions.c.document, versions.c.version)
    ):
        if counts.pop((layer, document), 0) != version:
            problems.append(f"layer {layer!r}: document {document} has a version that the log does not give")
    problems += [f"layer {layer!r}: document {document} has lost its version" for layer, document in counts]


def _compare_texts(connection: Connection, problems: list[str]) -> int:
    n_documents = 0
    for number, text, known in connection.execute(select(documents.c.id, documents.c.text, documents.c.sha256)):
        n_documents += 1
        if hash_of(text) != known:
            problems.append(f"document {number}: its text is not the one that came in")
    return n_documents
