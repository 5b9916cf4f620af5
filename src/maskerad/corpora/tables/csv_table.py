"""CSV and TSV: one document a row, every other column kept byte for byte, one row in memory at a time.

Spans stand in a column of their own (``entities``) as the JSON of a JSONL line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from maskerad.core.counted import counted
from maskerad.core.document import Document
from maskerad.core.errors import EncodingError, FormatError, InputError, SpanError
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.entities import entity_fields, parse_entities, read_entities
from maskerad.corpora.fields import fresh_fields, known_fields
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.corpora.files.encoding import Encoding, bad_bytes, encode_text, encoding_for
from maskerad.corpora.files.streams import bare
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables.csv_formulas import MARK, defused, is_formula
from maskerad.corpora.tables.csv_layout import (
    CsvFields,
    Layout,
    is_tab_separated,
    make_layout,
    open_table,
    relaid,
    without_columns,
)
from maskerad.corpora.tables.csv_rows import RawRow, quoted, unquoted

SUFFIXES = (".csv", ".tsv", ".tab")


def read_csv(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a table, one row in memory at a time.

    Raises:
        MissingError, FormatError, EncodingError: If the header cannot be taken.
    """
    layout, rows = open_table(path, options)
    reader = _RowReader(path, layout, options, losses)
    number = 0
    for row in rows:
        number += row.n_rows
        yield reader.read(row, number)


class _RowReader:
    """Rows of one table to documents."""

    def __init__(self, path: Path, layout: Layout, options: FormatOptions, losses: LossReport) -> None:
        self._name = path.name
        self._layout, self._shown = layout, without_columns(layout, options.dropped)
        self._options, self._losses = options, losses

    def read(self, row: RawRow, number: int) -> Item:
        where = f"{self._name}, " + (f"lines {row.line} to {row.last}" if row.last else f"line {row.line}")
        if row.bad_byte >= 0:
            return Broken(where, EncodingError.code, bad_bytes(row.bad_byte, self._options.encoding))
        if row.fault:
            return Broken(where, FormatError.code, row.fault, n_documents=row.n_rows)
        if len(row.fields) != len(self._layout.names):
            reason = f"{counted(len(row.fields), 'field')} where the header has {len(self._layout.names)}"
            return Broken(where, FormatError.code, reason)
        return self._document(where, row, number)

    def _document(self, where: str, row: RawRow, number: int) -> Item:
        layout, document_id = self._layout, ""
        fields = CsvFields(layout, row.fields, row.end)
        try:
            known = known_fields(fields, self._options, number)
            document_id = known.id
            text = unquoted(row.fields[layout.text])
            cell = unquoted(row.fields[layout.entities]) if layout.entities >= 0 else ""
            spans = read_entities(parse_entities(cell), text, self._losses)
        except (InputError, SpanError) as error:
            return Broken.of(where, error, document_id)
        kept = fields.within(self._shown, self._options.dropped)
        document = Document(known.id, text, known.language, known.record, known.date, kept)
        return AnnotatedDocument(document, spans, is_annotated=bool(cell))


