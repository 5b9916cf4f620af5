"""The order of paragraphs and tables in a DOCX document, apart from their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_SEPARATOR = re.compile(r"[\n\t]")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its style, and the tabs and line breaks inside it."""

    style: str
    breaks: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: rows of cells of paragraphs. Cells are parted by a tab in the text, all else by a line feed."""

    rows: tuple[tuple[tuple[Paragraph, ...], ...], ...]


Block = Paragraph | Table


@dataclass(frozen=True, slots=True)
class Layout:
    """Blocks of the headers, of the body and of the footers, in the order of the text."""

    header: tuple[Block, ...]
    body: tuple[Block, ...]
    footer: tuple[Block, ...]

    def separators(self) -> str:
        """All tabs and line feeds that a text of this layout holds."""
        blocks = (*self.header, *self.body, *self.footer)
        return "\n".join("".join(_within(block)) for block in blocks)


class DocxFields(Mapping[str, object]):
    """Metadata of a DOCX document: shows nothing, keeps the layout."""

    __slots__ = ("layout",)

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def __getitem__(self, name: str) -> object:
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def breaks_of(text: str) -> str:
    """Tabs and line feeds of a text.

    Example:
        >>> breaks_of("Namn:\\tAnna\\n")
        '\\t\\n'
    """
    return "".join(_SEPARATOR.findall(text))


def take_text(pieces: Iterator[str], paragraph: Paragraph) -> str:
    """The text of a paragraph, from the pieces between separators of the whole text."""
    return next(pieces) + "".join(mark + next(pieces) for mark in paragraph.breaks)


def pieces_of(text: str) -> Iterator[str]:
    """Pieces between the tabs and line feeds of a text."""
    return iter(_SEPARATOR.split(text))


def _within(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield block.breaks
        return
    cells = (["\n".join(paragraph.breaks for paragraph in cell) for cell in row] for row in block.rows)
    yield "\n".join("\t".join(row) for row in cells)
