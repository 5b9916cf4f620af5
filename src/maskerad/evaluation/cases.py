"""A pair made ready for scoring: repeated spans dropped, labels of both sides put into one scheme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maskerad.core import SchemeMap, Span, load_scheme
from maskerad.core.errors import LabelError
from maskerad.core.label_scheme import CORE
from maskerad.evaluation.pairs import Pair


@dataclass(frozen=True, slots=True)
class Case:
    """One document in two views.

    ``gold`` and ``predicted`` hold every span under its own label, for all measures that do not look at labels.
    ``scored_gold`` and ``scored_predicted`` hold what the scheme of the evaluation can express, under its labels.

    Attributes:
        gold_labels: For each span of ``gold`` its label in the scheme of the evaluation, None where it has none.
        predicted_labels: The same for each span of ``predicted``.
        own_predicted: Predicted spans under labels of the gold's own scheme, as far as it has a place for them.
        is_person: For each span of ``gold`` whether it names a person (core label PERSON or below).
    """

    pair: Pair
    gold: Sequence[Span]
    predicted: Sequence[Span]
    gold_labels: Sequence[str | None]
    predicted_labels: Sequence[str | None]
    own_predicted: Sequence[Span]
    is_person: Sequence[bool]

    @property
    def scored_gold(self) -> list[Span]:
        """Gold spans in the scheme of the evaluation."""
        return _relabelled(self.gold, self.gold_labels)

    @property
    def scored_predicted(self) -> list[Span]:
        """Predicted spans in the scheme of the evaluation."""
        return _relabelled(self.predicted, self.predicted_labels)


class CaseMaker:
    """Maps gold and predicted labels into the scheme that is scored in."""

    def __init__(self, gold_scheme: str, predicted_scheme: str, scheme: str) -> None:
        self.scheme = load_scheme(scheme)
        self._gold = SchemeMap(load_scheme(gold_scheme), self.scheme)
        self._predicted = SchemeMap(load_scheme(predicted_scheme), self.scheme)
        self._own = SchemeMap(self._predicted.source, self._gold.source)
        core = load_scheme(CORE)
        to_core = SchemeMap(self._gold.source, core)
        cores = {label: to_core.label(label) for label in self._gold.source.labels}
        self._persons = {label for label, above in cores.items() if above and "PERSON" in core.lineage(above)}

    def case(self, pair: Pair) -> Case:
        """Prepares one document.

        Raises:
            LabelError: If a label is not of its side's scheme; names document, offsets and label.
        """
        gold, predicted = distinct(pair.gold), distinct(pair.predicted)
        return Case(
            pair,
            gold,
            predicted,
            [_mapped(self._gold, "gold", pair, span) for span in gold],
            [_mapped(self._predicted, "predicted", pair, span) for span in predicted],
            distinct(self._own.spans(predicted)),
            [span.label in self._persons for span in gold],
        )


def distinct(spans: Iterable[Span]) -> list[Span]:
    """One span per start, end and label, in the order of the text."""
    unique = {(span.start, span.end, span.label): span for span in spans}
    return [unique[key] for key in sorted(unique)]


def _mapped(scheme_map: SchemeMap, side: str, pair: Pair, span: Span) -> str | None:
    if span.label not in scheme_map.source.labels:
        allowed = ", ".join(scheme_map.source.labels)
        raise LabelError(
            f"document {pair.document!r}: {side} span {span.start}..{span.end} has label {span.label!r}, "
            f"which is not in scheme {scheme_map.source.name!r}; it has: {allowed}"
        )
    return scheme_map.label(span.label)


def _relabelled(spans: Sequence[Span], labels: Sequence[str | None]) -> list[Span]:
    kept = (span.relabelled(label) for span, label in zip(spans, labels, strict=True) if label is not None)
    return distinct(kept)