class CsvWriter:
    """Writes documents as rows. The columns are those of the first document, and the dialect too if it was a row."""

    def __init__(self, file: BinaryIO, options: FormatOptions, encoding: Encoding, losses: LossReport) -> None:
        self._file = file
        self._options = options
        self._codec = encoding.codec
        self._json = json.JSONEncoder(ensure_ascii=encoding.codec != "utf-8")
        self._layout: Layout | None = None
        self.losses = losses
        file.write(encoding.signature)

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one row.

        Raises:
            EncodingError: If the encoding has no such character.
        """
        layout = self._layout or layout_for(document, self._options)
        raw, end = self._raw(document, layout)
        raw[layout.text] = quoted(document.text, layout.delimiter, like=raw[layout.text])
        if self._options.defuses:
            raw = [defused(field, layout.delimiter) for field in raw]
            spans = [span.moved(len(MARK)) for span in spans] if is_formula(document.text) else spans
        self._put_entities(raw, spans, layout)
        row = encode_text((layout.delimiter.join(raw) or '""') + end, self._codec, document)
        if self._layout is None:
            self.write_header(layout)
        self._file.write(row)

    def write_header(self, layout: Layout) -> None:
        """Begins the table."""
        raw = list(layout.header)
        if self._options.has_spans and layout.entities < 0:
            raw.append(quoted(self._options.entities_column, layout.delimiter))
        elif not self._options.has_spans and layout.entities >= 0:
            del raw[layout.entities]
        if self._options.defuses:
            raw = [defused(field, layout.delimiter) for field in raw]
        self._file.write((layout.delimiter.join(raw) + layout.end).encode(self._codec))
        self._layout = layout

    @property
    def has_header(self) -> bool:
        """Whether the table has been begun."""
        return self._layout is not None

    def _raw(self, document: Document, layout: Layout) -> tuple[list[str], str]:
        """Raw fields in the order of the layout, and the line end."""
        kept = document.metadata
        if not isinstance(kept, CsvFields) or kept.layout.names != layout.names:
            return self._fresh(document, layout), layout.end
        if kept.layout.delimiter == layout.delimiter:
            return kept.raw.copy(), kept.end or layout.end
        return [quoted(unquoted(raw), layout.delimiter) for raw in kept.raw], layout.end

    def _fresh(self, document: Document, layout: Layout) -> list[str]:
        fields = fresh_fields(document, self._options)
        for name in fields.keys() - layout.places.keys():
            self.losses.note(Loss.FIELDS, 1, name)
        return [self._cell(fields.get(name), layout.delimiter) for name in layout.names]

    def _cell(self, value: object, delimiter: str) -> str:
        if value is None:
            return ""
        if not isinstance(value, str):
            self.losses.note(Loss.TYPES, 1, type(value).__name__)
            value = json.dumps(value, ensure_ascii=False, default=str)
        return quoted(value, delimiter)

    def _put_entities(self, raw: list[str], spans: Sequence[Span], layout: Layout) -> None:
        """Fills, adds or removes the field of the spans; offsets into another text never stay."""
        if not self._options.has_spans:
            if layout.entities >= 0:
                del raw[layout.entities]
            return
        cell = quoted(self._json.encode([entity_fields(span) for span in spans]), layout.delimiter)
        if layout.entities >= 0:
            raw[layout.entities] = cell
        else:
            raw.append(cell)


def layout_for(document: Document, options: FormatOptions) -> Layout:
    """Layout of a new table whose first document is ``document``."""
    kept = document.metadata
    if isinstance(kept, CsvFields):
        return relaid(kept.layout, options.delimiter or kept.layout.delimiter)
    names = [
        name for name in fresh_fields(document, options) if name not in (options.text_name, options.entities_column)
    ]
    return make_layout((*names, options.text_name), options.delimiter or ",", options)


@contextmanager
def write_csv(destination: Destination, options: FormatOptions) -> Iterator[CsvWriter]:
    """A table. ``*.tsv`` is written with tabs, ``*.csv`` as its source was, else with commas."""
    encoding = encoding_for(options.encoding, destination.source)
    if not options.delimiter:
        options = replace(options, delimiter=_delimiter_for(destination))
    with atomic_file(destination) as file:
        writer = CsvWriter(file, options, encoding, destination.losses)
        yield writer
        if not writer.has_header:
            writer.write_header(_empty_layout(destination.source, options))


def _delimiter_for(destination: Destination) -> str:
    """What the name of the target asks for; "" leaves it to the source."""
    if is_tab_separated(destination.path):
        return "\t"
    return "," if destination.source is not None and is_tab_separated(destination.source) else ""


def _empty_layout(source: Path | None, options: FormatOptions) -> Layout:
    """Header of a table without rows: that of its source, if it is a table too."""
    if source is not None and bare(source).suffix.lower() in SUFFIXES:
        layout, _ = open_table(source, replace(options, delimiter=""))
        return without_columns(layout, options.dropped)
    return make_layout((options.id_name, options.text_name), options.delimiter or ",", options)
