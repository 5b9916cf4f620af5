"""Training a field: it learns, it agrees with CRFsuite, it is the same every time, and it refuses early."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest
from tests.recognisers.tampering import change_card
from tests.training.notes import notes

from maskerad.core import Document, Span, record_of
from maskerad.core.errors import BoundsError, ConfigError, InputError, LabelError, ModelError, OverlapError
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.crf.feature_sets import FEATURE_SETS, parse_feature_set
from maskerad.recognisers.crf.model import CrfModel, cutter_of, make_resources
from maskerad.recognisers.crf.tables import make_channels
from maskerad.recognisers.crf.weights import make_weights
from maskerad.recognisers.model_folder import README_FILE, read_card
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import Code, all_tags, decode
from maskerad.training.crf import FeatureNumbers, Fit
from maskerad.training.crf_model import Corpus, CrfPlan, train_crf
from maskerad.training.preparation import prepare
from maskerad.training.tuning import draw_fits

QUICK = Fit(c1=0.01, c2=0.01, max_iterations=30)
PLAN = CrfPlan("sv", "core", parse_feature_set("maskerad,-clusters"), fit=QUICK)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("models") / "model"
    train_crf(Corpus(tuple(notes(60)), tuple(notes(20, 2))), PLAN, Destination(target))
    return target


def test_it_learns_and_its_card_says_how_well(folder: Path) -> None:
    card = read_card(folder, "crf.v1")
    assert card.scores[0]["f1"] > 0.9
    assert "|core|" in str(card.scores[0]["signature"])
    assert card.training["annotations"] == sum(len(item.spans) for item in notes(60))
    readme = (folder / README_FILE).read_text(encoding="utf-8")
    assert "F1" in readme and "PATIENT" in readme
    assert "Falkbring" not in readme


def test_it_is_one_more_recogniser(folder: Path) -> None:
    item = notes(1, seed=9)[0]
    settings = replace(settings_for("sv"), models=(folder,))
    found = Detector(settings).detect(record_of(item.document))[0]
    assert {(s.start, s.end) for s in item.spans} <= {(s.start, s.end) for s in found}
    assert any(span.source.recogniser == "crf.v1" for span in found)


def test_the_same_corpus_gives_the_same_weights_in_any_order(folder: Path, tmp_path: Path) -> None:
    train_crf(Corpus(tuple(notes(60)[::-1]), tuple(notes(20, 2))), PLAN, Destination(tmp_path / "again"))
    assert read_card(tmp_path / "again").files == read_card(folder).files


@pytest.mark.parametrize("code", [Code.BIO, Code.BIOES])
def test_tags_are_those_of_crfsuite(code: Code, tmp_path: Path) -> None:
    rulebook = load_rulebook("sv")
    resources = make_resources(rulebook, {})
    learn, unseen = (prepare(notes(n, n), rulebook, cutter_of(rulebook), code) for n in (30, 15))
    numbers = FeatureNumbers(make_channels(PLAN.features, resources))
    trainer = pycrfsuite.Trainer(verbose=False)
    for record in learn.records:
        for tagged, items in zip(record, numbers.of_record([t.reading for t in record]), strict=True):
            trainer.append(items, tagged.tags)
    trainer.set_params({"c1": 0.1, "c2": 0.1, "max_iterations": 15})
    trainer.train(str(tmp_path / "crfsuite"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "crfsuite"))
    names = {number: name for name, number in numbers.numbers.items()}
    state = {(names[number], tag): weight for (number, tag), weight in tagger.info().state_features.items()}
    weights = make_weights(all_tags(sorted(learn.labels), code), state, tagger.info().transitions)
    model = CrfModel(weights, PLAN.features, resources)
    for record in unseen.records:
        readings = [tagged.reading for tagged in record]
        for reading, items, ours in zip(readings, numbers.of_record(readings), model.tag(readings), strict=True):
            theirs = decode(reading.tokens, tagger.tag(items))
            assert [(s.start, s.end, s.label) for s in ours] == [(s.start, s.end, s.label) for s in theirs]


@pytest.mark.parametrize("name", FEATURE_SETS)
def test_every_named_set_learns(name: str, tmp_path: Path) -> None:
    plan = replace(PLAN, features=parse_feature_set(name))
    card = train_crf(Corpus(tuple(notes(40)), tuple(notes(10, 2))), plan, Destination(tmp_path / "model"))
    assert card.scores[0]["f1"] > 0.5


def test_a_search_takes_the_best_and_is_written_down(tmp_path: Path) -> None:
    plan = replace(PLAN, features=parse_feature_set("anonymate2019,-clusters"), n_trials=3)
    card = train_crf(Corpus(tuple(notes(20)), tuple(notes(8, 2))), plan, Destination(tmp_path / "model"))
    trials, chosen = card.training["trials"], card.training["fit"]
    assert len(trials) == 3
    best = max(trials, key=lambda trial: trial["f1"])
    assert chosen["c1"] == best["c1"]
    assert card.scores[0]["f1"] == pytest.approx(best["f1"], abs=1e-4)


def test_draws_lie_in_the_range_of_the_paper() -> None:
    drawn = draw_fits(Fit(), 200, 1)[1:]
    values = np.array([[fit.c1, fit.c2] for fit in drawn])
    assert values.min() >= 1e-4 and values.max() <= 10
    assert drawn == draw_fits(Fit(), 200, 1)[1:] != draw_fits(Fit(), 200, 2)[1:]


def test_a_border_inside_a_token_is_learnt_and_what_cannot_be_said_is_counted() -> None:
    rulebook = load_rulebook("sv")
    item = AnnotatedDocument(Document("a", "Ringde Annamamma igen"), (Span(7, 11, "RELATIVE"),))
    blank = AnnotatedDocument(Document("b", "Ringde  igen"), (Span(6, 7, "RELATIVE"),))
    prepared = prepare([item, blank], rulebook, cutter_of(rulebook), Code.BIO)
    assert prepared.records[0][0].tags == ["O", "B-RELATIVE", "O", "O"]
    assert prepared.records[0][0].reading.words == ["Ringde", "Anna", "mamma", "igen"]
    assert (prepared.n_spans, prepared.n_unencodable) == (2, 1)


def test_a_text_with_entities_is_learnt_where_it_is_read(tmp_path: Path) -> None:
    rulebook = load_rulebook("sv")
    item = AnnotatedDocument(Document("a", "Ren&eacute; Falk &amp; son"), (Span(0, 16, "PATIENT"),))
    tagged = prepare([item], rulebook, cutter_of(rulebook), Code.BIO).records[0][0]
    assert list(zip(tagged.reading.words, tagged.tags, strict=True))[:3] == [
        ("René", "B-PATIENT"),
        ("Falk", "I-PATIENT"),
        ("&", "O"),
    ]


TEXT = "Patient: Tyra Falkbring kom 3/4 2021."
BAD = {
    "label": ([Span(9, 13, "HERO")], LabelError, "span 9..13 has label 'HERO'"),
    "overlap": ([Span(9, 23, "PATIENT"), Span(14, 23, "FAMILY_NAME")], OverlapError, "9..23 PATIENT and 14..23"),
    "bounds": ([Span(9, 99, "PATIENT")], BoundsError, "ends beyond its 37 characters"),
    "nothing": ([], InputError, "no annotations"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_annotations_are_refused_before_any_fit(case: str, tmp_path: Path) -> None:
    spans, kind, message = BAD[case]
    corpus = Corpus((AnnotatedDocument(Document("d7", TEXT), tuple(spans)),))
    with pytest.raises(kind, match=message) as caught:
        train_crf(corpus, PLAN, Destination(tmp_path / "model"))
    assert "Falkbring" not in str(caught.value)
    assert not (tmp_path / "model").exists()


def test_test_documents_never_reach_a_search(tmp_path: Path) -> None:
    train, dev = tuple(notes(20)), tuple(notes(5, 2))
    with pytest.raises(InputError, match="stands in both dev and test"):
        train_crf(Corpus(train, dev, dev), replace(PLAN, n_trials=2), Destination(tmp_path / "model"))
    with pytest.raises(InputError, match="needs a development part"):
        train_crf(Corpus(train), replace(PLAN, n_trials=2), Destination(tmp_path / "model"))


@pytest.mark.parametrize(
    "wish", ["nobody2031", "maskerad,+nose", "maskerad,word", "maskerad,+word:x", "maskerad,+word:99"]
)
def test_unknown_features_are_refused(wish: str) -> None:
    with pytest.raises(ConfigError):
        parse_feature_set(wish)


def test_changed_weights_are_refused(folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copy / "weights.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelError, match="was changed"):
        replace(settings_for("sv"), models=(copy,))


def test_a_model_for_another_language_or_chain_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="reads sv, not de"):
        replace(settings_for("de"), models=(folder,))
    with pytest.raises(ConfigError, match=r"beside recognisers that do not run: rules.grammar"):
        settings = replace(settings_for("sv"), models=(folder,), chain=("rules.patterns.v1",))
        Detector(settings).detect(record_of(notes(1)[0].document))


def test_a_card_without_features_is_refused(folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    change_card(copy, {"features": {}})
    with pytest.raises(ModelError, match="does not say which features"):
        Detector(replace(settings_for("sv"), models=(copy,))).detect(record_of(notes(1)[0].document))
