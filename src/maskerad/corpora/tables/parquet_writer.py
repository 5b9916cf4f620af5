"""Writes Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from maskerad.core.document import Document
from maskerad.core.span import Span
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.corpora.files.streams import bare
from maskerad.corpora.losses import LossReport
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables.arrow_rows import ArrowFields
from maskerad.corpora.tables.arrow_tables import NewRows, Rows, SourceRows, with_entities, without_entities
from maskerad.corpora.tables.parquet import SUFFIXES, read_layout

GROUP_BYTES = 16 << 20


class ParquetTableWriter:
    """Writes documents as rows.

    Where the first document is a row of a Parquet file, all must be, and columns and types are those of that file.
    Else the table is a new one of strings.
    """

    def __init__(self, file: BinaryIO, options: FormatOptions, losses: LossReport) -> None:
        self._file = file
        self._options = options
        self._writer: Any = None
        self._rows: Rows | None = None
        self._spans: list[tuple[Span, ...]] = []
        self._n_bytes = 0
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Takes one row; about ``GROUP_BYTES`` of rows become one row group.

        Raises:
            EncodingError: If the text or a new field holds a lone surrogate.
            FormatError: If the document is not a row of the table that the first one is a row of.
        """
        self._rows = self._rows or self._rows_for(document)
        self._n_bytes += self._rows.add(document)
        self._spans.append(tuple(spans))
        if self._n_bytes >= GROUP_BYTES:
            self._flush(self._rows)

    def close(self, source: Path | None) -> None:
        """Writes what waits. A table without any row has the columns of its source, if that is Parquet too."""
        if self._rows is not None:
            self._flush(self._rows)
        elif source is not None and bare(source).suffix.lower() in SUFFIXES:
            self._flush(SourceRows(read_layout(source, self._options)))
        else:
            self._flush(NewRows(self._options, self.losses))

    def end(self) -> None:
        """Ends the file, whole or not."""
        if self._writer is not None:
            self._writer.close()

    def _rows_for(self, document: Document) -> Rows:
        kept = document.metadata
        return SourceRows(kept.layout) if isinstance(kept, ArrowFields) else NewRows(self._options, self.losses)

    def _flush(self, rows: Rows) -> None:
        import pyarrow.parquet as pq

        layout, table = rows.take()
        if self._options.has_spans:
            table = with_entities(layout, table, self._spans, self._options.entities_column)
        else:
            table = without_entities(layout, table)
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._file, table.schema, compression=layout.compression)
        if table.num_rows:
            self._writer.write_table(table, row_group_size=table.num_rows)
        self._spans, self._n_bytes = [], 0


@contextmanager
def write_parquet(destination: Destination, options: FormatOptions) -> Iterator[ParquetTableWriter]:
    """A Parquet file."""
    with atomic_file(destination) as file:
        writer = ParquetTableWriter(file, options, destination.losses)
        try:
            yield writer
            writer.close(destination.source)
        finally:
            writer.end()
