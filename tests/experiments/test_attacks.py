"""Attackers on invented corpora: what they should find, they find; where nothing tells, they guess."""

from __future__ import annotations

import numpy as np
import pytest
from tests.experiments.invented import RARE, corpus, with_visitors

from maskerad.core.errors import ConfigError, InputError, LabelError, UnknownNameError
from maskerad.evaluation.inference.ranking import area_under_curve
from maskerad.experiments.attacks.attackers import by_consistency, by_frequency, by_parrot
from maskerad.experiments.attacks.commonness import rarity
from maskerad.experiments.attacks.logistic import fit
from maskerad.experiments.attacks.residuals import MissRates, Way, one_rate, residuals
from maskerad.experiments.attacks.simulation import Attack, Plan, Price, prices
from maskerad.experiments.attacks.traces import traces
from maskerad.experiments.attacks.view import Seen, Stage
from maskerad.experiments.gold_records import gold_records
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.scopes import parse_scope, parse_scopes
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.surrogates import Keyed

PACK = load_pack("sv")
KEYED = Keyed(bytes(range(32)))
STAGE = Stage(settings_for("sv"))
GOLD = gold_records(corpus())


def price(scope: str, way: Way, rate: float = 0.1, rounds: int = 4, gold=GOLD) -> Price:
    (found,) = prices(gold, STAGE, Plan((one_rate(rate),), (scope,), (way,), rounds=rounds, resamples=0))
    return found


def attack(found: Price, attacker: str) -> Attack:
    return next(one for one in found.attacks if one.attacker == attacker)


def area(scores: list[float], truth: list[bool]) -> float:
    pairs = list(zip(scores, truth, strict=True))
    found = area_under_curve([s for s, is_real in pairs if is_real], [s for s, is_real in pairs if not is_real])
    assert found is not None
    return found


def seen(text: str, document: str = "d", record: str = "r", start: int = 0) -> Seen:
    return Seen(record, document, start, text, "PATIENT", PACK, False)


def test_misses_come_at_their_rate_and_by_key_alone() -> None:
    everybody = gold_records(corpus(200))
    packs = [PACK, PACK]
    for way in Way:
        missed = [residuals(one, packs, one_rate(0.2), way, KEYED) for one in everybody]
        share = sum(len(spans) for record in missed for spans in record) / (200 * 10)
        assert share == pytest.approx(0.2, abs=0.05)
        assert missed[7] == residuals(everybody[7], packs, one_rate(0.2), way, KEYED)
        assert missed != [residuals(one, packs, one_rate(0.2), way, Keyed(bytes(32))) for one in everybody]


def test_a_person_is_missed_whole() -> None:
    is_missed: list[set[bool]] = []
    for one in gold_records(corpus(200)):
        for spans, missed in zip(
            one.spans, residuals(one, [PACK, PACK], one_rate(0.3), Way.PERSON, KEYED), strict=True
        ):
            for label in ("PATIENT", "CLINICIAN"):
                is_missed.append({span in missed for span in spans if span.label == label})
    assert all(len(answers) == 1 for answers in is_missed)
    assert is_missed.count({True}) / len(is_missed) == pytest.approx(0.3, abs=0.05)


def test_rates_by_label_and_their_limits() -> None:
    rates = MissRates("x", {"PERSON": 0.5, "PATIENT": 0.25}, 0.1)
    assert [rates.of(label) for label in ("PATIENT", "RELATIVE", "CITY")] == [0.25, 0.5, 0.1]
    with pytest.raises(ConfigError):
        one_rate(1.5)
    with pytest.raises(LabelError):
        Stage(settings_for("sv"), ("NOBODY",))


def test_what_is_missed_stands_in_the_view_and_what_verification_masks_does_not() -> None:
    one = GOLD[0]
    slip = next(span for span in one.spans[0] if span.length > 8)  # the full name, found again in the other visit
    view = STAGE.view([one], [[frozenset({slip}), frozenset()]], parse_scopes([]), bytes(32))
    assert (view.n_planted, view.n_masked) == (1, 1)
    assert not any(name.is_residual for name in view.names)
    whole = [frozenset(span for span in spans if span.label == "PATIENT") for spans in one.spans]
    view = STAGE.view([one], [whole], parse_scopes([]), bytes(32))
    document = one.record.documents[0]
    real = {name.text for name in view.names if name.is_residual}
    assert real == {document.text[span.start : span.end] for span in whole[0]}
    assert (view.n_planted, view.n_masked) == (6, 0)


def test_rarity_follows_the_lists() -> None:
    common, listed, unlisted = (rarity(name, "PATIENT", PACK) for name in ("Anna", "Doris", "Zetterhake"))
    assert common.highest < unlisted.highest == 1.0 == unlisted.unlisted
    assert listed.unlisted == 0.0
    assert rarity("Zetterhakes", "PATIENT", PACK).highest == 1.0 > rarity("Annas", "PATIENT", PACK).highest
    assert rarity("A. L.", "PATIENT", PACK).highest == 0.0


def test_rare_names_stand_out_for_the_frequency_attacker_under_every_scope() -> None:
    gold = gold_records(corpus(12, RARE))
    for scope in ("mention", "record", "limited(3)"):
        found = attack(price(scope, Way.PERSON, gold=gold), "frequency")
        assert found.auc is not None and found.auc > 0.7
        assert (found.picks.score.precision or 0) > 2 * (found.picks.by_chance.precision or 0)


