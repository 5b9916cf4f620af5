"""The frame of every page: one file that loads nothing, in light, in dark and on paper; and its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from importlib import resources

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def html_page(title: str, body: str, script: str = "", style: str = "", made: date | None = None) -> str:
    """A whole page.

    Args:
        title: Plain text.
        body: HTML of header and sections.
        script: JavaScript; "" for none.
        style: What this kind of page adds to the style of all.
        made: The day, which the head of the page says: its foot may be far below; None for no such line.
    """
    running = f"<script>\n{script}</script>\n" if script else ""
    day = f'<p class="made">Made on <time>{made.isoformat()}</time></p>' if made else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>\n{page_style()}{style}</style>\n</head>\n"
        f"<body>\n{asset('patterns.svg')}<main>{day}{body}</main>\n{running}</body>\n</html>\n"
    )


def page_style() -> str:
    """The style of all pages, for one that has a frame of its own."""
    return asset("page.css") + asset("plots.css")


def asset(name: str) -> str:
    """A file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def masthead(title: str, content: str) -> str:
    """The head of a page; ``content`` is HTML."""
    return f'<header><p class="brand">Maskerad</p><h1>{escape(title)}</h1>{content}</header>'


def facts(numbers: Iterable[tuple[str, str]]) -> str:
    """What a page is about, as large numbers with their names under them: (number, name)."""
    items = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for value, name in numbers)
    return f'<dl class="facts">{items}</dl>'


def card(title: str, value: str, drawing: str, small: Iterable[str], words: str, signature: str) -> str:
    """One figure: its name, its value, a drawing of it, small print, what it means, and how it was measured."""
    print_ = " · ".join(f"<span>{escape(text)}</span>" for text in small if text)
    return (
        f'<article class="card"><h3>{escape(title)}</h3><p class="big">{escape(value)}</p>{drawing}'
        f'<p class="quiet">{print_}</p><p>{escape(words)}</p>{signed(signature)}</article>'
    )


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
    head = "".join(f'<th scope="col"{_cell_class(i, text, name)}>{escape(name)}</th>' for i, name in enumerate(header))
    body = "".join(f"<tr>{_cells(row, header, text)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cells(row: Sequence[str], header: Sequence[str], text: set[int]) -> str:
    first = f'<th scope="row">{escape(row[0])}</th>'
    rest = (f"<td{_cell_class(i, text, header[i])}>{escape(cell)}</td>" for i, cell in enumerate(row[1:], start=1))
    return first + "".join(rest)


def _cell_class(index: int, text: set[int], name: str) -> str:
    if name == "signature":
        return ' class="signature"'
    return "" if index in text else ' class="number"'
