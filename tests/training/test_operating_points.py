"""The operating points: calibration, bounds, what it marks, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.training.notes import notes

from maskerad.core import Document, Span, record_of
from maskerad.core.errors import ConfigError, InputError, ModelError, UnknownNameError
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.chances import Chances
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.hybrid.operating_points import (
    Calibration,
    OperatingPoints,
    Point,
    raised,
    read_points,
    write_points,
)
from maskerad.recognisers.hybrid.policy import RULES, Choice, Policy
from maskerad.recognisers.hybrid.recogniser import Proposals
from maskerad.text.views import normalise
from maskerad.training.crf import Fit
from maskerad.training.crf_model import CrfPlan
from maskerad.training.hybrid.bounding import exact_bound, recall_bound
from maskerad.training.hybrid.calibrating import calibration_error, fit_platt
from maskerad.training.hybrid.choosing import Fold
from maskerad.training.hybrid.proposals import Sample
from maskerad.training.hybrid.recall_targets import find_points, parse_targets, refuse_unreachable
from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, Trained, train_hybrid

TEXT = "ab cd ef"


def chances(*probable: float) -> Chances:
    """Of CITY at the three words of ``TEXT``."""
    return Chances([0, 3, 6], [2, 5, 8], ("CITY",), np.array(probable, np.float32).reshape(-1, 1))


def sample(record: str, probable: tuple[float, float, float], gold: Span | None, said: tuple[Span, ...] = ()) -> Sample:
    """A text in which rules say nothing, and a member says what it is told to."""
    spans = (gold,) if gold else ()
    item = AnnotatedDocument(Document(record, TEXT, record=record), spans)
    proposals = Proposals(TEXT, (), {RULES: (), "crf": said}, ())
    return Sample(item, normalise(TEXT), proposals, spans, {"crf": chances(*probable)})


def points_at(threshold: float) -> OperatingPoints:
    return OperatingPoints((Point("CITY", ("CITY",), threshold, 0.9, 1, 1, 0.9),), {"crf": Calibration()})


def test_what_is_probable_enough_is_marked_in_runs() -> None:
    found = list(raised(TEXT, {"crf": chances(0.9, 0.3, 0.01)}, points_at(0.2)))
    assert [(span.start, span.end, span.label) for span in found] == [(0, 5, "CITY")]
    assert not list(
        raised(TEXT, {"crf": chances(0.9, 0.3, 0.01)}, OperatingPoints(calibrations={"crf": Calibration()}))
    )


def test_calibration_puts_probabilities_right() -> None:
    draw = np.random.default_rng(1)
    truth = draw.uniform(0.001, 0.999, 4000)
    happened = draw.uniform(size=4000) < truth
    boastful = 1 / (1 + np.exp(-3 * np.log(truth / (1 - truth))))
    fitted = fit_platt(boastful, happened)
    assert fitted.slope == pytest.approx(1 / 3, abs=0.05)
    before, after = calibration_error(boastful, happened), calibration_error(fitted.of(boastful), happened)
    assert before is not None and after is not None and after < 0.02 < before


@pytest.mark.parametrize(("value", "truth"), [(0.5, True), (1.0, True), (0.0, False), (1e-5, True)])
def test_calibration_of_nearly_nothing_is_finite(value: float, truth: bool) -> None:
    fitted = fit_platt(np.array([value, 0.5]), np.array([truth, not truth]))
    assert np.isfinite(fitted.of(np.array([0.0, 0.5, 1.0]))).all()
    assert fitted.slope > 0


@pytest.mark.parametrize(("found", "n", "bound"), [(59, 59, 0.9505), (58, 58, 0.9497), (90, 100, 0.8363), (0, 5, 0.0)])
def test_bounds_are_those_of_clopper_and_pearson(found: int, n: int, bound: float) -> None:
    """One-sided, 95 %: 59 of 59 is the textbook's least sample for a share of 95 %."""
    assert exact_bound(found, n) == pytest.approx(bound, abs=2e-4)


def folds_of(samples: list[Sample]) -> list[Fold]:
    policy = Policy(Choice(("crf",)), net=frozenset())
    return [Fold(tuple(samples[at::2]), policy) for at in range(2)]


def test_the_highest_threshold_that_is_shown_to_reach_the_target_is_taken() -> None:
    gold = Span(0, 2, "CITY")
    sure = [sample(f"s{at}", (0.99, 0.001, 0.001), gold, (gold,)) for at in range(80)]
    unsure = [sample(f"u{at}", (0.4, 0.001, 0.001), gold) for at in range(20)]
    wrong = [sample(f"w{at}", (0.001, 0.4, 0.001), None) for at in range(20)]
    operating_points, (effect,) = find_points(
        folds_of([*sure, *unsure, *wrong]), ["crf"], "core", parse_targets(["CITY=0.95"], "core")
    )
    assert (effect.covered_before, effect.point.n_covered, effect.point.n_mentions) == (80, 100, 100)
    assert effect.point.bound == pytest.approx(exact_bound(100, 100), abs=1e-4)
    assert effect.precision_before == 1.0 and effect.precision == pytest.approx(100 / 120)
    calibrated = operating_points.calibrations["crf"].of(np.array([0.4]))[0]
    assert 0.01 < effect.point.threshold <= calibrated


def test_no_threshold_is_needed_where_the_target_is_reached_without() -> None:
    gold = Span(0, 2, "CITY")
    sure = [sample(f"s{at}", (0.99, 0.001, 0.001), gold, (gold,)) for at in range(80)]
    _, (effect,) = find_points(folds_of(sure), ["crf"], "core", parse_targets(["CITY=0.95"], "core"))
    assert effect.point.threshold > 1