def test_under_mention_scope_a_real_name_that_recurs_stands_out() -> None:
    found = price("mention", Way.PERSON)
    for attacker in ("consistency", "parrot"):
        one = attack(found, attacker)
        assert one.auc is not None and one.auc > 0.75, attacker
        assert one.told_apart > one.by_chance


def test_under_record_scope_recurrence_tells_nothing_of_a_person_missed_whole() -> None:
    auc = attack(price("record", Way.PERSON), "consistency").auc
    assert auc is not None and 0.3 < auc < 0.7


def test_the_odd_one_out_of_a_record_scope_hides_under_limited() -> None:
    """A name that stands once, where everybody else stands four or six times."""
    gold = gold_records(with_visitors(corpus(16)))
    missed = [[frozenset(s for s in spans if s.label == "OTHER_PERSON") for spans in one.spans] for one in gold]
    missed = [record if i % 3 == 0 else [frozenset(), frozenset()] for i, record in enumerate(missed)]
    areas = {}
    for scope in ("record", "limited(1)"):
        names = STAGE.view(gold, missed, parse_scopes([f"PERSON={scope}"]), bytes(32)).names
        areas[scope] = area(by_consistency(traces(names), parse_scope(scope)), [name.is_residual for name in names])
    assert areas["record"] > 0.9
    assert 0.25 < areas["limited(1)"] < 0.75


def test_without_residuals_nobody_finds_any() -> None:
    found = price("record", Way.MENTION, rate=0.0, rounds=1)
    assert found.n_planted == 0 and found.with_residual == 0 and found.worst.told_apart == 0
    assert all(one.auc is None and one.picks.n_hidden == 0 for one in found.attacks)


def test_the_parrot_guesses_when_classes_are_shuffled() -> None:
    """Trained on truth that has nothing to do with the names, it is at chance: no leak from teacher to pupil."""
    names = STAGE.view(GOLD, [[frozenset(), frozenset()] for _ in GOLD], parse_scopes([]), bytes(32)).names
    found = traces(names)
    noise = [bool(KEYED.number(2, name.record, name.document, str(name.start))) for name in names]
    half = len(names) // 2
    scores = by_parrot(found[:half], found[half:], noise[half:])
    assert 0.3 < area(scores, noise[:half]) < 0.7
    assert by_parrot(found[:2], found[2:], [False] * len(found[2:])) == [0.0, 0.0]


def test_logistic_regression_finds_the_line() -> None:
    rows = np.array([[x, 7.0] for x in (-2.0, -1.0, -0.5, 0.5, 1.0, 2.0)])
    model = fit(rows, np.array([0.0, 0, 0, 1, 1, 1]))
    p = model.probabilities(rows)
    assert (np.diff(p) > 0).all() and p[2] < 0.5 < p[3]
    assert p[0] == pytest.approx(1 - p[-1])  # the same on both sides
    assert np.isfinite(fit(rows, np.zeros(6)).weights).all()


def test_counts_of_a_name() -> None:
    names = [seen("Anna Lindqvist"), seen("Lindqvist", start=20), seen("Eva Ek", "e"), seen("Anna Lindqvist", "f", "q")]
    full, family, lone, other = traces(names)
    assert np.exp(full.in_record) == pytest.approx(2) == np.exp(family.in_record)
    assert np.exp(full.elsewhere) == pytest.approx(2)
    assert (lone.in_record, lone.odd) == (0.0, 1.0)
    assert other.odd == 0.0
    assert by_frequency([full]) > [0.0]


def test_same_seed_same_figures_and_order_of_records_does_not_matter() -> None:
    plan = Plan((one_rate(0.1),), ("record",), (Way.MENTION,), rounds=2, resamples=50)
    (first,), (again,), (turned,) = (prices(gold, STAGE, plan) for gold in (GOLD, GOLD, GOLD[::-1]))
    assert first == again
    assert (first.n_masked, first.with_residual) == (turned.n_masked, turned.with_residual)
    assert [one.picks for one in first.attacks[:2]] == [one.picks for one in turned.attacks[:2]]


def test_progress_tells_of_each_release_how_many_there_are() -> None:
    plan = Plan((one_rate(0.1), one_rate(0.2)), ("record", "mention"), (Way.MENTION,), rounds=2, resamples=0)
    told: list[tuple[int, int]] = []
    both = prices(GOLD, STAGE, plan, lambda what, done, total: told.append((done, total)))
    assert told == [(number, 10) for number in range(1, 11)]  # 2 rounds for 2 rates, and 1 to learn from, for 2 scopes
    lone = prices(GOLD, STAGE, Plan((one_rate(0.2),), ("record",), (Way.MENTION,), rounds=2, resamples=0))
    assert both[2] == lone[0]  # what is learnt once is what would be learnt again


def test_wrong_plans_are_refused() -> None:
    with pytest.raises(InputError):
        prices(GOLD[:1], STAGE, Plan((one_rate(0.1),)))
    with pytest.raises(UnknownNameError):
        prices(GOLD, STAGE, Plan((one_rate(0.1),), ("village",)))
    with pytest.raises(InputError):
        gold_records([])
