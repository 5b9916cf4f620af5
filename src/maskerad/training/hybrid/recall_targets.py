"""Finds the operating point at which a recall is reached, with a bound, and says what it costs.

Thresholds are tried from the lowest, at which most is marked, upwards; the last of those that pass in a row is taken.
In this order all may be tested on the same records at one level of confidence (fixed sequence testing; Angelopoulos et
al. 2021, Learn then Test, section 2.3). A threshold passes if the lower bound of the recall (see ``bounding``) is at
the target or above. Every record is judged with a policy and with calibrations that were learnt on other folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maskerad.core.errors import ConfigError, InputError, UnknownNameError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.counts import Share
from maskerad.recognisers.hybrid.deciding import Place
from maskerad.recognisers.hybrid.operating_points import NEVER, Calibration, OperatingPoints, Point
from maskerad.recognisers.hybrid.recogniser import caught, placed
from maskerad.training.hybrid.bounding import CONFIDENCE, MIN_RECORDS, recall_bound
from maskerad.training.hybrid.calibrating import calibrate
from maskerad.training.hybrid.choosing import Fold, decided
from maskerad.training.hybrid.proposals import Sample

THRESHOLDS = (1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, NEVER)
EVERY = "all"


@dataclass(frozen=True, slots=True)
class RecallTarget:
    """A recall that is asked for.

    Attributes:
        name: A label of the scheme or of the core scheme, or ``all``.
        labels: The labels of the scheme that it means; their mentions are counted together.
        recall: In (0, 1).
    """

    name: str
    labels: tuple[str, ...]
    recall: float


@dataclass(frozen=True, slots=True)
class Effect:
    """An operating point beside what there was without it. Precision is that of letters and digits, all labels."""

    point: Point
    covered_before: int
    bound_before: float
    precision_before: float | None
    precision: float | None


def parse_targets(items: Iterable[str], scheme: str) -> tuple[RecallTarget, ...]:
    """Targets as written on the command line: ``PATIENT=0.995``, or a number for all labels together.

    Raises:
        ConfigError: If an item is not of that form, a number not between 0 and 1, or a label named twice.
        UnknownNameError: If there is no such label.

    Example:
        >>> [(target.name, target.labels, target.recall) for target in parse_targets(["PHONE=0.9"], "grascco")]
        [('PHONE', ('CONTACT_PHONE', 'CONTACT_FAX'), 0.9)]
    """
    targets = tuple(_target(item, scheme) for item in items)
    for name, n_times in Counter(target.name for target in targets).items():
        if n_times > 1:
            raise ConfigError(f"recall of {name!r} is asked for {n_times} times; once is enough")
    return targets


def _target(item: str, scheme: str) -> RecallTarget:
    name, equals, number = item.partition("=")
    if not equals:
        name, number = EVERY, item
    try:
        recall = float(number)
    except ValueError:
        recall = NEVER
    if not 0 < recall < 1:
        raise ConfigError(f"recall {item!r}: write LABEL=NUMBER, or a number for all, between 0 and 1: PATIENT=0.995")
    return RecallTarget(name.strip(), _labels(name.strip(), scheme), recall)


def _labels(name: str, scheme: str) -> tuple[str, ...]:
    known, core = load_scheme(scheme), load_scheme(CORE)
    if name == EVERY:
        return tuple(label for label in known.labels if known.to_core[label])
    if name in known.labels:
        return (name,)
    if name not in core.labels:
        raise UnknownNameError("label", name, {*known.labels, *core.labels, EVERY})
    return tuple(label for label, to in known.to_core.items() if to and name in core.lineage(to))


def refuse_unreachable(targets: Iterable[RecallTarget], documents: Sequence[AnnotatedDocument]) -> None:
    """Refuses what could not be shown even if every mention were found, before anything is read.

    Raises:
        InputError: If there are too few records with such mentions, or too few mentions.
    """
    for target in targets:
        rows: Counter[str] = Counter()
        for item in documents:
            rows[item.document.record or item.document.id] += sum(span.label in target.labels for span in item.spans)
        mentions = [n for n in rows.values() if n]
        if len(mentions) < MIN_RECORDS:
            raise InputError(
                f"recall {target.recall:g} of {target.name} cannot be shown: {len(mentions)} records have such "
                f"mentions, at least {MIN_RECORDS} are needed; annotate more"
            )
        best = recall_bound(mentions, mentions)
        if best < target.recall:
            raise InputError(
                f"recall {target.recall:g} of {target.name} is unreachable with {sum(mentions)} mentions of "
                f"{len(mentions)} records: if all were found, {best:.4f} would be shown at {CONFIDENCE:.0%} "
                "confidence; annotate more, or ask for less"
            )


@dataclass(frozen=True, slots=True)
class _Text:
    """What one document has to do with one target. C characters.

    Attributes:
        record: Of the document.
        marked: Letters and digits that are marked without operating points, shape (C,).
        open: The other letters and digits, shape (C,).
        gold: Characters of annotations of any label, shape (C,).
        probable: The highest calibrated probability of a label of the target, shape (C,).
        needs: For each mention of the target, the threshold at or below which it is covered.
    """

    record: str
    marked: NDArray[np.bool_] = field(repr=False)
    open: NDArray[np.bool_] = field(repr=False)
    gold: NDArray[np.bool_] = field(repr=False)
    probable: NDArray[np.float64] = field(repr=False)
    needs: tuple[float, ...]


def find_points(
    folds: Sequence[Fold], members: Sequence[str], scheme: str, targets: Sequence[RecallTarget]
) -> tuple[OperatingPoints, tuple[Effect, ...]]:
    """Operating points for some targets, and what they do.

    Args:
        folds: Of records, with chances.
        members: Names of the trained members.
        scheme: Of the labels.
        targets: What is asked for.

    Raises:
        InputError: If a target cannot be met.
    """
    samples = [sample for fold in folds for sample in fold.samples]
    calibrations = {member: calibrate(samples, member) for member in members}
    effects = tuple(_effect(target, _texts(folds, members, scheme, target)) for target in targets)
    return OperatingPoints(tuple(effect.point for effect in effects), calibrations), effects


def _texts(folds: Sequence[Fold], members: Sequence[str], scheme: str, target: RecallTarget) -> list[_Text]:
    texts = []
    for number, fold in enumerate(folds):
        others = [sample for at, other in enumerate(folds) if at != number for sample in other.samples]
        calibrations = {member: calibrate(others, member) for member in members}
        for sample, taken in decided(fold.samples, fold.policy, scheme):
            marked = placed(taken, scheme)
            places = [(candidate.start, candidate.end) for candidate in marked]
            places += [(span.start, span.end) for span in caught(sample.proposals, marked, fold.policy)]
            texts.append(_text(sample, places, _probable(sample, calibrations, target), target))
    return texts


def _text(sample: Sample, places: Iterable[Place], probable: NDArray[np.float64], target: RecallTarget) -> _Text:
    text = sample.proposals.text
    letters = np.fromiter(map(str.isalnum, text), np.bool_, len(text))
    marked = _mask(len(text), places)
    is_open = letters & ~marked
    needs = []
    for span in sample.gold:
        if span.label in target.labels:
            uncovered = probable[span.start : span.end][is_open[span.start : span.end]]
            needs.append(float(uncovered.min()) if len(uncovered) else NEVER)
    gold = _mask(len(text), [(span.start, span.end) for span in sample.gold])
    return _Text(sample.record, letters & marked, is_open, gold, probable, tuple(needs))


def _mask(n_chars: int, places: Iterable[Place]) -> NDArray[np.bool_]:
    mask = np.zeros(n_chars, np.bool_)
    for start, end in places:
        mask[start:end] = True
    return mask


def _probable(sample: Sample, calibrations: Mapping[str, Calibration], target: RecallTarget) -> NDArray[np.float64]:
    probable = np.zeros(len(sample.proposals.text))
    for member, chances in sample.chances.items():
        columns = [at for at, label in enumerate(chances.labels) if label in target.labels]
        if not columns or not len(chances.values):
            continue
        highest = calibrations[member].of(chances.values[:, columns]).max(axis=1)
        for start, end, value in zip(chances.starts, chances.ends, highest.tolist(), strict=True):
            probable[start:end] = np.maximum(probable[start:end], value)
    return probable


def _effect(target: RecallTarget, texts: Sequence[_Text]) -> Effect:
    threshold, bound = 0.0, 0.0
    for tried in THRESHOLDS:
        reached = _bound(texts, tried)
        if reached < target.recall:
            if not threshold:
                _refuse(target, texts, reached)
            break
        threshold, bound = tried, reached
    needs = [need for text in texts for need in text.needs]
    n_covered = sum(need >= threshold for need in needs)
    point = Point(target.name, target.labels, threshold, target.recall, len(needs), n_covered, round(bound, 5))
    before = sum(need >= NEVER for need in needs)
    return Effect(point, before, _bound(texts, NEVER), _precision(texts, NEVER), _precision(texts, threshold))


def _refuse(target: RecallTarget, texts: Sequence[_Text], reached: float) -> None:
    needs = [need for text in texts for need in text.needs]
    n_covered = sum(need >= THRESHOLDS[0] for need in needs)
    raise InputError(
        f"recall {target.recall:g} of {target.name} is unreachable: at the lowest threshold, {THRESHOLDS[0]:g}, "
        f"{n_covered} of {len(needs)} mentions of {len({text.record for text in texts})} records are covered, "
        f"which shows {reached:.4f} at {CONFIDENCE:.0%} confidence"
    )


def _bound(texts: Sequence[_Text], threshold: float) -> float:
    """The lower bound of the recall at a threshold."""
    rows: dict[str, list[int]] = {}
    for text in texts:
        row = rows.setdefault(text.record, [0, 0])
        row[0] += sum(need >= threshold for need in text.needs)
        row[1] += len(text.needs)
    figures = [row for row in rows.values() if row[1]]
    return recall_bound([row[0] for row in figures], [row[1] for row in figures])


def _precision(texts: Iterable[_Text], threshold: float) -> float | None:
    """Share of the marked letters and digits that are annotated."""
    share = Share()
    for text in texts:
        marked = text.marked | (text.open & (text.probable >= threshold))
        share += Share(int((marked & text.gold).sum()), int(marked.sum()))
    return share.value
