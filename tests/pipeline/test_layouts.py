"""A note says the same in any layout: the same spans on the same words, and the layout stays."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from benchmarks.data import LANGUAGES, records
from benchmarks.layouts import Layout, as_received, with_line_ends, with_prefix, with_tabs, wrapped
from benchmarks.rewrap import moved_back

from maskerad.core import Document, Record, Released
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector

NOTE = (
    "Die Patientin wurde von ihrer Mutter Heike Schneider gebracht, die sie am Morgen in der Küche auf dem Boden "
    "gefunden hatte. Untersucht wurde sie von Dr. Torben Klein, am nächsten Tag auch von Frau Prof. Wiebke Sander. "
    "Die Mutter, Heike Schneider, bleibt bis Freitag und ist unter 04502 / 77 31 85 immer zu erreichen."
)
NAMES = ("Heike", "Schneider", "Torben", "Klein", "Wiebke", "Sander")

# Of a thousand spans, those that may change: where a line as long as the page ends with what could go on in the next
# one ("… Sjors⏎Peelen: van transfers", a heading of forty letters), its layout does not tell whether it does.
PER_MILLE = {
    "40": (wrapped(40), 15),
    "60": (wrapped(60), 6),
    "80": (wrapped(80), 2),
    "100": (wrapped(100), 4),
    "120": (wrapped(120), 4),
    "72, quoted": (wrapped(72, "> "), 4),
    "72, quoted twice": (wrapped(72, ">> "), 4),
    "quoted": (with_prefix("> "), 1),
    "indented": (with_prefix("    "), 1),
    "CRLF": (with_line_ends("\r\n"), 0),
    "tabs": (with_tabs, 2),
}


@cache
def detector(code: str) -> Detector:
    return Detector(settings_for(code))


@cache
def found(layout: Layout, code: str) -> list[frozenset[tuple[int, int, str]]]:
    """What is found in each document of the hand records of a language, in offsets of the text as received."""
    spans = []
    for record, gold in records(f"hand/{code}/dev.jsonl"):
        laid = [layout(one.text, marks) for one, marks in zip(record.documents, gold, strict=True)]
        pairs = zip(record.documents, laid, strict=True)
        documents = tuple(replace(document, text=new.text) for document, new in pairs)
        sets = detector(code).detect(Record(record.id, documents, record.known))
        spans += [frozenset(moved_back(new, one)) for new, one in zip(laid, sets, strict=True)]
    return spans


@pytest.mark.parametrize("name", PER_MILLE)
def test_every_layout_gives_the_same_spans_on_the_same_words(name: str, corpora: Path) -> None:
    layout, per_mille = PER_MILLE[name]
    n_spans = n_changed = 0
    for code in LANGUAGES:
        pairs = list(zip(found(as_received, code), found(layout, code), strict=True))
        n_spans += sum(len(plain) for plain, _ in pairs)
        n_changed += sum(len(plain - laid) for plain, laid in pairs)
    assert n_spans > 4000
    assert 1000 * n_changed <= per_mille * n_spans


def released(text: str) -> str:
    outcome = Deidentifier(settings_for("de"), bytes(32)).release(Record("r", (Document("d", text),)))[0]
    assert isinstance(outcome, Released)
    return outcome.text


@pytest.mark.parametrize("prefix", ["", "> ", ">> ", "    "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("width", [40, 52, 64, 76])
def test_a_wrapped_note_is_released_wrapped_and_without_its_names(width: int, end: str, prefix: str) -> None:
    text = textwrap.fill(NOTE, width, initial_indent=prefix, subsequent_indent=prefix).replace("\n", end)
    new = released(text)
    assert not [name for name in NAMES if name in new]
    assert re.findall(r"(?m)^[> ]*", new.replace("\r", "")) == re.findall(r"(?m)^[> ]*", text.replace("\r", ""))
    assert new.count(end) == text.count(end)
    assert re.sub(r"[\s>]+", " ", new).strip() == re.sub(r"[\s>]+", " ", released(NOTE)).strip()


def test_tabs_between_names_stay() -> None:
    new = released(NOTE.replace(" ", "\t"))
    assert new == released(NOTE).replace(" ", "\t")
