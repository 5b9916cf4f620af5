"""Counts that add up, and the scores that follow from them. A score of nothing is ``None``, never zero or one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from dataclasses import dataclass
from statistics import fmean


def ratio(part: float, whole: float) -> float | None:
    """``part / whole``, or None when there is no whole."""
    return part / whole if whole else None


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean, each in [0, 1] or None when undefined.

    Precision is undefined when nothing was predicted, recall when the gold holds nothing, F1 when both.
    """

    precision: float | None
    recall: float | None
    f1: float | None


UNDEFINED = Score(None, None, None)


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives, false negatives. Documents merge with ``+``.

    Example:
        >>> (Counts(1, 0, 1) + Counts(1, 2, 0)).score
        Score(precision=0.5, recall=0.6666666666666666, f1=0.5714285714285714)
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0

    @classmethod
    def of(cls, gold: Set[Hashable], predicted: Set[Hashable]) -> Counts:
        """Counts of two sets of things that either match or do not."""
        tp = len(gold & predicted)
        return cls(tp, len(predicted) - tp, len(gold) - tp)

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def n_gold(self) -> int:
        """How many there are."""
        return self.tp + self.fn

    @property
    def n_predicted(self) -> int:
        """How many were predicted."""
        return self.tp + self.fp

    @property
    def score(self) -> Score:
        """Precision tp/(tp+fp), recall tp/(tp+fn), F1 2tp/(2tp+fp+fn)."""
        return Score(
            ratio(self.tp, self.n_predicted),
            ratio(self.tp, self.n_gold),
            ratio(2 * self.tp, self.n_predicted + self.n_gold),
        )


@dataclass(frozen=True, slots=True)
class Credit:
    """Partial credit: each predicted and each gold span earns between 0 and 1.

    Attributes:
        retrieved: Sum over predicted spans of the share of their characters that is gold.
        n_retrieved: Number of predicted spans.
        relevant: Sum over gold spans of the share of their characters that is predicted.
        n_relevant: Number of gold spans.
    """

    retrieved: float = 0.0
    n_retrieved: int = 0
    relevant: float = 0.0
    n_relevant: int = 0

    def __add__(self, other: Credit) -> Credit:
        return Credit(
            self.retrieved + other.retrieved,
            self.n_retrieved + other.n_retrieved,
            self.relevant + other.relevant,
            self.n_relevant + other.n_relevant,
        )

    @property
    def score(self) -> Score:
        """Precision and recall are mean credits; F1 is their harmonic mean (0 when one of them is undefined)."""
        precision, recall = ratio(self.retrieved, self.n_retrieved), ratio(self.relevant, self.n_relevant)
        if precision is None and recall is None:
            return UNDEFINED
        p, r = precision or 0.0, recall or 0.0
        return Score(precision, recall, 2 * p * r / (p + r) if p + r else 0.0)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, in whole numbers."""

    part: int = 0
    whole: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.part + other.part, self.whole + other.whole)

    @property
    def value(self) -> float | None:
        """Part over whole in [0, 1], None when there is no whole."""
        return ratio(self.part, self.whole)


def macro(scores: Iterable[Score]) -> Score:
    """Unweighted mean over labels of each of the three; undefined ones are left out of their mean.

    Example:
        >>> macro([Score(1.0, 0.5, 2 / 3), Score(None, 0.0, 0.0)])
        Score(precision=1.0, recall=0.25, f1=0.3333333333333333)
    """
    rows = list(scores)
    return Score(
        _mean_of_defined(row.precision for row in rows),
        _mean_of_defined(row.recall for row in rows),
        _mean_of_defined(row.f1 for row in rows),
    )


def _mean_of_defined(values: Iterable[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return fmean(defined) if defined else None
