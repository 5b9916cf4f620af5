"""The decoder against brute force: every sequence of tags, scored one by one."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.recognisers.crf.decoding import Decoder

TAGS = ("O", "B-A", "I-A")


def total(scores: np.ndarray, transitions: np.ndarray, path: tuple[int, ...]) -> float:
    moves = sum(float(transitions[a, b]) for a, b in pairwise(path))
    return moves + sum(float(scores[at, tag]) for at, tag in enumerate(path))


@st.composite
def fields(draw: st.DrawFn, min_tokens: int = 1) -> tuple[np.ndarray, np.ndarray]:
    n_tokens = draw(st.integers(min_tokens, 6))
    number = st.floats(-6, 6, width=32)
    scores = draw(st.lists(st.lists(number, min_size=3, max_size=3), min_size=n_tokens, max_size=n_tokens))
    transitions = draw(st.lists(st.lists(number, min_size=3, max_size=3), min_size=3, max_size=3))
    return np.array(scores, np.float32), np.array(transitions, np.float32)


@given(fields(), st.floats(0, 20, width=32))
def test_no_sequence_scores_better(field: tuple[np.ndarray, np.ndarray], bonus: float) -> None:
    scores, transitions = field
    scores[::2, 0] += np.float32(bonus)  # so that some tokens are surely outside
    path, stretches = Decoder(TAGS, transitions).best(scores)
    best = max(total(scores, transitions, other) for other in product(range(3), repeat=len(scores)))
    assert total(scores, transitions, tuple(path)) == pytest.approx(best, abs=1e-3)
    inside = {token for first, stop in stretches for token in range(first, stop)}
    assert all(token in inside for token in np.flatnonzero(path))


@given(fields(min_tokens=2), st.data())
def test_probability_is_the_share_of_all_sequences(field: tuple[np.ndarray, np.ndarray], data: st.DataObject) -> None:
    scores, transitions = field
    path = np.array(data.draw(st.lists(st.integers(0, 2), min_size=len(scores), max_size=len(scores))), np.int32)
    first = data.draw(st.integers(0, len(scores) - 1))
    stop = data.draw(st.integers(first + 1, len(scores)))
    found = Decoder(TAGS, transitions).probabilities(scores, path, [(0, len(scores))], [(first, stop)])[0]
    framed = np.vstack([np.zeros(3), scores, np.zeros(3)])
    weights = {
        other: np.exp(total(framed, transitions, (0, *other, 0))) for other in product(range(3), repeat=len(scores))
    }
    agreeing = sum(w for other, w in weights.items() if other[first:stop] == tuple(path[first:stop]))
    assert found == pytest.approx(agreeing / sum(weights.values()), rel=1e-3, abs=1e-6)


def test_outside_tokens_are_not_searched() -> None:
    scores = np.zeros((1000, 3), np.float32)
    scores[:, 0] = 50
    scores[500, 1] = 99
    path, stretches = Decoder(TAGS, np.zeros((3, 3), np.float32)).best(scores)
    assert stretches == [(500, 501)]
    assert path.sum() == 1
