"""DOCX: the text of one document, headers first, then the body with its tables, then footers.

Read: every paragraph, also in tables, content controls, tracked insertions and text boxes. Not read: footnotes,
comments, pictures, tracked deletions, properties; they are counted, and since a written document is a new one, none
of them is in it. Written: paragraphs in their built-in styles, and tables, where the new text has the same tabs and
line feeds as the old; else one paragraph a line. Fonts, page layout and merged cells are lost.

Needs the optional part ``documents``.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from maskerad.core.document import Document
from maskerad.core.errors import FormatError
from maskerad.core.extras import DOCUMENTS, require
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.documents.docx_layout import Block, DocxFields, Layout, Paragraph, Table, breaks_of
from maskerad.corpora.files.folders import broken_file, id_of, read_folder
from maskerad.corpora.files.streams import seekable
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions

MAX_BYTES = 1 << 28
"""A document that unpacks to more than 256 MiB is refused."""

# What zipfile, zlib, lxml and python-docx raise at files that are broken.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    SyntaxError,
    KeyError,
    ValueError,
    AttributeError,
    TypeError,
)
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_MARKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_NOT_TEXT = {f"{_W}p", f"{_W}pPr", f"{_W}rPr", f"{_W}del", _FALLBACK}
_WRAPPERS = {f"{_W}{name}" for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag")}
_UNSEEN = {
    f"{_W}drawing": "pictures",
    f"{_W}pict": "pictures",
    f"{_W}object": "objects",
    f"{_W}footnoteReference": "footnotes",
    f"{_W}endnoteReference": "endnotes",
    f"{_W}commentReference": "comments",
    f"{_W}del": "deletions",
    f"{_W}sym": "symbols",
}


def read_docx(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a folder or a file; their ids are the relative paths, without suffix.

    Raises:
        ExtraError: Without python-docx.
    """
    load_docx()
    yield from read_folder(path, ("*.docx",), lambda file: _read_file(file, id_of(file, path, ".docx"), losses))


def _read_file(file: Path, document_id: str, losses: LossReport) -> Item:
    try:
        text, layout = _read_text(file, losses)
    except FormatError as error:
        return Broken.of(file.name, error, document_id)
    except OSError as error:
        return broken_file(file, document_id, error)
    return AnnotatedDocument(Document(document_id, text, metadata=DocxFields(layout)), is_annotated=False)


def _read_text(file: Path, losses: LossReport) -> tuple[str, Layout]:
    docx = _opened(file)
    roots = [*_headers(docx), docx.element.body, *_footers(docx)]
    if any(root.getroottree().docinfo.doctype for root in roots):
        raise FormatError("document types and entities are not allowed")
    zones: list[list[tuple[Block, str]]] = [[], [], []]
    for place, elements in enumerate((_headers(docx), [docx.element.body], _footers(docx))):
        for element in elements:
            zones[place] += _read_blocks(element)
            for part in element.iter(*_UNSEEN):
                losses.note(Loss.UNSEEN, 1, _UNSEEN[part.tag])
    header, body, footer = (tuple(block for block, _ in zone) for zone in zones)
    return "\n".join(text for zone in zones for _, text in zone), Layout(header, body, footer)


def _opened(file: Path) -> Any:
    from docx.opc.exceptions import PackageNotFoundError

    reason = "not a DOCX document, or one with a password"
    try:
        where = seekable(file)
        with zipfile.ZipFile(where) as archive:
            n_bytes = sum(member.file_size for member in archive.infolist())
        if n_bytes <= MAX_BYTES:
            return _checked(load_docx().Document(where if isinstance(where, BytesIO) else str(where)))
        reason = f"unpacks to {n_bytes} bytes; at most {MAX_BYTES} are read"
    except (*_BROKEN, PackageNotFoundError):
        pass
    raise FormatError(reason)


def _checked(docx: Any) -> Any:
    """A document that has a body, and the headers and footers that it speaks of."""
    if docx.element.tag != f"{_W}document" or docx.element.body is None:
        raise ValueError("no body")
    for _ in (*_headers(docx), *_footers(docx)):
        pass
    return docx


def load_docx() -> Any:
    """The package ``docx``.

    Raises:
        ExtraError: If it is not installed.
    """
    require(DOCUMENTS, "DOCX")
    return import_module("docx")


def _headers(docx: Any) -> list[Any]:
    kinds = ("header", "first_page_header", "even_page_header")
    return [part._element for part in _own_parts(docx, kinds)]


def _footers(docx: Any) -> list[Any]:
    kinds = ("footer", "first_page_footer", "even_page_footer")
    return [part._element for part in _own_parts(docx, kinds)]


def _own_parts(docx: Any, kinds: tuple[str, ...]) -> Iterator[Any]:
    """Headers or footers that a section does not share with the one before it."""
    parts = (getattr(section, kind) for section in docx.sections for kind in kinds)
    return (part for part in parts if not part.is_linked_to_previous)


def _read_blocks(element: Any) -> Iterator[tuple[Block, str]]:
    for child in _children(element, f"{_W}p", f"{_W}tbl"):
        if child.tag == f"{_W}tbl":
            yield _read_table(child)
        else:
            yield from _read_paragraphs(child)


def _read_table(table: Any) -> tuple[Table, str]:
    rows = [[list(_read_paragraphs(cell)) for cell in _children(row, f"{_W}tc")] for row in _children(table, f"{_W}tr")]
    layout = Table(tuple(tuple(tuple(paragraph for paragraph, _ in cell) for cell in row) for row in rows))
    text = "\n".join("\t".join("\n".join(text for _, text in cell) for cell in row) for row in rows)
    return layout, text


def _read_paragraphs(element: Any) -> Iterator[tuple[Paragraph, str]]:
    """All paragraphs from here down, those of text boxes and of tables in cells too."""
    for paragraph in element.iter(f"{_W}p"):
        if next(paragraph.iterancestors(_FALLBACK), None) is None:
            text = "".join(_texts(paragraph))
            yield Paragraph(_style(paragraph), breaks_of(text)), text


def _children(element: Any, *tags: str) -> Iterator[Any]:
    """Children of some kinds, also inside content controls and tracked insertions."""
    for child in element:
        if child.tag in tags:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _children(child, *tags)


def _texts(element: Any) -> Iterator[str]:
    for child in element:
        if child.tag == f"{_W}t":
            yield from child.itertext()
        elif child.tag in _MARKS:
            yield _MARKS[child.tag]
        elif child.tag not in _NOT_TEXT:
            yield from _texts(child)


def _style(paragraph: Any) -> str:
    """Id of the style, "" if it has none."""
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return "" if style is None else str(style.get(f"{_W}val", ""))
