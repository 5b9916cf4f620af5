"""Pre-selection of a corpus without a project, and the next record of a project."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, select

from maskerad.core.document import Document, Record
from maskerad.corpora import AnnotatedDocument, RecordGroup
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.model_choice import with_models
from maskerad.pipeline.settings import Foreign, settings_for
from maskerad.web.workspace.decisions.preselection import Candidate, Chosen, Rule, choose
from maskerad.web.workspace.decisions.strings import folded
from maskerad.web.workspace.store.layers import SUGGESTIONS
from maskerad.web.workspace.store.tables import documents, marks, versions

LOOKED_AT_MAX = 20_000  # suggestions that the next record is chosen among


def preselect(groups: Sequence[RecordGroup], language: str, n: int, rule: Rule, share: float, seed: int) -> Chosen:
    """Chooses records of a corpus by what rules and model find in them."""
    settings = settings_for(language)
    if settings.is_auto:
        settings = settings.with_foreign(Foreign.KEEP.value)
    detector = Detector(with_models(settings))
    return choose([_candidate(group, detector) for group in groups], n, rule, share, seed)


def chosen_documents(groups: Sequence[RecordGroup], chosen: Chosen) -> Iterable[AnnotatedDocument]:
    """The documents of the chosen records, the first record first."""
    by_id = {group.id: group for group in groups}
    return (item for one in chosen.ids for item in by_id[one].documents)


def next_record(connection: Connection, layer: str) -> int | None:
    """The record that a layer should go on with: the one whose undecided strings are doubted most, each counted once.

    None when nothing is left to begin.
    """
    begun = select(versions.c.document).where(versions.c.layer == layer)
    query = (
        select(documents.c.record, marks.c.folded, func.max(marks.c.score))
        .join(marks, marks.c.document == documents.c.id)
        .where(marks.c.layer == SUGGESTIONS, documents.c.id.not_in(begun))
        .group_by(documents.c.record, marks.c.folded)
        .limit(LOOKED_AT_MAX)
    )
    scores: defaultdict[int, dict[str, float]] = defaultdict(dict)
    for record, string, score in connection.execute(query):
        scores[int(record)][str(string)] = float(score)
    if scores:
        known = set(connection.execute(select(marks.c.folded).where(marks.c.layer == layer).distinct()).scalars())
        left = {record: {s: score for s, score in own.items() if s not in known} for record, own in scores.items()}
        candidates = [Candidate(str(record), 1, own) for record, own in sorted(left.items())]
        return int(choose(candidates, 1, Rule.UNCERTAINTY, 0.0).ids[0])
    untouched = select(func.min(documents.c.record)).where(documents.c.id.not_in(begun))
    return connection.execute(untouched).scalar()


def _candidate(group: RecordGroup, detector: Detector) -> Candidate:
    record: Record = group.as_record()
    scores: dict[str, float] = {}
    for document, spans in zip(record.documents, detector.detect(record), strict=True):
        for span in spans:
            string = folded(_string(document, span.start, span.end))
            scores[string] = max(span.score, scores.get(string, 0.0))
    return Candidate(group.id, sum(len(one.text) for one in record.documents), scores)


def _string(document: Document, start: int, end: int) -> str:
    return document.text[start:end]
