"""The development corpora, and texts of any size made of them."""

from __future__ import annotations

import json
import os
from datetime import date
from functools import cache
from pathlib import Path

from maskerad.core import Document, Record, Span

ROOT = Path(__file__).parent.parent
CORPORA = Path(os.environ.get("MASKERAD_CORPORA", ROOT.parent / "shared" / "corpora"))
LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")


@cache
def read(name: str) -> list[tuple[Document, list[Span]]]:
    """Documents of one JSONL file under the corpora, with their gold spans."""
    lines = (CORPORA / name).read_text(encoding="utf-8").split("\n")  # not splitlines: texts may hold U+2028
    return [_parsed(json.loads(line)) for line in lines if line]


def _parsed(item: dict) -> tuple[Document, list[Span]]:
    written = date.fromisoformat(item["date"]) if item.get("date") else None
    document = Document(item["id"], item["text"], record=item.get("record", ""), date=written)
    entities = [entity for entity in item.get("entities", []) if entity["end"] > entity["start"]]
    spans = [Span(e["start"], e["end"], e["label"], entity=e.get("entity") or "") for e in entities]
    return document, spans


def records(name: str) -> list[tuple[Record, list[list[Span]]]]:
    """The same, grouped by record."""
    groups: dict[str, list[tuple[Document, list[Span]]]] = {}
    for document, spans in read(name):
        groups.setdefault(document.record or document.id, []).append((document, spans))
    return [
        (Record(record, tuple(document for document, _ in pairs)), [spans for _, spans in pairs])
        for record, pairs in groups.items()
    ]


def text_of(name: str, n_chars: int) -> str:
    """The texts of a corpus one after another, again and again, up to a length."""
    joined = "\n\n".join(document.text for document, _ in read(name)) + "\n\n"
    return (joined * (n_chars // len(joined) + 1))[:n_chars]
