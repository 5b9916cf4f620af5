"""What an evaluation says: frozen, without text unless it was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from maskerad.evaluation.counts import Counts, Credit, Score, Share
from maskerad.evaluation.figures import Figure
from maskerad.evaluation.mistakes import Kind, Mistake
from maskerad.evaluation.signature import Signature


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was measured.

    Attributes:
        n_mentions: Distinct gold spans.
        n_predicted: Distinct predicted spans.
        n_without_gold: Documents at which no annotator looked, left out of everything.
    """

    n_documents: int
    n_records: int
    n_chars: int
    n_mentions: int
    n_predicted: int
    gold_scheme: str
    predicted_scheme: str
    scheme: str
    fingerprint: str
    n_without_gold: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """Precision, recall and F1 in one way of matching and averaging."""

    key: str
    title: str
    score: Score
    signature: Signature


@dataclass(frozen=True, slots=True)
class LabelRow:
    """Everything about one label of the scheme of the evaluation."""

    label: str
    exact: Counts
    overlap: Credit
    tokens: Counts
    characters: Counts
    covered: Share


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often a gold label (row) was best met by a predicted label (column).

    Attributes:
        labels: Rows and columns, in the order of the scheme.
        cells: Number by (gold label, predicted label); "" as gold is spurious, "" as predicted is missed.
    """

    labels: tuple[str, ...]
    cells: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Spans whose label has no place in the scheme of the evaluation: not in any score that looks at labels.

    Attributes:
        gold: Number of mentions by the gold's own label, and how many of them are covered all the same.
        predicted: Number of spans by the prediction's own label.
    """

    gold: Mapping[str, Share]
    predicted: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All figures of one comparison of gold and predicted spans.

    Attributes:
        signature: How it was measured; every figure and line has its own, derived from it.
        corpus: What was measured.
        figures: Single numbers, the primary ones first.
        lines: Precision, recall and F1, from strict to lenient.
        labels: One row per label that occurs, in the order of the scheme.
        absent: Labels of the scheme that occur on neither side.
        confusion: Gold against predicted labels.
        uncovered: Number of uncovered mentions in each document that has mentions.
        left_out: What the scheme of the evaluation cannot express.
        scores: Score of predictions, rounded, to how many of them are exactly right.
        mistakes: Every mistake, in the order of the documents; with text only if asked for.
    """

    signature: Signature
    corpus: Corpus
    figures: tuple[Figure, ...]
    lines: tuple[Line, ...]
    labels: tuple[LabelRow, ...]
    absent: tuple[str, ...]
    confusion: Confusion
    uncovered: tuple[int, ...]
    left_out: LeftOut
    scores: Mapping[float, Share]
    mistakes: tuple[Mistake, ...]

    def figure(self, key: str) -> Figure:
        """The figure of that key; ``KeyError`` if there is none."""
        return {figure.definition.key: figure for figure in self.figures}[key]

    def line(self, key: str) -> Line:
        """The line of that key; ``KeyError`` if there is none."""
        return {line.key: line for line in self.lines}[key]

    def n_mistakes(self, kind: Kind) -> int:
        """How many mistakes are of this kind."""
        return sum(mistake.kind == kind for mistake in self.mistakes)
