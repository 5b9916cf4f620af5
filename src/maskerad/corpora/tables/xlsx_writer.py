"""Writes XLSX (ECMA-376), row by row into the archive: no part of a text rests in a temporary file.

Texts are inline strings, never formulas, whatever they begin with.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import IO, BinaryIO
from xml.sax.saxutils import escape, quoteattr

from maskerad.core.document import Document
from maskerad.core.errors import EncodingError, FormatError
from maskerad.core.span import Span
from maskerad.corpora.entities import entity_fields
from maskerad.corpora.fields import fresh_fields
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.corpora.files.encoding import NOT_XML
from maskerad.corpora.files.streams import bare
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables.xlsx import GENERAL, SUFFIXES, SheetCell, SheetFields, SheetLayout, read_layouts

MAX_CELL_CHARS, MAX_ROWS = 32_767, 1_048_576  # limits of Excel
TITLE = "documents"
_DAY, _TIME, _MOMENT = "yyyy\\-mm\\-dd", "hh:mm:ss", "yyyy\\-mm\\-dd\\ hh:mm:ss"
_EPOCH = datetime(1899, 12, 30)
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class XlsxWriter:
    """Writes documents as rows. A row of a workbook goes to the sheet that it came from, anything else to one sheet."""

    def __init__(
        self, file: BinaryIO, options: FormatOptions, losses: LossReport, layouts: Sequence[SheetLayout]
    ) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._options = options
        self._waiting = list(layouts)
        self._titles: list[str] = []
        self._formats = [GENERAL]
        self._layout: SheetLayout | None = None
        self._sheet: IO[bytes] | None = None
        self._n_rows = 0
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one row.

        Raises:
            EncodingError: If a text holds a character that XML forbids.
            FormatError: If a cell or a sheet would be longer than Excel reads, or a row comes back to an earlier sheet.
        """
        layout = self._layout_of(document)
        cells = self._cells(document, layout)
        if self._options.has_spans:
            cells.append(SheetCell(json.dumps([entity_fields(span) for span in spans], ensure_ascii=False)))
        row = self._row(cells, document.id)
        if self._layout is None or self._layout.title != layout.title:
            self._turn_to(layout, document.id)
        if self._n_rows >= MAX_ROWS:
            raise FormatError(f"document {document.id!r}: a sheet holds at most {MAX_ROWS} rows")
        self._put(row)

    def end(self) -> None:
        """Ends the workbook; sheets of the source without any row have their header."""
        for layout in [*self._waiting, *([] if self._titles or self._waiting else [self._fresh_layout(())])]:
            self._begin(layout)
        self._close_sheet()
        for name, content in _parts(self._titles, self._formats):
            self._archive.writestr(name, _XML + content)
        self._archive.close()

    def abandon(self) -> None:
        """Lets go of a workbook that is not wanted, before its file is closed; one that has ended stays as it is.

        What cannot be written now would be told a second time.
        """
        with suppress(OSError):
            if self._sheet is not None:
                self._sheet.close()
        with suppress(OSError):
            self._archive.close()

    def _layout_of(self, document: Document) -> SheetLayout:
        kept = document.metadata
        if isinstance(kept, SheetFields):
            return kept.layout
        if self._layout is not None:
            return self._layout
        hidden = (self._options.text_name, self._options.entities_column)
        return self._fresh_layout([name for name in fresh_fields(document, self._options) if name not in hidden])

    def _fresh_layout(self, names: Sequence[str]) -> SheetLayout:
        whole = (*(names or (self._options.id_name,)), self._options.text_name)
        places = {name: place for place, name in enumerate(whole)}
        return SheetLayout(TITLE, whole, len(whole) - 1, -1, tuple(range(len(whole))), places)

    def _cells(self, document: Document, layout: SheetLayout) -> list[SheetCell]:
        """The cells of a row but for the spans."""
        kept = document.metadata
        if isinstance(kept, SheetFields):
            cells = list(kept.cells)
        else:
            fields = fresh_fields(document, self._options)
            for name in fields.keys() - layout.places.keys():
                self.losses.note(Loss.FIELDS, 1, name)
            cells = [SheetCell(fields.get(name)) for name in layout.names]
        is_empty = cells[layout.text].value is None and not document.text and isinstance(kept, SheetFields)
        cells[layout.text] = SheetCell(None if is_empty else document.text)
        return [cell for place, cell in enumerate(cells) if place != layout.entities]

    def _turn_to(self, layout: SheetLayout, document_id: str) -> None:
        """Begins the sheet of a row, and before it the sheets of the source that have none."""
        if layout.title in self._titles:
            raise FormatError(f"document {document_id!r}: the rows of its sheet have ended")
        while self._waiting and self._waiting[0].title != layout.title:
            self._begin(self._waiting.pop(0))
        self._waiting = self._waiting[1:]
        self._begin(layout)

    def _begin(self, layout: SheetLayout) -> None:
        self._close_sheet()
        self._titles.append(layout.title)
        self._layout, self._n_rows = layout, 0
        self._sheet = self._archive.open(f"xl/worksheets/sheet{len(self._titles)}.xml", "w", force_zip64=True)
        self._sheet.write(f'{_XML}<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
        names = [name for place, name in enumerate(layout.names) if place != layout.entities]
        names += [self._options.entities_column] if self._options.has_spans else []
        self._put(self._row([SheetCell(name or None) for name in names], "header"))

    def _close_sheet(self) -> None:
        if self._sheet is not None:
            self._sheet.write(b"</sheetData></worksheet>")
            self._sheet.close()
            self._sheet = None

    def _put(self, row: bytes) -> None:
        assert self._sheet is not None
        self._sheet.write(row)
        self._n_rows += 1

    def _row(self, cells: Sequence[SheetCell], document_id: str) -> bytes:
        return f"<row>{''.join(self._cell(cell, document_id) for cell in cells)}</row>".encode()

    def _cell(self, cell: SheetCell, document_id: str) -> str:
        value = cell.value
        if value is None:
            return "<c/>"
        if isinstance(value, bool):
            return f'<c t="b"><v>{int(value)}</v></c>'
        if isinstance(value, int | float | Decimal):
            return f"<c{self._style(cell.format)}><v>{value}</v></c>"
        if isinstance(value, date | time | timedelta):
            usual = _MOMENT if isinstance(value, datetime) else _DAY if isinstance(value, date) else _TIME
            style = self._style(usual if cell.format == GENERAL else cell.format)
            return f"<c{style}><v>{_serial(value)}</v></c>"
        if not isinstance(value, str):
            self.losses.note(Loss.TYPES, 1, type(value).__name__)
            value = json.dumps(value, ensure_ascii=False, default=str)
        return f'<c t="inlineStr"><is><t xml:space="preserve">{_checked(value, document_id)}</t></is></c>'

    def _style(self, number_format: str) -> str:
        if number_format not in self._formats:
            self._formats.append(number_format)
        return f' s="{self._formats.index(number_format)}"'


@contextmanager
def write_xlsx(destination: Destination, options: FormatOptions) -> Iterator[XlsxWriter]:
    """A workbook."""
    with atomic_file(destination) as file:
        writer = XlsxWriter(file, options, destination.losses, _layouts_of(destination.source, options))
        try:
            yield writer
            writer.end()
        finally:
            writer.abandon()


def _layouts_of(source: Path | None, options: FormatOptions) -> list[SheetLayout]:
    is_workbook = source is not None and bare(source).suffix.lower() in SUFFIXES
    return read_layouts(source, options) if source is not None and is_workbook else []


def _checked(text: str, document_id: str) -> str:
    """A text as XML; line ends stay as they are.

    Raises:
        EncodingError, FormatError: See ``XlsxWriter.write``.
    """
    forbidden = NOT_XML.search(text)
    if forbidden is not None:
        place = forbidden.start()
        raise EncodingError(
            f"document {document_id!r}: the character at offset {place} of a cell is not allowed in XML"
        )
    if len(text) > MAX_CELL_CHARS:
        raise FormatError(f"document {document_id!r}: a cell holds at most {MAX_CELL_CHARS} characters")
    return escape(text, {"\r": "&#13;"})


def _serial(value: date | time | timedelta) -> float:
    """Days since the end of 1899, as a spreadsheet counts them."""
    if isinstance(value, time):
        value = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    if isinstance(value, date):
        moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
        value = moment.replace(tzinfo=None) - _EPOCH
    return value / timedelta(days=1)


def _parts(titles: Sequence[str], formats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The parts of a workbook beside its sheets."""
    sheets = [(number, f"sheet{number}.xml") for number, _ in enumerate(titles, start=1)]
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = "".join(
        f'<Override PartName="/xl/worksheets/{name}" ContentType="{kind}.worksheet+xml"/>' for _, name in sheets
    )
    yield (
        "[Content_Types].xml",
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>{types}</Types>',
    )
    yield "_rels/.rels", _relations([("rId1", "officeDocument", "xl/workbook.xml")])
    named = "".join(
        f'<sheet name={quoteattr(title)} sheetId="{number}" r:id="rId{number}"/>'
        for (number, _), title in zip(sheets, titles, strict=True)
    )
    yield "xl/workbook.xml", f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{named}</sheets></workbook>'
    links = [(f"rId{number}", "worksheet", f"worksheets/{name}") for number, name in sheets]
    yield "xl/_rels/workbook.xml.rels", _relations([*links, (f"rId{len(sheets) + 1}", "styles", "styles.xml")])
    yield "xl/styles.xml", _styles(formats)


def _relations(links: Sequence[tuple[str, str, str]]) -> str:
    elements = "".join(f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{to}"/>' for name, kind, to in links)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{elements}</Relationships>'


def _styles(formats: Sequence[str]) -> str:
    """Number formats, numbered from 164 on; those below are built in."""
    ids = [0, *range(164, 163 + len(formats))]
    own = "".join(
        f'<numFmt numFmtId="{number}" formatCode={quoteattr(code)}/>' for number, code in zip(ids, formats, strict=True)
    )
    styles = "".join(f'<xf numFmtId="{number}" fontId="0" fillId="0" borderId="0" xfId="0"/>' for number in ids)
    return (
        f'<styleSheet xmlns="{_MAIN}"><numFmts count="{len(formats)}">{own}</numFmts>'
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        f'<cellXfs count="{len(ids)}">{styles}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
