"""Notes with their marks in the text, "[Anna|PATIENT]", and what the marks become when the note is released."""

from __future__ import annotations

import re
from datetime import date

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.rewrite import replacements_of

from .records import KEY

MARK = re.compile(r"\[([^|\]]+)\|([A-Z_]+)\]")


def taken_apart(marked: str) -> tuple[str, list[Span]]:
    """The text without its marks, and the spans."""
    text, spans, at = "", list[Span](), 0
    for match in MARK.finditer(marked):
        text += marked[at : match.start()]
        spans.append(Span(len(text), len(text) + len(match[1]), match[2]))
        text, at = text + match[1], match.end()
    return text + marked[at:], spans


def new_of(code: str, marked: str, key: bytes = KEY) -> tuple[list[str], str]:
    """The new text of every mark, in order, and the new note."""
    text, spans = taken_apart(marked)
    note = Document("d", text, date=date(2019, 5, 14))
    (one,) = Deidentifier(settings_for(code), key).replace(Record("r", (note,)), [SpanSet(tuple(spans), "core")])
    assert isinstance(one, Released)
    return list(replacements_of(one)), one.text
