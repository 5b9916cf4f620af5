"""Methods of studies beyond those that are fitted at once: models trained before, and small networks."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora import Destination
from maskerad.experiments.studies.compare import compare_parts
from maskerad.experiments.studies.corpus import StudyCorpus, make_corpus
from maskerad.experiments.studies.methods import make_method
from maskerad.experiments.studies.trials import pairs_of
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.training.crf import Fit
from maskerad.training.crf_model import Corpus, CrfPlan, train_crf
from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, train_hybrid
from training.notes import notes


@pytest.fixture(scope="module")
def train() -> StudyCorpus:
    return make_corpus("train", notes(40), "sv")


@pytest.fixture(scope="module")
def test() -> StudyCorpus:
    return make_corpus("test", notes(15, seed=2), "sv")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, train: StudyCorpus) -> Path:
    target = tmp_path_factory.mktemp("models") / "mine"
    plan = CrfPlan("sv", "core", parse_feature_set("maskerad,-clusters"), fit=Fit(max_iterations=20))
    train_crf(Corpus(train.documents), plan, Destination(target))
    return target


def test_fixed_parts_are_compared_method_with_method(train: StudyCorpus, test: StudyCorpus, folder: Path) -> None:
    wishes = ("unambiguous", "frequent", f"model:{folder}")
    sheet = compare_parts(train, test, lambda part: [make_method(wish, "sv", "core") for wish in wishes])
    scores = sheet.values["test"]
    assert scores["model:mine"]["f1"] > 0.9 > scores["frequent"]["f1"]
    each_against_each = sheet.parts[1].table.rows
    assert [(row[0], row[1]) for row in each_against_each] == [
        ("unambiguous", "frequent"),
        ("unambiguous", "model:mine"),
        ("frequent", "model:mine"),
    ]
    assert each_against_each[-1][-1] == "▲"
    assert f"train:40d:{train.fingerprint}|model:mine" in sheet.parts[0].signature


def test_nothing_is_tested_on_what_was_learnt(train: StudyCorpus, folder: Path) -> None:
    with pytest.raises(InputError, match="near-duplicates in another part"):
        compare_parts(train, make_corpus("again", notes(5), "sv"), lambda part: [])
    method = make_method(f"model:{folder}", "sv", "core")
    with pytest.raises(InputError, match="was trained on this text"):
        pairs_of(train.documents, method.fit(()))


def test_a_model_of_another_scheme_or_language_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="gives labels of core; the study is in sv and conll"):
        make_method(f"model:{folder}", "sv", "conll")
    with pytest.raises(ConfigError, match="reads sv"):
        make_method(f"model:{folder}", "de", "core")
    with pytest.raises(ConfigError, match="bilstm:EPOCHS"):
        make_method("bilstm:many", "sv", "core")


def test_a_small_network_learns(train: StudyCorpus, test: StudyCorpus) -> None:
    pytest.importorskip("torch")
    tag = make_method("bilstm:6", "sv", "core").fit(train.documents)
    found = pairs_of(test.documents, tag)
    gold = {(pair.document, s.start, s.end, s.label) for pair in found for s in pair.gold}
    mine = {(pair.document, s.start, s.end, s.label) for pair in found for s in pair.predicted}
    assert len(gold & mine) > len(gold) / 2


def test_a_small_network_learns_from_a_fold_of_few_records() -> None:
    pytest.importorskip("torch")
    tag = make_method("bilstm:1", "sv", "core").fit(notes(5))
    unseen = [item.document for item in notes(3, 2)]
    found = tag(unseen)
    assert len(found) == len(unseen)
    assert all(span.end <= len(document.text) for document, spans in zip(unseen, found, strict=True) for span in spans)


def test_a_hybrid_is_a_method_and_is_refused_on_what_it_was_chosen_on(tmp_path: Path) -> None:
    train, dev = notes(60), tuple(notes(40, 2))
    plan = CrfPlan("sv", "core", parse_feature_set("maskerad,-clusters"), fit=Fit(max_iterations=30))
    train_crf(Corpus(tuple(train)), plan, Destination(tmp_path / "field"))
    hybrid = HybridPlan("sv", "core", {"crf": tmp_path / "field"})
    train_hybrid(HybridCorpus(dev), hybrid, Destination(tmp_path / "hybrid"))
    tag = make_method(f"model:{tmp_path / 'hybrid'}", "sv", "core").fit(())
    unseen = notes(10, 3)
    found = [tag([item.document]) for item in unseen]
    assert sum(len(spans) for (spans,) in found) > len(unseen)
    for known in (dev[0], train[0]):
        with pytest.raises(InputError, match=r"was trained on this text|was chosen on this text"):
            tag([known.document])
