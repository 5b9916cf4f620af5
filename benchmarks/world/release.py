"""The hand records and the project's own, released under several keys from gold spans, or from what is recognised.

Gold spans go in without their entities: who is who is found out as on the way of every record, so that what linking
tears apart is a contradiction too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.data import CORPORA, ROOT, records
from benchmarks.world.record import Found, Mention, Page, World
from maskerad.core import Document, Quarantined, Record, Released, Span, SpanSet
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.languages import load_pack
from maskerad.linking import family_of
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import Settings, settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector

KEYS = tuple(bytes([number]) * 32 for number in range(1, 6))
HAND = ("dev", "dev2")

Gold = tuple[Record, list[list[Span]]]


def gold_records(code: str) -> Iterator[Gold]:
    """All records of a language with their gold: the development ones, where there are any, and the project's own."""
    for split in HAND:
        name = f"hand/{code}/{split}.jsonl"
        if (CORPORA / name).is_file():
            yield from records(name)
    groups: dict[str, list[AnnotatedDocument]] = {}
    for item in read_documents(ROOT / "corpus" / code, format_name="marked"):
        if isinstance(item, AnnotatedDocument):
            groups.setdefault(item.document.record, []).append(item)
    for record, items in groups.items():
        yield Record(record, tuple(item.document for item in items)), [list(item.spans) for item in items]


def worlds(code: str) -> Iterator[World | Quarantined]:
    """Every record of a language under every key, from its gold spans; what was quarantined as it is."""
    settings = replace(settings_for(code), models=())
    spans = [[_bare(one) for one in gold] for _, gold in gold_records(code)]
    yield from _released(code, settings, spans)


def recognised_worlds(code: str) -> Iterator[World | Quarantined]:
    """The same from what the shipped recogniser finds; the mentions that are looked at are those of the gold."""
    settings = with_models(settings_for(code))
    detector = Detector(settings)
    yield from _released(code, settings, [detector.detect(record) for record, _ in gold_records(code)])


def _released(code: str, settings: Settings, spans: list[list[SpanSet]]) -> Iterator[World | Quarantined]:
    gold = list(gold_records(code))
    for key in KEYS:
        engine = Deidentifier(settings, key)
        for (record, mentions), found in zip(gold, spans, strict=True):
            released = engine.replace(record, found)
            yield from (one for one in released if isinstance(one, Quarantined))
            if all(isinstance(one, Released) for one in released):
                yield _world(code, record, mentions, released)


def _bare(spans: list[Span]) -> SpanSet:
    return SpanSet.of(Span(span.start, span.end, span.label) for span in spans)


def _world(code: str, record: Record, gold: list[list[Span]], released: list[Released | Quarantined]) -> World:
    pages, mentions = [], []
    for number, (document, spans, one) in enumerate(zip(record.documents, gold, released, strict=True)):
        assert isinstance(one, Released)
        masked = tuple((span.start, span.end) for span in one.spans if span.source and span.source.rule == "original")
        pages.append(Page(document.id, document.text, one.text, document.date, masked))
        mentions += [mention_of(number, document, span, one) for span in sorted(spans, key=lambda span: span.start)]
    texts = {str(text).casefold() for text in load_pack(code).table("placeholders").values()}
    return World(code, record.id, tuple(pages), tuple(mentions), frozenset(texts))


def mention_of(page: int, document: Document, span: Span, released: Released) -> Mention:
    """A gold span beside what stands for it in the released text."""
    start, end = released.offsets.to_new(span.start), released.offsets.end_to_new(span.end)
    marked = [one for one in released.spans if one.start < span.end and span.start < one.end]
    for one in marked:  # what a longer span keeps around the mention is none of its surrogate: "Praxis Dr. Ebner"
        before, behind = document.text[one.start : span.start], document.text[span.end : one.end]
        start += len(before) if released.text[start:end].startswith(before) else 0
        end -= len(behind) if released.text[start:end].endswith(behind) else 0
    old, new = document.text[span.start : span.end], released.text[start:end]
    return Mention(page, span.start, span.end, start, end, span.label, span.entity, old, new, how_found(span, marked))


def how_found(gold: Span, marked: Sequence[Span]) -> Found:
    """How a gold span was found, by the spans that share characters with it; people are people under any label."""
    if not marked:
        return Found.MISSED
    one = marked[0]
    if len(marked) > 1 or (one.start, one.end) != (gold.start, gold.end):
        return Found.BORDER
    return Found.RIGHT if family_of(one.label) == family_of(gold.label) else Found.LABEL
