"""Finders that are trained together: each gets what its own texts show, and the same call gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.training.notes import notes

from maskerad.core.errors import InputError
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.recognisers.crf.weights import WEIGHTS_FILE, Weights, read_weights, without_small
from maskerad.recognisers.finder.beliefs import Beliefs
from maskerad.recognisers.model_folder import FINDER, ModelCard, read_card
from maskerad.training.crf import Fit
from maskerad.training.finder import FinderPlan, train_finders

PLAN = FinderPlan(Beliefs({"*": 0.5}), fit=Fit(c1=0.05, c2=0.01, max_iterations=20))


def with_another_word(items: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
    """The same notes with another word in each."""
    return [
        replace(item, document=replace(item.document, text=item.document.text.replace("Patient", "Persoon")))
        for item in items
    ]


def trained(home: Path, corpora: dict[str, list[AnnotatedDocument]], *wanted: str) -> dict[str, ModelCard]:
    home.mkdir(exist_ok=True)
    return train_finders(corpora, PLAN, {code: Destination(home / code) for code in wanted})


def test_each_language_gets_weights_of_what_its_own_texts_show(tmp_path: Path) -> None:
    cards = trained(tmp_path, {"sv": notes(30), "nl": with_another_word(notes(30, 2))}, "sv", "nl")
    assert {code: card.languages for code, card in cards.items()} == {"sv": ("sv",), "nl": ("nl",)}
    assert cards["sv"].training["learnt_with"] == ["nl"]
    swedish, dutch = (set(read_weights(tmp_path / code / WEIGHTS_FILE).features) for code in ("sv", "nl"))
    assert any("persoon" in name for name in dutch)
    assert not any("persoon" in name for name in swedish)
    assert swedish & dutch and swedish - dutch


def test_the_same_call_gives_the_same_bytes_and_only_what_is_wanted(tmp_path: Path) -> None:
    corpora = {"sv": notes(20), "nl": with_another_word(notes(20, 2))}
    once, again = trained(tmp_path / "a", corpora, "nl"), trained(tmp_path / "b", corpora, "nl")
    assert once["nl"].files == again["nl"].files
    assert not (tmp_path / "a" / "sv").exists()
    assert read_card(tmp_path / "a" / "nl", FINDER).fingerprint == again["nl"].fingerprint


def test_nothing_is_written_when_one_language_cannot_be_learnt(tmp_path: Path) -> None:
    unmarked = [replace(item, spans=()) for item in notes(5)]
    with pytest.raises(InputError, match="nothing to learn from"):
        trained(tmp_path, {"sv": notes(20), "nl": unmarked}, "sv", "nl")
    assert list(tmp_path.iterdir()) == []


def test_features_with_small_weights_are_left_out(tmp_path: Path) -> None:
    trained(tmp_path, {"sv": notes(20)}, "sv")
    weights = read_weights(tmp_path / "sv" / WEIGHTS_FILE)
    fewer = without_small(weights, 0.5)
    assert isinstance(fewer, Weights)
    kept = [name for name, row in weights.features.items() if abs(weights.state[row]).max() >= 0.5]
    assert list(fewer.features) == kept
    assert all((fewer.state[fewer.features[name]] == weights.state[weights.features[name]]).all() for name in kept)
