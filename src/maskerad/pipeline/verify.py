"""Searches what is about to leave for every original identifier of its record.

What was not replaced can still hold one: what old and new text share, the stretches between the spans and the spans
that were kept ("Jordan", a country, in the record of a Mr Jordan). And no surrogate may be an original of the record;
the surrogates see to that themselves, and here it is checked again. Days and ages are left out of that: a shift that
keeps all intervals may well put one day of a record where another was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter

from maskerad.core.document import Document, Record
from maskerad.core.errors import ReleaseError
from maskerad.core.release import Released
from maskerad.core.schemes import people_labels
from maskerad.core.span import Source, Span, SpanSet
from maskerad.languages.everyday import Judgement
from maskerad.pipeline.disguises import find_disguised
from maskerad.pipeline.originals import SAFE_CHARS, Originals, label_of, name_words
from maskerad.pipeline.rewrite import replacements_of, rewrite
from maskerad.recognisers.resolve import resolve
from maskerad.text.folding import fold
from maskerad.text.line_breaks import one_line

SOURCE = Source("verify.v1", "original", "an identifier of this record stands here again")
TRUSTED_SCORE = 0.8  # a name found so well outranks the everyday word that it also is
MOVING = frozenset({"DATE", "TIME", "AGE", "SEX"})
BARRIER = "\n\ua78f\n"  # a letter of no language between two stretches, so that no form reaches over a span


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


def verify(
    record: Record,
    released: Sequence[Released],
    is_ordinary: Judgement,
    genitives: Iterable[str] = (),
    linked: Iterable[tuple[str, str]] = (),
    stands_as_name: Judgement = lambda text, start, end: False,
) -> list[Leak]:
    """Finds what was missed: identifiers taken out at one place of the record that still stand at another.

    Args:
        record: The old texts, and the identifiers known beforehand, which count as originals.
        released: One for each document of the record, in the same order, all of the core scheme.
        is_ordinary: Whether the word at ``(text, start, end)`` is an everyday word ("ask" beside a family called Ask).
        genitives: Endings with which the names of people are searched for as well.
        linked: Names and labels of the people whose mentions were taken out, as linking reads them: "Annas" is Anna's.
        stands_as_name: Whether an everyday word may be a name where it stands; asked for words that are the surely
            found or known names of people of this record.

    Raises:
        ReleaseError: If ``released`` are not those of the record's documents.
    """
    ids = [document.id for document in record.documents]
    if ids != [one.document for one in released]:
        raise ReleaseError(f"record {record.id!r}: the released documents are not those of the record")
    pairs = list(zip(record.documents, released, strict=True))
    taken_out = originals_of(record, released)
    originals = Originals.of([*taken_out, *linked], genitives)
    whole = frozenset(fold(text) for text, label in taken_out if _is_checked(text, label))
    trusted = frozenset(_trusted_words(record, pairs))

    def is_everyday(text: str, start: int, end: int) -> bool:
        is_somebody = fold(text[start:end]) in trusted and stands_as_name(text, start, end)
        return not is_somebody and is_ordinary(text, start, end)

    leaks = [leak for document, one in pairs for leak in _leaks(document, one, originals, is_everyday)]
    return leaks + [leak for one in released for leak in _echoes(one, whole)]


def originals_of(record: Record, released: Sequence[Released]) -> list[tuple[str, str]]:
    """Text and label of what is known of a record beforehand, and of every mention whose text was changed."""
    known = [(identifier.value, label_of(identifier)) for identifier in record.known]
    pairs = zip(record.documents, released, strict=True)
    return known + [mention for document, one in pairs for mention in _taken_out(document, one)]


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


def _trusted_words(record: Record, pairs: Iterable[tuple[Document, Released]]) -> Iterator[str]:
    """Folded words of the names that are known beforehand, or were found surely and taken out."""
    for identifier in record.known:
        yield from name_words(identifier.value, label_of(identifier))
    for document, released in pairs:
        changed = _changed(released)
        for span in released.spans:
            if span.score >= TRUSTED_SCORE and span.start in changed:
                yield from name_words(one_line(document.text[span.start : span.end]), span.label)


def _changed(released: Released) -> frozenset[int]:
    """Where the spans begin in the old text whose text was changed."""
    return frozenset(start for start, _, _, _ in released.offsets.pieces)


def _leaks(document: Document, released: Released, originals: Originals, is_ordinary: Judgement) -> Iterator[Leak]:
    gaps = list(_gaps(document, released))
    text = BARRIER.join(document.text[start:end] for start, end in gaps)
    begins = list(accumulate((end - start + len(BARRIER) for start, end in gaps), initial=0))
    kept = _kept_people(released)
    for left, right, label in find_disguised(originals, text, is_ordinary):
        gap = bisect_right(begins, left) - 1
        moved = gaps[gap][0] - begins[gap]
        if not _is_somebody_else(kept, left + moved, right + moved):
            yield Leak(document.id, left + moved, right + moved, label)


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
    """Puts a placeholder for every leak of this document; leaks that overlap become pieces that do not.

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
    return rewrite(document, SpanSet(tuple(spans), released.spans.scheme), [texts[s.start, s.end] for s in spans])


def _labels_at(released: Released, places: Iterable[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    wanted = set(places)
    return (((s.start, s.end), s.label) for s in released.spans if (s.start, s.end) in wanted)


def leaks_first(spans: Iterable[Span], text: str) -> SpanSet:
    """Spans of a document and of leaks in it, resolved: where they meet, the leak keeps all it has."""
    return resolve(spans, lambda span: (span.source == SOURCE, span.score, span.length), text)
