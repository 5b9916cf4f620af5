"""A released text put into its document, whose ids follow the rules of the columns that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from maskerad.core import Document, Record, Released
from maskerad.corpora import changed_fields
from maskerad.corpora.fields import read_date
from maskerad.corpora.options import ID, RECORD
from maskerad.pipeline.columns.date_columns import WRITTEN
from maskerad.pipeline.columns.digests import digest_of
from maskerad.pipeline.configuration.column_rules import DROP, HASH, ColumnRules
from maskerad.surrogates import Keyed


@dataclass(frozen=True, slots=True)
class IdColumns:
    """Names of the columns that hold the ids of documents and of records."""

    document: str = ID
    record: str = RECORD


class Releasing:
    """What leaves in place of a document.

    Args:
        rules: Of the columns.
        keyed: For digests.
        ids: Columns of the ids.
    """

    def __init__(self, rules: ColumnRules, keyed: Keyed, ids: IdColumns) -> None:
        self._rules, self._keyed, self._ids = rules, keyed, ids

    def with_ids(self, document: Document, released: Released) -> Released:
        """The release under the id that its document will have, with the cells of the ids changed too."""
        columns = dict(released.columns)
        if self._rules.has_hashed_ids:
            for name, value in ((self._ids.document, document.id), (self._ids.record, document.record)):
                if name in document.metadata and name not in self._rules.chosen:
                    columns[name] = digest_of(value, self._keyed)
        new = replace(released, columns=columns)
        return replace(new, document=self._id(document.id, self._ids.document, new))

    def record(self, record: Record, released: Sequence[Released]) -> Record:
        """The record as it came in, under the ids that leave."""
        documents = (
            replace(document, id=safe.document, record=self._id(document.record, self._ids.record, safe))
            for document, safe in zip(record.documents, released, strict=True)
        )
        if not released or not record.documents[0].record:  # a text by itself is its own record
            return replace(record, id=released[0].document if released else record.id, documents=tuple(documents))
        return Record(self._id(record.id, self._ids.record, released[0]), tuple(documents))

    def document(self, document: Document, released: Released) -> Document:
        """The safe document.

        Args:
            document: As it came in.
            released: By ``with_ids``.
        """
        fields = changed_fields(document.metadata, released.columns) if released.columns else document.metadata
        written = None if self._rules.chosen.get(WRITTEN) in (DROP, HASH) else document.date
        return replace(
            document,
            id=released.document,
            record=self._id(document.record, self._ids.record, released),
            text=released.text,
            date=read_date(released.columns.get(WRITTEN, written)),
            metadata=fields,
        )

    def _id(self, old: str, column: str, released: Released) -> str:
        if not old:
            return ""
        if self._rules.has_hashed_ids or self._rules.chosen.get(column) in (DROP, HASH):
            return digest_of(old, self._keyed)
        new = released.columns.get(column)
        return old if new is None else str(new)
