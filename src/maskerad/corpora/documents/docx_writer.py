"""Writes DOCX: always a new document, so that nothing of the old one but its layout can be in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from maskerad.core.document import Document
from maskerad.core.span import Span
from maskerad.corpora.documents.docx_layout import (
    Block,
    DocxFields,
    Layout,
    Paragraph,
    Table,
    breaks_of,
    pieces_of,
    take_text,
)
from maskerad.corpora.documents.docx_text import load_docx
from maskerad.corpora.fields import note_lost_fields
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.files.encoding import check_xml_text
from maskerad.corpora.files.folders import Sink, document_folder
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions

# Styles that every document has; the name of any other might tell of a person.
_BUILT_IN = re.compile(r"Heading[1-9]|Title|Subtitle|List(Bullet|Number)?[23]?|ListParagraph|Quote|Caption")
_SECTION = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}sectPr"
_LINE_END = re.compile(r"\r\n|\r|\n")


class DocxWriter:
    """Writes one DOCX document a text."""

    def __init__(self, sink: Sink, options: FormatOptions, losses: LossReport) -> None:
        self._sink = sink
        self._options = options
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one document.

        Raises:
            EncodingError: If the text holds a character that XML forbids.
            InputError: If the id cannot name a file.
        """
        check_xml_text(document)
        raw = self._page(document)
        self._sink.write(document.id, raw)
        if self._options.has_spans:
            self.losses.note(Loss.SPANS, len(spans))
        note_lost_fields(self.losses, document)

    def _page(self, document: Document) -> bytes:
        page = _empty_page()
        kept = document.metadata
        if isinstance(kept, DocxFields) and kept.layout.separators() == breaks_of(document.text):
            _fill(page, kept.layout, document.text)
        else:
            self.losses.note(Loss.STRUCTURE, isinstance(kept, DocxFields))
            home = _Home(page._body, _styles(page))
            for line in _LINE_END.split(document.text):
                home.add_paragraph(line, "")
        stream = BytesIO()
        page.save(stream)
        return stream.getvalue()


def _empty_page() -> Any:
    page = load_docx().Document()
    page.core_properties.author = ""
    page.core_properties.comments = ""
    return page


def _styles(page: Any) -> frozenset[str]:
    """Ids of the built-in styles that a new document has."""
    return frozenset(style.style_id for style in page.styles if _BUILT_IN.fullmatch(style.style_id))


class _Home:
    """Where blocks go, one behind the other: a body, a header, a footer.

    python-docx looks through all that is there for each block it adds; here a block is put where it belongs at once.

    Args:
        container: Of python-docx.
        styles: Ids of styles that paragraphs may have.
    """

    def __init__(self, container: Any, styles: frozenset[str]) -> None:
        self._container = container
        self._styles = styles

    def add_paragraph(self, text: str, style: str) -> None:
        from docx.oxml import OxmlElement
        from docx.text.paragraph import Paragraph as Added

        paragraph = Added(self._placed(OxmlElement("w:p")), self._container)
        if text:
            paragraph.add_run(text)
        self.restyle(paragraph, style)

    def add_table(self, layout: Table, pieces: Iterator[str], width: Any) -> None:
        from docx.oxml.table import CT_Tbl
        from docx.table import Table as Added

        element = CT_Tbl.new_tbl(len(layout.rows), max(map(len, layout.rows)), width)
        table = Added(self._placed(element), self._container)
        for row, cells in zip(table.rows, layout.rows, strict=True):
            for cell, paragraphs in zip(row.cells, cells, strict=False):
                self._fill_cell(cell, paragraphs, pieces)

    def _fill_cell(self, cell: Any, paragraphs: tuple[Paragraph, ...], pieces: Iterator[str]) -> None:
        for number, paragraph in enumerate(paragraphs):
            added = cell.add_paragraph() if number else cell.paragraphs[0]
            added.text = take_text(pieces, paragraph)
            self.restyle(added, paragraph.style)

    def restyle(self, paragraph: Any, style: str) -> None:
        """Gives a paragraph its style, if it is a built-in one."""
        if style in self._styles:
            paragraph._p.style = style

    def _placed(self, block: Any) -> Any:
        """Puts a block behind all others, before the properties of the section that end a body."""
        home = self._container._element
        last = next(home.iterchildren(reversed=True), None)
        if last is not None and last.tag == _SECTION:
            last.addprevious(block)
        else:
            home.append(block)
        return block


def _fill(page: Any, layout: Layout, text: str) -> None:
    pieces, styles = pieces_of(text), _styles(page)
    section = page.sections[0]
    width = section.page_width - section.left_margin - section.right_margin
    _fill_margin(section.header, layout.header, pieces, width, styles)
    _add_blocks(_Home(page._body, styles), layout.body, pieces, width)
    _fill_margin(section.footer, layout.footer, pieces, width, styles)


def _fill_margin(
    margin: Any, blocks: tuple[Block, ...], pieces: Iterator[str], width: int, styles: frozenset[str]
) -> None:
    """Fills a header or footer, which begins with an empty paragraph of its own."""
    if not blocks:
        return
    for paragraph in margin.paragraphs:
        paragraph._element.getparent().remove(paragraph._element)
    _add_blocks(_Home(margin, styles), blocks, pieces, width)


def _add_blocks(home: _Home, blocks: tuple[Block, ...], pieces: Iterator[str], width: int) -> None:
    for block in blocks:
        if isinstance(block, Paragraph):
            home.add_paragraph(take_text(pieces, block), block.style)
        elif any(block.rows):
            home.add_table(block, pieces, width)


@contextmanager
def write_docx(destination: Destination, options: FormatOptions) -> Iterator[DocxWriter]:
    """A folder of DOCX documents, or one."""
    with document_folder(destination, ".docx") as sink:
        yield DocxWriter(sink, options, destination.losses)
