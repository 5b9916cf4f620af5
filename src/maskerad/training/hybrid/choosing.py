"""Chooses who decides about which label, on development data.

There are few choices: each member alone, so many of the trained, so many of all; and whether a name has one role in
a record. One is taken for all labels together: that with the best F1. A label that is frequent may have another, if
that makes fewer mistakes, over all labels, by more than two standard errors of the difference over folds of records (as
the one-standard-error rule, Breiman et al. 1984, section 3.4.3, but among so many labels one is always better by
chance). A rare label never has.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import fmean, stdev

from maskerad.core.counted import counted
from maskerad.core.errors import InputError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span
from maskerad.evaluation import Pair
from maskerad.evaluation.counts import Counts
from maskerad.recognisers.hybrid.deciding import Candidate, decide
from maskerad.recognisers.hybrid.policy import RULES, Choice, Policy
from maskerad.recognisers.hybrid.recogniser import caught, decide_record, in_scheme, placed
from maskerad.recognisers.resolve import resolve
from maskerad.training.hybrid.proposals import Sample

FREQUENT_MENTIONS = 20
N_FOLDS = 5
STANDARD_ERRORS = 2.0  # by which a choice for one label must be better
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
        one_role: The same if a name had one role in a record.
        scheme: Of the labels.
        folds: Folds of records, each with the policy that was chosen on the other folds.
    """

    policy: Policy
    options: tuple[Choice, ...]
    labels: tuple[LabelTable, ...]
    pooled: Mapping[Choice, Counts]
    one_role: Mapping[Choice, Counts]
    scheme: str
    folds: tuple[Fold, ...] = field(default=(), repr=False)

    def held_out(self, pairs_of: PairsOf) -> list[Pair]:
        """Gold, and what is found in each document with a policy that was chosen on other records."""
        return [pair for fold in self.folds for pair in pairs_of(fold.samples, fold.policy, self.scheme)]


# How documents are judged: ``decided_pairs`` or ``marked_pairs``.
PairsOf = Callable[[Iterable[Sample], Policy, str], list[Pair]]


def decided_pairs(samples: Iterable[Sample], policy: Policy, scheme: str) -> list[Pair]:
    """Gold, and what a policy decides of each document."""
    return [sample.pair(in_scheme(taken)) for sample, taken in decided(samples, policy, scheme)]


def marked_pairs(samples: Iterable[Sample], policy: Policy, scheme: str) -> list[Pair]:
    """Gold, and what is marked in each document: what was decided, and what the net caught, in labels of the scheme."""
    into = SchemeMap(load_scheme(CORE), load_scheme(scheme))
    pairs = []
    for sample, taken in decided(samples, policy, scheme):
        more = into.spans(caught(sample.proposals, placed(taken, scheme), policy))
        pairs.append(sample.pair(resolve([*in_scheme(taken), *more], text=sample.proposals.text)))
    return pairs


def decided(samples: Iterable[Sample], policy: Policy, scheme: str) -> Iterator[tuple[Sample, list[Candidate]]]:
    """Documents, record by record, and what a policy decides of them."""
    records: dict[str, list[Sample]] = {}
    for sample in samples:
        records.setdefault(sample.record, []).append(sample)
    for same in records.values():
        yield from zip(same, decide_record([sample.proposals for sample in same], policy, scheme), strict=True)


# By label, then by choice: counts of each fold.
Ledger = Mapping[str, Mapping[Choice, Sequence[Counts]]]


def options_of(members: Sequence[str]) -> tuple[Choice, ...]:
    """What there is to choose from.

    Example:
        >>> [str(option) for option in options_of(["crf"])]
        ['rules', 'crf', '1 of rules crf']
    """
    every = (RULES, *members)
    choices = [Choice((member,)) for member in every]
    if len(members) > 1:
        choices += [Choice(tuple(members), votes) for votes in range(1, len(members) + 1)]
    return (*choices, *(Choice(every, votes) for votes in range(1, len(every))))


def choose(samples: Sequence[Sample], members: Sequence[str], scheme: str, n_folds: int = N_FOLDS) -> Chosen:
    """Chooses a policy, and one for each fold of records on all other folds.

    Args:
        samples: What was said of the development documents.
        members: Names of the trained members.
        scheme: Of the labels.
        n_folds: Folds of records.

    Raises:
        InputError: If there are fewer than four records.
    """
    parts = parted(samples, n_folds)
    folds = []
    for number, part in enumerate(parts):
        others = [other for at, other in enumerate(parts) if at != number]
        folds.append(Fold(tuple(part), _Choosing(others, members, scheme).chosen().policy))
    return replace(_Choosing(parts, members, scheme).chosen(), folds=tuple(folds))


def parted(samples: Sequence[Sample], n_folds: int) -> list[list[Sample]]:
    """Samples in folds of records; which, the ids of the records decide.

    Raises:
        InputError: If there are fewer than four records.
    """
    records = sorted({sample.record for sample in samples}, key=lambda name: hashlib.sha256(name.encode()).digest())
    if len(records) < MIN_RECORDS:
        raise InputError(f"{counted(len(records), 'record')} to choose a policy on; at least {MIN_RECORDS} are needed")
    n_folds = min(n_folds, len(records))
    fold_of = {record: at % n_folds for at, record in enumerate(records)}
    parts: list[list[Sample]] = [[] for _ in range(n_folds)]
    for sample in samples:
        parts[fold_of[sample.record]].append(sample)
    return parts


