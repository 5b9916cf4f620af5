"""Studies on invented notes: who may see what, what is repeated, and what the tables say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from maskerad.core import Document, Span
from maskerad.core.errors import ConfigError, InputError, UnknownNameError
from maskerad.corpora import AnnotatedDocument
from maskerad.experiments.studies.corpus import StudyCorpus, make_corpus, sample
from maskerad.experiments.studies.crossval import crossval
from maskerad.experiments.studies.curve import CurvePlan, curve, half_width
from maskerad.experiments.studies.methods import make_method
from maskerad.experiments.studies.trials import FoldPlan, cross_validate, make_folds
from maskerad.training.scoring import Tagger
from maskerad.training.splits import record_id
from training.notes import notes


@pytest.fixture(scope="module")
def corpus() -> StudyCorpus:
    return make_corpus("notes", notes(40, per_record=2), "sv")


class Cheat:
    """Knows the gold of everything it was ever trained on, and keeps a list of it."""

    name = "cheat"

    def __init__(self) -> None:
        self.trained: list[set[str]] = []

    def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
        known = {item.document.id: list(item.spans) for item in train}
        self.trained.append({record_id(item) for item in train})
        return lambda documents: [known.get(document.id, []) for document in documents]


def test_nobody_is_tested_on_a_record_of_the_training_part(corpus: StudyCorpus) -> None:
    cheat = Cheat()
    trial = cross_validate(corpus, cheat, make_folds(corpus, 4, 1), FoldPlan())
    assert trial.evaluation().line("exact").score.recall == 0.0
    for trained, fold in zip(cheat.trained, trial.folds, strict=True):
        assert not trained & {pair.unit for pair in fold}
    tested = [pair.document for pair in trial.pairs]
    assert sorted(tested) == sorted(item.document.id for item in corpus.documents)


def test_what_is_added_is_seen_by_every_fold_and_tested_in_none(corpus: StudyCorpus) -> None:
    other = make_corpus("other", notes(4, seed=2), "sv")
    cheat = Cheat()
    trial = cross_validate(corpus, cheat, make_folds(corpus, 3, 1), FoldPlan("plus", other.documents))
    added = {record_id(item) for item in other.documents}
    assert all(added <= trained for trained in cheat.trained)
    assert not added & {pair.unit for pair in trial.pairs}
    assert trial.name == "plus"


def test_crossval_repeats_itself_and_names_what_was_measured(corpus: StudyCorpus) -> None:
    methods = [make_method(name, "sv", "core") for name in ("unambiguous", "frequent")]
    one, again = crossval(corpus, methods, 3, resamples=20), crossval(corpus, methods, 3, resamples=20)
    assert one == again
    assert crossval(corpus, methods, 3, seed=2, resamples=0).values != one.values
    assert "cv3-by-record-seed1|unambiguous" in one.parts[0].signature
    assert [row[0] for row in one.parts[0].table.rows] == [*corpus.labels, "Total"]


def test_personal_and_corporate_information_are_averaged_over_their_classes(corpus: StudyCorpus) -> None:
    sheet = crossval(corpus, [make_method("frequent", "sv", "core")], 3, resamples=0)
    by_label, groups = sheet.parts[0].table.rows, {row[0]: row for row in sheet.parts[1].table.rows}
    n_classes = {name: int(row[1]) for name, row in groups.items()}
    assert n_classes == {"PII": 4, "CII": 0, "Other": 0}
    recalls = [float(row[2]) for row in by_label if row[0] != "Total"]
    assert float(groups["PII"][3]) == pytest.approx(sum(recalls) / 4, abs=1e-3)
    assert groups["CII"][2:] == ("undefined",) * 3


class Short:
    """Finds everything but the last character of each name."""

    name = "short"

    def __init__(self, gold: StudyCorpus) -> None:
        self._spans = {item.document.id: item.spans for item in gold.documents}

    def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
        return lambda documents: [
            [replace(span, end=span.end - (span.label == "PATIENT")) for span in self._spans[document.id]]
            for document in documents
        ]


def test_a_study_gives_credit_for_parts(corpus: StudyCorpus) -> None:
    sheet = crossval(corpus, [Short(corpus)], 3, resamples=0)
    (row,) = sheet.parts[2].table.rows
    cells = dict(zip(sheet.parts[2].table.header, row, strict=True))
    assert float(cells["F1"]) < 0.8 < 0.95 < float(cells["partial F1"])


def test_a_field_may_write_its_tags_in_any_code(corpus: StudyCorpus) -> None:
    one, other = (make_method(f"crf:maskerad,-clusters{code}", "sv", "core") for code in ("", "/bioes"))
    sheet = crossval(corpus, [one, other], 2, resamples=0)
    assert [row[0] for row in sheet.parts[2].table.rows] == ["crf:maskerad,-clusters", "crf:maskerad,-clusters/BIOES"]
    with pytest.raises(UnknownNameError, match="BIOES"):
        make_method("crf:maskerad/BIEOS", "sv", "core")


def test_curves_sample_records_and_larger_samples_hold_smaller_ones(corpus: StudyCorpus) -> None:
    cheat = Cheat()
    plan = CurvePlan((0.25, 0.5, 1.0), n_samples=2)
    sheet = curve(corpus, [cheat], plan)
    assert [len(trained) for trained in cheat.trained] == [4, 4, 8, 8, 16]
    assert cheat.trained[0] <= cheat.trained[2] <= cheat.trained[4]
    assert cheat.trained[0] != cheat.trained[1]
    assert "train:" in sheet.parts[0].signature


def test_half_width_is_students() -> None:
    assert half_width([0.5]) == 0.0
    assert half_width([0.4, 0.6]) == pytest.approx(12.706 * 0.1)


def test_samples_depend_on_ids_and_seed_alone(corpus: StudyCorpus) -> None:
    some = sample(corpus.documents, 5, 1)
    assert {record_id(item) for item in some} == {record_id(item) for item in sample(corpus.documents[::-1], 5, 1)}
    assert {record_id(item) for item in some} <= {record_id(item) for item in sample(corpus.documents, 6, 1)}
    assert len(sample(corpus.documents, 5, 1)) == 10


def test_corpora_are_told_apart_and_put_into_one_scheme() -> None:
    news = [AnnotatedDocument(Document("1", "Ask Ek"), (Span(0, 6, "PER"),))]
    made = make_corpus("news", news, "sv", "core", "conll")
    assert made.documents[0].document.id == "news/1"
    assert [span.label for span in made.documents[0].spans] == ["PERSON"]
    lost = make_corpus("notes", notes(2), "sv", "conll")
    assert lost.n_left_out > 0
    assert f"{lost.n_left_out} annotations without a place" in lost.facts


def test_bad_wishes_are_refused_before_any_work(corpus: StudyCorpus) -> None:
    with pytest.raises(UnknownNameError, match="unknown method 'magic'"):
        make_method("magic", "sv", "core")
    with pytest.raises(ConfigError, match="above 0"):
        CurvePlan((0.0,))
    with pytest.raises(InputError, match="cannot be split into 50 parts"):
        make_folds(corpus, 50, 1)
    with pytest.raises(InputError, match="holds no document"):
        make_corpus("empty", [], "sv")
