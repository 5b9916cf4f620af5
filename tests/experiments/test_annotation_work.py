"""The simulated annotator: what is counted adds up, and help is help."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument
from maskerad.experiments.studies.annotation_work import Help, Work, annotate, judged, total_work
from maskerad.experiments.studies.methods import make_method
from training.notes import notes

TEXTS = ("Ask Lund och Berg, Ask Lund igen. Berg.", "Berg i Lund. Ask Lund.")
GOLD = (
    AnnotatedDocument(
        Document("1", TEXTS[0], record="r"),
        (Span(0, 8, "PATIENT"), Span(13, 17, "CLINICIAN"), Span(19, 27, "PATIENT"), Span(34, 38, "CLINICIAN")),
    ),
    AnnotatedDocument(
        Document("2", TEXTS[1], record="r"), (Span(0, 4, "CLINICIAN"), Span(7, 11, "CITY"), Span(13, 21, "PATIENT"))
    ),
)


def test_without_help_every_mention_is_marked() -> None:
    assert total_work(annotate(GOLD, Help())) == Work(marks=7)


def test_propagation_begins_in_the_text_where_a_string_was_marked() -> None:
    assert total_work(annotate(GOLD, Help(propagates=True))) == Work(marks=3, confirmations=4)


def test_a_name_table_knows_the_words_of_the_patients_name() -> None:
    """ "Lund" alone is the town: one suggestion to relabel."""
    found = total_work(annotate(GOLD, Help(has_names=True)))
    assert found == Work(marks=3, confirmations=3, relabelled=1)


def test_a_learner_knows_finished_records_only() -> None:
    corpus = notes(12)
    learner = make_method("frequent", "sv", "core")
    works = annotate(corpus, Help(learner=learner, every=4))
    assert all(work == Work(marks=len(item.spans)) for work, item in zip(works[:4], corpus[:4], strict=True))
    assert any(work.confirmations for work in works[4:])


@pytest.mark.parametrize("propagates", [False, True])
@pytest.mark.parametrize("has_names", [False, True])
@pytest.mark.parametrize("learns", [False, True])
def test_every_mention_takes_one_decision(propagates: bool, has_names: bool, learns: bool) -> None:
    corpus = notes(20, per_record=3)
    learner = make_method("frequent", "sv", "core") if learns else None
    work = total_work(annotate(corpus, Help(propagates, has_names, learner=learner)))
    n_spans = sum(len(item.spans) for item in corpus)
    assert work.marks + work.confirmations + work.relabelled + work.resized == n_spans


SPANS = st.lists(st.sampled_from([(0, 4, "CITY"), (6, 9, "AGE"), (6, 9, "CITY"), (12, 20, "AGE")]), max_size=4)


@given(SPANS, SPANS)
def test_decisions_account_for_both_sides(gold: list[tuple[int, int, str]], given: list[tuple[int, int, str]]) -> None:
    right, suggested = [Span(*one) for one in set(gold)], [Span(*one) for one in set(given)]
    work = judged(right, suggested)
    met = work.confirmations + work.relabelled + work.resized
    assert work.marks + met == len(right)
    assert work.rejected + met == len(suggested)