class _Choosing:
    """One choice on some folds of records."""

    def __init__(self, parts: Sequence[Sequence[Sample]], members: Sequence[str], scheme: str) -> None:
        self._parts, self._scheme = parts, scheme
        self._options = options_of(members)
        self._trust = trust_of([sample for part in parts for sample in part], (RULES, *members))

    def chosen(self) -> Chosen:
        pooled, one_role = (
            {option: self._counts(Policy(option, trust=self._trust, is_one_role=is_one)) for option in self._options}
            for is_one in (False, True)
        )
        policy, counts = self._for_all(pooled, one_role)
        ledger = _ledger(self._parts, self._options, self._trust)
        policy = self._with_own_choices(policy, counts, ledger)
        tables = [_table(label, row, policy) for label, row in ledger.items()]
        tables.sort(key=lambda table: (-table.n_mentions, table.label))
        sums = [{option: _sum(folds) for option, folds in counts.items()} for counts in (pooled, one_role)]
        return Chosen(policy, self._options, tuple(tables), sums[0], sums[1], self._scheme)

    def _for_all(
        self, pooled: Mapping[Choice, Sequence[Counts]], one_role: Mapping[Choice, Sequence[Counts]]
    ) -> tuple[Policy, Sequence[Counts]]:
        """The choice with the best F1; with one role a name if that is better still."""
        ways = [
            (option, one, folds) for one, row in ((False, pooled), (True, one_role)) for option, folds in row.items()
        ]
        option, is_one, counts = max(ways, key=lambda way: _f1(_sum(way[2])))
        return Policy(option, trust=self._trust, is_one_role=is_one), counts

    def _with_own_choices(self, policy: Policy, before: Sequence[Counts], ledger: Ledger) -> Policy:
        """The policy with choices for frequent labels, each taken if it makes fewer mistakes with those before it."""
        frequent = sorted((-row[policy.default][0].n_gold, label) for label, row in _summed(ledger).items())
        for n_gold, label in frequent:
            counts = {option: _sum(folds) for option, folds in ledger[label].items()}
            option = _best({policy.default: counts[policy.default], **counts})
            if -n_gold < FREQUENT_MENTIONS or option == policy.default:
                continue
            tried = replace(policy, choices={**policy.choices, label: option})
            after = self._counts(tried)
            if _is_better(after, before):
                policy, before = tried, after
        return policy

    def _counts(self, policy: Policy) -> list[Counts]:
        """Exact counts of each fold."""
        return [
            _sum(
                Counts.of(_labelled(sample.gold), _labelled(taken))
                for sample, taken in decided(part, policy, self._scheme)
            )
            for part in self._parts
        ]


def _labelled(spans: Iterable[Span | Candidate]) -> set[tuple[str, int, int]]:
    return {(span.label, span.start, span.end) for span in spans}


def _summed(ledger: Ledger) -> dict[str, dict[Choice, list[Counts]]]:
    return {label: {option: [_sum(folds)] for option, folds in row.items()} for label, row in ledger.items()}


def trust_of(samples: Sequence[Sample], members: Sequence[str]) -> dict[str, dict[str, float]]:
    """Precision of each member under each label that it gave, drawn a little to one half."""
    right: dict[str, dict[str, Counts]] = {member: {} for member in members}
    for sample in samples:
        gold = _places(sample.gold)
        for member in members:
            for label, places in _places(sample.proposals.by_member[member]).items():
                before = right[member].get(label, Counts())
                right[member][label] = before + Counts.of(gold.get(label, set()), places)
    return {
        member: {label: round((c.tp + 1) / (c.n_predicted + 2), 4) for label, c in sorted(by_label.items())}
        for member, by_label in right.items()
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
        said = {member: [s for s in spans if s.label == label] for member, spans in sample.proposals.by_member.items()}
        yield label, Counts.of(gold.get(label, set()), _ends(decide(said, policy)))


def _ends(candidates: Iterable[Candidate]) -> set[tuple[int, int]]:
    return {(candidate.start, candidate.end) for candidate in candidates}


def _all_spans(sample: Sample) -> Iterator[Span]:
    yield from sample.gold
    for spans in sample.proposals.by_member.values():
        yield from spans


def _places(spans: Iterable[Span]) -> dict[str, set[tuple[int, int]]]:
    places: dict[str, set[tuple[int, int]]] = {}
    for span in spans:
        places.setdefault(span.label, set()).add((span.start, span.end))
    return places


def _table(label: str, row: Mapping[Choice, Sequence[Counts]], policy: Policy) -> LabelTable:
    counts = {option: _sum(folds) for option, folds in row.items()}
    return LabelTable(label, counts[policy.default].n_gold, counts, policy.choice(label), label in policy.choices)


def _is_better(after: Sequence[Counts], before: Sequence[Counts]) -> bool:
    """Whether there are fewer mistakes than before by more than two standard errors over folds."""
    gains = [old.fp + old.fn - new.fp - new.fn for new, old in zip(after, before, strict=True)]
    return fmean(gains) > (STANDARD_ERRORS * stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0)


def _best(counts: Mapping[Choice, Counts]) -> Choice:
    """The choice with the best F1; of equals the first."""
    return max(counts, key=lambda option: _f1(counts[option]))


def _f1(counts: Counts) -> float:
    return counts.score.f1 or 0.0


def _sum(counts: Iterable[Counts]) -> Counts:
    return sum(counts, Counts())
