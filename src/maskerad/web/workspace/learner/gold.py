"""Finished records with their decisions: what the learner learns from, and what its models are tried on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from maskerad.core.errors import GateError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.agreement.adjudication import Vote, adjudicate
from maskerad.web.workspace.marks import Mark
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.release.releasing import release_layer
from maskerad.web.workspace.store.layers import read_marks
from maskerad.web.workspace.store.stages import DONE
from maskerad.web.workspace.store.tables import records, stages
from maskerad.web.workspace.store.texts import StoredRecord, read_record


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """A finished record with its decisions in the core scheme, disjoint."""

    id: int
    language: str
    documents: tuple[AnnotatedDocument, ...] = field(repr=False)


def finished(project: Project) -> list[GoldRecord]:
    """Records all of whose documents are finished in the layer that they would leave with."""
    labels = SchemeMap(project.scheme, load_scheme(CORE))
    with project.database.reading() as connection:
        numbers = connection.execute(select(records.c.id).order_by(records.c.id)).scalars().all()
        done = set(connection.execute(select(stages.c.document).where(stages.c.state == DONE)).scalars())
        gold = []
        for number in numbers:
            record = read_record(connection, number)
            if not all(document.id in done for document in record.documents):
                continue
            try:
                layer = release_layer(connection, list(record.texts))
            except GateError:
                continue
            marks = list(read_marks(connection, layer, record.texts).values())
            gold.append(_gold(record, marks, labels))
    return gold


def _gold(record: StoredRecord, marks: Sequence[Mark], labels: SchemeMap) -> GoldRecord:
    documents = []
    for stored in record.documents:
        own = [mark for mark in marks if mark.document == stored.id and mark.is_human]
        known = [(mark, labels.label(mark.label)) for mark in own if mark.label in labels.source.labels]
        votes = [Vote(mark.by, Span(mark.start, mark.end, label)) for mark, label in known if label]
        spans = tuple(decision.span for decision in adjudicate(votes))
        documents.append(AnnotatedDocument(stored.as_document(record.name), spans))
    return GoldRecord(record.id, record.documents[0].language, tuple(documents))
