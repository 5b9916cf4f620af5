"""Searches what is about to leave for every original identifier of its record.

What was not replaced can still hold one: what old and new text share, the stretches between the spans and the spans
that were kept ("Jordan", a country, in the record of a Mr Jordan). And no surrogate may be an original of the record;
the surrogates see to that themselves, and here it is checked again. Days and ages are left out of that: a shift that
keeps all intervals may well put one day of a record where another was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import attrgetter
from typing import Protocol

from maskerad.core.document import Document, Record
from maskerad.core.errors import ReleaseError
from maskerad.core.release import Released
from maskerad.core.schemes import people_labels
from maskerad.core.span import Source, Span, SpanSet
from maskerad.pipeline.rewrite import joints_of, replacements_of, rewrite
from maskerad.pipeline.verification.originals import BARRIER, SAFE_CHARS, TRUSTED_SCORE, Hit, label_of
from maskerad.recognisers.resolve import resolve
from maskerad.text.folding import fold
from maskerad.text.line_breaks import one_line

SOURCE = Source("verify.v1", "original", "an identifier of this record stands here again")
MASKED = "an original of the record still stood there"
MOVING = frozenset({"DATE", "TIME", "AGE", "SEX"})


@dataclass(frozen=True, slots=True)
class Leak:
    """An original identifier in the new text: where in the old one, and what it was marked as.

    It stands outside all spans, or in one that was kept, or it is the very place of one: then a surrogate is an
    original.
    """

    document: str
    start: int
    end: int
    label: str

    @property
    def span(self) -> Span:
        """The leak as a span of the old text."""
        return Span(self.start, self.end, self.label, 1.0, SOURCE)


class Search(Protocol):
    """The forms of a record and a search for them; see ``look.Forms``."""

    def standing(self, text: str) -> list[Hit]:
        """Where a form stands that is one in any place."""

    def placed(self, text: str, document: str) -> list[Hit]:
        """Where a form stands that is one only in certain places, such as initials where somebody signs."""


def verify(record: Record, released: Sequence[Released], forms: Search) -> list[Leak]:
    """Finds what was missed: identifiers taken out at one place of the record that still stand at another.

    Args:
        record: The old texts.
        released: One for each document of the record, in the same order, all of the core scheme.
        forms: Of everything that was taken out or is known beforehand.

    Raises:
        ReleaseError: If ``released`` are not those of the record's documents.
    """
    ids = [document.id for document in record.documents]
    if ids != [safe.document for safe in released]:
        raise ReleaseError(f"record {record.id!r}: the released documents are not those of the record")
    pairs = list(zip(record.documents, released, strict=True))
    whole = frozenset(fold(text) for text, label in originals_of(record, released) if _is_checked(text, label))
    leaks = [leak for document, safe in pairs for leak in _leaks(document, safe, forms)]
    return leaks + [leak for safe in released for leak in _echoes(safe, whole)]


def originals_of(record: Record, released: Sequence[Released]) -> list[tuple[str, str]]:
    """Text and label of what is known of a record beforehand, and of every mention whose text was changed."""
    known = [(identifier.value, label_of(identifier)) for identifier in record.known]
    pairs = zip(record.documents, released, strict=True)
    return known + [mention for document, safe in pairs for mention in _taken_out(document, safe)]


def _is_checked(text: str, label: str) -> bool:
    """Whether no surrogate may be this mention: nothing that moves with the days of its record, nor a few letters."""
    return label not in MOVING and sum(map(str.isalnum, text)) > SAFE_CHARS


def _echoes(released: Released, originals: frozenset[str]) -> Iterator[Leak]:
    """Surrogates that are originals."""
    new = {start: released.text[left:right] for start, _, left, right in released.offsets.pieces}
    for span in released.spans:
        if span.start in new and span.label not in MOVING and fold(new[span.start]) in originals:
            yield Leak(released.document, span.start, span.end, span.label)


def _taken_out(document: Document, released: Released) -> Iterator[tuple[str, str]]:
    """Text and label of every span whose text was changed."""
    changed = _changed(released)
    for span in released.spans:
        if span.start in changed:
            yield one_line(document.text[span.start : span.end]), span.label


def trusted_names(record: Record, released: Sequence[Released]) -> Iterator[tuple[str, str]]:
    """Text and label of what is known of a record beforehand, and of the mentions found surely and taken out."""
    yield from ((identifier.value, label_of(identifier)) for identifier in record.known)
    for document, safe in zip(record.documents, released, strict=True):
        changed = _changed(safe)
        for span in safe.spans:
            if span.score >= TRUSTED_SCORE and span.start in changed:
                yield one_line(document.text[span.start : span.end]), span.label


def _changed(released: Released) -> frozenset[int]:
    """Where the spans begin in the old text whose text was changed."""
    return frozenset(start for start, _, _, _ in released.offsets.pieces)


def _leaks(document: Document, released: Released, forms: Search) -> Iterator[Leak]:
    gaps = list(_gaps(document, released))
    text = BARRIER.join(document.text[start:end] for start, end in gaps)
    begins = list(accumulate((end - start + len(BARRIER) for start, end in gaps), initial=0))
    hits = []
    for left, right, label in forms.standing(text):
        gap = bisect_right(begins, left) - 1
        moved = gaps[gap][0] - begins[gap]
        hits.append((left + moved, right + moved, label))
    kept = _kept_people(released)
    placed = (hit for hit in forms.placed(document.text, document.id) if _is_within(gaps, hit))
    for start, end, label in (*hits, *placed):
        if not _is_somebody_else(kept, start, end):
            yield Leak(document.id, start, end, label)


def _is_within(gaps: Sequence[tuple[int, int]], hit: Hit) -> bool:
    """Whether a hit lies in one stretch that was not replaced."""
    at = bisect_right(gaps, (hit[0], hit[1])) - 1
    return any(start <= hit[0] and hit[1] <= end for start, end in gaps[max(at, 0) : at + 2])


def _gaps(document: Document, released: Released) -> Iterator[tuple[int, int]]:
    """The stretches that old and new text share: between the spans whose text was changed."""
    at = 0
    for start, end in [(old, old_end) for old, old_end, _, _ in released.offsets.pieces] + [(len(document.text),) * 2]:
        if start > at:
            yield at, start
        at = end


def _kept_people(released: Released) -> list[Span]:
    """Names that were kept by choice, those of clinicians for one."""
    changed, people = _changed(released), people_labels()
    return [span for span in released.spans if span.label in people and span.start not in changed]


def _is_somebody_else(kept: Sequence[Span], start: int, end: int) -> bool:
    """Whether a hit is a part only of a name that was kept: a Dr Anna Ek whose patient is another Anna."""
    at = bisect_right(kept, start, key=attrgetter("start")) - 1
    return at >= 0 and end <= kept[at].end and (start, end) != (kept[at].start, kept[at].end)


def mask(document: Document, released: Released, leaks: Iterable[Leak], placeholder: Callable[[str], str]) -> Released:
    """Puts a placeholder for every leak of this document, and tells so; leaks that overlap become pieces that do not.

    Args:
        document: The old text.
        released: Its release, with the leaks still in it.
        leaks: Of any documents.
        placeholder: Text for a label.
    """
    mine = [leak for leak in leaks if leak.document == document.id]
    if not mine:
        return released
    changed = _changed(released)
    texts = {
        (span.start, span.end): text
        for span, text in zip(released.spans, replacements_of(released), strict=True)
        if span.start in changed
    }
    echoes = [(leak.start, leak.end) for leak in mine if (leak.start, leak.end) in texts]
    texts.update((place, placeholder(label)) for place, label in _labels_at(released, echoes))
    outside = [leak.span for leak in mine if (leak.start, leak.end) not in texts]
    kept = [span for span in released.spans if span.start not in changed]
    shared = leaks_first([*kept, *outside], document.text)
    texts.update(
        ((span.start, span.end), placeholder(span.label))
        if span.source == SOURCE
        else ((span.start, span.end), document.text[span.start : span.end])
        for span in shared
    )
    spans = sorted([*shared, *(span for span in released.spans if span.start in changed)], key=attrgetter("start"))
    joints = [joint for joint in joints_of(released) if joint.end in changed]
    new_set = SpanSet(tuple(spans), released.spans.scheme)
    made = rewrite(document, new_set, [texts[s.start, s.end] for s in spans], joints)
    return replace(made, refused=tuple((leak.label, MASKED) for leak in mine))


def _labels_at(released: Released, places: Iterable[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    wanted = set(places)
    return (((s.start, s.end), s.label) for s in released.spans if (s.start, s.end) in wanted)


def leaks_first(spans: Iterable[Span], text: str) -> SpanSet:
    """Spans of a document and of leaks in it, resolved: where they meet, the leak keeps all it has."""
    return resolve(spans, lambda span: (span.source == SOURCE, span.score, span.length), text)
