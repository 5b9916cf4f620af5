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
from maskerad.recognisers.crf import rows as adding
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
@given(SIZES, st.data())
def test_both_twins_add_the_same_rows(sizes: tuple[int, int, int, bool], data: st.DataObject) -> None:
    n_tokens, n_tags, seed, has_ties = sizes
    table = drawn((5, n_tags), seed, has_ties)
    nothing = data.draw(st.integers(0, 4))
    table[nothing] = 0
    rows = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n_tokens, max_size=n_tokens)), np.int32)
    sums = [drawn((n_tokens, n_tags), seed + 1, has_ties) for _ in range(2)]
    assert CORE is not None
    CORE.add_rows(sums[0], table, rows, nothing)
    adding.add_rows(sums[1], table, rows, nothing)
    assert np.array_equal(*sums)


ZEROS, STEPS = np.zeros((3, 2), np.float32), np.zeros((2, 2, 2), np.float32)
PATH, WHOLE = np.zeros(3, np.int32), np.array([[0, 3]])


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
        ("add_rows", (ZEROS, ZEROS, np.array([0, 1, 3], np.int32), 9), IndexError),
        ("add_rows", (ZEROS, ZEROS, np.array([0, 1, -1], np.int32), 9), IndexError),
        ("add_rows", (ZEROS, STEPS[0], PATH[:2], 0), ValueError),
        ("add_rows", (ZEROS, ZEROS, PATH.astype(np.int64), 0), TypeError),
        ("add_rows", (ZEROS[:, ::2], ZEROS, PATH, 0), (BufferError, ValueError)),
        ("add_rows", (ZEROS, ZEROS, "abc", 0), TypeError),
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
