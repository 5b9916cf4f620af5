"""What a delimited table looks like: its columns, which of them hold the document, its dialect."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from maskerad.core.errors import EncodingError, FormatError, MissingError
from maskerad.corpora.fields import told_columns
from maskerad.corpora.files.encoding import Line, bad_bytes, file_head, read_lines
from maskerad.corpora.files.streams import bare
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables.csv_forms import RowForms
from maskerad.corpora.tables.csv_rows import RawRow, quoted, read_rows, unquoted

DELIMITERS = (",", ";", "\t", "|", ":")


@dataclass(frozen=True, slots=True)
class Layout:
    """Header of a table.

    Attributes:
        names: Values of the header.
        header: Its raw fields.
        delimiter: One character.
        end: Line end of the header.
        text: Place of the text column.
        entities: Place of the column of spans, -1 if there is none.
        places: Place of each name, the first one where a name stands twice.
    """

    names: tuple[str, ...]
    header: tuple[str, ...]
    delimiter: str
    end: str
    text: int
    entities: int
    places: Mapping[str, int] = field(repr=False)


class CsvFields(Mapping[str, object]):
    """The raw fields of one row. As a mapping it shows the values of the columns beside text and entities."""

    __slots__ = ("end", "layout", "raw")

    def __init__(self, layout: Layout, raw: list[str], end: str) -> None:
        self.layout = layout
        self.end = end
        self.raw = raw

    def __getitem__(self, name: str) -> object:
        place = self.layout.places[name]
        if place in (self.layout.text, self.layout.entities):
            raise KeyError(name)
        return unquoted(self.raw[place])

    def __iter__(self) -> Iterator[str]:
        hidden = (self.layout.text, self.layout.entities)
        return (name for name, place in self.layout.places.items() if place not in hidden)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def changed(self, values: Mapping[str, object]) -> CsvFields:
        """The same with some other values; None is an empty field."""
        raw = self.raw.copy()
        for name, value in values.items():
            place = self.layout.places[name]
            raw[place] = quoted("" if value is None else str(value), self.layout.delimiter, like=raw[place])
        return CsvFields(self.layout, raw, self.end)

    def within(self, layout: Layout, dropped: Collection[str]) -> CsvFields:
        """The same row of a table without some of its columns, which has ``layout``."""
        if not dropped:
            return self
        kept = (raw for name, raw in zip(self.layout.names, self.raw, strict=True) if name not in dropped)
        return CsvFields(layout, list(kept), self.end)


def open_table(path: Path, options: FormatOptions) -> tuple[Layout, Iterator[RawRow]]:
    """Reads the header; the rows follow as they are asked for.

    Raises:
        MissingError: If the table is empty, or a column that was asked for is not there; counts the columns.
        FormatError: If the header is broken, or names the text column twice.
        EncodingError: If the header cannot be decoded.
    """
    lines = read_lines(path, options.encoding)
    first = next((line for line in lines if line.text.strip("\r\n")), None)
    if first is None:
        raise MissingError(f"{path.name}: the table has no header")
    delimiter = options.delimiter or tell_delimiter(first.text, path, options)
    forms = RowForms()
    rows = read_rows(chain([first], lines), delimiter, forms)
    layout = _read_layout(next(rows), delimiter, path, options)
    forms.expect(len(layout.names), {layout.text, layout.entities})
    return layout, rows


def make_layout(names: tuple[str, ...], delimiter: str, options: FormatOptions) -> Layout:
    """Layout of a new table."""
    header = tuple(quoted(name, delimiter) for name in names)
    return _layout(names, header, delimiter, "\n", options)


def without_columns(layout: Layout, dropped: Collection[str]) -> Layout:
    """The same table without some of its columns."""
    kept = [place for place, name in enumerate(layout.names) if name not in dropped]
    names, header = (tuple(row[place] for place in kept) for row in (layout.names, layout.header))
    places = {name: place for place, name in reversed(list(enumerate(names)))}
    entities = kept.index(layout.entities) if layout.entities in kept else -1
    text = kept.index(layout.text)
    return replace(layout, names=names, header=header, text=text, entities=entities, places=places)


def relaid(layout: Layout, delimiter: str) -> Layout:
    """The same columns with another delimiter."""
    if delimiter == layout.delimiter:
        return layout
    return replace(layout, header=tuple(quoted(name, delimiter) for name in layout.names), delimiter=delimiter)


def is_tab_separated(path: Path) -> bool:
    """Whether the name of a file says so."""
    return bare(path).suffix.lower() in (".tsv", ".tab")


def _read_layout(header: RawRow, delimiter: str, path: Path, options: FormatOptions) -> Layout:
    if header.bad_byte >= 0:
        why = bad_bytes(header.bad_byte, options.encoding, file_head(path))
        raise EncodingError(f"{path.name}, line {header.line}: {why}")
    if header.fault:
        raise FormatError(f"{path.name}, line {header.line}: header: {header.fault}")
    names = tuple(unquoted(raw) for raw in header.fields)
    for name in options.needed:
        if name not in names:
            raise MissingError(
                f"{path.name}: {options.missing(name)}; its first line, the header, has {told_columns(names)}"
            )
        if names.count(name) > 1:
            raise FormatError(f"{path.name}: two columns are named {name!r}")
    return _layout(names, tuple(header.fields), delimiter, header.end or "\n", options)


def _layout(
    names: tuple[str, ...], header: tuple[str, ...], delimiter: str, end: str, options: FormatOptions
) -> Layout:
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places.setdefault(name, place)
    text, entities = places[options.text_name], places.get(options.entities_column, -1)
    return Layout(names, header, delimiter, end, text, entities, places)


def tell_delimiter(header: str, path: Path, options: FormatOptions) -> str:
    """The mark that cuts out the text column, else the one that cuts most often; a tab in ``*.tsv``."""
    if is_tab_separated(path):
        return "\t"
    cut = {mark: _cut(header, mark) for mark in DELIMITERS}
    return max(DELIMITERS, key=lambda mark: (options.text_name in cut[mark], len(cut[mark])))


def _cut(header: str, delimiter: str) -> list[str]:
    row = next(read_rows([Line(1, header)], delimiter), None)
    return [unquoted(raw) for raw in row.fields] if row else []
