"""The price of each scope: what attackers make of a corpus in which some names were missed.

For every way of missing, miss rate and scope: plant residuals by key, release the corpus as the tool does, let every
attacker pick as many names as the miss rate leads him to expect, and count. Several rounds with other residuals are
added up. All keys come from one seed, so the same corpus and seed give the same figures.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from maskerad.core.errors import InputError
from maskerad.evaluation.counts import ratio
from maskerad.evaluation.inference.bootstrap import Interval, bootstrap_intervals
from maskerad.evaluation.inference.ranking import Picks, area_under_curve, blind_hit
from maskerad.experiments.attacks.attackers import (
    ATTACKERS,
    CONSISTENCY,
    FREQUENCY,
    PARROT,
    by_consistency,
    by_frequency,
    by_parrot,
)
from maskerad.experiments.attacks.residuals import MissRates, Way, one_rate
from maskerad.experiments.attacks.traces import Trace, traces
from maskerad.experiments.attacks.view import Seen, Stage, View
from maskerad.experiments.gold_records import GoldRecord
from maskerad.experiments.progress import Progress, silent
from maskerad.pipeline.configuration.scopes import DEFAULT_SCOPES, parse_scope, parse_scopes
from maskerad.surrogates import Keyed

SCOPES = ("mention", "document", "record", "corpus", "limited(3)")
OWN_RATE = 0.1  # of what the attacker hides in his own copy; more than in truth, so that there is something to learn
RECORDS_MIN = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated.

    Attributes:
        rates: Miss rates.
        scopes: Scopes of the labels under attack.
        ways: How mentions are missed.
        roots: Labels under attack, with all below them.
        rounds: How often residuals are planted anew.
        resamples: Draws of the bootstrap.
        seed: Decides residuals, surrogates and guesses.
    """

    rates: tuple[MissRates, ...]
    scopes: tuple[str, ...] = SCOPES
    ways: tuple[Way, ...] = tuple(Way)
    roots: tuple[str, ...] = ("PERSON",)
    rounds: int = 3
    resamples: int = 1000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Attack:
    """What one attacker reached, all rounds together.

    Attributes:
        attacker: Which one.
        picks: How many he picked, and how many rightly.
        auc: Area under the ROC curve, the mean over rounds; 0.5 by chance, None where there was nothing to find.
        told_apart: Share of documents with a residual that he picked.
        interval: 95 % over records.
        by_chance: The same share with as many blind picks.
    """

    attacker: str
    picks: Picks
    auc: float | None
    told_apart: float
    interval: Interval | None
    by_chance: float


@dataclass(frozen=True, slots=True)
class Price:
    """One scope under one way of missing and one rate, all rounds together.

    Attributes:
        scope, way, rate: Of the simulation.
        n_planted: Missed mentions under attack.
        n_masked: How many of them verification masked.
        with_residual: Share of documents in which a missed name can still be read.
        attacks: One an attacker, in the order of ``ATTACKERS``.
    """

    scope: str
    way: Way
    rate: str
    n_planted: int
    n_masked: int
    with_residual: float
    attacks: tuple[Attack, ...] = field(repr=False)

    @property
    def worst(self) -> Attack:
        """The attack that tells a residual apart in most documents; of equal ones the first."""
        return max(self.attacks, key=lambda attack: attack.told_apart)


def prices(gold: Sequence[GoldRecord], stage: Stage, plan: Plan, progress: Progress = silent) -> list[Price]:
    """Simulates everything of a plan.

    Args:
        gold: The records with all their spans.
        stage: Releases them.
        plan: Rates, scopes, rounds.
        progress: Told of each release of the corpus, which is what takes long.

    Raises:
        InputError: If there are fewer than two records: the trained attacker needs some of his own.
    """
    if len(gold) < RECORDS_MIN:
        raise InputError(f"the simulation needs at least {RECORDS_MIN} records; here is {len(gold)}")
    done, n_releases = count(1), len(plan.ways) * len(plan.scopes) * (1 + len(plan.rates) * plan.rounds)

    def released() -> None:
        progress("releases attacked", next(done), n_releases)

    simulations = [_Simulation(gold, stage, plan, way, scope, released) for way in plan.ways for scope in plan.scopes]
    return [simulation.price(rates) for rates in plan.rates for simulation in simulations]


