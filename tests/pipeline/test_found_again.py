"""Records of the corpus of which only the first mention of each person and thing is marked: what is found again.

By the second look before anything is replaced, and by verification afterwards. ``found_again.txt`` holds what is not
found, and what is found where readers marked nothing. Whoever changes an answer judges it, and writes the file anew
with ``python -m tests.pipeline.test_found_again``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from scripts import corpus

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.languages import load_pack
from maskerad.pipeline.bare_days import with_bare_days
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.look import SecondLook, agreed

ANSWERS = Path(__file__).with_name("found_again.txt")
LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
RECORDS = range(9, 13)
KEY = bytes(range(32))


def records(language: str) -> Iterator[list[AnnotatedDocument]]:
    for number in RECORDS:
        yield list(read_documents(corpus.ROOT / language / f"record_{number:02}.txt", format_name="marked"))


def first_mentions(items: Sequence[AnnotatedDocument]) -> list[SpanSet]:
    seen: set[str] = set()
    kept = []
    for item in items:
        firsts = []
        for span in item.spans:
            if span.entity not in seen:
                seen.add(span.entity)
                firsts.append(span)
        kept.append(SpanSet.of(firsts))
    return kept


def differences(items: Sequence[AnnotatedDocument], found: Sequence[Sequence[Span]]) -> Iterator[str]:
    """What readers marked and nothing holds whole, what is found and holds no mark, and other labels."""
    for item, spans in zip(items, found, strict=True):
        for mark in item.spans:
            if not any(span.start <= mark.start and mark.end <= span.end for span in spans):
                yield f"{item.document.id} not found: {mark.entity} {mark.label} {mark.start}"
        for span in spans:
            held = [mark for mark in item.spans if span.start < mark.end and mark.start < span.end]
            if not held:
                yield f"{item.document.id} unmarked: {span.label} {span.start}..{span.end}"
            elif span.label not in {mark.label for mark in held} or (span.start, span.end) != (
                held[0].start,
                held[0].end,
            ):
                yield f"{item.document.id} otherwise: {span.label} {span.start}..{span.end} of {held[0].entity}"


def looked(items: Sequence[AnnotatedDocument], language: str) -> Iterator[str]:
    """What the second look leaves."""
    documents, pack = (
        tuple(Document(item.document.id, item.document.text, language) for item in items),
        load_pack(language),
    )
    packs = [pack] * len(documents)
    completed = SecondLook([pack]).completed(Record("r", documents), first_mentions(items), packs)
    settled = agreed(documents, completed, packs)
    days = [with_bare_days(document.text, spans, pack) for document, spans in zip(documents, settled, strict=True)]
    yield from (f"{language} look {line}" for line in differences(items, days))


def released(items: Sequence[AnnotatedDocument], language: str, engine: Deidentifier) -> Iterator[str]:
    """What verification leaves."""
    documents = tuple(Document(item.document.id, item.document.text, language) for item in items)
    outcomes = engine.replace(Record("r", documents), first_mentions(items))
    assert all(isinstance(one, Released) for one in outcomes)
    yield from (f"{language} release {line}" for line in differences(items, [one.spans for one in outcomes]))
    for one in outcomes:
        doubts = sorted(f"{doubt.kind} {doubt.start}" for doubt in one.doubts)
        yield f"{language} release {one.document} kept {len(one.kept)}, refused {sorted(one.refused)}, {doubts}"


def lines(language: str) -> list[str]:
    engine = Deidentifier(settings_for(language), KEY)
    return [
        line
        for items in records(language)
        for way in (looked(items, language), released(items, language, engine))
        for line in way
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_elsewhere_is_found_again_as_it_is_written_down(language: str) -> None:
    written = ANSWERS.read_text(encoding="utf-8").split("\n")
    assert lines(language) == [line for line in written if line.startswith(f"{language} ")]


if __name__ == "__main__":
    ANSWERS.write_text("".join(f"{line}\n" for language in LANGUAGES for line in lines(language)), encoding="utf-8")
