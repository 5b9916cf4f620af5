"""The network beside a field: its layers against loops, its file, and what is refused."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file
from tests.recognisers.tampering import TO_A_FILE

from maskerad.core import Document
from maskerad.core.errors import ModelError
from maskerad.recognisers.crf.model import cutter_of, make_resources
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.scoring import Scorer
from maskerad.recognisers.crf.tables import make_channels
from maskerad.recognisers.crf.weights import Floats
from maskerad.recognisers.finder.network import (
    FEATURES,
    NETWORK_FILE,
    Layers,
    Network,
    around,
    in_integers,
    load_network,
    read_layers,
    write_layers,
)
from maskerad.recognisers.rules.rulebook import load_rulebook

SIZE, TAGS, DILATIONS = 4, ("O", "B-PERSON", "I-PERSON"), (1, 3)
NAMES = ("w0:l=anna", "w0:l=ringde", "w0:c=Aa", "gap0:1", "line0:b=0")
TEXT = "Anna ringde igen\nom Bo, och Anna kom."


def layers(seed: int = 1) -> Layers:
    """Layers by chance."""
    draw = np.random.default_rng(seed)

    def some(*shape: int) -> Floats:
        return draw.normal(size=shape).astype(np.float32)

    rows, units = in_integers(some(len(NAMES), SIZE))
    n, width = len(DILATIONS), 3 * SIZE
    return Layers(
        TAGS,
        DILATIONS,
        {name: row for row, name in enumerate(NAMES)},
        rows,
        units,
        some(SIZE),
        some(n, width, SIZE).astype(np.float16),
        some(n, SIZE),
        some(SIZE, len(TAGS)).astype(np.float16),
        some(len(TAGS)),
    )


def read(*texts: str) -> list[Reading]:
    rulebook = load_rulebook("sv")
    cutter = cutter_of(rulebook)
    return [cutter.read(rulebook.analyser.analyse(Document(str(n), text, "sv"))) for n, text in enumerate(texts)]


def scores_of(of: Layers, *texts: str) -> list[Floats]:
    """What a network says of the tokens of texts that it reads by itself."""
    network = Network(of)
    channels = make_channels(FEATURES, make_resources(load_rulebook("sv"), {}))
    (sums,) = Scorer(channels, [network.vectors]).scores(read(*texts))
    return list(map(network.scores, sums))


def slowly(of: Layers, sums: Floats) -> Floats:
    """The scores of each token by its definition, a product at a time."""
    states = np.maximum(sums + of.bias, 0)
    for kernel, bias, dilation in zip(of.kernels.astype(np.float32), of.biases, of.dilations, strict=True):
        after = states.copy()
        for token in range(len(states)):
            total = bias.copy()
            for part, place in enumerate((token - dilation, token, token + dilation)):
                if 0 <= place < len(states):
                    total += states[place] @ kernel[part * SIZE : (part + 1) * SIZE]
            after[token] += np.maximum(total, 0)
        states = after
    return np.asarray(states @ of.out.astype(np.float32) + of.out_bias)


def sums_of(of: Layers, reading: Reading) -> Floats:
    """Vectors of the words and shapes of a text, by their names alone."""
    vectors = of.rows * of.units[:, None]
    found = np.zeros((len(reading.words), SIZE), np.float32)
    for token, word in enumerate(reading.words):
        said = {f"w0:l={word.lower()}"} | ({"w0:c=Aa"} if word.istitle() else set())
        found[token] = sum((vectors[of.names[name]] for name in said if name in of.names), np.zeros(SIZE))
    return found


def test_scores_are_those_of_the_definition() -> None:
    of = replace(layers(), names={name: row for row, name in enumerate((*NAMES[:3], "x0:a", "x0:b"))})
    (reading,) = read(TEXT)
    (scores,) = scores_of(of, TEXT)
    np.testing.assert_allclose(scores, slowly(of, sums_of(of, reading)), rtol=1e-4, atol=1e-4)
    assert np.ptp(scores, axis=0).min() > 0


def test_a_layer_does_not_look_from_one_document_into_another() -> None:
    one, other = "Anna ringde igen", "om Bo"
    alone = [scores_of(layers(), text)[0] for text in (one, other)]
    together = scores_of(layers(), one, other)
    for mine, same in zip(alone, together, strict=True):
        np.testing.assert_allclose(mine, same, rtol=1e-5)


def test_texts_without_a_token_and_shorter_than_a_step_are_read() -> None:
    assert [len(scores) for scores in scores_of(layers(), "", "Anna", TEXT)] == [0, 1, 11]


@given(st.integers(0, 6), st.integers(1, 8))
def test_beside_a_token_stand_those_so_far_away(n_tokens: int, distance: int) -> None:
    states = np.arange(1, n_tokens + 1, dtype=np.float32)[:, None]
    found = around(states, distance)
    for token, (before, itself, behind) in enumerate(found.tolist(), 1):
        assert itself == token
        assert before == (token - distance if token > distance else 0)
        assert behind == (token + distance if token + distance <= n_tokens else 0)


@given(st.lists(st.floats(-1e3, 1e3, width=32), min_size=3, max_size=3))
def test_integers_are_near_to_the_vectors(vector: list[float]) -> None:
    vectors = np.array([vector], np.float32)
    rows, units = in_integers(vectors)
    assert np.abs(rows * units[:, None] - vectors).max() <= np.abs(vectors).max() / 127 / 2 * 1.01 + 1e-30


def test_a_file_holds_all_and_the_same_layers_give_the_same_bytes(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c", "d")]
    for path in paths:
        write_layers(path, layers())
    assert len({path.read_bytes() for path in paths}) == 1
    found = read_layers(paths[0])
    np.testing.assert_array_equal(scores_of(found, TEXT), scores_of(layers(), TEXT))


def test_scores_for_some_of_the_tags_are_the_same() -> None:
    chosen = layers().for_tags(("I-PERSON", "O"))
    (some,), (every,) = (scores_of(of, TEXT) for of in (chosen, layers()))
    np.testing.assert_allclose(some, every[:, [2, 0]], rtol=1e-6)


def test_a_network_for_other_tags_than_those_of_its_field_is_refused(tmp_path: Path) -> None:
    write_layers(tmp_path / NETWORK_FILE, layers())
    assert load_network(tmp_path, TAGS)
    with pytest.raises(ModelError, match="other tags"):
        load_network(tmp_path, (*TAGS, "B-CITY"))


@pytest.mark.parametrize("damage", sorted(set(TO_A_FILE) - {"one bit", "a pipe"}))  # which the card tells first
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / NETWORK_FILE
    write_layers(path, layers())
    TO_A_FILE[damage](path)
    with pytest.raises(ModelError):
        read_layers(path)


@pytest.mark.parametrize("name", ["rows", "units", "kernels", "out", "out_bias"])
def test_arrays_that_do_not_fit_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / NETWORK_FILE
    write_layers(path, replace(layers(), **{name: getattr(layers(), name)[:-1]}))
    with pytest.raises(ModelError, match="do not fit"):
        read_layers(path)
    shutil.copy(path, tmp_path / "plain")
    save_file(load_file(path), tmp_path / "plain")
    with pytest.raises(ModelError, match="not the layers"):
        read_layers(tmp_path / "plain")
