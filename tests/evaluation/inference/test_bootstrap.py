"""The bootstrap over records."""

from __future__ import annotations

import random

import pytest

from maskerad.evaluation.counts import ratio
from maskerad.evaluation.inference.bootstrap import Sums, bootstrap_intervals


def share(sums: Sums) -> float | None:
    return ratio(sums.get("part", 0), sums.get("whole", 0))


def records(n: int, seed: int = 4) -> list[dict[str, int]]:
    draws = random.Random(seed)
    return [{"part": draws.randint(0, 9), "whole": 10} for _ in range(n)]


def test_the_same_seed_gives_the_same_interval() -> None:
    rows = records(30)
    first = bootstrap_intervals(rows, {"share": share}, 500, seed=7)
    assert first == bootstrap_intervals(rows, {"share": share}, 500, seed=7)
    assert first != bootstrap_intervals(rows, {"share": share}, 500, seed=8)


def test_the_interval_holds_the_value_and_narrows_with_more_records() -> None:
    widths = []
    for n in (10, 1000):
        rows = records(n)
        interval = bootstrap_intervals(rows, {"share": share}, 400, seed=1)["share"]
        assert interval is not None
        low, high = interval
        value = sum(row["part"] for row in rows) / (10 * n)
        assert low <= value <= high
        widths.append(high - low)
    assert widths[1] < widths[0] / 3


def test_the_interval_is_that_of_plain_resampling() -> None:
    """The packed sums against a list of rows drawn with the same seed."""
    rows = records(12)
    packed = bootstrap_intervals(rows, {"share": share}, 200, seed=3)["share"]
    draws = random.Random(3)
    drawn = [draws.choices(rows, k=len(rows)) for _ in range(200)]
    plain = sorted(sum(row["part"] for row in sample) / (10 * len(rows)) for sample in drawn)
    assert packed == (plain[int(0.025 * 199)], plain[round(0.975 * 199)])


def test_records_that_are_all_alike_do_not_vary() -> None:
    assert bootstrap_intervals([{"part": 1, "whole": 2}] * 5, {"share": share}, 50, 1) == {"share": (0.5, 0.5)}


@pytest.mark.parametrize(("part", "n", "low", "high"), [(0, 3, 0.0, 0.7076), (1, 3, 0.2924, 1.0), (0, 30, 0.0, 0.1157)])
def test_none_or_all_of_a_few_records_leave_room(part: int, n: int, low: float, high: float) -> None:
    """0 of 3 is not "certainly never": the exact interval, which is that of Clopper and Pearson."""
    interval = bootstrap_intervals([{"part": part, "whole": 1}] * n, {"share": share}, 50, 1)["share"]
    assert interval == pytest.approx((low, high), abs=1e-4)


def test_mentions_of_one_record_are_no_more_than_one_trial() -> None:
    few, many = ([{"part": 0, "whole": whole}] * 3 for whole in (1, 1000))
    assert bootstrap_intervals(few, {"s": share}, 50, 1) == bootstrap_intervals(many, {"s": share}, 50, 1)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_few_records_that_differ_from_none_and_all_have_no_interval(n: int) -> None:
    """Drawn from two that agree it would have no width, as if two records told everything."""
    assert bootstrap_intervals([{"part": 1, "whole": 5}] * n, {"share": share}, 50, 1) == {"share": None}
    assert bootstrap_intervals(records(n), {"share": share}, 50, 1) == {"share": None}


def test_no_interval_without_draws_or_with_one_record_that_says_something() -> None:
    assert bootstrap_intervals(records(5), {"share": share}, 0, 1) == {"share": None}
    assert bootstrap_intervals(records(1), {"share": share}, 50, 1) == {"share": None}
    assert bootstrap_intervals([{"part": 1, "whole": 2}, {}, {}], {"share": share}, 50, 1) == {"share": None}
    assert bootstrap_intervals([], {"share": share}, 50, 1) == {"share": None}