def test_a_target_that_is_not_shown_is_refused() -> None:
    gold = Span(0, 2, "CITY")
    sure = [sample(f"s{at}", (0.99, 0.0, 0.0), gold, (gold,)) for at in range(80)]
    blind = [sample(f"b{at}", (0.0, 0.0, 0.0), gold) for at in range(20)]
    with pytest.raises(InputError, match=r"unreachable: at the lowest threshold, 0\.0001, 80 of 100 mentions of 100"):
        find_points(folds_of([*sure, *blind]), ["crf"], "core", parse_targets(["CITY=0.95"], "core"))


def test_misses_that_lie_in_one_record_lower_the_bound() -> None:
    """Ten misses of one record are not ten misses of ten: the mentions of one record go together."""
    gold = Span(0, 2, "CITY")

    def bound(records: list[str]) -> float:
        missed = [sample(record, (0.0, 0.0, 0.0), gold) for record in records]
        found = [sample(f"r{at}", (0.99, 0.0, 0.0), gold, (gold,)) for at in range(90)]
        with pytest.raises(InputError) as caught:
            find_points(folds_of([*found, *missed]), ["crf"], "core", parse_targets(["CITY=0.999"], "core"))
        return float(str(caught.value).split("shows ")[1].split()[0])

    assert bound(["one"] * 10) < bound([f"m{at}" for at in range(10)])


def test_too_few_mentions_are_told_before_anything_is_read() -> None:
    with pytest.raises(
        InputError, match=r"recall 0.995 of CITY is unreachable with \d+ mentions of \d+ records: if all were found"
    ):
        refuse_unreachable(parse_targets(["CITY=0.995"], "core"), notes(40))


def test_few_records_show_no_recall_however_many_mentions_they_have() -> None:
    with pytest.raises(InputError, match=r"\d+ records have such mentions, at least 20 are needed"):
        refuse_unreachable(parse_targets(["CITY=0.5"], "core"), notes(12))


@pytest.mark.parametrize(("n_records", "recall", "correlation"), [(20, 0.9, 0.3), (20, 0.99, 0.3), (60, 0.97, 0.1)])
def test_the_bound_is_at_or_under_the_truth_in_nineteen_of_twenty_samples(
    n_records: int, recall: float, correlation: float
) -> None:
    draw = np.random.default_rng(7)
    weight = 1 / correlation - 1
    held = 0
    for _ in range(200):
        mentions = draw.poisson(15, n_records) + 1
        covered = draw.binomial(mentions, draw.beta(recall * weight, (1 - recall) * weight, n_records))
        held += recall_bound(covered.tolist(), mentions.tolist()) <= recall
    assert held >= 186  # under 95 % the chance of fewer is below one in a hundred


@pytest.mark.parametrize("target", ["CITY", "CITY=", "CITY=1", "CITY=-0.5", "2", "CITY=nan"])
def test_targets_that_are_no_shares_are_refused(target: str) -> None:
    with pytest.raises(ConfigError):
        parse_targets([target], "core")


def test_targets_name_labels_of_the_scheme_or_of_the_core() -> None:
    with pytest.raises(UnknownNameError):
        parse_targets(["HERO=0.9"], "meddocan")
    (ids, fax, every) = parse_targets(["ID=0.9", "NUMERO_FAX=0.9", "0.9"], "meddocan")
    assert "ID_ASEGURAMIENTO" in ids.labels and "FECHAS" not in ids.labels
    assert fax.labels == ("NUMERO_FAX",)
    assert {"FECHAS", "PAIS"} <= set(every.labels)


def test_operating_points_are_read_as_it_was_written(tmp_path: Path) -> None:
    write_points(tmp_path / "operating_points.json", points_at(0.25))
    assert read_points(tmp_path / "operating_points.json", ["crf"], ["CITY"]) == points_at(0.25)
    for members, labels in ((["bilstm"], ["CITY"]), (["crf"], ["DATE"])):
        with pytest.raises(ModelError, match="other members, labels or numbers"):
            read_points(tmp_path / "operating_points.json", members, labels)
    (tmp_path / "operating_points.json").write_text('{"points": 3}', encoding="utf-8")
    with pytest.raises(ModelError, match="no readable operating points"):
        read_points(tmp_path / "operating_points.json", ["crf"], ["CITY"])


FIELD = CrfPlan("sv", "core", parse_feature_set("maskerad,-clusters"), fit=Fit(c1=0.01, c2=0.01, max_iterations=30))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Trained, Path]:
    target = tmp_path_factory.mktemp("models") / "hybrid"
    plan = HybridPlan(
        "sv", "core", {}, {"field-1": FIELD}, n_folds=2, targets=parse_targets(["DATE=0.9", "0.9"], "core")
    )
    return train_hybrid(HybridCorpus(tuple(notes(50))), plan, Destination(target)), target


def test_operating_points_are_kept_in_the_folder_and_used(made: tuple[Trained, Path]) -> None:
    trained, folder = made
    assert [effect.point.name for effect in trained.effects] == ["DATE", "all"]
    assert all(effect.point.bound >= 0.9 for effect in trained.effects)
    assert "DATE" in (folder / "README.md").read_text(encoding="utf-8")
    item = notes(1, seed=9)[0]
    found = Detector(replace(settings_for("sv"), models=(folder,))).detect(record_of(item.document))[0]
    covered = {at for span in found for at in range(span.start, span.end)}
    assert all(covered.issuperset(range(s.start, s.end)) for s in item.spans if s.label == "DATE")
    assert set(trained.calibration) == {"field-1"}
