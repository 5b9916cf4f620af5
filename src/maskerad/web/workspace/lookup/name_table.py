"""The name table of a record: one row a thing, its forms linked, so that one decision settles all of its places."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from maskerad.core.document import Record
from maskerad.core.entity import Entity
from maskerad.core.errors import MaskeradError
from maskerad.core.label_scheme import CORE, LabelScheme
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span, SpanSet
from maskerad.languages import LanguagePack, language_codes, load_pack
from maskerad.web.workspace.decisions.strings import folded
from maskerad.web.workspace.lookup.places import place
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.store.texts import StoredDocument, StoredRecord

CONTEXTS_MAX = 8
NO_LANGUAGE = "en"  # whose conventions of names a text is read by whose language is not known


def name_rows(record: StoredRecord, marks: Iterable[Mark], scheme: LabelScheme) -> list[dict[str, Any]]:
    """The rows, those with the most places first, undecided ones before decided ones.

    Returns:
        For each: ``key``; ``forms`` with text and count; ``label``; ``role`` that the text tells, "" where it does
        not; ``state``; ``n``; ``contexts``; and ``spans``, the ids of its marks.
    """
    kept = [mark for mark in marks if mark.state is not State.REJECTED]
    entities = _entities(record, kept, scheme)
    groups: defaultdict[tuple[str, str], list[Mark]] = defaultdict(list)
    for mark in sorted(kept, key=lambda mark: (mark.document, mark.start)):
        entity = entities.get(mark.id)
        own = (f"{mark.label}/{folded(_string(record, mark))}", "")
        groups[own if entity is None else (entity.id, entity.role)].append(mark)
    rows = [_row(str(number), role, record, group) for number, ((_, role), group) in enumerate(groups.items(), 1)]
    return sorted(rows, key=lambda row: (row["state"] == State.HUMAN, -row["n"]))


def _row(key: str, role: str, record: StoredRecord, group: Sequence[Mark]) -> dict[str, Any]:
    forms = Counter(_string(record, mark) for mark in group)
    labels = Counter(mark.label for mark in group)
    is_decided = all(mark.is_human for mark in group)
    label = labels.most_common(1)[0][0]
    return {
        "key": key,
        "forms": [{"text": text, "n": n} for text, n in forms.most_common()],
        "label": label,
        "labels": dict(labels),
        "role": role,
        "state": State.HUMAN.value if is_decided else State.SUGGESTED.value,
        "n": len(group),
        "contexts": [_context(record, mark) for mark in group[:CONTEXTS_MAX]],
        "spans": [mark.id for mark in group],
    }


def _context(record: StoredRecord, mark: Mark) -> dict[str, Any]:
    return place(mark.document, record.document(mark.document).text, mark.start, mark.end)


def _string(record: StoredRecord, mark: Mark) -> str:
    return record.document(mark.document).text[mark.start : mark.end]


def _entities(record: StoredRecord, marks: Sequence[Mark], scheme: LabelScheme) -> dict[str, Entity]:
    """Linked things by the ids of their marks; none where the record cannot be linked."""
    from maskerad.linking import link

    labels = SchemeMap(scheme, load_scheme(CORE))
    sets: list[SpanSet] = []
    owners: list[dict[tuple[int, int], str]] = []
    for document in record.documents:
        spans, ids = _disjoint(document, marks, labels)
        sets.append(SpanSet(tuple(spans)))
        owners.append({(span.start, span.end): name for span, name in zip(spans, ids, strict=True)})
    given = Record(record.name, tuple(document.as_document(record.name) for document in record.documents))
    try:
        linked = link(given, sets, [_pack(document.language) for document in record.documents])
    except MaskeradError:
        return {}
    numbers = {document.name: number for number, document in enumerate(record.documents)}
    places = (
        (numbers[mention.document], (mention.span.start, mention.span.end), entity)
        for entity in linked.entities
        for mention in entity.mentions
    )
    return {owners[number][place]: entity for number, place, entity in places if place in owners[number]}


def _disjoint(document: StoredDocument, marks: Sequence[Mark], labels: SchemeMap) -> tuple[list[Span], list[str]]:
    """The spans of a document for linking, in the core scheme; of two that overlap, the first."""
    spans: list[Span] = []
    ids: list[str] = []
    own = sorted((mark for mark in marks if mark.document == document.id), key=lambda mark: (mark.start, -mark.end))
    for mark in own:
        label = labels.label(mark.label) if mark.label in labels.source.labels else None
        if label is not None and (not spans or spans[-1].end <= mark.start):
            spans.append(Span(mark.start, mark.end, label))
            ids.append(mark.id)
    return spans, ids


def _pack(language: str) -> LanguagePack:
    return load_pack(language if language in language_codes() else NO_LANGUAGE)
