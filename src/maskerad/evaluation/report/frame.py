"""The frame of every page: one file that loads nothing, in light and dark, and the pieces it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def html_page(title: str, body: str, script: str = "") -> str:
    """A whole page.

    Args:
        title: Plain text.
        body: HTML of the main part.
        script: JavaScript; "" for none.
    """
    running = f"<script>\n{script}</script>\n" if script else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{asset('page.css')}</style>\n</head>\n"
        f"<body>\n<main>{body}</main>\n{running}</body>\n</html>\n"
    )


def asset(name: str) -> str:
    """A file of this package: style or script."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def signed(signature: str) -> str:
    """How a figure was measured, small beside it."""
    return f'<p class="signature"><span class="hidden">Signature: </span>{escape(signature)}</p>'


def section(title: str, content: str) -> str:
    """A section under a heading; ``content`` is HTML."""
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def details(summary: str, content: str) -> str:
    """Content that opens at a click."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], text: set[int]) -> str:
    """A table of texts, escaped; the first cell of a row is its heading.

    Args:
        header: Names of the columns; one called "signature" is set small.
        rows: Cells.
        text: Columns that hold no numbers.
    """
    head = "".join(f'<th scope="col"{_cell_class(i, text)}>{escape(name)}</th>' for i, name in enumerate(header))
    body = "".join(f"<tr>{_cells(row, header, text)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cells(row: Sequence[str], header: Sequence[str], text: set[int]) -> str:
    first = f'<th scope="row">{escape(row[0])}</th>'
    rest = (f"<td{_cell_class(i, text, header[i])}>{escape(cell)}</td>" for i, cell in enumerate(row[1:], start=1))
    return first + "".join(rest)


def _cell_class(index: int, text: set[int], name: str = "") -> str:
    if name == "signature":
        return ' class="signature"'
    return "" if index in text else ' class="number"'
