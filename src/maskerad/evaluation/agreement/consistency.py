"""Checks of an annotation against itself: the same string under two labels, or marked here and not there.

Both were made over the whole corpus by Trienes et al. (2020, section 3.3). A finding is a question to the annotators,
not an error: "May" may be a patient on one line and a month on the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from maskerad.evaluation.intervals import Intervals
from maskerad.evaluation.pairs import Annotated
from maskerad.text.phrases import PhraseIndex

MIN_CHARS = 3  # shorter strings ("8", "AB") stand in any text and say nothing


class Question(StrEnum):
    """What is odd about a string."""

    LABELS = "same string, different labels"
    UNMARKED = "marked here, not there"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a string stands; ``label`` is "" where it is not marked."""

    document: str
    record: str
    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Oddity:
    """One string that is not annotated alike everywhere. The string itself is not held.

    Attributes:
        question: What is odd.
        labels: All labels it has, with "" where it is unmarked.
        places: Every place of it that has one of the labels, in the order of the documents.
    """

    question: Question
    labels: tuple[str, ...]
    places: tuple[Place, ...] = field(repr=False)


def check_consistency(documents: Sequence[Annotated]) -> list[Oddity]:
    """Both checks over a corpus, those with the most places first. Linear in its characters.

    Args:
        documents: With their spans; labels in one scheme.
    """
    marked = _marked(documents)
    unmarked = _unmarked(documents, marked)
    oddities = [_oddity(Question.LABELS, places) for places in marked.values() if len({p.label for p in places}) > 1]
    oddities += [_oddity(Question.UNMARKED, [*marked[string], *places]) for string, places in unmarked.items()]
    return sorted(oddities, key=lambda oddity: (oddity.question, -len(oddity.places), _first(oddity.places)))


def _marked(documents: Iterable[Annotated]) -> dict[str, list[Place]]:
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for item in documents:
        for span in sorted(item.spans):
            string = " ".join(item.document.text[span.start : span.end].split())
            if len(string) >= MIN_CHARS:
                places[string].append(_place(item, span.start, span.end, span.label))
    return dict(places)


def _unmarked(documents: Iterable[Annotated], marked: dict[str, list[Place]]) -> dict[str, list[Place]]:
    index = PhraseIndex({string: string for string in marked})
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for item in documents:
        covered = Intervals.of((span.start, span.end) for span in item.spans)
        for start, end, string in index.find(item.document.text):
            if not covered.covered(start, end):
                places[string].append(_place(item, start, end, ""))
    return dict(places)


def _place(item: Annotated, start: int, end: int, label: str) -> Place:
    return Place(item.document.id, item.document.record, start, end, label)


def _oddity(question: Question, places: list[Place]) -> Oddity:
    return Oddity(question, tuple(sorted({place.label for place in places})), tuple(places))


def _first(places: Sequence[Place]) -> tuple[str, str, int]:
    return places[0].record, places[0].document, places[0].start
