"""Annotates alone what nobody has touched, where the exact bound on a random sample of records allows it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, select

from maskerad.core.document import Record
from maskerad.core.errors import GateError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.trust import Trust
from maskerad.web.workspace.learner.learnt import FOLDER, LEARNER, Learnt, read_learnt, write_learnt
from maskerad.web.workspace.marks import Change, Mark, State
from maskerad.web.workspace.project import Project, now
from maskerad.web.workspace.store.layers import OWN_LAYERS
from maskerad.web.workspace.store.log import Entry, append
from maskerad.web.workspace.store.stages import DONE, Passed, set_stage
from maskerad.web.workspace.store.tables import documents, records, versions
from maskerad.web.workspace.store.texts import StoredRecord, read_record, waiting_records


def why_not_alone(learnt: Learnt, project: Project) -> str:
    """Why the learner may not work alone, "" if it may: every label that it knows is under the bound."""
    if not learnt.model:
        return "nothing was trained yet"
    labels = sorted({label for _, seen in learnt.looks for label, look in seen.items() if look.n_gold})
    if not labels:
        return "no finished record was looked at yet"
    target = project.protocol.miss_rate
    waiting = [label for label in labels if learnt.judged(label, target).trust is not Trust.UNSUPERVISED]
    return f"not under the bound of {target:g} yet: {', '.join(waiting)}" if waiting else ""


def draw_sample(project: Project, n: int, seed: str) -> list[int]:
    """Draws records at random among those that nobody has looked at, for the exact bound.

    Raises:
        GateError: If there are not as many.
    """
    learnt = read_learnt(project.folder)
    with project.database.reading() as connection:
        waiting = [number for number in untouched(connection) if number not in learnt.sample]
    if len(waiting) < n:
        raise GateError(f"{len(waiting)} records are untouched; a sample of {n} cannot be drawn")
    drawn = sorted(random.Random(seed).sample(waiting, n))
    learnt.sample = sorted({*learnt.sample, *drawn})
    write_learnt(project.folder, learnt)
    return drawn


def untouched(connection: Connection) -> list[int]:
    """Numbers of the records to which no annotator has written."""
    touched = select(documents.c.record).join(versions, versions.c.document == documents.c.id)
    begun = set(connection.execute(touched.where(versions.c.layer.not_in(OWN_LAYERS)).distinct()).scalars())
    return [int(number) for number in connection.execute(select(records.c.id)).scalars() if number not in begun]


def run_batch(project: Project) -> int:
    """Annotates what nobody has touched, in the layer ``learner``; returns how many records.

    Raises:
        GateError: If the learner may not work alone.
    """
    from maskerad.pipeline.configuration.model_choice import with_models
    from maskerad.pipeline.configuration.settings import settings_for
    from maskerad.pipeline.detect import Detector

    learnt = read_learnt(project.folder)
    why = why_not_alone(learnt, project)
    if why:
        raise GateError(why)
    model = project.folder / FOLDER / learnt.model
    detector = Detector(with_models(settings_for(learnt.language), [model]))
    to_project = SchemeMap(load_scheme(CORE), project.scheme)
    with project.database.reading() as connection:
        waiting = [number for number in untouched(connection) if number in waiting_records(connection, LEARNER)]
    for number in waiting:
        with project.database.reading() as connection:
            record = read_record(connection, number)
        given = Record(record.name, tuple(document.as_document(record.name) for document in record.documents))
        by_document = dict(zip(record.texts, detector.detect(given), strict=True))
        with project.database.writing() as connection:
            _put_alone(connection, project, record, by_document, to_project)
    return len(waiting)


def _put_alone(
    connection: Connection,
    project: Project,
    record: StoredRecord,
    by_document: Mapping[int, Iterable[Span]],
    labels: SchemeMap,
) -> None:
    at = now()
    changes = []
    for number, spans in by_document.items():
        named = [(span, labels.label(span.label)) for span in spans]
        marks = tuple(_alone(number, span, label, at) for span, label in named if label is not None)
        changes.append(Change(number, (), marks))
    entry = Entry(f"learner/{record.id}/{at}", LEARNER, record.id, "learner", LEARNER, at)
    append(connection, entry, changes, record.texts)
    for stage in project.protocol.stages:
        author = Author(LEARNER, at, f"learner/{record.id}/{stage.name}/{at}")
        set_stage(connection, LEARNER, record.id, list(record.texts), Passed(stage.name, DONE, LEARNER, at), author)


def _alone(number: int, span: Span, label: str, at: str) -> Mark:
    name = f"a{number}.{span.start}"
    return Mark(name, number, span.start, span.end, label, State.HUMAN, LEARNER, span.score, "", LEARNER, at)