class _Simulation:
    """One scope and one way of missing."""

    def __init__(
        self, gold: Sequence[GoldRecord], stage: Stage, plan: Plan, way: Way, scope: str, released: Callable[[], None]
    ) -> None:
        self._gold, self._stage, self._plan, self._way, self._scope = gold, stage, plan, way, scope
        self._released = released
        self._halves = _halves(gold, _keyed(plan.seed, "halves"))
        self._documents = [(record.record.id, document.id) for record in gold for document in record.record.documents]

    def price(self, rates: MissRates) -> Price:
        rounds = [
            _Round(view, self._scores(view), self._expected(view, rates), self._keyed(f"guess {i}"))
            for i, view in enumerate(self._view(rates, f"round {i}") for i in range(self._plan.rounds))
        ]
        leaking = sum(len({_place(name) for name in round_.view.names if name.is_residual}) for round_ in rounds)
        return Price(
            self._scope,
            self._way,
            rates.title,
            sum(round_.view.n_planted for round_ in rounds),
            sum(round_.view.n_masked for round_ in rounds),
            leaking / (len(self._documents) * len(rounds)),
            tuple(self._attack(attacker, rounds) for attacker in ATTACKERS),
        )

    def _view(self, rates: MissRates, what: str) -> View:
        """A release under a key of its own."""
        keyed = self._keyed(f"miss {what}")
        missed = self._stage.missed(self._gold, rates, self._way, keyed)
        choices = [f"{root}={self._scope}" for root in self._plan.roots]
        key = _key(self._plan.seed, f"surrogates {what}")
        view = self._stage.view(self._gold, missed, parse_scopes(choices, DEFAULT_SCOPES), key)
        self._released()
        return view

    @cached_property
    def _own(self) -> tuple[Sequence[Seen], Sequence[Trace]]:
        """What the attacker learns from, whatever the miss rate: the names of his own release, and their traces."""
        names = self._view(one_rate(OWN_RATE), "own").names
        return names, traces(names)

    def _keyed(self, what: str) -> Keyed:
        return _keyed(self._plan.seed, what)

    def _scores(self, view: View) -> Mapping[str, list[float]]:
        found = traces(view.names)
        return {
            FREQUENCY: by_frequency(found),
            CONSISTENCY: by_consistency(found, parse_scope(self._scope)),
            PARROT: self._parrot(view.names, found),
        }

    def _parrot(self, names: Sequence[Seen], found: Sequence[Trace]) -> list[float]:
        """Each half of the records is attacked by a model of the other half: no record is its own teacher."""
        own, own_traces = self._own
        scores = [0.0] * len(names)
        for half in (0, 1):
            learnt = [i for i, name in enumerate(own) if self._halves[name.record] != half]
            asked = [i for i, name in enumerate(names) if self._halves[name.record] == half]
            answers = by_parrot(
                [found[i] for i in asked], [own_traces[i] for i in learnt], [own[i].is_residual for i in learnt]
            )
            for place, answer in zip(asked, answers, strict=True):
                scores[place] = answer
        return scores

    def _expected(self, view: View, rates: MissRates) -> int:
        """How many residuals an attacker expects who knows the miss rates: at least one."""
        return max(1, round(sum(rates.of(name.label) for name in view.names))) if view.names else 0

    def _attack(self, attacker: str, rounds: Sequence[_Round]) -> Attack:
        picks, rows = Picks(), {record: Counter({"documents": 0}) for record, _ in self._documents}
        chance = 0.0
        for round_ in rounds:
            picked = round_.picked(attacker)
            picks += round_.picks(picked)
            for record, _ in round_.told_apart(picked):
                rows[record]["told"] += 1
            for record, _ in self._documents:
                rows[record]["documents"] += 1
            chance += round_.chance()
        measures = {"told": lambda sums: ratio(sums.get("told", 0), sums["documents"])}
        interval = bootstrap_intervals(list(rows.values()), measures, self._plan.resamples, self._plan.seed)["told"]
        n_seen = len(self._documents) * len(rounds)
        curves = [curve for round_ in rounds if (curve := round_.auc(attacker)) is not None]
        n_told = sum(row["told"] for row in rows.values())
        auc = sum(curves) / len(curves) if curves else None
        return Attack(attacker, picks, auc, n_told / n_seen, interval, chance / n_seen)


@dataclass(frozen=True, slots=True)
class _Round:
    """One release and what each attacker thinks of its names."""

    view: View
    scores: Mapping[str, list[float]]
    n_picks: int
    keyed: Keyed

    def picked(self, attacker: str) -> list[Seen]:
        """The most suspicious names; among equals, the key guesses."""
        ranked = sorted(
            zip(self.scores[attacker], self.view.names, strict=True), key=lambda pair: (-pair[0], self._guess(pair[1]))
        )
        return [name for _, name in ranked[: self.n_picks]]

    def _guess(self, name: Seen) -> bytes:
        return self.keyed.digest(name.record, name.document, str(name.start))

    def picks(self, picked: Sequence[Seen]) -> Picks:
        names = self.view.names
        n_hidden = sum(name.is_residual for name in names)
        return Picks(len(names), n_hidden, len(picked), sum(name.is_residual for name in picked))

    def auc(self, attacker: str) -> float | None:
        pairs = list(zip(self.scores[attacker], self.view.names, strict=True))
        return area_under_curve(
            [score for score, name in pairs if name.is_residual],
            [score for score, name in pairs if not name.is_residual],
        )

    def told_apart(self, picked: Sequence[Seen]) -> set[tuple[str, str]]:
        """Documents in which a residual was picked."""
        return {_place(name) for name in picked if name.is_residual}

    def chance(self) -> float:
        """The same number of documents to be expected of blind picks."""
        residuals: defaultdict[tuple[str, str], int] = defaultdict(int)
        for name in self.view.names:
            if name.is_residual:
                residuals[_place(name)] += 1
        n_names = len(self.view.names)
        return sum(blind_hit(n_names, min(self.n_picks, n_names), n_here) for n_here in residuals.values())


def _place(name: Seen) -> tuple[str, str]:
    return name.record, name.document


def _halves(gold: Sequence[GoldRecord], keyed: Keyed) -> Mapping[str, int]:
    """Two halves of the records, by key."""
    in_order = sorted((item.record.id for item in gold), key=lambda record: keyed.digest("half", record))
    return {record: place % 2 for place, record in enumerate(in_order)}


def _key(seed: int, what: str) -> bytes:
    """A key that hides nothing: of a simulation, whose texts nobody sees."""
    return hashlib.sha256(f"maskerad audit {seed} {what}".encode()).digest()


def _keyed(seed: int, what: str) -> Keyed:
    return Keyed(_key(seed, what))
