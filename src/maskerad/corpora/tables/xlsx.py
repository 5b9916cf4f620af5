"""XLSX workbooks: one document a row of every sheet whose first row names the text column.

Read row by row. What is kept of a row: the values of all cells with their number formats, so that dates stay dates. Of
a formula the value is kept that it had when the workbook was saved: a formula could work out a name anew. Styles,
widths, comments, pictures, charts and macros are left out. Sheets without the text column are not read, and are named.
"""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from maskerad.core.document import Document
from maskerad.core.errors import ExtraError, FormatError, InputError, MaskeradError, MissingError, SpanError
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item, Unread
from maskerad.corpora.entities import parse_entities, read_entities
from maskerad.corpora.fields import known_fields
from maskerad.corpora.files.streams import seekable
from maskerad.corpora.losses import LossReport
from maskerad.corpora.options import FormatOptions

SUFFIXES = (".xlsx",)
MAX_BYTES = 1 << 30
GENERAL = "General"
# What zipfile, zlib, the XML parser and openpyxl raise at files that are broken.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    SyntaxError,
    KeyError,
    ValueError,
    AttributeError,
    TypeError,
    IndexError,
)
_RETURN = "_x000D_"  # how Excel writes a carriage return (ECMA-376 part 1, 22.9.2.19)


class SheetCell(NamedTuple):
    """A value and its number format."""

    value: object
    format: str = GENERAL

    def __repr__(self) -> str:
        return f"SheetCell(format={self.format!r})"


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Header of a sheet.

    Attributes:
        title: Of the sheet.
        names: Of the columns; "" for one without.
        text: Place of the text column.
        entities: Place of the column of spans, -1 if there is none.
        kept: Places in the sheet of the columns that are kept, which are all but the dropped ones.
        places: Place of each name.
    """

    title: str
    names: tuple[str, ...]
    text: int
    entities: int
    kept: tuple[int, ...]
    places: Mapping[str, int] = field(repr=False)


class SheetFields(Mapping[str, object]):
    """The cells of one row. As a mapping it shows the values of the named columns beside text and entities."""

    __slots__ = ("cells", "layout")

    def __init__(self, layout: SheetLayout, cells: tuple[SheetCell, ...]) -> None:
        self.layout = layout
        self.cells = cells

    def __getitem__(self, name: str) -> object:
        place = self.layout.places[name]
        if place in (self.layout.text, self.layout.entities):
            raise KeyError(name)
        return self.cells[place].value

    def __iter__(self) -> Iterator[str]:
        hidden = (self.layout.text, self.layout.entities)
        return (name for name, place in self.layout.places.items() if place not in hidden)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def changed(self, values: Mapping[str, object]) -> SheetFields:
        """The same with some other values, in the number formats of the old ones."""
        cells = list(self.cells)
        for name, value in values.items():
            place = self.layout.places[name]
            cells[place] = SheetCell(value, GENERAL if isinstance(value, str) else cells[place].format)
        return SheetFields(self.layout, tuple(cells))


def read_xlsx(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a workbook, one row in memory at a time.

    Raises:
        ExtraError: Without openpyxl.
        FormatError: If it is not a workbook.
        MissingError: If no sheet has the text column, or one that has it lacks another that was asked for.
    """
    number = 0
    with _opened(path) as book:
        if not any(options.text_name in _header(sheet) for sheet in book.worksheets):
            raise MissingError(f"{path.name}: no sheet has a column {options.text_name!r} in its first row")
        for place, sheet in enumerate(book.worksheets, start=1):
            where = f"{path.name}, sheet {place}"
            if options.text_name not in _header(sheet):
                yield Unread(where, "sheet without the text column")
                continue
            whole = _layout(sheet, replace(options, dropped=()), where)
            kept = _layout(sheet, options, where)
            for row, cells in enumerate(_rows(sheet, len(whole.names)), start=2):
                if any(cell.value is not None for cell in cells):
                    number += 1
                    yield _read_row(f"{where}, row {row}", cells, number, (whole, kept), options, losses)


