"""Rows of Arrow batches that do not become Python objects unless a field is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from maskerad.core.errors import EncodingError, FormatError, MissingError
from maskerad.corpora.entities import parse_entities
from maskerad.corpora.fields import told_columns
from maskerad.corpora.options import FormatOptions

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class ArrowLayout:
    """Columns of a table.

    Attributes:
        schema: Names, types and metadata.
        text: Place of the text column.
        entities: Place of the column of spans, -1 if there is none.
        places: Place of each name, the first one where a name stands twice.
        compression: Codec of the file.
    """

    schema: pa.Schema
    text: int
    entities: int
    places: Mapping[str, int] = field(repr=False)
    compression: str = "snappy"

    def is_like(self, other: ArrowLayout) -> bool:
        """Whether rows of the two fit into one table."""
        return self is other or self.schema.equals(other.schema)


class ArrowFields(Mapping[str, object]):
    """One row of a batch. As a mapping it shows the values of the columns beside text and entities."""

    __slots__ = ("batch", "layout", "new_values", "row")

    def __init__(
        self, layout: ArrowLayout, batch: pa.RecordBatch, row: int, values: Mapping[str, object] | None = None
    ) -> None:
        self.layout = layout
        self.new_values = values or {}
        self.batch = batch
        self.row = row

    def __getitem__(self, name: str) -> object:
        place = self.layout.places[name]
        if place in (self.layout.text, self.layout.entities):
            raise KeyError(name)
        if name in self.new_values:
            return self.new_values[name]
        return _as_python(self.batch.column(place)[self.row])

    def __iter__(self) -> Iterator[str]:
        hidden = (self.layout.text, self.layout.entities)
        return (name for name, place in self.layout.places.items() if place not in hidden)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles its own row, not the batch."""
        return _unpickled, (self.layout, _one_row(self.batch, self.row), self.new_values)

    def changed(self, values: Mapping[str, object]) -> ArrowFields:
        """The same with some other values."""
        return ArrowFields(self.layout, self.batch, self.row, {**self.new_values, **values})

    @property
    def is_null(self) -> bool:
        """Whether there is no text, not even an empty one."""
        return not bool(self.batch.column(self.layout.text)[self.row].is_valid)

    @property
    def n_bytes(self) -> int:
        """Its share of the batch."""
        return int(self.batch.nbytes // max(1, self.batch.num_rows))

    def follows(self, other: ArrowFields) -> bool:
        """Whether it is the next row of the same batch."""
        return self.batch is other.batch and self.row == other.row + 1

    def text(self) -> str:
        """The text, "" where there is none.

        Raises:
            EncodingError: If it is not UTF-8.
        """
        return str(decoded(self.batch.column(self.layout.text)[self.row]) or "")

    def entities(self) -> object:
        """Value of the column of spans, None without one."""
        place = self.layout.entities
        value = None if place < 0 else decoded(self.batch.column(place)[self.row])
        return parse_entities(value) if isinstance(value, str) else value


def make_layout(schema: pa.Schema, options: FormatOptions, compression: str = "snappy") -> ArrowLayout:
    """Finds the columns of a document.

    Raises:
        MissingError: If a column that was asked for is not there; counts the columns.
        FormatError: If the text column is there twice or holds no strings.
    """
    names = list(schema.names)
    for name in options.needed:
        if name not in names:
            raise MissingError(f"{options.missing(name)}; the table has {told_columns(names)}")
        if names.count(name) > 1:
            raise FormatError(f"two columns are named {name!r}")
    places = {name: place for place, name in reversed(list(enumerate(names)))}
    text = places[options.text_name]
    if not _is_text(schema.field(text).type):
        raise FormatError(f"column {options.text_name!r} holds {schema.field(text).type}, not strings")
    return ArrowLayout(schema, text, places.get(options.entities_column, -1), places, compression)


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a table is kept: all columns but the dropped ones, some of them as texts."""

    layout: ArrowLayout
    kept: tuple[int, ...]

    def batch(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The kept columns of a batch."""
        return batch if batch.schema.equals(self.layout.schema) else batch.select(self.kept).cast(self.layout.schema)


def shown(layout: ArrowLayout, options: FormatOptions) -> Shown:
    """What is kept of a table."""
    import pyarrow as pa

    kept = tuple(place for place, name in enumerate(layout.schema.names) if name not in options.dropped)
    schema = pa.schema([_shown_type(layout.schema.field(place), options) for place in kept], layout.schema.metadata)
    places = {name: place for place, name in reversed(list(enumerate(schema.names)))}
    entities = kept.index(layout.entities) if layout.entities in kept else -1
    narrowed = replace(layout, schema=schema, text=kept.index(layout.text), entities=entities, places=places)
    return Shown(narrowed, kept)


def _shown_type(column: pa.Field, options: FormatOptions) -> pa.Field:
    import pyarrow as pa

    is_number = pa.types.is_primitive(column.type) or pa.types.is_decimal(column.type)
    return column.with_type(pa.string()) if is_number and column.name in options.as_text else column


def _one_row(batch: pa.RecordBatch, row: int) -> bytes:
    """One row as an Arrow stream, which holds no more than that row."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch.slice(row, 1))
    return bytes(sink.getvalue())


def _unpickled(layout: ArrowLayout, stream: bytes, values: Mapping[str, object]) -> ArrowFields:
    import pyarrow as pa

    return ArrowFields(layout, pa.ipc.open_stream(stream).read_next_batch(), 0, values)


def _as_python(scalar: pa.Scalar) -> object:
    """A Python value; as text where Python has none so fine or so far off (nanoseconds, the year 20000)."""
    import pyarrow as pa

    try:
        return decoded(scalar)
    except (ValueError, OverflowError):
        return scalar.cast(pa.string()).as_py()


def decoded(scalar: pa.Scalar) -> object:
    """A Python value.

    Raises:
        EncodingError: If it is or holds a text that is not UTF-8; Parquet does not keep writers from that.
    """
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        pass
    raise EncodingError("a value is not UTF-8")


def _is_text(kind: pa.DataType) -> bool:
    import pyarrow as pa

    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))
