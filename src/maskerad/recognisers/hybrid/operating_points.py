"""Operating points: what trained members hold probable enough is marked too, though nobody decided so.

Probabilities of a member are calibrated by two numbers (Platt 1999): p' = 1 / (1 + exp(-(slope · logit(p) + shift))).
An operating point gives some labels the calibrated probability from which their tokens are marked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maskerad.core.errors import ModelError
from maskerad.core.span import Source, Span
from maskerad.recognisers.chances import Chances

POINTS_FILE = "operating_points.json"
SOURCE, EVIDENCE = "threshold.v1", "probable enough for the recall asked for"
TINY = 1e-7  # probabilities are kept this far from 0 and 1
NEVER = 2.0  # a threshold that no probability reaches

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Calibration:
    """From the probabilities of one member to how often it is right."""

    slope: float = 1.0
    shift: float = 0.0

    def of(self, values: NDArray[np.floating]) -> Values:
        """Calibrated probabilities, in the order of the raw ones.

        Example:
            >>> Calibration(1.0, 0.0).of(np.array([0.25])).round(6).tolist()
            [0.25]
        """
        calibrated: Values = 1 / (1 + np.exp(-(self.slope * logits(values) + self.shift)))
        return calibrated


@dataclass(frozen=True, slots=True)
class Point:
    """An operating point and what it was shown to reach.

    Attributes:
        name: As it was asked for.
        labels: Labels of the hybrid's scheme that it holds for.
        threshold: Calibrated probability from which their tokens are marked.
        target: Recall that was asked for.
        n_mentions: Gold mentions that it was found on.
        n_covered: How many of them are covered.
        bound: Lower bound of the recall.
    """

    name: str
    labels: tuple[str, ...]
    threshold: float
    target: float
    n_mentions: int
    n_covered: int
    bound: float


@dataclass(frozen=True, slots=True)
class OperatingPoints:
    """Operating points, and the calibration of each member."""

    points: tuple[Point, ...] = ()
    calibrations: Mapping[str, Calibration] = field(default_factory=dict)

    def thresholds(self, labels: Sequence[str]) -> Values:
        """The lowest threshold that holds for each label, shape (K,)."""
        lowest = [min((p.threshold for p in self.points if label in p.labels), default=NEVER) for label in labels]
        return np.array(lowest)


def logits(values: NDArray[np.floating]) -> Values:
    """Logarithms of the odds."""
    clipped = np.clip(values.astype(np.float64), TINY, 1 - TINY)
    odds: Values = np.log(clipped / (1 - clipped))
    return odds


def raised(text: str, chances: Mapping[str, Chances], operating_points: OperatingPoints) -> Iterator[Span]:
    """Runs of tokens that some member holds probable enough, in the labels of the scheme; they may overlap.

    Args:
        text: Of the document.
        chances: By member.
        operating_points: Thresholds.
    """
    for member, found in chances.items():
        probable = operating_points.calibrations[member].of(found.values)
        thresholds = operating_points.thresholds(found.labels)
        tokens = np.flatnonzero((probable >= thresholds).any(axis=1))
        best = np.where(probable >= thresholds, probable, -1.0)[tokens]
        yield from _runs(text, found, tokens.tolist(), best.argmax(axis=1).tolist(), best.max(axis=1).tolist())


def _runs(
    text: str, chances: Chances, tokens: Iterable[int], labels: Iterable[int], values: Iterable[float]
) -> Iterator[Span]:
    """Tokens of one label with nothing but blanks between them, taken together."""
    last: Span | None = None
    for token, number, value in zip(tokens, labels, values, strict=True):
        start, end, label = chances.starts[token], chances.ends[token], chances.labels[number]
        if not any(map(str.isalnum, text[start:end])):
            continue
        if last is not None and last.label == label and not text[last.end : start].strip(" "):
            last = Span(last.start, end, label, max(last.score, round(value, 4)), last.source)
            continue
        if last is not None:
            yield last
        last = Span(start, end, label, round(value, 4), Source(SOURCE, label, EVIDENCE))
    if last is not None:
        yield last


def write_points(path: Path, operating_points: OperatingPoints) -> None:
    """Writes operating points as JSON."""
    path.write_text(json.dumps(asdict(operating_points), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_points(path: Path, members: Sequence[str], labels: Iterable[str]) -> OperatingPoints:
    """Reads what ``write_points`` wrote.

    Raises:
        ModelError: If the file is not such a table, or speaks of other members or labels.
    """
    try:
        table = json.loads(path.read_bytes())
        points = tuple(Point(**{**entry, "labels": tuple(entry["labels"])}) for entry in table["points"])
        calibrations = {str(name): Calibration(**entry) for name, entry in table["calibrations"].items()}
        named = {label for point in points for label in point.labels}
        numbers = [point.threshold for point in points]
        numbers += [
            number for calibration in calibrations.values() for number in (calibration.slope, calibration.shift)
        ]
        is_sound = all(isinstance(number, int | float) for number in numbers)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OSError) as error:
        raise ModelError(f"{path}: no readable operating points ({type(error).__name__})") from None
    if not is_sound or set(calibrations) != set(members) or not named <= set(labels):
        raise ModelError(f"{path}: operating points with other members, labels or numbers than the hybrid")
    return OperatingPoints(points, calibrations)
