"""Annotations that came with the texts in place of what recognisers find: exactly these mentions are replaced."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from maskerad.core import LabelScheme, Released, SchemeMap, Span, SpanSet, load_scheme
from maskerad.core.errors import MissingError
from maskerad.core.span import UNKNOWN_SOURCE
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.resolve import resolve


@dataclass(frozen=True, slots=True)
class Gold:
    """How annotations are read, and written again around the surrogates.

    Attributes:
        scheme: Of their labels. The core label of each decides what stands for it; one that has none, such as a sum of
            money, is no identifier: its text stays.
    """

    scheme: LabelScheme

    def spans(self, item: AnnotatedDocument) -> SpanSet:
        """What is replaced in a document; where annotations overlap, every character they cover, each once.

        Raises:
            MissingError: If no annotations came with it: then nobody has looked, and nothing may leave.
            LabelError: If a label is not of the scheme.
        """
        if not item.is_annotated:
            raise MissingError(f"document {item.document.id!r}: no annotations came with it")
        return resolve(self._core_spans(item), text=item.document.text)

    def _core_spans(self, item: AnnotatedDocument) -> Iterator[Span]:
        """In labels of the core scheme. An id of an entity holds within its document: others may use it anew."""
        labels = SchemeMap(self.scheme, load_scheme("core"))
        for span in item.spans:
            label = labels.label(span.label)
            if label is not None:
                item.document.check(span)
                entity = f"{item.document.id}\0{span.entity}" if span.entity else ""
                yield Span(span.start, span.end, label, 1.0, UNKNOWN_SOURCE, entity)

    def carried(self, item: AnnotatedDocument, released: Released) -> tuple[Span, ...]:
        """The annotations in the new text, under their own labels, without those of which nothing is left.

        Ids of entities become those of the release, since somebody's own may well be names.
        """
        return tuple(new for span in item.spans if (new := _carried(span, released)) is not None)

    def n_unmarked(self, item: AnnotatedDocument, released: Released) -> int:
        """How many mentions nobody had marked were replaced, since they hold what is replaced elsewhere."""
        marked = set(self.spans(item))
        places = {(span.start, span.end) for span in marked}
        return sum((span.start, span.end) not in places for span in released.spans)


def _carried(span: Span, released: Released) -> Span | None:
    start, end = released.offsets.to_new(span.start), released.offsets.end_to_new(span.end)
    if start >= end:
        return None
    entity = _entity_at(released.spans, span) if span.entity else ""
    return Span(start, end, span.label, span.score, UNKNOWN_SOURCE, entity)


def _entity_at(spans: SpanSet, place: Span) -> str:
    """The entity of the first span that overlaps a place, "" if none does."""
    first = bisect_right(spans.spans, place.start, key=lambda span: span.end)
    return spans[first].entity if first < len(spans) and spans[first].overlaps(place) else ""
