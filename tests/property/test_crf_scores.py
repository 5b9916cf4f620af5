"""The model tags as the learner reads: scores, tags and spans are those that follow from the names of the features."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document
from maskerad.recognisers.crf.feature_sets import FEATURE_SETS, parse_feature_set
from maskerad.recognisers.crf.model import CrfModel, cutter_of, make_resources
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.tables import make_channels
from maskerad.recognisers.crf.weights import Floats, Weights
from maskerad.recognisers.crf.word_features import Resources
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import Code, all_tags, decode
from maskerad.training.crf import FeatureNumbers
from maskerad.training.preparation import read_record

TAGS = tuple(all_tags(["AGE", "CITY", "PATIENT"], Code.BIO))
PIECES = [
    "Tyra",
    "tyra",
    "Falkbring",
    "Umeå",
    "Namn",
    ":",
    "|",
    ".",
    "\n",
    "3/4 2021",
    "07",
    "NL",
    "EDGE",
    "kom",
    "och",
]
words = st.one_of(st.sampled_from(PIECES), st.text(max_size=4))
texts = st.lists(words, max_size=25).map(" ".join)


@cache
def resources() -> Resources:
    clusters = {"tyra": (1, 2), "kom": (3, 4)}
    return make_resources(load_rulebook("sv"), clusters)


def named(name: str, record: Sequence[Reading]) -> list[list[list[str]]]:
    """Names of the features of every token, as the learner is given them."""
    numbers = FeatureNumbers(make_channels(parse_feature_set(name), resources()))
    items = numbers.of_record(record)
    names = {number: feature for feature, number in numbers.numbers.items()}
    return [[[names[number] for number in token] for token in tokens] for tokens in items]


def drawn(features: Sequence[str], seed: int) -> Weights:
    """Weights for about half of the features."""
    generator = random.Random(seed)
    chosen = [feature for feature in sorted(features) if generator.random() < 0.5]
    state = np.random.default_rng(seed).normal(size=(len(chosen), len(TAGS))).astype(np.float32)
    moves = 2 * np.random.default_rng(seed + 1).normal(size=(len(TAGS), len(TAGS))).astype(np.float32)
    return Weights(TAGS, {feature: row for row, feature in enumerate(chosen)}, state, moves)


def best_tags(scores: Floats, transitions: Floats) -> list[str]:
    """Viterbi over all tags of all tokens."""
    best, back = scores[0].astype(np.float64), []
    for row in scores[1:]:
        reached = best[:, None] + transitions
        back.append(reached.argmax(axis=0))
        best = reached.max(axis=0) + row
    path = [int(best.argmax())]
    for origins in reversed(back):
        path.append(int(origins[path[-1]]))
    return [TAGS[tag] for tag in reversed(path)]


def is_alone(scores: Floats, transitions: Floats) -> bool:
    """Whether the best path is better than every other by more than rounding."""
    steps = range(1, len(scores))
    before, after = [scores[0].astype(np.float64)], [np.zeros(len(TAGS))]
    for at in steps:
        before.append((before[-1][:, None] + transitions).max(axis=0) + scores[at])
        after.append((transitions + scores[-at] + after[-1]).max(axis=1))
    ranked = np.sort(np.array(before) + np.array(after[::-1]), axis=1)
    return bool((ranked[:, -1] - ranked[:, -2]).min() > 1e-3)


@pytest.mark.parametrize("name", FEATURE_SETS)
@settings(max_examples=25, deadline=None)
@given(st.lists(texts, min_size=1, max_size=3), st.integers(0, 999))
def test_what_is_tagged_is_what_would_have_been_learnt(name: str, record: list[str], seed: int) -> None:
    if "lemma" in FEATURE_SETS[name].groups:
        pytest.importorskip("simplemma")
    rulebook = load_rulebook("sv")
    documents = [Document(str(number), text) for number, text in enumerate(record)]
    _, readings = read_record(documents, rulebook, cutter_of(rulebook))
    items = named(name, readings)
    weights = drawn(list({feature for tokens in items for token in tokens for feature in token}), seed)
    model = CrfModel(weights, parse_feature_set(name), resources())
    for reading, tokens, found, spans in zip(readings, items, model.scores(readings), model.tag(readings), strict=True):
        rows = [[weights.features[feature] for feature in token if feature in weights.features] for token in tokens]
        slow = np.array([weights.state[row].sum(axis=0) for row in rows], np.float32).reshape(-1, len(TAGS))
        assert found == pytest.approx(slow, abs=1e-4)
        if len(slow) and is_alone(slow, weights.transitions):
            theirs = decode(reading.tokens, best_tags(slow, weights.transitions))
            assert [(s.start, s.end, s.label) for s in spans] == [(s.start, s.end, s.label) for s in theirs]
