"""Textbook values, and what is undefined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.evaluation.counts import UNDEFINED, Counts, Credit, Score, Share, macro

numbers = st.integers(0, 50)
counts = st.builds(Counts, numbers, numbers, numbers)


def test_textbook_example() -> None:
    score = Counts(tp=8, fp=2, fn=8).score
    assert (score.precision, score.recall) == (0.8, 0.5)
    assert score.f1 == pytest.approx(2 * 0.8 * 0.5 / 1.3)


def test_nothing_against_nothing_is_undefined() -> None:
    assert Counts().score == UNDEFINED
    assert Credit().score == UNDEFINED
    assert Share().value is None
    assert macro([]) == UNDEFINED


def test_one_empty_side_leaves_its_ratio_undefined_and_f1_zero() -> None:
    assert Counts(fn=3).score == Score(None, 0.0, 0.0)
    assert Counts(fp=3).score == Score(0.0, None, 0.0)
    assert Credit(n_relevant=3).score == Score(None, 0.0, 0.0)


def test_table_of_dalianis_and_velupillai_follows_from_its_numerators() -> None:
    """Berg and Dalianis 2019, table 1, row Age: 56 annotated, 45 retrieved, 37 relevant."""
    exact = Counts(tp=37, fp=45 - 37, fn=56 - 37).score
    assert exact.precision == pytest.approx(0.822222, abs=1e-6)
    assert exact.recall == pytest.approx(0.660714, abs=1e-6)
    assert exact.f1 == pytest.approx(0.732673, abs=1e-6)
    partial = Credit(0.904762 * 45, 45, 0.778061 * 56, 56).score
    assert partial.f1 == pytest.approx(0.836642, abs=1e-6)


@given(counts, counts, counts)
def test_counts_add_up_in_any_order(a: Counts, b: Counts, c: Counts) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Counts() == a
    assert (a + b).n_gold == a.n_gold + b.n_gold


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_counts_of_sets(gold: set[int], predicted: set[int]) -> None:
    made = Counts.of(gold, predicted)
    assert (made.n_gold, made.n_predicted) == (len(gold), len(predicted))
    assert made.tp == len(gold & predicted)


@given(counts)
def test_f1_is_the_harmonic_mean(made: Counts) -> None:
    score = made.score
    if score.precision and score.recall:
        assert score.f1 == pytest.approx(2 / (1 / score.precision + 1 / score.recall))
    for value in (score.precision, score.recall, score.f1):
        assert value is None or 0 <= value <= 1
