"""Approximate randomisation against all assignments gone through by hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Span
from maskerad.core.errors import InputError
from maskerad.evaluation import Pair
from maskerad.evaluation.figures import DEFINITIONS
from maskerad.evaluation.inference.significance import PRECISION, RECALL, Rows, compare_rows, record_rows

F1 = next(definition for definition in DEFINITIONS if definition.key == "exact_f1")
CELLS = st.fixed_dictionaries({name: st.integers(0, 6) for name in ("exact_tp", "exact_fp", "exact_fn")})


def rows(cells: list[dict[str, int]]) -> Rows:
    return {str(number): row for number, row in enumerate(cells)}


def brute_force(left: Rows, right: Rows) -> float | None:
    def difference(swapped: tuple[int, ...]) -> float | None:
        sums = [Counter[str](), Counter[str]()]
        for swap, record in zip(swapped, left, strict=True):
            sums[swap].update(left[record])
            sums[1 - swap].update(right[record])
        one, two = F1.value(sums[0]), F1.value(sums[1])
        return None if one is None or two is None else abs(one - two)

    observed = difference((0,) * len(left))
    if observed is None:
        return None
    all_of_them = [difference(swapped) for swapped in product((0, 1), repeat=len(left))]
    return sum(d is None or d >= observed - 1e-12 for d in all_of_them) / len(all_of_them)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=7))
def test_few_records_are_gone_through_exactly(cells: list[tuple[dict[str, int], dict[str, int]]]) -> None:
    left, right = rows([a for a, _ in cells]), rows([b for _, b in cells])
    (found,) = compare_rows(left, right, [F1])
    assert found.is_exact
    assert found.p == (None if (p := brute_force(left, right)) is None else pytest.approx(p))


def test_many_records_come_near_the_exact_value() -> None:
    draws = random.Random(4)
    cells = [({"exact_tp": draws.randint(2, 6), "exact_fn": 2}, {"exact_tp": draws.randint(1, 5)}) for _ in range(10)]
    left, right = rows([a for a, _ in cells]), rows([b | {"exact_fn": 3} for _, b in cells])
    exact = compare_rows(left, right, [F1])[0]
    drawn = compare_rows(left, right, [F1], n_shuffles=900)[0]
    assert exact.is_exact
    assert not drawn.is_exact
    assert exact.p is not None
    assert drawn.p == pytest.approx(exact.p, abs=0.04)


def test_the_sign_test_of_the_textbook() -> None:
    """Ten records, one hit each, all for the right side: two of 1,024 assignments are as extreme."""
    left = rows([{"exact_fn": 1}] * 10)
    right = rows([{"exact_tp": 1}] * 10)
    found = compare_rows(left, right, [RECALL])[0]
    assert found.p == 2 / 1024
    assert found.value == 1.0
    assert found.is_significant()


def test_equal_systems_never_differ_and_nothing_is_undefined() -> None:
    same = rows([{"exact_tp": 3, "exact_fp": 1}] * 20)
    found = compare_rows(same, same, [F1, PRECISION], n_shuffles=99)
    assert [(one.p, one.value) for one in found] == [(1.0, 0.0), (1.0, 0.0)]
    empty = rows([{}] * 20)
    assert [one.p for one in compare_rows(empty, empty, [F1], n_shuffles=9)] == [None]


def test_seed_decides_and_sides_do_not() -> None:
    draws = random.Random(1)
    left, right = (rows([{"exact_tp": draws.randint(0, 5), "exact_fn": 2} for _ in range(30)]) for _ in "ab")
    there = compare_rows(left, right, [RECALL], 500, seed=3)[0]
    assert there == compare_rows(left, right, [RECALL], 500, seed=3)[0]
    back = compare_rows(right, left, [RECALL], 500, seed=3)[0]
    assert there.p == back.p
    assert there.value == -back.value


def test_rows_are_by_record() -> None:
    text = "Ida Al, Umeå"
    pairs = [Pair(str(i), "r", text, [Span(0, 6, "PATIENT")], [Span(0, 6, "PATIENT")]) for i in range(2)]
    assert record_rows(pairs)["r"]["exact_tp"] == 2
    with pytest.raises(InputError, match="same records"):
        compare_rows(record_rows(pairs), {}, [F1])
