"""Parquet: one document a row, every other column kept as it is, types and schema metadata included.

Rows are read in batches of a few megabytes and never become Python objects unless a field is asked for.
Spans stand in a column ``entities`` of type ``list<struct<start, end, label, score, recogniser, …>>``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.core.document import Document
from maskerad.core.errors import FormatError, InputError, MissingError, SpanError
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.entities import read_entities
from maskerad.corpora.fields import known_fields
from maskerad.corpora.files.streams import seekable
from maskerad.corpora.losses import LossReport
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables.arrow_rows import ArrowFields, ArrowLayout, make_layout, shown

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

BATCH_BYTES = 4 << 20
_MAX_BATCH_ROWS = 10_000
_BUFFER_BYTES = 1 << 20
SUFFIXES = (".parquet", ".pq")


def read_layout(path: Path, options: FormatOptions) -> ArrowLayout:
    """Columns of a Parquet file.

    Raises:
        FormatError, MissingError: See ``read_parquet``.
    """
    with _opened(path) as file:
        return shown(_layout_of(path, file, options), options).layout


def read_parquet(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a Parquet file, one batch of about ``BATCH_BYTES`` in memory at a time.

    Raises:
        FormatError: If it is not a Parquet file, or the text column holds no strings.
        MissingError: If a column that was asked for is not there; counts the columns.
    """
    number = 0
    with _opened(path) as file:
        layout = _layout_of(path, file, options)
        kept = shown(layout, options)
        n_rows = int(file.metadata.num_rows)
        for batch in _batches(file):
            kept_batch = kept.batch(batch)
            for row in range(batch.num_rows):
                number += 1
                fields, others = ArrowFields(layout, batch, row), ArrowFields(kept.layout, kept_batch, row)
                item = _read_row(f"{path.name}, row {number}", fields, number, options, losses)
                yield item.beside(others) if isinstance(item, AnnotatedDocument) else item
    if number < n_rows:
        where = f"{path.name}, rows {number + 1} to {n_rows}"
        yield Broken(where, FormatError.code, "the rest cannot be read", n_documents=n_rows - number)


def _read_row(where: str, fields: ArrowFields, number: int, options: FormatOptions, losses: LossReport) -> Item:
    document_id = ""
    try:
        known = known_fields(fields, options, number)
        document_id = known.id
        text = fields.text()
        entities = fields.entities()
        spans = read_entities(entities, text, losses)
    except (InputError, SpanError) as error:
        return Broken.of(where, error, document_id)
    document = Document(known.id, text, known.language, known.record, known.date, fields)
    return AnnotatedDocument(document, spans, is_annotated=entities is not None)


def _batches(file: pq.ParquetFile) -> Iterator[pa.RecordBatch]:
    """Batches in order, up to the first one that cannot be read."""
    import pyarrow as pa

    batches = file.iter_batches(batch_size=_batch_rows(file), use_threads=False)
    with suppress(pa.ArrowException, OSError):
        while (batch := next(batches, None)) is not None:
            yield batch


@contextmanager
def _opened(path: Path) -> Iterator[pq.ParquetFile]:
    """An open file that is read through a small buffer: row groups of any size pass in bounded memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(seekable(path), pre_buffer=False, buffer_size=_BUFFER_BYTES)
    except (pa.ArrowException, OSError):
        file = None
    if file is None:
        raise FormatError(f"{path.name}: not a Parquet file, or one that is cut off")
    with file:
        yield file


def _layout_of(path: Path, file: pq.ParquetFile, options: FormatOptions) -> ArrowLayout:
    try:
        return make_layout(file.schema_arrow, options, _compression(file))
    except (MissingError, FormatError) as error:
        kind, reason = type(error), str(error.args[0])
    raise kind(f"{path.name}: {reason}")


def _compression(file: pq.ParquetFile) -> str:
    has_pages = file.metadata.num_row_groups and file.metadata.num_columns
    return str(file.metadata.row_group(0).column(0).compression).lower() if has_pages else "snappy"


def _batch_rows(file: pq.ParquetFile) -> int:
    """Rows that make about ``BATCH_BYTES``, by the file's own count."""
    groups = (file.metadata.row_group(index) for index in range(file.metadata.num_row_groups))
    n_bytes = sum(group.total_byte_size for group in groups)
    row_bytes = max(1, n_bytes // max(1, file.metadata.num_rows))
    return int(max(1, min(_MAX_BATCH_ROWS, BATCH_BYTES // row_bytes)))
