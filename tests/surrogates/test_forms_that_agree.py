"""Whom linking holds for one person has one set of new names: what two forms share before, they share after."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.data import LANGUAGES, ROOT
from benchmarks.world.people import form_faults
from benchmarks.world.record import Mention, World

from maskerad.core import Record, Released, Span, SpanSet
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.languages import load_pack
from maskerad.linking import link
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

from .records import KEY

N_RECORDS = 8


def records(code: str) -> list[tuple[Record, list[SpanSet]]]:
    """The first records of the project's own corpus, with their marks and no entities."""
    groups: dict[str, list[AnnotatedDocument]] = {}
    for item in read_documents(ROOT / "corpus" / code, format_name="marked"):
        if isinstance(item, AnnotatedDocument):
            groups.setdefault(item.document.record, []).append(item)
    return [
        (Record(name, tuple(one.document for one in items)), [bare(one) for one in items])
        for name, items in list(groups.items())[:N_RECORDS]
    ]


def bare(item: AnnotatedDocument) -> SpanSet:
    return SpanSet.of(Span(span.start, span.end, span.label) for span in item.spans)


def world(code: str, record: Record, spans: list[SpanSet]) -> World:
    """The record before and after, with the entities that linking made."""
    linked = link(record, spans, [load_pack(code)] * len(spans))
    entity = {(one.document, one.span.start): each.id for each in linked.entities for one in each.mentions}
    released = Deidentifier(replace(settings_for(code), models=()), KEY).replace(record, spans)
    mentions = []
    for number, (document, marked, one) in enumerate(zip(record.documents, spans, released, strict=True)):
        assert isinstance(one, Released)
        for span in marked:
            start, end = one.offsets.to_new(span.start), one.offsets.end_to_new(span.end)
            old, new = document.text[span.start : span.end], one.text[start:end]
            who = entity[document.id, span.start]
            mentions.append(Mention(number, span.start, span.end, start, end, span.label, who, old, new))
    return World(code, record.id, (), tuple(mentions))


@pytest.mark.parametrize("code", LANGUAGES)
def test_forms_of_one_person_agree(code: str) -> None:
    worlds = [world(code, *one) for one in records(code)]
    people = [mentions for one in worlds for mentions in one.people.values()]
    assert sum(len(mentions) > 1 for mentions in people) > N_RECORDS
    assert [(one.record, fault.mention.start) for one in worlds for fault in form_faults(one)] == []
