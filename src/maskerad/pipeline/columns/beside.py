"""Originals of a record that still stand beside its texts: in other columns, in the ids of documents and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskerad.core import Document, Record
from maskerad.languages.everyday import Judgement
from maskerad.pipeline.configuration.column_rules import DROP, ColumnRules
from maskerad.pipeline.verification.originals import Originals

DOCUMENT_ID, RECORD_ID = "id of the document", "id of the record"


def standing_beside(
    record: Record,
    row: int,
    new: Mapping[str, object],
    originals: Originals,
    is_ordinary: Judgement,
    rules: ColumnRules,
) -> tuple[str, ...]:
    """Names of the columns beside a text in which an original of the record stands, and of its ids.

    Args:
        record: As it came in.
        row: Number of the document.
        new: New values of columns that are not left as they are.
        originals: What was taken out of the texts.
        is_ordinary: See ``Originals.find``.
        rules: Of the columns; one that has a rule was decided on and is not looked at.
    """
    if not originals:
        return ()
    document = record.documents[row]
    kept = {name: value for name, value in document.metadata.items() if name not in rules.chosen and name not in new}
    by_name = {name: list(_texts(value)) for name, value in kept.items()} | _ids(record, document, rules)
    return tuple(name for name, texts in by_name.items() if any(originals.find(text, is_ordinary) for text in texts))


def _ids(record: Record, document: Document, rules: ColumnRules) -> dict[str, list[str]]:
    """The ids that no column holds; a column with the id is told by its own name."""
    if rules.has_hashed_ids:
        return {}
    columns = {str(value) for name, value in document.metadata.items() if rules.chosen.get(name) != DROP}
    ids = {DOCUMENT_ID: document.id} | ({RECORD_ID: document.record} if document.record else {})
    return {name: [id_] for name, id_ in ids.items() if id_ not in columns}


def _texts(value: object) -> Iterator[str]:
    """Every text and number in a value, however deep."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
