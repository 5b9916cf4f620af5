"""Builds a blind study: half of the records real, half pseudonymised, all by key.

Which of the records are pseudonymised and in which order they are shown depends on the key and on their ids alone. The
paper threw a coin for each record and got 58 real and 40 pseudonymised ones; here the halves are even.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from maskerad.core import Quarantined, Released, Span
from maskerad.core.errors import InputError
from maskerad.experiments.blind.excerpt import N_LINES, densest_lines
from maskerad.experiments.blind.study import Item, Place, Study, Truth
from maskerad.experiments.gold_records import GoldRecord
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.surrogates import Keyed

WORD = re.compile(r"\S+")
RECORDS_MIN = 2


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What a study is made of.

    Attributes:
        n_records: Most records, those with most identifiers in their excerpt first; 0 takes all.
        n_lines: Most lines of an excerpt.
    """

    n_records: int = 0
    n_lines: int = N_LINES


@dataclass(frozen=True, slots=True)
class _Excerpt:
    """The densest lines of a record: in which document, where, with how many spans."""

    gold: GoldRecord
    document: int
    start: int
    end: int
    n_spans: int


def build_study(gold: Sequence[GoldRecord], settings: Settings, key: bytes, plan: BuildPlan = BuildPlan()) -> Study:
    """Chooses, cuts, pseudonymises and shuffles.

    Args:
        gold: Records with their spans, all of which get surrogates.
        settings: Languages and strategies.
        key: Decides halves, order and surrogates.
        plan: How many records and lines.

    Raises:
        InputError: If fewer than two records hold a span, or one of those to be pseudonymised cannot leave.
    """
    excerpts = _chosen(gold, plan)
    if len(excerpts) < RECORDS_MIN:
        raise InputError(f"a blind study needs {RECORDS_MIN} records with spans; here are {len(excerpts)}")
    keyed = Keyed(key)
    by_key = sorted(excerpts, key=lambda excerpt: keyed.digest("blind half", excerpt.gold.record.id))
    pseudonymised = {excerpt.gold.record.id for excerpt in by_key[: len(by_key) // 2]}
    shown = sorted(excerpts, key=lambda excerpt: keyed.digest("blind order", excerpt.gold.record.id))
    maker = _ItemMaker(settings, key)
    rows = [
        maker.made(excerpt, f"R{number:03}", is_pseudonymised=excerpt.gold.record.id in pseudonymised)
        for number, excerpt in enumerate(shown, start=1)
    ]
    return Study(tuple(item for item, _ in rows), {item.id: truth for item, truth in rows})


def _chosen(gold: Sequence[GoldRecord], plan: BuildPlan) -> list[_Excerpt]:
    excerpts = [excerpt for record in gold if (excerpt := _densest(record, plan.n_lines)).n_spans]
    excerpts.sort(key=lambda excerpt: (-excerpt.n_spans, excerpt.gold.record.id))
    return excerpts[: plan.n_records or None]


def _densest(gold: GoldRecord, n_lines: int) -> _Excerpt:
    """The best stretch of all documents of a record."""
    pairs = zip(gold.record.documents, gold.spans, strict=True)
    excerpts = [
        _Excerpt(gold, number, *densest_lines(document.text, spans, n_lines))
        for number, (document, spans) in enumerate(pairs)
    ]
    return max(excerpts, key=lambda excerpt: (excerpt.n_spans, -excerpt.document))


class _ItemMaker:
    """Makes items of excerpts."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        self._deidentifier = Deidentifier(replace(settings, quarantine_leaks=False), key)
        self._detector = Detector(settings)

    def made(self, excerpt: _Excerpt, name: str, *, is_pseudonymised: bool) -> tuple[Item, Truth]:
        document = excerpt.gold.record.documents[excerpt.document]
        language = self._detector.language(document)
        if is_pseudonymised:
            text, places = self._pseudonymised(excerpt)
        else:
            text = document.text[excerpt.start : excerpt.end]
            places = tuple(_inside(excerpt.gold.spans[excerpt.document], excerpt.start, excerpt.end))
        n_words, n_marked = _words(text, places)
        truth = Truth(
            excerpt.gold.record.id,
            document.id,
            excerpt.start,
            excerpt.end,
            is_pseudonymised,
            places,
            n_words,
            n_marked,
        )
        return Item(name, language, text), truth

    def _pseudonymised(self, excerpt: _Excerpt) -> tuple[str, tuple[Place, ...]]:
        outcome = self._deidentifier.replace(excerpt.gold.record, excerpt.gold.spans)[excerpt.document]
        if isinstance(outcome, Quarantined):
            raise InputError(f"document {outcome.document!r} cannot be pseudonymised: {outcome.reason}")
        start, end = outcome.offsets.to_new(excerpt.start), outcome.offsets.to_new(excerpt.end)
        return outcome.text[start:end], tuple(_inside(_changed(outcome), start, end))


def _changed(released: Released) -> Iterator[Span]:
    """The spans of the new text that are not as they were."""
    new = {start for _, _, start, _ in released.offsets.pieces}
    yield from (span for span in released.new_spans if span.start in new)


def _inside(spans: Sequence[Span] | Iterator[Span], start: int, end: int) -> Iterator[Place]:
    """Offsets within a stretch, of the spans that lie in it."""
    for span in spans:
        if start <= span.start and span.end <= end:
            yield span.start - start, span.end - start


def _words(text: str, places: Sequence[Place]) -> tuple[int, int]:
    """Number of words, and of those that touch one of the places."""
    words = [match.span() for match in WORD.finditer(text)]
    inside = {at for start, end in places for at in range(start, end)}
    return len(words), sum(not inside.isdisjoint(range(start, end)) for start, end in words)
