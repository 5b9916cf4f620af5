"""Annotated documents as records with spans of the core scheme: what the studies start from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from maskerad.core import Record, SchemeMap, SpanSet, load_scheme
from maskerad.core.errors import InputError
from maskerad.core.label_scheme import CORE
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.resolve import resolve


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """A record and the spans of each of its documents, in their order."""

    record: Record
    spans: tuple[SpanSet, ...] = field(repr=False)


def gold_records(documents: Iterable[AnnotatedDocument], scheme: str = CORE) -> list[GoldRecord]:
    """Groups documents by record, wherever they stand, and resolves their spans.

    Args:
        documents: With spans of ``scheme``; labels without a place in the core scheme are left out.
        scheme: Name of their label scheme.

    Raises:
        InputError: If there is no document at all, or two of a record share an id.
        LabelError: If a label is not of the scheme.
        BoundsError: If a span ends beyond its text.
    """
    to_core = SchemeMap(load_scheme(scheme), load_scheme(CORE))
    groups: dict[str, list[AnnotatedDocument]] = {}
    for item in documents:
        groups.setdefault(item.document.record or item.document.id, []).append(item)
    if not groups:
        raise InputError("there is no document to look at")
    return [_record(name, items, to_core) for name, items in groups.items()]


def _record(name: str, items: Sequence[AnnotatedDocument], to_core: SchemeMap) -> GoldRecord:
    record = Record(name, tuple(item.document for item in items))
    return GoldRecord(record, tuple(_spans(item, to_core) for item in items))


def _spans(item: AnnotatedDocument, to_core: SchemeMap) -> SpanSet:
    spans = [item.document.check(span) for span in to_core.spans(item.spans)]
    return resolve(spans, text=item.document.text)
