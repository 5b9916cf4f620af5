from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.evaluation.inference.ranking import Picks, area_under_curve, blind_hit

SCORES = st.lists(st.integers(0, 5).map(float), max_size=12)


@given(SCORES, SCORES)
def test_area_is_the_share_of_pairs_in_the_right_order(hidden: list[float], others: list[float]) -> None:
    pairs = [(a > b) + (a == b) / 2 for a in hidden for b in others]
    area = area_under_curve(hidden, others)
    assert area == (pytest.approx(sum(pairs) / len(pairs)) if pairs else None)


@given(st.integers(1, 8), st.data())
def test_blind_hits_by_enumeration(n: int, data: st.DataObject) -> None:
    n_picked, n_here = data.draw(st.integers(0, n)), data.draw(st.integers(0, n))
    draws = [set(draw) for draw in combinations(range(n), n_picked)]
    share = sum(bool(draw & set(range(n_here))) for draw in draws) / len(draws)
    assert blind_hit(n, n_picked, n_here) == pytest.approx(share)


def test_picks_add_up_and_are_held_against_chance() -> None:
    picks = Picks(50, 5, 10, 4) + Picks(50, 5, 10, 0)
    assert (picks.score.precision, picks.score.recall) == (0.2, 0.4)
    assert (picks.by_chance.precision, picks.by_chance.recall) == (0.1, 0.2)
    assert picks.by_chance.f1 == pytest.approx(2 * 0.1 * 0.2 / 0.3)
    assert Picks().score.f1 is None and Picks().by_chance.f1 is None
