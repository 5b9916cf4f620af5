"""A sheet: tables and plots under one title, for people and for programs. What studies and comparisons are shown as."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from html import escape

from maskerad.evaluation.report.mistake_list import Browser, browser_script, browser_style, mistake_browser
from maskerad.evaluation.report.tables import Table, aligned_table, joined_parts, markdown_table
from maskerad.pages.frame import html_page, masthead, section, signed
from maskerad.pages.frame import table as html_table

FORMAT = "maskerad-sheet-1"


@dataclass(frozen=True, slots=True)
class Part:
    """One table with what belongs to it.

    Attributes:
        table: Title and cells.
        signature: How its numbers were measured.
        plot: The same as a picture, HTML; "" for none.
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
        browser: Single places, to be looked through on the page.
    """

    title: str
    lead: str
    facts: Mapping[str, str]
    parts: Sequence[Part]
    values: Mapping[str, object] = field(default_factory=dict, repr=False)
    browser: Browser | None = field(default=None, repr=False)


def sheet_to_html(sheet: Sheet, made: date | None = None) -> str:
    """One page that loads nothing.

    Args:
        sheet: What to show.
        made: The day, which the head of the page says.
    """
    facts = html_table(("setting", "value"), sheet.facts.items(), text={0, 1}) if sheet.facts else ""
    head = masthead(sheet.title, f"<p>{escape(sheet.lead)}</p>")
    parts = "".join(_html_part(part) for part in sheet.parts)
    browser = mistake_browser(sheet.browser) if sheet.browser else ""
    running = (browser_script(), browser_style()) if browser else ("", "")
    return html_page(sheet.title, head + parts + browser + section("How it was run", facts), *running, made)


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
    rows = html_table(part.table.header, part.table.rows, text=set(range(part.table.n_text)))
    note = f"<p>{escape(part.note)}</p>" if part.note else ""
    return section(part.table.title, part.plot + rows + note + (signed(part.signature) if part.signature else ""))


def _markdown_part(part: Part) -> Iterator[str]:
    yield markdown_table(part.table)
    if part.note:
        yield part.note
    if part.signature:
        yield f"`{part.signature}`"


def _plain_part(part: Part) -> Iterator[str]:
    yield aligned_table(part.table)
    yield from filter(None, (part.note, part.signature))
