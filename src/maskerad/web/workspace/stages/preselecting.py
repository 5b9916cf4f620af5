"""Pre-selection of a corpus, without a project."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskerad.core.document import Document, Record
from maskerad.corpora import AnnotatedDocument, RecordGroup
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import Foreign, settings_for
from maskerad.pipeline.detect import Detector
from maskerad.web.workspace.decisions.preselection import Candidate, Chosen, Rule, choose
from maskerad.web.workspace.decisions.strings import folded


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
    return (item for id_ in chosen.ids for item in by_id[id_].documents)


def _candidate(group: RecordGroup, detector: Detector) -> Candidate:
    record: Record = group.as_record()
    scores: dict[str, float] = {}
    for document, spans in zip(record.documents, detector.detect(record), strict=True):
        for span in spans:
            string = folded(_string(document, span.start, span.end))
            scores[string] = max(span.score, scores.get(string, 0.0))
    return Candidate(group.id, sum(len(document.text) for document in record.documents), scores)


def _string(document: Document, start: int, end: int) -> str:
    return document.text[start:end]