def read_layouts(path: Path, options: FormatOptions) -> list[SheetLayout]:
    """The sheets of a workbook that hold documents.

    Raises:
        ExtraError, FormatError, MissingError: See ``read_xlsx``.
    """
    with _opened(path) as book:
        with_text = [sheet for sheet in book.worksheets if options.text_name in _header(sheet)]
        return [_layout(sheet, options, path.name) for sheet in with_text]


def _read_row(
    where: str,
    cells: tuple[SheetCell, ...],
    number: int,
    layouts: tuple[SheetLayout, SheetLayout],
    options: FormatOptions,
    losses: LossReport,
) -> Item:
    (whole, kept), document_id = layouts, ""
    try:
        known = known_fields(SheetFields(whole, cells), options, number)
        document_id = known.id
        text = _as_text(cells[whole.text].value)
        cell = cells[whole.entities].value if whole.entities >= 0 else None
        spans = read_entities(parse_entities(_as_text(cell)), text, losses)
    except (InputError, SpanError) as error:
        return Broken.of(where, error, document_id)
    fields = SheetFields(kept, tuple(cells[place] for place in kept.kept))
    document = Document(known.id, text, known.language, known.record, known.date, fields)
    return AnnotatedDocument(document, spans, is_annotated=bool(cell))


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    openpyxl = _load_openpyxl()
    source = seekable(path)
    book, reason = None, "not an XLSX workbook, or one with a password"
    try:
        with zipfile.ZipFile(source) as archive:
            n_bytes = sum(member.file_size for member in archive.infolist())
        if n_bytes > MAX_BYTES:
            reason = f"unpacks to {n_bytes} bytes; at most {MAX_BYTES} are read"
        else:
            where = source if isinstance(source, BytesIO) else str(source)
            book = openpyxl.load_workbook(where, read_only=True, data_only=True, keep_links=False)
    except _BROKEN:
        pass
    if book is None:
        raise FormatError(f"{path.name}: {reason}")
    is_broken = False
    try:
        yield book
    except MaskeradError:
        raise
    except _BROKEN:  # a sheet is unpacked while it is read
        is_broken = True
    finally:
        book.close()
    if is_broken:
        raise FormatError(f"{path.name}: a sheet is damaged")


def _load_openpyxl() -> Any:
    """The package; its warnings, which may quote a cell, are not heard."""
    warnings.filterwarnings("ignore", module="openpyxl")
    try:
        return import_module("openpyxl")
    except ImportError:
        pass
    raise ExtraError("documents", "XLSX")


def _header(sheet: Any) -> list[str]:
    return [_as_text(value).strip() for value in next(sheet.iter_rows(max_row=1, values_only=True), ())]


def _layout(sheet: Any, options: FormatOptions, where: str) -> SheetLayout:
    header = _header(sheet)
    for name in options.needed:
        if header.count(name) != 1:
            if name in header:
                raise FormatError(f"{where}: two columns are named {name!r}")
            raise MissingError(f"{where}: {options.missing(name)}")
    kept = tuple(place for place, name in enumerate(header) if name not in options.dropped)
    names = tuple(header[place] for place in kept)
    places = {name: place for place, name in reversed(list(enumerate(names))) if name}
    entities = places.get(options.entities_column, -1)
    return SheetLayout(sheet.title, names, places[options.text_name], entities, kept, places)


def _rows(sheet: Any, n_columns: int) -> Iterator[tuple[SheetCell, ...]]:
    """Rows below the header, all of its width: cells to the right of it have no name, and are left out."""
    for row in sheet.iter_rows(min_row=2, max_col=n_columns):
        cells = [SheetCell(_plain(cell.value), getattr(cell, "number_format", None) or GENERAL) for cell in row]
        yield tuple(cells + [SheetCell(None)] * (n_columns - len(cells)))


def _plain(value: object) -> object:
    return value.replace(_RETURN, "\r") if isinstance(value, str) else value


def _as_text(value: object) -> str:
    return "" if value is None else str(value)
