"""Writes DOCX: always a new document, so that nothing of the old one but its layout can be in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from maskerad.core.document import Document
from maskerad.core.span import Span
from maskerad.corpora.atomic import Destination
from maskerad.corpora.docx_layout import (
    Block,
    DocxFields,
    Layout,
    Paragraph,
    breaks_of,
    pieces_of,
    take_text,
)
from maskerad.corpora.docx_text import load_docx
from maskerad.corpora.encoding import check_xml_text
from maskerad.corpora.fields import note_lost_fields
from maskerad.corpora.folders import Sink, document_folder
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions

# Styles that every document has; the name of any other might tell of a person.
_BUILT_IN = re.compile(r"Heading[1-9]|Title|Subtitle|List(Bullet|Number)?[23]?|ListParagraph|Quote|Caption")
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
            for line in _LINE_END.split(document.text):
                page.add_paragraph(line)
        stream = BytesIO()
        page.save(stream)
        return stream.getvalue()


def _empty_page() -> Any:
    page = load_docx().Document()
    page.core_properties.author = ""
    page.core_properties.comments = ""
    return page


def _fill(page: Any, layout: Layout, text: str) -> None:
    pieces = pieces_of(text)
    section = page.sections[0]
    width = section.page_width - section.left_margin - section.right_margin
    _fill_margin(section.header, layout.header, pieces, width)
    for block in layout.body:
        _add_block(page, block, pieces)
    _fill_margin(section.footer, layout.footer, pieces, width)


def _fill_margin(margin: Any, blocks: tuple[Block, ...], pieces: Iterator[str], width: int) -> None:
    """Fills a header or footer, which begins with an empty paragraph of its own."""
    if not blocks:
        return
    for paragraph in margin.paragraphs:
        paragraph._element.getparent().remove(paragraph._element)
    for block in blocks:
        _add_block(margin, block, pieces, width)


def _add_block(home: Any, block: Block, pieces: Iterator[str], *width: int) -> None:
    """Adds a block; tables of headers and footers need a width."""
    if isinstance(block, Paragraph):
        _restyle(home.add_paragraph(take_text(pieces, block)), block.style)
        return
    if not any(block.rows):
        return
    table = home.add_table(len(block.rows), max(map(len, block.rows)), *width)
    for row, cells in zip(table.rows, block.rows, strict=True):
        for cell, paragraphs in zip(row.cells, cells, strict=False):
            _fill_cell(cell, paragraphs, pieces)


def _fill_cell(cell: Any, paragraphs: tuple[Paragraph, ...], pieces: Iterator[str]) -> None:
    for number, paragraph in enumerate(paragraphs):
        added = cell.add_paragraph() if number else cell.paragraphs[0]
        added.text = take_text(pieces, paragraph)
        _restyle(added, paragraph.style)


def _restyle(paragraph: Any, style: str) -> None:
    """Gives a paragraph its style by id, if it is a built-in one that a new document has."""
    if _BUILT_IN.fullmatch(style):
        known = {item.style_id: item for item in paragraph.part.document.styles}
        paragraph.style = known.get(style, paragraph.style)


@contextmanager
def write_docx(destination: Destination, options: FormatOptions) -> Iterator[DocxWriter]:
    """A folder of DOCX documents, or one."""
    with document_folder(destination, ".docx") as sink:
        yield DocxWriter(sink, options, destination.losses)
