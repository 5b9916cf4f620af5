"""Bounds that an evaluation must keep, for programs that stop when it does not.

Names of measures: those of the figures (``person_recall``), ``LINE.precision``, ``LINE.recall`` and ``LINE.f1`` of the
lines (``exact.f1``), ``LABEL.precision``, ``LABEL.recall``, ``LABEL.f1`` and ``LABEL.covered`` of the labels
(``PATIENT.covered``); and three short ones, ``recall``, ``precision`` and ``f1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from maskerad.core import LabelScheme
from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.evaluation.counts import Score
from maskerad.evaluation.figures import DEFINITIONS
from maskerad.evaluation.result import Evaluation

LINE_KEYS = (
    *("exact", "exact_macro", "coarse", "overlap", "tokens", "characters", "blind", "blind_characters"),
    *("meddocan_ner", "meddocan_strict", "meddocan_merged"),
)
SHORT = {"recall": "mention_recall", "precision": "character_precision", "f1": "exact_f1"}
PARTS = ("precision", "recall", "f1")
COVERED = "covered"
LOSSES = frozenset(definition.key for definition in DEFINITIONS if definition.is_loss)


@dataclass(frozen=True, slots=True)
class Bound:
    """The least value of a measure; the greatest of one in which less is better (documents with a leak)."""

    measure: str
    limit: float

    def problem(self, evaluation: Evaluation) -> str:
        """What is wrong, "" if the bound is kept. An undefined value keeps none."""
        value = dict(_values(evaluation)).get(self.measure)
        if value is None:
            return f"{self.measure} is undefined: nothing was there to measure it"
        if self.measure in LOSSES:
            return f"{self.measure} is {value:.4f}, over {self.limit:g}" if value > self.limit else ""
        return f"{self.measure} is {value:.4f}, under {self.limit:g}" if value < self.limit else ""


def parse_bounds(items: Iterable[str], scheme: LabelScheme) -> list[Bound]:
    """Reads bounds from ``MEASURE=VALUE`` items, several in one with commas.

    Args:
        items: As written on the command line.
        scheme: In which labels are compared.

    Raises:
        ConfigError: If an item is not of that form, or its value no number that the measure can have.
        UnknownNameError: If there is no such measure.

    Example:
        >>> from maskerad.core import load_scheme
        >>> parse_bounds(["recall=.95,exact.f1=0.8"], load_scheme("core"))
        [Bound(measure='mention_recall', limit=0.95), Bound(measure='exact.f1', limit=0.8)]
    """
    return [_bound(part.strip(), scheme) for item in items for part in item.split(",")]


def _bound(item: str, scheme: LabelScheme) -> Bound:
    name, _, written = (part.strip() for part in item.partition("="))
    measure = SHORT.get(name, name)
    most = next((definition.per for definition in DEFINITIONS if definition.key == measure), 1)
    try:
        limit = float(written)
    except ValueError:
        limit = -1.0
    if not name or not 0 <= limit <= most:
        raise ConfigError(f"bound {item!r}: write MEASURE=VALUE with a value from 0 to {most}, such as recall=.95")
    if measure not in _names(scheme):
        shown = [*SHORT, *(definition.key for definition in DEFINITIONS), *(f"{line}.f1" for line in LINE_KEYS)]
        raise UnknownNameError("measure", name, [*shown, "LABEL.recall", "LABEL.covered"])
    return Bound(measure, limit)


def _names(scheme: LabelScheme) -> frozenset[str]:
    figures = (definition.key for definition in DEFINITIONS)
    lines = (f"{line}.{part}" for line in LINE_KEYS for part in PARTS)
    labels = (f"{label}.{part}" for label in scheme.labels for part in (*PARTS, COVERED))
    return frozenset([*figures, *lines, *labels])


def _values(evaluation: Evaluation) -> Iterator[tuple[str, float | None]]:
    """Every measure that a bound can name."""
    for figure in evaluation.figures:
        yield figure.definition.key, figure.value
    for line in evaluation.lines:
        yield from _parts(line.key, line.score)
    for row in evaluation.labels:
        yield from _parts(row.label, row.exact.score)
        yield f"{row.label}.{COVERED}", row.covered.value


def _parts(name: str, score: Score) -> Iterator[tuple[str, float | None]]:
    yield from ((f"{name}.{part}", getattr(score, part)) for part in PARTS)
