"""The compiled twin gives what numpy gives, byte for byte, and refuses what does not fit; without it all goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.recognisers.compiled_twin import PURE_VARIABLE
from maskerad.recognisers.crf import best_path as walking
from maskerad.recognisers.crf import compiled
from maskerad.recognisers.crf import paths as reaching
from maskerad.recognisers.crf import sums as adding
from maskerad.recognisers.crf.channels import EDGE_NUMBER
from maskerad.recognisers.crf.weights import Floats

CORE = compiled.load_core()
needs_core = pytest.mark.skipif(CORE is None, reason="the core is not compiled here")
SIZES = st.tuples(st.integers(1, 40), st.integers(1, 7), st.integers(0, 2**32 - 1), st.booleans())


def drawn(shape: tuple[int, ...], seed: int, has_ties: bool) -> Floats:
    """Scores of any sign; with ties, few different ones."""
    generator = np.random.default_rng(seed)
    if has_ties:
        return generator.integers(-2, 3, shape).astype(np.float32)
    return generator.normal(0, 10, shape).astype(np.float32)


@needs_core
@settings(deadline=None)
@given(SIZES, st.data())
def test_both_twins_find_the_same_path(sizes: tuple[int, int, int, bool], data: st.DataObject) -> None:
    n_tokens, n_tags, seed, has_ties = sizes
    scores, forth = drawn((n_tokens, n_tags), seed, has_ties), drawn((n_tags, n_tags), seed + 1, has_ties)
    steps = np.stack([forth, forth.T])
    cuts = sorted(data.draw(st.sets(st.integers(0, n_tokens), max_size=6)))
    stretches = np.array(cuts[: len(cuts) // 2 * 2], np.int64).reshape(-1, 2)
    outside = data.draw(st.integers(0, n_tags - 1))
    paths = [np.full(n_tokens, outside, np.int32) for _ in range(2)]
    assert CORE is not None
    CORE.best_path(scores, steps, outside, stretches, paths[0])
    walking.best_path(scores, steps, outside, stretches, paths[1])
    assert paths[0].tobytes() == paths[1].tobytes()


@needs_core
@settings(deadline=None)
@given(SIZES, st.integers(1, 20), st.data())
def test_both_twins_reach_every_place_by_the_same_sums(
    sizes: tuple[int, int, int, bool], per_unit: int, data: st.DataObject
) -> None:
    n_tokens, n_tags, seed, has_ties = sizes
    weights, forth = (
        np.exp(drawn((n_tokens, n_tags), seed, has_ties).astype(np.float64)),
        drawn((n_tags, n_tags), 1, True),
    )
    exponentials = np.exp(np.stack([forth, forth.T]).astype(np.float64))
    cuts = sorted(data.draw(st.sets(st.integers(0, n_tokens), max_size=6)))
    stretches = np.array(cuts[: len(cuts) // 2 * 2], np.int64).reshape(-1, 2)
    outside = data.draw(st.integers(0, n_tags - 1))
    sums = [(np.zeros((2, n_tokens, n_tags)), np.zeros((2, n_tokens))) for _ in range(2)]
    assert CORE is not None
    CORE.sum_paths(weights, exponentials, outside, stretches, per_unit, *sums[0])
    reaching.sum_paths(weights, exponentials, outside, stretches, per_unit, *sums[1])
    for one, other in zip(*sums, strict=True):
        assert one.tobytes() == other.tobytes()


@needs_core
@settings(deadline=None)
@given(SIZES, st.data())
def test_both_twins_add_what_tokens_see(sizes: tuple[int, int, int, bool], data: st.DataObject) -> None:
    n_tokens, n_tags, seed, has_ties = sizes
    offsets = np.array(sorted(data.draw(st.sets(st.integers(-4, 4), max_size=4))), np.int32)
    table = drawn((5, len(offsets), n_tags), seed, has_ties)
    numbers = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n_tokens, max_size=n_tokens)), np.int32)
    ends = data.draw(st.lists(st.booleans(), min_size=n_tokens, max_size=n_tokens))
    lines = np.cumsum(ends, dtype=np.int32)
    sums = [drawn((n_tokens, n_tags), seed + 1, has_ties) for _ in range(2)]
    assert CORE is not None
    CORE.add_seen(sums[0], table, numbers, lines, offsets)
    adding.add_seen(sums[1], table, numbers, lines, offsets)
    assert sums[0].tobytes() == sums[1].tobytes()


@needs_core
@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=12), max_size=8), SIZES)
def test_both_twins_sum_up_the_same_strings(keys: list[list[int]], sizes: tuple[int, int, int, bool]) -> None:
    n_offsets, n_tags, seed, has_ties = sizes
    state = drawn((9, n_tags), seed, has_ties)
    rows = np.random.default_rng(seed).integers(0, 9, (7, n_offsets), np.int32)
    numbers, ends = np.array([n for key in keys for n in key], np.int32), np.cumsum([*map(len, keys)], dtype=np.int64)
    sums = [np.full((len(keys), n_offsets, n_tags), 7, np.float32) for _ in range(2)]
    assert CORE is not None
    CORE.sum_strings(sums[0], state, rows, numbers, ends)
    adding.sum_strings(sums[1], state, rows, numbers, ends)
    assert sums[0].tobytes() == sums[1].tobytes()


@given(st.lists(st.integers(0, 9)), st.data(), st.integers(-5, 5))
def test_no_token_sees_over_the_end_of_its_line(numbers: list[int], data: st.DataObject, offset: int) -> None:
    ends = data.draw(st.lists(st.booleans(), min_size=len(numbers), max_size=len(numbers)))
    lines = np.cumsum(ends, dtype=np.int32)
    told = adding.seen(np.array(numbers, np.int32), lines, offset).tolist()
    for token, found in enumerate(told):
        is_there = 0 <= token + offset < len(numbers) and lines[token + offset] == lines[token]
        assert found == (numbers[token + offset] if is_there else EDGE_NUMBER)


ZEROS, STEPS = np.zeros((3, 2), np.float32), np.zeros((2, 2, 2), np.float32)
PATH, WHOLE = np.zeros(3, np.int32), np.array([[0, 3]])
SUMMED = np.ones((3, 2)), np.ones((2, 2, 2)), np.zeros((2, 3, 2)), np.zeros((2, 3))
TABLE, ONE = np.zeros((3, 1, 2), np.float32), np.zeros(1, np.int32)
ROWS, ENDS = np.array([[0], [1], [2]], np.int32), np.array([1, 2, 3])


@needs_core
@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("best_path", (ZEROS, STEPS, 0, np.array([[0, 4]]), PATH), IndexError),
        ("best_path", (ZEROS, STEPS, 0, np.array([[2, 2]]), PATH), IndexError),
        ("best_path", (ZEROS, STEPS, 0, np.array([[-1, 2]]), PATH), IndexError),
        ("best_path", (ZEROS, STEPS, 2, WHOLE, PATH), ValueError),
        ("best_path", (ZEROS, STEPS, 0, WHOLE, PATH[:2]), ValueError),
        ("best_path", (ZEROS, np.zeros((2, 2, 3), np.float32), 0, WHOLE, PATH), ValueError),
        ("best_path", (ZEROS.astype(np.float64), STEPS, 0, WHOLE, PATH), TypeError),
        ("best_path", (ZEROS, STEPS, 0, WHOLE, PATH.astype(np.float32)), TypeError),
        ("best_path", (ZEROS[:, ::2], STEPS, 0, WHOLE, PATH), (BufferError, ValueError)),
        ("best_path", (ZEROS, STEPS, 0, WHOLE, "abc"), TypeError),
        ("sum_paths", (*SUMMED[:2], 0, np.array([[1, 4]]), 9, *SUMMED[2:]), IndexError),
        ("sum_paths", (*SUMMED[:2], 2, WHOLE, 9, *SUMMED[2:]), ValueError),
        ("sum_paths", (*SUMMED[:2], 0, WHOLE, 0, *SUMMED[2:]), ValueError),
        ("sum_paths", (*SUMMED[:2], 0, WHOLE, 9, SUMMED[2][:, :2].copy(), SUMMED[3]), ValueError),
        ("sum_paths", (*SUMMED[:2], 0, WHOLE, 9, SUMMED[2], SUMMED[3][:, :2].copy()), ValueError),
        ("sum_paths", (ZEROS, SUMMED[1], 0, WHOLE, 9, *SUMMED[2:]), TypeError),
        ("add_seen", (ZEROS, TABLE, np.array([0, 1, 3], np.int32), PATH, ONE), IndexError),
        ("add_seen", (ZEROS, TABLE, np.array([0, 1, -1], np.int32), PATH, ONE), IndexError),
        ("add_seen", (ZEROS, TABLE, PATH, PATH[:2], ONE), ValueError),
        ("add_seen", (ZEROS, TABLE, PATH[:2], PATH, ONE), ValueError),
        ("add_seen", (ZEROS, TABLE, PATH, PATH, PATH), ValueError),
        ("add_seen", (ZEROS, TABLE[:1], PATH, PATH, ONE), ValueError),
        ("add_seen", (ZEROS, TABLE, PATH.astype(np.int64), PATH, ONE), TypeError),
        ("sum_strings", (TABLE, ZEROS, ROWS, np.array([0, 3], np.int32), ENDS), IndexError),
        ("sum_strings", (TABLE, ZEROS, ROWS, PATH[:1], np.array([1, 1, 1])), IndexError),
        ("sum_strings", (TABLE, ZEROS, ROWS, PATH[:2], ENDS), IndexError),
        ("sum_strings", (TABLE, ZEROS[:1], ROWS, np.array([0, 1, 2], np.int32), ENDS), IndexError),
        ("sum_strings", (TABLE, ZEROS, ROWS, PATH, ENDS[:2]), ValueError),
        ("sum_strings", (TABLE, ZEROS, ROWS, PATH, PATH), TypeError),
    ],
)
def test_what_does_not_fit_is_refused(
    name: str, arguments: tuple[object, ...], error: type[Exception] | tuple[type[Exception], ...]
) -> None:
    with pytest.raises(error):
        getattr(CORE, name)(*arguments)


def test_a_core_of_another_source_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "_core.c").write_text("/* newer */")
    monkeypatch.setattr(compiled, "__file__", str(tmp_path / "compiled.py"))
    assert compiled.load_core() is None


def test_without_a_core_the_same_is_found() -> None:
    code = (
        "import maskerad; from maskerad.recognisers.crf import compiled\n"
        "text = 'Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer tisdag 22/5 till Hultby. Hej då, Nils.'\n"
        "found = [(s.start, s.end, s.label, s.score) for s in maskerad.load('sv').detect(text)]\n"
        "print(compiled.best_path.__module__, repr(found), sep='|')"
    )
    told = [
        subprocess.run([sys.executable, "-c", code], env=_environment(pure), capture_output=True, text=True, check=True)
        for pure in ("", "1")
    ]
    (_, found), (module, pure) = (one.stdout.split("|") for one in told)
    assert module == walking.__name__
    assert found == pure != "[]\n"


def _environment(pure: str) -> dict[str, str]:
    return os.environ | {PURE_VARIABLE: pure}
