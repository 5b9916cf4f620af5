from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core.errors import InputError
from maskerad.evaluation.inference.binomial import binomial_test, exact_interval


def tail(n_right: int, n: int, share: float) -> float:
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n_right, n + 1))


def test_textbook_values() -> None:
    # Nine heads of ten: (1 + 10 + 10 + 1) / 1024. Eight of ten: 112 / 1024.
    assert binomial_test(9, 10) == pytest.approx(22 / 1024)
    assert binomial_test(8, 10) == pytest.approx(112 / 1024)
    assert binomial_test(5, 10) == pytest.approx(1.0)
    # R: binom.test(682, 925, p = 0.75) of its own help page, after Conover (1971): p-value = 0.3825,
    # 95 % interval 0.7076683 0.7654066.
    assert binomial_test(682, 925, 0.75) == pytest.approx(0.3825, abs=5e-5)
    assert exact_interval(682, 925) == pytest.approx((0.7076683, 0.7654066), abs=1e-6)


def test_ends_and_no_trials() -> None:
    assert exact_interval(0, 0) == (0.0, 1.0)
    assert exact_interval(0, 10)[1] == pytest.approx(1 - 0.025 ** (1 / 10))
    assert exact_interval(10, 10)[0] == pytest.approx(0.025 ** (1 / 10))
    assert binomial_test(0, 0) == 1.0
    assert binomial_test(3, 3, 1.0) == 1.0


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_bounds_leave_their_tails(drawn: tuple[int, int]) -> None:
    n_right, n = drawn
    low, high = exact_interval(n_right, n)
    assert low <= n_right / n <= high
    if n_right:
        assert tail(n_right, n, low) == pytest.approx(0.025, rel=1e-6)
    if n_right < n:
        assert 1 - tail(n_right + 1, n, high) == pytest.approx(0.025, rel=1e-6)


@pytest.mark.parametrize("numbers", [(3, 2, 0.5), (-1, 2, 0.5), (1, 2, 1.5)])
def test_impossible_experiments_are_refused(numbers: tuple[int, int, float]) -> None:
    with pytest.raises(InputError):
        binomial_test(*numbers)
