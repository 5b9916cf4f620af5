"""Studies of several corpora: what is learnt from where, and what may not be put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from maskerad.core import Document
from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.report.sheet import sheet_to_html
from maskerad.experiments.studies.augment import augment
from maskerad.experiments.studies.compare import compare
from maskerad.experiments.studies.corpus import StudyCorpus, make_corpus
from maskerad.experiments.studies.crossdomain import by_field, crossdomain
from maskerad.experiments.studies.methods import Method, make_method
from maskerad.experiments.studies.mix import mix
from maskerad.training.scoring import Tagger
from training.notes import notes


class Native:
    """Right on every document whose corpus it was trained on, blind for all others."""

    name = "native"

    def __init__(self, gold: Sequence[StudyCorpus]) -> None:
        self._gold = {item.document.id: list(item.spans) for corpus in gold for item in corpus.documents}

    def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
        homes = {item.document.id.split("/")[0] for item in train}

        def tag(documents: Sequence[Document]) -> list[list[object]]:
            return [self._gold[d.id] if d.id.split("/")[0] in homes else [] for d in documents]

        return tag


@pytest.fixture(scope="module")
def homes() -> list[StudyCorpus]:
    return [make_corpus(name, notes(10, seed), "sv") for name, seed in (("a", 1), ("b", 2), ("c", 3))]


def baselines(corpus: StudyCorpus) -> list[Method]:
    return [make_method(name, corpus.language, corpus.scheme) for name in ("unambiguous", "frequent")]


def test_the_matrix_says_who_learnt_where(homes: list[StudyCorpus]) -> None:
    native = Native(homes)
    sheet = crossdomain(homes, lambda domain: [native])
    cells = {(cell["test"], cell["train"]): cell["f1"] for cell in sheet.values["native"]}
    assert cells == {(t, s): float(t == s) for t in "abc" for s in "abc"}
    away, matrix = sheet.parts[0].table, sheet.parts[1].table
    assert away.rows == [("native", "0.000", "0.000", "0.000")]
    assert [row[0] for row in matrix.rows] == ["a", "b", "c"]
    assert "a → b" in sheet_to_html(sheet)


def test_a_field_cuts_a_corpus_into_domains() -> None:
    documents = [
        AnnotatedDocument(replace(item.document, metadata={"ward": "x" if at % 2 else "y"}), item.spans)
        for at, item in enumerate(notes(6))
    ]
    parts = by_field(make_corpus("all", documents, "sv"), "ward")
    assert [(part.name, len(part.documents)) for part in parts] == [("x", 3), ("y", 3)]
    with pytest.raises(ConfigError, match="has no field 'genre'"):
        by_field(make_corpus("all", documents, "sv"), "genre")


def test_augmentation_tests_on_the_first_corpus_alone(homes: list[StudyCorpus]) -> None:
    sheet = augment(homes, baselines(homes[0])[:1], 2)
    header = sheet.parts[0].table.header
    assert header[1::3] == ("a P", "a + b P", "a + c P")
    assert all(f"|{homes[0].fingerprint}|" in signed for signed in sheet.parts[0].signature.split("; "))
    tested = {row[0] for row in sheet.parts[1].table.rows}
    assert tested == {"a + b", "a + c"}


def test_what_is_added_may_not_hold_what_is_tested(homes: list[StudyCorpus]) -> None:
    again = make_corpus("again", notes(10, 1), "sv")
    with pytest.raises(InputError, match="near-duplicate"):
        augment([homes[0], again], baselines(homes[0]), 2)
    with pytest.raises(InputError, match="near-duplicate"):
        mix([homes[0], again], baselines(homes[0]), 2)


def test_mixtures_know_both_sources_and_the_others_one(homes: list[StudyCorpus]) -> None:
    sheet = mix(homes[:2], [Native(homes)], 2)
    titles = [part.table.title for part in sheet.parts]
    assert titles == [
        "Table 2: F1 (%) on a",
        "Table 3: F1 (%) on b",
        "Table 4: F1 (%) of native trained on the mixture",
    ]
    assert sheet.parts[0].table.rows[0] == ("ALL", "100.00")
    assert sheet.parts[2].table.header == ("", "a", "b", "Mix")
    assert sheet.parts[2].table.rows[0] == ("ALL", "100.00", "100.00", "100.00")
    with pytest.raises(ConfigError, match="two sources"):
        mix(homes, [], 2)


def test_corpora_of_two_languages_are_not_learnt_from_together(homes: list[StudyCorpus]) -> None:
    foreign = replace(homes[1], language="nl")
    with pytest.raises(ConfigError, match="nl/core, sv/core"):
        augment([homes[0], foreign], [], 2)
    with pytest.raises(ConfigError, match="a name of its own"):
        augment([homes[0], replace(homes[1], name="a")], [], 2)


def test_each_method_is_marked_against_the_one_before(homes: list[StudyCorpus]) -> None:
    class Nothing:
        name = "nothing"

        def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
            return lambda documents: [[] for _ in documents]

    class Everything(Nothing):
        name = "everything"

        def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
            gold = {item.document.id: list(item.spans) for item in homes[0].documents}
            return lambda documents: [gold[document.id] for document in documents]

    sheet = compare(homes[:1], lambda corpus: [Nothing(), Everything(), Nothing()], 2)
    nothing, everything = sheet.parts[0].table.rows[:2]
    assert nothing[1:] == ("undefined", "0.000", "0.000")
    # Ten records: 2 of 1,024 swaps are as extreme.
    assert everything[2:] == ("1.000 ▲", "1.000 ▲")
