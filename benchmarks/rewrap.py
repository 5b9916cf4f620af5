"""The hand-composed notes in other layouts: how many leak a name that they did not leak as received."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.bounds import Missed, at_most
from benchmarks.data import CORPORA, LANGUAGES, records
from benchmarks.layouts import (
    WIDTHS,
    LaidOut,
    Layout,
    as_received,
    in_names,
    with_line_ends,
    with_prefix,
    with_tabs,
    wrapped,
)
from maskerad.core import Record, Released, Span, load_scheme
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

QUOTED_WIDTH = 72

LAYOUTS: dict[str, Layout] = {
    "as received": as_received,
    **{f"{width} columns": wrapped(width) for width in WIDTHS},
    "CRLF": with_line_ends("\r\n"),
    "indented": with_prefix("    "),
    "quoted": with_prefix("> "),
    "quoted, 72 columns": wrapped(QUOTED_WIDTH, "> "),
    "quoted twice, 72": wrapped(QUOTED_WIDTH, ">> "),
    "tabs for blanks": with_tabs,
    "tabs in names": in_names("\t"),
    "names broken": in_names("\n"),
    "names broken, quoted": in_names("\n> "),
}
CUT = frozenset({"tabs in names", "names broken", "names broken, quoted"})
# Documents.
MORE_MAX, CUT_MAX = 0, 0
PEOPLE = frozenset(label for label in load_scheme("core").labels if "PERSON" in load_scheme("core").lineage(label))


def main() -> Missed:
    """Prints a row a layout, a column a language: documents that leak a letter of a name; in all, also by mention."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print("Documents of hand dev that leak a part of a person's name after the whole path, by layout.")
    print(f"Bounds: {MORE_MAX} documents more than as received; {CUT_MAX} where every name is cut.")
    print("mentions: names of which a part leaks; changed: spans that are not those of the text as received.\n")
    print(f"{'':22}" + "".join(f"{code:>5}" for code in LANGUAGES) + f"{'all':>7}{'mentions':>10}{'changed':>9}")
    engines = {code: Deidentifier(settings_for(code), bytes(32)) for code in LANGUAGES}
    plain = {code: list(released(engines[code], code, as_received)) for code in LANGUAGES}
    leaky_as_received = sum(bool(leaky) for rows in plain.values() for leaky, _ in rows)
    missed = Missed()
    for name, layout in LAYOUTS.items():
        documents, mentions, changed = [], 0, 0
        for code in LANGUAGES:
            rows = list(released(engines[code], code, layout))
            documents.append(sum(bool(leaky) for leaky, _ in rows))
            mentions += sum(len(leaky) for leaky, _ in rows)
            changed += sum(len(found ^ as_it_was) for (_, found), (_, as_it_was) in zip(rows, plain[code], strict=True))
        print(
            f"{name:22}" + "".join(f"{n:5}" for n in documents) + f"{sum(documents):7}{mentions:10}{changed:9}",
            flush=True,
        )
        bound = CUT_MAX if name in CUT else leaky_as_received + MORE_MAX
        missed += at_most(f"leaky documents, {name}", sum(documents), bound)
    return missed


Found = frozenset[tuple[int, int, str]]


def released(engine: Deidentifier, code: str, layout: Layout) -> Iterator[tuple[list[Span], Found]]:
    """For each document the gold names that leak, and what was found, both in offsets of the text as received."""
    for record, gold in records(f"hand/{code}/dev.jsonl"):
        named = [[span for span in spans if span.label in PEOPLE] for spans in gold]
        laid = [layout(one.text, spans) for one, spans in zip(record.documents, named, strict=True)]
        documents = [replace(one, text=new.text) for one, new in zip(record.documents, laid, strict=True)]
        outcomes = engine.release(Record(record.id, tuple(documents), record.known))
        for old, new, names, outcome in zip(record.documents, laid, named, outcomes, strict=True):
            if isinstance(outcome, Released):
                yield leaky(old.text, new, names, outcome), frozenset(moved_back(new, outcome.spans))


def leaky(text: str, laid: LaidOut, names: Sequence[Span], outcome: Released) -> list[Span]:
    """The names of which a letter stands outside all that was replaced."""
    covered = {at for start, end, _, _ in outcome.offsets.pieces for at in range(start, end)}
    return [
        name
        for name in names
        if any(text[at].isalpha() and laid.places[at] not in covered for at in range(name.start, name.end))
    ]


def moved_back(laid: LaidOut, spans: Sequence[Span]) -> Iterator[tuple[int, int, str]]:
    """Spans of a text in a new layout as spans of the old one."""
    old = {place: at for at, place in reversed(list(enumerate(laid.places)))}
    for span in spans:
        inside = [old[place] for place in range(span.start, span.end) if place in old]
        yield inside[0], inside[-1] + 1, span.label
