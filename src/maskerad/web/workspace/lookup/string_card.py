"""The card of a string: how often it stands, in which forms, labelled how and by whom, with contexts.

So AnonyMate's annotators saw how a word was tagged before (Kocman et al. 2022, section 2.4). Annotators see their own
decisions and what came with the corpus, not each other's: two layers that are to be compared stay independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, select

from maskerad.web.workspace.decisions.strings import folded, forms, places
from maskerad.web.workspace.lookup.places import place
from maskerad.web.workspace.marks import State
from maskerad.web.workspace.store.layers import SUGGESTIONS
from maskerad.web.workspace.store.tables import documents, marks
from maskerad.web.workspace.store.texts import StoredRecord

CONTEXTS_MAX, MARKS_MAX = 20, 5_000


def record_card(connection: Connection, string: str, record: StoredRecord, layers: Iterable[str]) -> dict[str, Any]:
    """The card of a string in one record: every place of it, marked or not."""
    occurrences = [
        (text.id, start, end, text.text) for text in record.texts.values() for start, end in places(string, text)
    ]
    rows = _rows(connection, string, layers, [document.language for document in record.documents], list(record.texts))
    labels = {(row["document"], row["start"], row["end"]): row["label"] for row in rows if row["state"] == State.HUMAN}
    contexts = [
        place(number, text, start, end) | {"label": labels.get((number, start, end), "")}
        for number, start, end, text in occurrences[:CONTEXTS_MAX]
    ]
    seen = Counter(text[start:end] for _, start, end, text in occurrences)
    return _card(string, len(occurrences), seen, rows, contexts)


def corpus_card(connection: Connection, string: str, languages: Sequence[str], layers: Iterable[str]) -> dict[str, Any]:
    """The card of a string over the corpus: every place where somebody decided it."""
    rows = _rows(connection, string, layers, languages, None)
    numbers = list(dict.fromkeys(row["document"] for row in rows))[:CONTEXTS_MAX]
    texts = {
        int(number): str(text)
        for number, text in connection.execute(
            select(documents.c.id, documents.c.text).where(documents.c.id.in_(numbers))
        )
    }
    shown = [row for row in rows if row["document"] in texts][:CONTEXTS_MAX]
    contexts = [
        place(row["document"], texts[row["document"]], row["start"], row["end"]) | {"label": row["label"]}
        for row in shown
    ]
    return _card(string, len(rows), Counter(row["quote"] for row in rows), rows, contexts)


def _rows(
    connection: Connection,
    string: str,
    layers: Iterable[str],
    languages: Iterable[str],
    numbers: Sequence[int] | None,
) -> list[RowMapping]:
    wanted = {form for language in {*languages, ""} for form in forms(string, language)}
    where = [marks.c.folded.in_(wanted), marks.c.layer.in_(list(layers)), marks.c.layer != SUGGESTIONS]
    where.append(marks.c.state.in_([State.HUMAN.value, State.REJECTED.value]))
    if numbers is not None:
        where.append(marks.c.document.in_(numbers))
    query = select(marks).where(*where).order_by(marks.c.document, marks.c.start).limit(MARKS_MAX)
    return list(connection.execute(query).mappings())


def _card(
    string: str, n: int, seen: Counter[str], rows: Sequence[RowMapping], contexts: list[dict[str, Any]]
) -> dict[str, Any]:
    by_label = Counter((row["label"], row["by"] or row["layer"]) for row in rows if row["state"] == State.HUMAN)
    return {
        "text": string,
        "folded": folded(string),
        "n": n,
        "forms": [{"text": text, "n": n_seen} for text, n_seen in seen.most_common()],
        "labels": [{"label": label, "by": by, "n": n_given} for (label, by), n_given in by_label.most_common()],
        "rejected": sum(row["state"] == State.REJECTED for row in rows),
        "contexts": contexts,
    }
