"""Builds Arrow tables: rows of a source with another text, or rows of a new table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from maskerad.core.document import Document
from maskerad.core.errors import FormatError
from maskerad.core.span import Span
from maskerad.corpora.fields import fresh_fields
from maskerad.corpora.files.encoding import encode_text
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables.arrow_rows import ArrowFields, ArrowLayout, make_layout

if TYPE_CHECKING:
    import pyarrow as pa


KEPT = object()  # stands for a value that does not change


class Rows(Protocol):
    """Collects documents and makes tables of them, all of one schema."""

    def add(self, document: Document) -> int:
        """Takes a document; returns about how many bytes it holds."""

    def take(self) -> tuple[ArrowLayout, pa.Table]:
        """A table of what was taken; begins anew."""


class SourceRows:
    """Rows of a Parquet file: every column but the text stays as it was."""

    def __init__(self, layout: ArrowLayout) -> None:
        self._layout = layout
        self._rows: list[ArrowFields] = []
        self._texts: list[str | None] = []

    def add(self, document: Document) -> int:
        """Takes a document.

        Raises:
            EncodingError: If the text holds a lone surrogate.
            FormatError: If it is not a row of the same table.
        """
        n_bytes = len(encode_text(document.text, "utf-8", document))
        row = document.metadata
        if not isinstance(row, ArrowFields) or not row.layout.is_like(self._layout):
            raise FormatError(f"document {document.id!r}: not a row of the same table as the first document")
        self._rows.append(row)
        self._texts.append(None if row.is_null and not document.text else document.text)
        return n_bytes + row.n_bytes

    def take(self) -> tuple[ArrowLayout, pa.Table]:
        """The rows with their new text."""
        table = rows_of(self._rows) if self._rows else self._layout.schema.empty_table()
        table = with_column(table, self._layout.text, _plain(self._layout.schema.field(self._layout.text)), self._texts)
        for name in sorted({name for row in self._rows for name in row.new_values}):
            new = [row.new_values.get(name, KEPT) for row in self._rows]
            table = _with_values(table, self._layout.places[name], new)
        self._rows, self._texts = [], []
        return self._layout, without_unused_values(table)


class NewRows:
    """Rows of a new table of strings, with every field of its first documents."""

    def __init__(self, options: FormatOptions, losses: LossReport) -> None:
        self._options = options
        self._losses = losses
        self._layout: ArrowLayout | None = None
        self._rows: list[dict[str, str | None]] = []

    def add(self, document: Document) -> int:
        """Takes a document.

        Raises:
            EncodingError: If the text or a field holds a lone surrogate.
        """
        hidden = (self._options.text_name, self._options.entities_column)
        fields = {name: value for name, value in fresh_fields(document, self._options).items() if name not in hidden}
        row = {name: self._as_text(value) for name, value in fields.items()} | {hidden[0]: document.text}
        n_bytes = sum(len(encode_text(value, "utf-8", document)) for value in row.values() if value)
        self._rows.append(row)
        return n_bytes

    def take(self) -> tuple[ArrowLayout, pa.Table]:
        """The rows; fields that the first table did not have are left out and counted."""
        import pyarrow as pa

        layout = self._layout = self._layout or self._make_layout()
        for row in self._rows:
            for name in row.keys() - layout.places.keys():
                self._losses.note(Loss.FIELDS, 1, name)
        columns = [pa.array([row.get(name) for row in self._rows], pa.string()) for name in layout.schema.names]
        self._rows = []
        return layout, pa.table(columns, schema=layout.schema)

    def _make_layout(self) -> ArrowLayout:
        import pyarrow as pa

        first = {self._options.id_name: None}
        names = first | {name: None for row in self._rows for name in row if name != self._options.text_name}
        schema = pa.schema([(name, pa.string()) for name in [*names, self._options.text_name]])
        return make_layout(schema, FormatOptions(text_column=self._options.text_name))

    def _as_text(self, value: object) -> str | None:
        if value is None or isinstance(value, str):
            return value
        self._losses.note(Loss.TYPES, 1, type(value).__name__)
        return json.dumps(value, ensure_ascii=False, default=str)


def _with_values(table: pa.Table, place: int, new: Sequence[object]) -> pa.Table:
    """Puts new values into a column, whose type stays; where there is none (``KEPT``), the old one stays."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column, old = _plain(table.schema.field(place)), table.column(place)
    values = pa.array([None if value is KEPT else value for value in new], column.type)
    is_kept = pa.array([value is KEPT for value in new])
    return table.set_column(place, column, pc.if_else(is_kept, old.cast(column.type), values))


def _plain(column: pa.Field) -> pa.Field:
    """A column of texts; one that was coded is so no more, since new texts need other codes."""
    import pyarrow as pa

    return column.with_type(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def with_entities(layout: ArrowLayout, table: pa.Table, spans: list[tuple[Span, ...]], name: str) -> pa.Table:
    """Puts the spans of each row in their column, made if there is none."""
    import pyarrow as pa

    cells = [[entity_cell(span) for span in row] for row in spans]
    return with_column(table, layout.entities, pa.field(name, entity_type()), cells)


def without_entities(layout: ArrowLayout, table: pa.Table) -> pa.Table:
    """Takes the column of spans out: offsets into another text never stay."""
    return table.remove_column(layout.entities) if layout.entities >= 0 else table


def entity_type() -> pa.DataType:
    """Type of the column of spans."""
    import pyarrow as pa

    names = {"start": pa.int64(), "end": pa.int64(), "label": pa.string(), "score": pa.float64()}
    further = dict.fromkeys(("recogniser", "rule", "evidence", "entity"), pa.string())
    return pa.list_(pa.struct(list((names | further).items())))


def entity_cell(span: Span) -> dict[str, object]:
    """A span in the column of spans."""
    return {
        "start": span.start,
        "end": span.end,
        "label": span.label,
        "score": span.score,
        "recogniser": span.source.recogniser,
        "rule": span.source.rule,
        "evidence": span.source.evidence,
        "entity": span.entity,
    }


def rows_of(fields: Sequence[ArrowFields]) -> pa.Table:
    """A table of some rows, in their order; neighbours in one batch are one slice of it."""
    import pyarrow as pa

    slices: list[pa.RecordBatch] = []
    at = 0
    while at < len(fields):
        first, stop = fields[at], at + 1
        while stop < len(fields) and fields[stop].follows(fields[stop - 1]):
            stop += 1
        slices.append(first.batch.slice(first.row, stop - at))
        at = stop
    return pa.Table.from_batches(slices)


def with_column(table: pa.Table, place: int, column: pa.Field, values: Sequence[Any]) -> pa.Table:
    """Puts a column of Python values in place of another, or behind the last (``place`` -1)."""
    import pyarrow as pa

    array = pa.array(values, column.type)
    return table.append_column(column, array) if place < 0 else table.set_column(place, column, array)


def without_unused_values(table: pa.Table) -> pa.Table:
    """Dictionaries of coded columns hold only the values of the rows that are there, none of rows left out.

    Raises:
        FormatError: If a column has more values than its type has numbers for.
    """
    import pyarrow as pa

    for place, column in enumerate(table.schema):
        if pa.types.is_dictionary(column.type):
            table = table.set_column(place, column, _recoded(table.column(place), column))
    return table


def _recoded(values: pa.ChunkedArray, column: pa.Field) -> pa.ChunkedArray:
    import pyarrow as pa

    try:
        return values.cast(column.type.value_type).dictionary_encode().cast(column.type)
    except pa.ArrowInvalid:
        pass
    raise FormatError(f"a coded column has more values than {column.type.index_type} can count")
