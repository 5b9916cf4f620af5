"""Best paths and marginals against brute force over all sequences."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.recognisers.neural.viterbi import FORBIDDEN, Chain, best_paths, marginals
from maskerad.text.codes import Code, all_tags, may_follow, repair


def _random_chain(random: np.random.Generator, n_tags: int) -> Chain:
    shapes = ((n_tags,), (n_tags, n_tags), (n_tags,))
    return Chain(*(random.normal(size=shape).astype(np.float32) for shape in shapes))


def _score(path: tuple[int, ...], emissions: np.ndarray, chain: Chain) -> float:
    steps = sum(chain.transitions[a, b] for a, b in pairwise(path))
    return float(chain.start[path[0]] + sum(emissions[t, y] for t, y in enumerate(path)) + steps + chain.end[path[-1]])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_best_paths_are_those_of_brute_force(seed: int, lengths: list[int]) -> None:
    random = np.random.default_rng(seed)
    chain = _random_chain(random, 3)
    emissions = [random.normal(size=(length, 3)).astype(np.float32) for length in lengths]
    for found, scores in zip(best_paths(emissions, chain), emissions, strict=True):
        paths = list(product(range(3), repeat=len(scores))) if len(scores) else [()]
        best = max(paths, key=lambda path: _score(path, scores, chain)) if len(scores) else ()
        assert tuple(found) == best


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 5))
def test_marginals_are_those_of_brute_force(seed: int, length: int) -> None:
    random = np.random.default_rng(seed)
    chain = _random_chain(random, 3)
    emissions = random.normal(size=(length, 3)).astype(np.float32)
    expected = np.zeros((length, 3))
    for path in product(range(3), repeat=length):
        weight = np.exp(_score(path, emissions, chain))
        for token, tag in enumerate(path):
            expected[token, tag] += weight
    expected /= expected.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(marginals(emissions, chain), expected, atol=1e-4)


@pytest.mark.parametrize("code", [Code.BIO, Code.BIOES])
def test_masked_paths_are_valid_whatever_the_emissions(code: Code) -> None:
    tags = all_tags(["CITY", "PATIENT"], code)
    random = np.random.default_rng(3)
    n_tags = len(tags)
    chain = _random_chain(random, n_tags).masked(tags, code)
    emissions = [(20 * random.normal(size=(n, n_tags))).astype(np.float32) for n in (1, 2, 7, 40)]
    for path in best_paths(emissions, chain):
        written = [tags[number] for number in path]
        assert written == repair(written, code)
        assert all(may_follow(a, b, code) for a, b in zip(["O", *written], [*written, "O"], strict=True))


def test_the_forbidden_has_no_marginal() -> None:
    tags = all_tags(["CITY"], Code.BIOES)
    chain = _random_chain(np.random.default_rng(5), len(tags)).masked(tags, Code.BIOES)
    emissions = np.zeros((4, len(tags)), dtype=np.float32)
    found = marginals(emissions, chain)
    assert chain.start[tags.index("I-CITY")] == FORBIDDEN
    assert found[0, tags.index("I-CITY")] < 1e-6
    assert found[-1, tags.index("B-CITY")] < 1e-6


def test_a_document_without_tokens_has_no_tags() -> None:
    chain = _random_chain(np.random.default_rng(1), 2)
    assert [len(path) for path in best_paths([np.zeros((0, 2), dtype=np.float32)], chain)] == [0]
