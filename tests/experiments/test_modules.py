"""Orders of modules on invented notes whose names can be counted by hand."""

from __future__ import annotations

from math import factorial

import pytest

from maskerad.core import Document, Span
from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.corpora import AnnotatedDocument
from maskerad.experiments.studies.corpus import StudyCorpus, make_corpus
from maskerad.experiments.studies.modules import ModuleStudy, all_orders, effects, run_modules
from maskerad.experiments.studies.modules_sheet import modules_sheet
from maskerad.experiments.studies.name_words import name_words

TEXTS = (
    ("Dr Zorbik ringde Anna Lindqvist.", ((3, 9, "CLINICIAN"), (17, 31, "PATIENT"))),
    ("Anna mår bra. Syster Qarla ringde.", ((0, 4, "PATIENT"), (21, 26, "CLINICIAN"))),
)


@pytest.fixture(scope="module")
def corpus() -> StudyCorpus:
    documents = [
        AnnotatedDocument(Document(str(i), text, "sv", "r"), tuple(Span(*span) for span in spans))
        for i, (text, spans) in enumerate(TEXTS)
    ]
    return make_corpus("two", documents, "sv")


@pytest.fixture(scope="module")
def study(corpus: StudyCorpus) -> ModuleStudy:
    return run_modules(corpus)


def test_names_are_taken_apart_and_lone_ones_settled_by_their_record(corpus: StudyCorpus) -> None:
    gold = name_words(corpus.documents, corpus.scheme, "sv")
    found = [
        [(item.document.text[span.start : span.end], span.label) for span in item.spans] for item in gold.documents
    ]
    assert found == [
        [("Zorbik", "FAMILY_NAME"), ("Anna", "GIVEN_NAME"), ("Lindqvist", "FAMILY_NAME")],
        [("Anna", "GIVEN_NAME"), ("Qarla", "FAMILY_NAME")],
    ]
    assert gold.n_by_role <= 2


def test_every_order_of_every_subset_runs_once() -> None:
    n_modules = 4
    n_orders = sum(factorial(n_modules) // factorial(n_modules - size) for size in range(1, n_modules + 1))
    assert len(set(all_orders("DTCL"))) == len(all_orders("DTCL")) == n_orders == 64


def test_dictionary_finds_listed_names_and_titles_the_others(study: ModuleStudy) -> None:
    dictionary, titles = study.of("D"), study.of("T")
    assert dictionary is not None
    assert titles is not None
    assert (dictionary.counts["given"].tp, dictionary.counts["family"].tp) == (2, 1)
    assert titles.counts["family"].tp == 1
    both = study.of("DT")
    assert both is not None
    assert both.counts["total"].tp == 4


def test_what_can_have_no_effect_has_none(study: ModuleStudy) -> None:
    """Common words at the end mark nothing; learning at the beginning has nothing to learn from."""
    scores = {one.order: one.counts for one in study.orders}
    assert {"DC", "LD"} <= set(scores)
    for order, counts in scores.items():
        if "C" not in order:
            assert scores[order + "C"] == counts
        if "L" not in order:
            assert scores["L" + order] == counts


def test_effects_are_differences_of_all_placings(study: ModuleStudy) -> None:
    found = {(effect.module, effect.kind): effect for effect in effects(study)}
    assert set(found) == {(module, kind) for module in "DTCL" for kind in ("total", "given", "family")}
    # 15 orders of the three others and the 48 places in them.
    assert all(effect.n_orders == sum(len(o) + 1 for o in all_orders("DTC")) == 48 for effect in found.values())
    recall = found["D", "given"].recall
    assert recall is not None
    assert recall > 0


def test_sheet_has_the_figures_and_no_text(study: ModuleStudy) -> None:
    sheet = modules_sheet(study)
    titles = [part.table.title for part in sheet.parts]
    assert [title[:9] for title in titles[:3]] == ["Figure 1:", "Figure 2:", "Figure 3:"]
    assert len(sheet.parts[3].table.rows) == 64
    assert "Zorbik" not in repr(sheet)


def test_unknown_and_repeated_modules_are_refused(corpus: StudyCorpus) -> None:
    with pytest.raises(UnknownNameError, match="'X'"):
        run_modules(corpus, "DX")
    with pytest.raises(ConfigError, match="each once"):
        run_modules(corpus, "DD")
    nobody = make_corpus("none", [AnnotatedDocument(Document("1", "Idag."))], "sv")
    with pytest.raises(ConfigError, match="marks no person"):
        run_modules(nobody)
