"""The audit of a detection: what it leaks, and what that costs under each scope of consistency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from maskerad.core import SchemeMap, load_scheme
from maskerad.core.counted import counted
from maskerad.core.errors import MissingError
from maskerad.core.label_scheme import CORE
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Evaluation, Pair, evaluate
from maskerad.evaluation import Settings as Scoring
from maskerad.evaluation.counts import Share
from maskerad.evaluation.inference.binomial import exact_interval
from maskerad.evaluation.label_cover import LabelCover, label_covers
from maskerad.experiments.attacks.residuals import MissRates
from maskerad.experiments.attacks.simulation import SCOPES, Plan, Price, prices
from maskerad.experiments.attacks.view import Stage
from maskerad.experiments.gold_records import GoldRecord, gold_records
from maskerad.experiments.progress import Progress, silent
from maskerad.pipeline.configuration.scopes import parse_scope
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.detect import Detector

MEASURED = "measured"


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """What is audited and how.

    Attributes:
        gold_scheme, predicted_scheme: Label schemes of the two annotations.
        rates: Miss rates that are simulated beside the measured one.
        scopes: Scopes that are compared.
        roots: Labels that attackers look at, with all below them.
        rounds: How often residuals are planted anew.
        resamples: Draws of the bootstrap.
        seed: Decides everything that is left to chance.

    Raises:
        UnknownNameError, ConfigError: If a scope is none.
        LabelError: If a root is no label of the core scheme.
    """

    gold_scheme: str = CORE
    predicted_scheme: str = CORE
    rates: tuple[MissRates, ...] = ()
    scopes: tuple[str, ...] = SCOPES
    roots: tuple[str, ...] = ("PERSON",)
    rounds: int = 3
    resamples: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        for scope in self.scopes:
            parse_scope(scope)
        for root in self.roots:
            load_scheme(CORE).check(root)


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit says. Holds no text of any document.

    Attributes:
        plan: How it was made.
        evaluation: All scores of the detection.
        covers: Mentions and characters covered, by label of the core scheme.
        prices: What each scope costs.
    """

    plan: AuditPlan
    evaluation: Evaluation = field(repr=False)
    covers: tuple[LabelCover, ...]
    prices: tuple[Price, ...]


def detected(
    gold: Sequence[AnnotatedDocument], settings: Settings, progress: Progress = silent
) -> list[AnnotatedDocument]:
    """The spans that the detector finds in the texts of a gold corpus, record by record.

    Args:
        gold: Documents; their own spans are not looked at.
        settings: Languages and recognisers.
        progress: Told of each record.
    """
    detector, by_document = Detector(settings), dict[tuple[str, str], AnnotatedDocument]()
    for record in gold_records([AnnotatedDocument(item.document) for item in gold]):
        progress("documents searched", len(by_document), len(gold))
        for document, spans in zip(record.record.documents, detector.detect(record.record), strict=True):
            by_document[document.record, document.id] = AnnotatedDocument(document, tuple(spans))
    return [by_document[item.document.record, item.document.id] for item in gold]


def check_gold(gold: Sequence[AnnotatedDocument]) -> None:
    """Refuses a gold corpus in which nothing is marked.

    Raises:
        MissingError: If there is nothing to measure against.
    """
    if not any(item.spans for item in gold):
        raise MissingError(
            f"nothing was measured and no attack was made: GOLD ({counted(len(gold), 'document')}) marks nothing, so "
            "nobody knows what there was to find; to look at a detection without gold: maskerad show"
        )


def audit(
    gold: Sequence[AnnotatedDocument],
    pairs: Sequence[Pair],
    settings: Settings,
    plan: AuditPlan,
    progress: Progress = silent,
) -> Audit:
    """Measures the leaks of a detection and simulates attacks at its miss rates.

    Args:
        gold: Documents with their right spans.
        pairs: The same documents with gold and predicted spans.
        settings: Of the release whose price is simulated: languages, strategies, word lists.
        plan: Schemes, rates, scopes, rounds.
        progress: Told of each release that is attacked.

    Raises:
        MissingError: If there is nothing to measure against.
        InputError: If there are fewer than two records.
        LabelError: If a label is not of its scheme.
    """
    check_gold(gold)
    scoring = Scoring(plan.gold_scheme, plan.predicted_scheme, resamples=plan.resamples, seed=plan.seed)
    covers = tuple(label_covers(_in_core(pairs, plan), plan.resamples, plan.seed))
    rates = (*_measured(covers, plan.roots), *plan.rates)
    simulated = Plan(rates, plan.scopes, roots=plan.roots, rounds=plan.rounds, resamples=plan.resamples, seed=plan.seed)
    records: list[GoldRecord] = gold_records(gold, plan.gold_scheme)
    priced = prices(records, Stage(settings, plan.roots), simulated, progress)
    return Audit(plan, evaluate(pairs, scoring), covers, tuple(priced))


def _in_core(pairs: Sequence[Pair], plan: AuditPlan) -> Iterator[Pair]:
    """Gold spans under labels of the core scheme; predicted ones cover whatever they are called."""
    to_core = SchemeMap(load_scheme(plan.gold_scheme), load_scheme(CORE))
    for pair in pairs:
        yield Pair(pair.document, pair.record, pair.text, tuple(to_core.spans(pair.gold)), pair.predicted)


def _measured(covers: Sequence[LabelCover], roots: Sequence[str]) -> Iterator[MissRates]:
    """The miss rates of this detection, label by label, and the highest that its few misses still allow.

    The first is left out where nothing under attack was missed: that a finite gold shows no miss is no promise. The
    second is the upper end of the exact 95 % interval over all mentions under attack.
    """
    core = load_scheme(CORE)
    attacked = [cover for cover in covers if set(roots).intersection(core.lineage(cover.label))]
    mentions = sum((cover.mentions for cover in attacked), Share())
    if mentions.part < mentions.whole:
        yield MissRates(MEASURED, {cover.label: 1 - (cover.mentions.value or 0.0) for cover in covers})
    if mentions.whole:
        highest = exact_interval(mentions.whole - mentions.part, mentions.whole)[1]
        yield MissRates(f"at most {highest:.3f}", default=highest)
