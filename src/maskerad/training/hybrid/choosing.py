"""Chooses who decides about which label, on development data.

There are few choices: each voice alone, so many of the trained ones, so many of all. One is taken for all labels
together: that with the best F1. A label that is frequent may have another, if over folds of records that makes fewer
mistakes by more than the standard error of the difference (Breiman et al. 1984, section 3.4.3: the one-standard-error
rule); a rare label never, as its figures are chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import fmean, stdev

from maskerad.core.errors import InputError
from maskerad.core.span import Span
from maskerad.evaluation import Pair
from maskerad.evaluation.counts import Counts
from maskerad.recognisers.hybrid.deciding import Candidate, decide
from maskerad.recognisers.hybrid.policy import RULES, Choice, Policy
from maskerad.recognisers.hybrid.recogniser import in_scheme
from maskerad.training.hybrid.hearing import Sample

FREQUENT_MENTIONS = 20
N_FOLDS = 5
MIN_RECORDS = 4  # fewer say nothing of what differs from record to record


@dataclass(frozen=True, slots=True)
class LabelTable:
    """How every choice does on one label.

    Attributes:
        label: Of the scheme.
        n_mentions: In the gold.
        counts: Exact counts of each choice.
        chosen: What was taken.
        is_own: Whether it was taken for this label, and is not the one for all.
    """

    label: str
    n_mentions: int
    counts: Mapping[Choice, Counts]
    chosen: Choice
    is_own: bool


@dataclass(frozen=True, slots=True)
class Fold:
    """Some records, and the policy that was chosen on all others."""

    samples: tuple[Sample, ...]
    policy: Policy


@dataclass(frozen=True, slots=True)
class Chosen:
    """A policy and how it was found.

    Attributes:
        policy: The policy.
        options: What there was to choose from.
        labels: One table a label, frequent ones first.
        pooled: Counts of each choice if it held for all labels.
        folds: Folds of records, each with the policy that was chosen on the other folds.
    """

    policy: Policy
    options: tuple[Choice, ...]
    labels: tuple[LabelTable, ...]
    pooled: Mapping[Choice, Counts]
    folds: tuple[Fold, ...] = field(default=(), repr=False)

    def held_out(self) -> list[Pair]:
        """Gold, and what is decided of each document by a policy that was chosen on other records."""
        return [
            sample.pair(in_scheme(decide(sample.heard.voices, fold.policy)))
            for fold in self.folds
            for sample in fold.samples
        ]


# By label, then by choice: counts of each fold.
Ledger = Mapping[str, Mapping[Choice, Sequence[Counts]]]


def options_of(members: Sequence[str]) -> tuple[Choice, ...]:
    """What there is to choose from.

    Example:
        >>> [str(option) for option in options_of(["crf"])]
        ['rules', 'crf', '1 of rules crf']
    """
    voices = (RULES, *members)
    found = [Choice((voice,)) for voice in voices]
    if len(members) > 1:
        found += [Choice(tuple(members), votes) for votes in range(1, len(members) + 1)]
    return (*found, *(Choice(voices, votes) for votes in range(1, len(voices))))


def choose(samples: Sequence[Sample], members: Sequence[str], n_folds: int = N_FOLDS) -> Chosen:
    """Chooses a policy and says how it would have done on records that it was not chosen on.

    Args:
        samples: What was said of the development documents.
        members: Names of the trained voices.
        n_folds: Folds of records.

    Raises:
        InputError: If there are fewer than four records.
    """
    parts = parted(samples, n_folds)
    chosen = _chosen(parts, members)
    folds = []
    for number, part in enumerate(parts):
        others = [other for at, other in enumerate(parts) if at != number]
        folds.append(Fold(tuple(part), _chosen(others, members).policy))
    return replace(chosen, folds=tuple(folds))


def parted(samples: Sequence[Sample], n_folds: int) -> list[list[Sample]]:
    """Samples in folds of records; which, the ids of the records decide.

    Raises:
        InputError: If there are fewer than four records.
    """
    records = sorted({sample.record for sample in samples}, key=lambda name: hashlib.sha256(name.encode()).digest())
    if len(records) < MIN_RECORDS:
        raise InputError(f"{len(records)} records to choose a policy on; at least {MIN_RECORDS} are needed")
    n_folds = min(n_folds, len(records))
    fold_of = {record: at % n_folds for at, record in enumerate(records)}
    parts: list[list[Sample]] = [[] for _ in range(n_folds)]
    for sample in samples:
        parts[fold_of[sample.record]].append(sample)
    return parts


def _chosen(parts: Sequence[Sequence[Sample]], members: Sequence[str]) -> Chosen:
    options = options_of(members)
    samples = [sample for part in parts for sample in part]
    trust = trust_of(samples, (RULES, *members))
    ledger = _ledger(parts, options, trust)
    pooled = {option: _sum(c for row in ledger.values() for c in row[option]) for option in options}
    default = _best(pooled)
    tables = [_table(label, row, default) for label, row in ledger.items()]
    tables.sort(key=lambda table: (-table.n_mentions, table.label))
    choices = {table.label: table.chosen for table in tables if table.is_own}
    return Chosen(Policy(default, choices, trust), options, tuple(tables), pooled)


def trust_of(samples: Sequence[Sample], voices: Sequence[str]) -> dict[str, dict[str, float]]:
    """Precision of each voice under each label that it gave, drawn a little to one half."""
    right: dict[str, dict[str, Counts]] = {voice: {} for voice in voices}
    for sample in samples:
        gold = _places(sample.gold)
        for voice in voices:
            for label, places in _places(sample.heard.voices[voice]).items():
                before = right[voice].get(label, Counts())
                right[voice][label] = before + Counts.of(gold.get(label, set()), places)
    return {
        voice: {label: round((c.tp + 1) / (c.n_predicted + 2), 4) for label, c in sorted(by_label.items())}
        for voice, by_label in right.items()
    }


def _ledger(
    parts: Sequence[Sequence[Sample]], options: Sequence[Choice], trust: Mapping[str, Mapping[str, float]]
) -> Ledger:
    """Counts of each choice on each label that occurs, each label decided by itself."""
    labels = sorted({span.label for part in parts for sample in part for span in _all_spans(sample)})
    ledger = {label: {option: [Counts()] * len(parts) for option in options} for label in labels}
    for option in options:
        policy = Policy(option, trust=trust)
        for number, part in enumerate(parts):
            for sample in part:
                for label, counts in _by_label(sample, policy):
                    ledger[label][option][number] += counts
    return ledger


def _by_label(sample: Sample, policy: Policy) -> Iterator[tuple[str, Counts]]:
    gold = _places(sample.gold)
    for label in sorted({span.label for span in _all_spans(sample)}):
        said = {voice: [s for s in spans if s.label == label] for voice, spans in sample.heard.voices.items()}
        yield label, Counts.of(gold.get(label, set()), _ends(decide(said, policy)))


def _ends(found: Iterable[Candidate]) -> set[tuple[int, int]]:
    return {(one.start, one.end) for one in found}


def _all_spans(sample: Sample) -> Iterator[Span]:
    yield from sample.gold
    for spans in sample.heard.voices.values():
        yield from spans


def _places(spans: Iterable[Span]) -> dict[str, set[tuple[int, int]]]:
    places: dict[str, set[tuple[int, int]]] = {}
    for span in spans:
        places.setdefault(span.label, set()).add((span.start, span.end))
    return places


def _table(label: str, row: Mapping[Choice, Sequence[Counts]], default: Choice) -> LabelTable:
    counts = {option: _sum(folds) for option, folds in row.items()}
    n_mentions = counts[default].n_gold
    chosen = default
    if n_mentions >= FREQUENT_MENTIONS:
        better = {option: counts[option] for option in row if _is_better(row[option], row[default])}
        chosen = _best({default: counts[default], **better})
    return LabelTable(label, n_mentions, counts, chosen, chosen != default)


def _is_better(folds: Sequence[Counts], default: Sequence[Counts]) -> bool:
    """Whether a choice makes fewer mistakes than the default by more than the standard error over folds."""
    gains = [other.fp + other.fn - one.fp - one.fn for one, other in zip(folds, default, strict=True)]
    return fmean(gains) > (stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0)


def _best(counts: Mapping[Choice, Counts]) -> Choice:
    """The choice with the best F1; of equals the first."""
    return max(counts, key=lambda option: counts[option].score.f1 or 0.0)


def _sum(counts: Iterable[Counts]) -> Counts:
    return sum(counts, Counts())
