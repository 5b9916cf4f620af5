"""The second look at a record: what is known of it is searched for in all its documents before it is replaced."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from maskerad.core import Document, Entity, Record, Source, Span, SpanSet
from maskerad.languages import LanguagePack
from maskerad.pipeline.links import LastLinks
from maskerad.pipeline.look.forms import Forms, Known, LookWords
from maskerad.pipeline.look.turned import ends_of_names, joined_turned
from maskerad.pipeline.verification.originals import TRUSTED_SCORE, Hit, label_of, name_words
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.recognisers.resolve import resolve
from maskerad.text.line_breaks import one_line

SOURCE = Source("look.v1", "known_form", "a form of what stands elsewhere in this record")
SCORE = 0.7

Mention = tuple[str, str]  # text and label


class SecondLook:
    """Completes what was found in a record. Made once for a process.

    Args:
        packs: The languages of its documents.
        links: Keeps what linking said, for whoever replaces what was found.
    """

    def __init__(self, packs: Sequence[LanguagePack], links: LastLinks | None = None) -> None:
        self._words = LookWords(packs)
        self._links = links or LastLinks()

    def completed(self, record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> list[SpanSet]:
        """The spans of every document, and those of the forms that were missed.

        Args:
            record: Its documents and known identifiers.
            spans: One set a document, in the order of the documents.
            packs: Language of each document.
        """
        if not record.known and not any(map(len, spans)):
            return list(spans)
        mentions, trusted = _mentions(record, spans)
        forms = self.forms(record, packs, mentions, trusted, self._links.keep(record, spans, packs).entities)
        ends = ends_of_names(mentions)
        pairs = zip(record.documents, spans, strict=True)
        return [
            joined_turned(_completed(document, in_document, forms), document.text, ends)
            for document, in_document in pairs
        ]

    def forms(
        self,
        record: Record,
        packs: Sequence[LanguagePack],
        mentions: Sequence[Mention],
        trusted: Sequence[Mention],
        entities: Sequence[Entity],
    ) -> Forms:
        """The forms of a record.

        Args:
            record: Its documents.
            packs: Language of each.
            mentions: Text and label of everything that is searched for.
            trusted: Those of which it is sure that they are somebody's names.
            entities: What linking made of them.
        """
        texts = {document.id: (document.text, pack) for document, pack in zip(record.documents, packs, strict=True)}
        names = frozenset(word for text, label in trusted for word in name_words(text, label))
        return Forms(Known(mentions, entities, texts, names, record.known), self._words)


def _mentions(record: Record, spans: Sequence[SpanSet]) -> tuple[list[Mention], list[Mention]]:
    """Everything that is known beforehand or was found, and of that what is sure."""
    known = [(identifier.value, label_of(identifier)) for identifier in record.known]
    mentions, sure = list(known), list(known)
    for document, marked in zip(record.documents, spans, strict=True):
        for span in marked:
            mention = one_line(document.text[span.start : span.end]), span.label
            mentions.append(mention)
            if span.score >= TRUSTED_SCORE:
                sure.append(mention)
    return mentions, sure


def _completed(document: Document, spans: SpanSet, forms: Forms) -> SpanSet:
    hits = (*forms.standing(document.text, spans), *forms.placed(document.text, document.id))
    found = _with(spans, hits, document.text)
    return _with(found, tuple(forms.around(document.text, found.spans)), document.text)


def _with(spans: SpanSet, hits: Sequence[Hit], text: str) -> SpanSet:
    missed = _union(_outside(spans, hits))
    if not missed:
        return spans
    left = [span for span in spans if not _is_within(missed, span)]
    return join_name_parts(SpanSet(resolve([*left, *missed], text=text).spans, spans.scheme), text)


def _is_within(missed: Sequence[Span], span: Span) -> bool:
    """Whether one of what was missed holds a span whole; of those that begin before it, the last reaches furthest."""
    at = bisect_right(missed, span.start, key=attrgetter("start")) - 1
    return at >= 0 and span.end <= missed[at].end


def _union(hits: Iterable[Hit]) -> list[Span]:
    """Hits that no other hit holds whole: the longest form that stands somewhere is what stands there."""
    kept: list[Span] = []
    for hit in sorted(hits, key=lambda hit: (hit[0], -hit[1], hit[2])):
        if not kept or hit[1] > kept[-1].end:
            kept.append(Span(*hit, SCORE, SOURCE))
    return kept


def _outside(spans: SpanSet, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Hits that no span holds whole."""
    starts = [span.start for span in spans]
    for hit in hits:
        at = bisect_right(starts, hit[0]) - 1
        if at < 0 or spans[at].end < hit[1]:
            yield hit
