"""What is measured: one document with its gold and its predicted spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from maskerad.core import Document, Span
from maskerad.core.errors import BoundsError, InputError, MissingError


@dataclass(frozen=True, slots=True)
class Pair:
    """Gold and predicted spans of one document. Spans may overlap; the text stays out of ``repr``.

    Args:
        document: Id of the document.
        record: Id of the record it belongs to, the unit of the bootstrap; "" = a record of its own.
        text: As received.
        gold: What is right.
        predicted: What was found.

    Raises:
        BoundsError: If a span ends beyond the text.
    """

    document: str
    record: str
    text: str = field(repr=False)
    gold: Sequence[Span]
    predicted: Sequence[Span]

    def __post_init__(self) -> None:
        for side, spans in (("gold", self.gold), ("predicted", self.predicted)):
            for span in spans:
                if span.end > len(self.text):
                    raise BoundsError(
                        f"document {self.document!r}: {side} span {span.start}..{span.end} {span.label} "
                        f"ends beyond its {len(self.text)} characters"
                    )

    @property
    def unit(self) -> str:
        """The record, or the document where no record is given."""
        return self.record or self.document


class Annotated(Protocol):
    """A document with spans, as the readers of corpora give it."""

    @property
    def document(self) -> Document:
        """The text."""

    @property
    def spans(self) -> Iterable[Span]:
        """Its annotations."""


class AnnotatedGold(Annotated, Protocol):
    """One that tells whether somebody looked at it."""

    @property
    def is_annotated(self) -> bool:
        """Whether anybody has annotated it."""


def pair_up(gold: Iterable[Annotated], predicted: Iterable[Annotated]) -> list[Pair]:
    """Puts the two annotations of each document side by side, in the order of the gold.

    Documents are matched by id, and by record and id where ids repeat over records.

    Raises:
        MissingError: If a gold document was not predicted at all (no spans is fine, no document is not).
        InputError: If an id stands twice, a predicted document is not in the gold, or the two texts differ.
    """
    gold, predicted = list(gold), list(predicted)
    by_record = len({a.document.id for a in gold}) < len(gold)
    answers = _keyed("predicted", predicted, by_record)
    questions = _keyed("gold", gold, by_record)
    _refuse_unmatched(questions, answers)
    return [_pair(question, answers[key]) for key, question in questions.items()]


def with_gold(
    gold: Iterable[AnnotatedGold], predicted: Iterable[Annotated]
) -> tuple[list[Annotated], list[Annotated], int]:
    """The documents of both sides at which annotators looked, and how many they did not look at.

    Documents without gold say nothing of a prediction: they are left out, never scored as if nothing were to find.

    Raises:
        MissingError: If no document has gold.
    """
    gold, predicted = list(gold), list(predicted)
    by_record = len({annotated.document.id for annotated in gold}) < len(gold)
    looked = [annotated for annotated in gold if annotated.is_annotated]
    if not looked:
        raise MissingError(f"none of the {len(gold)} gold documents has annotations")
    keys = {_key(annotated, by_record) for annotated in looked}
    asked = [annotated for annotated in predicted if _key(annotated, by_record) in keys]
    n_without = len({_key(annotated, by_record) for annotated in (*gold, *predicted)} - keys)
    return list(looked), asked, n_without


def _key(annotated: Annotated, by_record: bool) -> tuple[str, str]:
    return (annotated.document.record if by_record else "", annotated.document.id)


def _keyed(side: str, documents: Sequence[Annotated], by_record: bool) -> dict[tuple[str, str], Annotated]:
    keyed = {_key(annotated, by_record): annotated for annotated in documents}
    if len(keyed) < len(documents):
        seen = Counter(_key(annotated, by_record) for annotated in documents)
        raise InputError(f"{side} documents stand twice: {_named(key for key, n in seen.items() if n > 1)}")
    return keyed


def _refuse_unmatched(gold: dict[tuple[str, str], Annotated], predicted: dict[tuple[str, str], Annotated]) -> None:
    unanswered = [key for key in gold if key not in predicted]
    if unanswered:
        raise MissingError(f"{len(unanswered)} gold documents were not predicted: {_named(unanswered)}")
    unasked = [key for key in predicted if key not in gold]
    if unasked:
        raise InputError(f"{len(unasked)} predicted documents are not in the gold: {_named(unasked)}")


def _named(keys: Iterable[tuple[str, str]]) -> str:
    names: Iterator[str] = ("/".join(filter(None, key)) for key in keys)
    listed = list(names)
    return ", ".join(listed[:5]) + (" …" if len(listed) > 5 else "")


def _pair(question: Annotated, answer: Annotated) -> Pair:
    ours, theirs = question.document, answer.document
    if ours.text != theirs.text:
        offset = next(
            (i for i, (a, b) in enumerate(zip(ours.text, theirs.text, strict=False)) if a != b),
            min(len(ours.text), len(theirs.text)),
        )
        raise InputError(f"document {ours.id!r}: gold and predicted text differ from character {offset} on")
    return Pair(ours.id, ours.record or theirs.record, ours.text, tuple(question.spans), tuple(answer.spans))
