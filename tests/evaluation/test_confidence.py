"""Thresholds and calibration against counting one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Span
from maskerad.evaluation import Pair, Settings, evaluate, to_html
from maskerad.evaluation.confidence import (
    average_precision,
    calibration_bins,
    expected_calibration_error,
    thresholds,
)
from maskerad.evaluation.counts import Share

PREDICTIONS = st.lists(st.tuples(st.sampled_from([0.05, 0.3, 0.31, 0.5, 0.95, 1.0]), st.booleans()), max_size=20)


def shares(predictions: list[tuple[float, bool]]) -> dict[float, Share]:
    found: dict[float, Share] = {}
    for score, is_right in predictions:
        found[score] = found.get(score, Share()) + Share(int(is_right), 1)
    return found


@given(PREDICTIONS, st.integers(0, 5))
def test_each_threshold_counts_what_is_above_it(predictions: list[tuple[float, bool]], n_missed: int) -> None:
    n_gold = sum(right for _, right in predictions) + n_missed
    for point in thresholds(shares(predictions), n_gold):
        kept = [right for score, right in predictions if score >= point.score]
        assert point.precision == pytest.approx(sum(kept) / len(kept))
        assert point.recall == (None if not n_gold else pytest.approx(sum(kept) / n_gold))


@given(PREDICTIONS)
def test_calibration_error_by_its_definition(predictions: list[tuple[float, bool]]) -> None:
    bins = calibration_bins(shares(predictions))
    assert sum(one.right.whole for one in bins) == len(predictions)
    error = 0.0
    for at in range(10):
        inside = [(s, right) for s, right in predictions if min(9, int(s * 10)) == at]
        if inside:
            gap = abs(sum(s for s, _ in inside) - sum(right for _, right in inside)) / len(inside)
            error += gap * len(inside) / len(predictions)
    found = expected_calibration_error(bins)
    assert found == (None if not predictions else pytest.approx(error))


def test_average_precision_at_its_ends() -> None:
    assert average_precision([]) is None
    assert average_precision(thresholds({0.5: Share(0, 3)}, 0)) is None
    assert average_precision(thresholds({0.9: Share(2, 2), 0.1: Share(0, 5)}, 2)) == 1.0
    assert average_precision(thresholds({0.9: Share(0, 1), 0.1: Share(1, 1)}, 2)) == pytest.approx(0.25)


def test_the_page_shows_scores_where_there_are_any() -> None:
    gold = [Span(0, 3, "PATIENT")]
    scored = [Span(0, 3, "PATIENT", 0.75), Span(4, 6, "AGE", 0.25)]
    plain = [Span(0, 3, "PATIENT"), Span(4, 6, "AGE")]
    pages = []
    for predicted in (scored, plain):
        evaluation = evaluate([Pair("1", "", "Ask 12 år", gold, predicted)], Settings(resamples=0))
        pages.append(to_html(evaluation))
    assert "Calibration" in pages[0]
    assert "Calibration" not in pages[1]
    assert "0.250" in pages[0]
