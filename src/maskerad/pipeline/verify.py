"""Searches what is about to leave for every original identifier of its record.

What was not replaced can still hold one: the stretches between the spans, which old and new text share. And no
surrogate may be an original of the record; the surrogates see to that themselves, and here it is checked again. Days
and ages are left out of that: a shift that keeps all intervals may well put one day of a record where another was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from maskerad.core.document import Document, Record
from maskerad.core.errors import ReleaseError
from maskerad.core.release import Released
from maskerad.core.span import Source, Span, SpanSet
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.pipeline.originals import SAFE_CHARS, IsOrdinary, Originals, label_of
from maskerad.pipeline.rewrite import replacements_of, rewrite
from maskerad.recognisers.resolve import resolve
from maskerad.text.folding import fold

SOURCE = Source("verify.v1", "original", "an identifier of this record stands here again")
EPONYM_KEY_CHARS = 2
MOVING = frozenset({"DATE", "TIME", "AGE", "SEX"})
BARRIER = "\n\ua78f\n"  # a letter of no language between two stretches, so that no form reaches over a span


@dataclass(frozen=True, slots=True)
class Leak:
    """An original identifier in the new text: where in the old one, and what it was marked as.

    It stands outside all spans, or it is the very place of one: then a surrogate is an original.
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
    is_ordinary: IsOrdinary,
    genitives: Iterable[str] = (),
    linked: Iterable[tuple[str, str]] = (),
) -> list[Leak]:
    """Finds what was missed: identifiers taken out at one place of the record that still stand at another.

    Args:
        record: The old texts, and the identifiers known beforehand, which count as originals.
        released: One for each document of the record, in the same order, all of the core scheme.
        is_ordinary: Whether the word at ``(text, start, end)`` is an everyday word ("ask" beside a family called Ask).
        genitives: Endings with which the names of people are searched for as well.
        linked: Names and labels of the people whose mentions were taken out, as linking reads them: "Annas" is Anna's.

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
    leaks = [leak for document, one in pairs for leak in _leaks(document, one, originals, is_ordinary)]
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
    changed = {start for start, _, _, _ in released.offsets.pieces}
    for span in released.spans:
        if span.start in changed:
            yield document.text[span.start : span.end], span.label


def _leaks(document: Document, released: Released, originals: Originals, is_ordinary: IsOrdinary) -> Iterator[Leak]:
    gaps = list(_gaps(document, released))
    text = BARRIER.join(document.text[start:end] for start, end in gaps)
    begins = list(accumulate((end - start + len(BARRIER) for start, end in gaps), initial=0))
    for left, right, label in originals.find(text, is_ordinary):
        gap = bisect_right(begins, left) - 1
        moved = gaps[gap][0] - begins[gap]
        yield Leak(document.id, left + moved, right + moved, label)


def _gaps(document: Document, released: Released) -> Iterator[tuple[int, int]]:
    """The stretches between the spans."""
    at = 0
    for start, end in [(span.start, span.end) for span in released.spans] + [(len(document.text),) * 2]:
        if start > at:
            yield at, start
        at = end


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
    echoes = {(leak.start, leak.end) for leak in mine}.intersection((span.start, span.end) for span in released.spans)
    pairs = [
        (span, placeholder(span.label) if (span.start, span.end) in echoes else text)
        for span, text in zip(released.spans, replacements_of(released), strict=True)
    ]
    outside = (leak.span for leak in mine if (leak.start, leak.end) not in echoes)
    pairs += [(span, placeholder(span.label)) for span in resolve(outside)]
    pairs.sort(key=lambda pair: pair[0].start)
    spans = SpanSet(tuple(span for span, _ in pairs), released.spans.scheme)
    return rewrite(document, spans, [text for _, text in pairs])


def ordinary_words(packs: Sequence[LanguagePack]) -> IsOrdinary:
    """A predicate for ``verify``: everyday words of the given languages.

    A word in lower case is ordinary if it is in the list of common words; a capitalised one only if it is no name
    besides, nor the genitive of one ("Schäfers"); a particle is no name alone ("Van:" beside a Ms van Dam). In scripts
    without case, names are never ordinary. A word inside a longer listed eponym (橋本病 beside a Dr 橋本) is ordinary
    there.
    """

    @cache
    def common() -> frozenset[str]:
        return _folded(packs, ("common", "medical"))

    @cache
    def names() -> frozenset[str]:
        return _folded(packs, ("given_female", "given_male", "family", "cities"))

    endings = tuple({end for pack in packs for end in pack.strings("genitive", "names") if end.isalpha()})

    def is_name(folded: str) -> bool:
        return folded in names() or any(folded.removesuffix(end) in names() for end in endings)

    @cache
    def particles() -> frozenset[str]:
        return frozenset(one for pack in packs for one in name_conventions(pack).particles)

    @cache
    def eponyms() -> dict[str, tuple[str, ...]]:
        return _by_beginning(entry for pack in packs for entry in pack.list("eponyms").entries)

    def is_ordinary(text: str, start: int, end: int) -> bool:
        word = text[start:end]
        folded = fold(word)
        if folded in common() and (word.islower() or folded in particles() or not is_name(folded)):
            return True
        longer = eponyms().get(word[:EPONYM_KEY_CHARS], ())
        return any(len(entry) > len(word) and text.startswith(entry, start) for entry in longer)

    return is_ordinary


def _folded(packs: Sequence[LanguagePack], lists: Iterable[str]) -> frozenset[str]:
    return frozenset(fold(entry) for pack in packs for name in lists for entry in pack.list(name).entries)


def _by_beginning(entries: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for entry in entries:
        found.setdefault(entry[:EPONYM_KEY_CHARS], []).append(entry)
    return {beginning: tuple(same) for beginning, same in found.items()}
