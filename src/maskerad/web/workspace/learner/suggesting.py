"""Adds what the learner finds to the suggestions, of the labels for which it has come out of the shadow."""

from __future__ import annotations

from collections.abc import Iterable

from maskerad.core.document import Record
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.web.workspace.decisions.trust import Trust
from maskerad.web.workspace.learner.alone import untouched
from maskerad.web.workspace.learner.learnt import FOLDER, LEARNER, Learnt
from maskerad.web.workspace.marks import WEAK_BELOW, Mark, State
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.store.layers import SUGGESTIONS, read_marks
from maskerad.web.workspace.store.texts import read_record
from maskerad.web.workspace.suggestions import put_suggestions


def suggest_more(project: Project, learnt: Learnt) -> int:
    """Adds what the learner finds in untouched records, of labels that it may suggest, where nothing is suggested yet.

    Returns:
        How many suggestions are new.
    """
    target = project.protocol.miss_rate
    allowed = {label for label in learnt.labels if learnt.judged(label, target).trust is not Trust.SHADOW}
    if not allowed:
        return 0
    detector = Detector(with_models(settings_for(learnt.language), [project.folder / FOLDER / learnt.model]))
    labels = SchemeMap(load_scheme(CORE), project.scheme)
    n_new = 0
    with project.database.reading() as connection:
        numbers = untouched(connection)
    for number in numbers:
        with project.database.reading() as connection:
            record = read_record(connection, number)
            there = read_marks(connection, SUGGESTIONS, record.texts)
        given = Record(record.name, tuple(document.as_document(record.name) for document in record.documents))
        made: dict[int, list[Mark]] = {text: [m for m in there.values() if m.document == text] for text in record.texts}
        before = sum(map(len, made.values()))
        for one, spans in zip(record.texts, detector.detect(given), strict=True):
            new = (span for span in spans if span.label in allowed and not _is_under(span, made[one]))
            made[one] += [_suggested(one, span, label) for span in new if (label := labels.label(span.label))]
        if sum(map(len, made.values())) > before:
            n_new += sum(map(len, made.values())) - before
            with project.database.writing() as connection:
                put_suggestions(connection, record, made, {"model": learnt.model})
    return n_new


def _is_under(span: Span, marks: Iterable[Mark]) -> bool:
    return any(mark.start < span.end and span.start < mark.end for mark in marks)


def _suggested(number: int, span: Span, label: str) -> Mark:
    state = State.WEAK if span.score < WEAK_BELOW else State.SUGGESTED
    return Mark(f"l{number}.{span.start}.{span.end}", number, span.start, span.end, label, state, LEARNER, span.score)
