"""A sheet: tables and plots under one title, for people and for programs. What studies and comparisons are shown as."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from maskerad.evaluation.report.frame import html_page, section, signed
from maskerad.evaluation.report.frame import table as html_table
from maskerad.evaluation.report.tables import Table, aligned_table, joined_parts, markdown_table

FORMAT = "maskerad-sheet-1"


@dataclass(frozen=True, slots=True)
class Part:
    """One table with what belongs to it.

    Attributes:
        table: Title and cells.
        signature: How its numbers were measured.
        plot: The same as a picture, SVG; "" for none.
        note: One paragraph under it.
    """

    table: Table
    signature: str = ""
    plot: str = field(default="", repr=False)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that one command found out.

    Attributes:
        title: Heading.
        lead: What was asked, and after whom.
        facts: What it was run with: corpora, sizes, seeds.
        parts: Tables and plots.
        values: The numbers behind them, for programs.
    """

    title: str
    lead: str
    facts: Mapping[str, str]
    parts: Sequence[Part]
    values: Mapping[str, object] = field(default_factory=dict, repr=False)


def sheet_to_html(sheet: Sheet) -> str:
    """One page that loads nothing."""
    facts = html_table(("setting", "value"), sheet.facts.items(), text={0, 1}) if sheet.facts else ""
    head = f'<header><p class="brand">Maskerad</p><h1>{escape(sheet.title)}</h1><p>{escape(sheet.lead)}</p></header>'
    parts = "".join(_html_part(part) for part in sheet.parts)
    return html_page(sheet.title, head + parts + section("How it was run", facts))


def sheet_to_markdown(sheet: Sheet) -> str:
    """Headings, tables and notes."""
    lines = [f"# {sheet.title}", sheet.lead, "\n".join(f"- {name}: {value}" for name, value in sheet.facts.items())]
    body = joined_parts((f"## {part.table.title}", "\n\n".join(_markdown_part(part))) for part in sheet.parts)
    return "\n\n".join(filter(None, lines)) + "\n\n" + body


def sheet_to_plain(sheet: Sheet) -> str:
    """Aligned text for a terminal."""
    facts = "\n".join(f"{name}: {value}" for name, value in sheet.facts.items())
    body = joined_parts((part.table.title, "\n".join(_plain_part(part))) for part in sheet.parts)
    return f"{sheet.title}\n\n{facts}\n\n{body}" if facts else f"{sheet.title}\n\n{body}"


def sheet_to_json(sheet: Sheet) -> str:
    """Tables and the numbers behind them."""
    tables = [
        {
            "title": part.table.title,
            "header": list(part.table.header),
            "rows": [list(row) for row in part.table.rows],
            "signature": part.signature,
            "note": part.note,
        }
        for part in sheet.parts
    ]
    content = {"format": FORMAT, "title": sheet.title, "lead": sheet.lead, "facts": dict(sheet.facts)}
    whole = content | {"tables": tables, "values": dict(sheet.values)}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _html_part(part: Part) -> str:
    plot = f'<div class="plot">{part.plot}</div>' if part.plot else ""
    rows = html_table(part.table.header, part.table.rows, text=set(range(part.table.n_text)))
    note = f"<p>{escape(part.note)}</p>" if part.note else ""
    return section(part.table.title, plot + rows + note + (signed(part.signature) if part.signature else ""))


def _markdown_part(part: Part) -> Iterator[str]:
    yield markdown_table(part.table)
    if part.note:
        yield part.note
    if part.signature:
        yield f"`{part.signature}`"


def _plain_part(part: Part) -> Iterator[str]:
    yield aligned_table(part.table)
    yield from filter(None, (part.note, part.signature))
