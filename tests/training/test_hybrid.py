"""Making a hybrid: it decides better than its members, can be used as a model, and refuses early."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.recognisers.tampering import write_sealed
from tests.training.notes import notes

from maskerad.core import Document, Span, record_of
from maskerad.core.errors import ConfigError, InputError, ModelError
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.hybrid.policy import Choice, safe_labels
from maskerad.recognisers.model_folder import read_card
from maskerad.training.crf import Fit
from maskerad.training.crf_model import Corpus, CrfPlan, train_crf
from maskerad.training.hybrid.choosing import options_of
from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, Trained, member_names, train_hybrid

FIELD = CrfPlan("sv", "core", parse_feature_set("maskerad,-clusters"), fit=Fit(c1=0.01, c2=0.01, max_iterations=30))
TRAIN, DEV = tuple(notes(60)), tuple(notes(40, 2))


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("models") / "field"
    train_crf(Corpus(TRAIN), FIELD, Destination(target))
    return target


@pytest.fixture(scope="module")
def plan(field: Path) -> HybridPlan:
    return HybridPlan("sv", "core", member_names([field]))


@pytest.fixture(scope="module")
def folder(plan: HybridPlan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("models") / "hybrid"
    train_hybrid(HybridCorpus(DEV, tuple(notes(10, 5))), plan, Destination(target))
    return target


def test_its_card_says_what_was_chosen_and_how_well_it_does(folder: Path) -> None:
    card = read_card(folder, "hybrid.v1")
    assert [score["part"] for score in card.scores] == [
        "dev, chosen on other folds",
        "test",
        "dev with the net, chosen on other folds",
        "test with the net",
    ]
    assert all(score["f1"] > 0.9 for score in card.scores[:2])
    assert all(net["recall"] >= score["recall"] for score, net in zip(card.scores[:2], card.scores[2:], strict=True))
    assert card.training["members"] == ["rules", "crf"]
    assert "Falkbring" not in (folder / "README.md").read_text(encoding="utf-8")
    assert "Falkbring" not in (folder / "policy.json").read_text(encoding="utf-8")


def test_it_is_used_as_any_model(folder: Path) -> None:
    item = notes(1, seed=9)[0]
    found = Detector(replace(settings_for("sv"), models=(folder,))).detect(record_of(item.document))[0]
    assert {(s.start, s.end, s.label) for s in item.spans} <= {(s.start, s.end, s.label) for s in found}


def test_names_ids_and_phones_of_the_rules_stay_covered(folder: Path) -> None:
    rules, both = Detector(settings_for("sv")), Detector(replace(settings_for("sv"), models=(folder,)))
    n_safe = 0
    for item in notes(10, seed=7):
        before, after = (detector.detect(record_of(item.document))[0] for detector in (rules, both))
        covered = {at for span in after for at in range(span.start, span.end)}
        for span in before:
            if span.label in safe_labels():
                n_safe += 1
                letters = [at for at in range(span.start, span.end) if item.document.text[at].isalnum()]
                assert covered.issuperset(letters)
    assert n_safe


def test_the_same_texts_in_any_order_give_the_same_policy(folder: Path, plan: HybridPlan, tmp_path: Path) -> None:
    train_hybrid(HybridCorpus(DEV[::-1]), plan, Destination(tmp_path / "again"))
    assert read_card(tmp_path / "again").files == read_card(folder).files


def test_a_member_that_is_trained_here_is_heard_on_other_records(tmp_path: Path) -> None:
    plan = HybridPlan("sv", "core", {}, {"field-1": FIELD}, n_folds=2)
    made = train_hybrid(HybridCorpus(DEV), plan, Destination(tmp_path / "hybrid"))
    assert made.card.scores[0]["f1"] > 0.9
    assert sorted(path.name for path in (tmp_path / "hybrid").iterdir()) == [
        "README.md",
        "members",
        "model.json",
        "policy.json",
        "seen.json",
    ]


def test_a_frequent_label_may_have_its_own_choice() -> None:
    assert [str(option) for option in options_of(["crf", "bilstm"])] == [
        "rules",
        "crf",
        "bilstm",
        "1 of crf bilstm",
        "2 of crf bilstm",
        "1 of rules crf bilstm",
        "2 of rules crf bilstm",
    ]
    assert Choice(("crf",)) in options_of(["crf", "bilstm"])


def refused(tmp_path: Path, corpus: HybridCorpus, plan: HybridPlan) -> Trained:
    try:
        return train_hybrid(corpus, plan, Destination(tmp_path / "never"))
    finally:
        assert not (tmp_path / "never").exists()


def test_texts_that_a_member_has_learnt_from_are_refused(plan: HybridPlan, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="was trained on this text"):
        refused(tmp_path, HybridCorpus((*DEV, TRAIN[3])), plan)


def test_texts_nearly_those_that_a_member_has_learnt_from_are_refused(tmp_path: Path) -> None:
    words = [
        f"{left}{right}" for left in ("vård", "prov", "hjärt", "lung") for right in "abcdefghijklmnopqrstuvwxyzåäö"
    ]
    learnt = AnnotatedDocument(Document("long", "Patient: Tyra Ekelöv " + " ".join(words)), (Span(9, 20, "PATIENT"),))
    train_crf(Corpus((*TRAIN, learnt)), FIELD, Destination(tmp_path / "field"))
    words[::20] = [f"nytt{letter}" for letter in "abcdef"]
    like = AnnotatedDocument(Document("like", "Patient: Ebbe Lindhag " + " ".join(words)), (Span(9, 21, "PATIENT"),))
    plan = HybridPlan("sv", "core", {"crf": tmp_path / "field"})
    with pytest.raises(InputError, match=r"document 'like': .* was trained on a text that is nearly this one"):
        refused(tmp_path, HybridCorpus((*DEV, like)), plan)


def test_a_member_that_does_not_say_what_it_learnt_from_needs_to_be_told(
    field: Path, plan: HybridPlan, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(field, tmp_path / "silent"))
    card = json.loads((copy / "model.json").read_text(encoding="utf-8"))
    del card["files"]["seen.json"]
    (copy / "seen.json").unlink()
    write_sealed(copy / "model.json", card)
    silent = replace(plan, folders={"crf": copy})
    for trained_on in ((), TRAIN[1:]):
        with pytest.raises(InputError, match="does not say which texts"):
            refused(tmp_path, HybridCorpus(DEV, trained_on=trained_on), silent)
    assert train_hybrid(HybridCorpus(DEV, trained_on=TRAIN), silent, Destination(tmp_path / "told")).card.scores


def test_test_texts_never_choose(plan: HybridPlan, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="stands in both dev and test"):
        refused(tmp_path, HybridCorpus(DEV, DEV[:1]), plan)


def test_a_member_is_not_tested_on_what_it_was_chosen_on(tmp_path: Path) -> None:
    tuned = notes(20, 7)
    train_crf(Corpus(TRAIN, tuple(tuned)), replace(FIELD, n_trials=2), Destination(tmp_path / "tuned"))
    plan = HybridPlan("sv", "core", {"crf": tmp_path / "tuned"})
    with pytest.raises(InputError, match=r"document 'n7-3': model .* was chosen on this text"):
        refused(tmp_path, HybridCorpus(DEV, (tuned[3],)), plan)


def test_too_few_records_another_scheme_and_no_member_are_refused(plan: HybridPlan, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="2 records to choose a policy on"):
        refused(tmp_path, HybridCorpus(DEV[:2]), plan)
    with pytest.raises(ModelError, match="learnt the labels of 'core', not of 'i2b2_2014'"):
        refused(tmp_path, HybridCorpus(tuple(notes(9, 3))), replace(plan, scheme="i2b2_2014"))
    with pytest.raises(ConfigError, match="needs one trained member"):
        refused(tmp_path, HybridCorpus(DEV), replace(plan, folders={}))


def test_a_hybrid_in_a_hybrid_and_beside_another_model_is_refused(folder: Path, field: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="name its members instead"):
        refused(tmp_path, HybridCorpus(DEV), HybridPlan("sv", "core", {"other": folder}))
    with pytest.raises(ConfigError, match="speaks for all its members"):
        Detector(replace(settings_for("sv"), models=(folder, field))).detect(record_of(DEV[0].document))


@pytest.mark.parametrize("name", ["members/crf/model.json", "members/crf/weights.safetensors", "policy.json"])
def test_a_changed_member_or_policy_is_refused(folder: Path, name: str, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    path = copy / name
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(ModelError, match="was changed"):
        replace(settings_for("sv"), models=(copy,))
