"""Character language models: they learn, they go on where they were stopped, and numpy runs them as torch does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra 'train'")

import torch
from tests.training.invented import invented_notes

from maskerad.core.errors import ConfigError, FormatError, InputError, MissingError, ModelError
from maskerad.recognisers.neural import store
from maskerad.recognisers.neural.charlm import PIECE_CHARS, WARM_UP_CHARS
from maskerad.recognisers.neural.vocabulary import EDGE
from maskerad.training.neural import charlm
from maskerad.training.neural.charlm import CharLMSettings, train_charlm
from maskerad.training.neural.charlm_folder import open_language_models, stored_model, train_both
from maskerad.training.neural.charlm_model import CharacterModel
from maskerad.training.neural.checkpoint import FILE
from maskerad.training.neural.progress import Step

TEXTS = [item.document.text for item in invented_notes(60)]
SMALL = CharLMSettings(embedding=8, hidden=24, batch=8, window_chars=32, epochs=2, peak_rate=1e-2, is_mixed=False)


class Stopped(Exception):
    """Raised where a run is to be killed."""


def test_the_loss_falls(tmp_path: Path) -> None:
    once = train_charlm(TEXTS, replace(SMALL, epochs=1), tmp_path / "one")
    thrice = train_charlm(TEXTS, replace(SMALL, epochs=3), tmp_path / "three")
    assert thrice.loss < once.loss < np.log(len(once.vocabulary))


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train_charlm(TEXTS, SMALL, tmp_path / "whole")
    monkeypatch.setattr(charlm, "CHECKPOINT_S", 0.0)
    _stop_after(monkeypatch, 45)
    with pytest.raises(Stopped):
        train_charlm(TEXTS, SMALL, tmp_path / "cut")
    monkeypatch.undo()
    resumed = train_charlm(TEXTS, SMALL, tmp_path / "cut")
    assert all(np.array_equal(whole.weights[name], resumed.weights[name]) for name in whole.weights)


def _stop_after(monkeypatch: pytest.MonkeyPatch, n_steps: int) -> None:
    step, count = charlm._LanguageModelRun._step, [0]

    def counted(self: charlm._LanguageModelRun, window: torch.Tensor, total: int, epoch: int) -> float:
        count[0] += 1
        if count[0] > n_steps:
            raise Stopped
        return step(self, window, total, epoch)

    monkeypatch.setattr(charlm._LanguageModelRun, "_step", counted)


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    train_charlm(TEXTS, SMALL, tmp_path)
    with pytest.raises(ConfigError, match="other settings or data"):
        train_charlm(TEXTS, replace(SMALL, seed=2), tmp_path)
    with pytest.raises(ConfigError, match="other settings or data"):
        train_charlm(TEXTS[1:], SMALL, tmp_path)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\x03broken")
    with pytest.raises(FormatError, match="damaged checkpoint"):
        train_charlm(TEXTS, SMALL, tmp_path)


def test_too_little_text_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="200 characters are too few"):
        train_charlm(["a" * 200], SMALL, tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("is_backward", [False, True])
def test_numpy_reads_as_torch_does(tmp_path: Path, is_backward: bool) -> None:
    settings = replace(SMALL, epochs=1, is_backward=is_backward)
    trained = train_charlm(TEXTS, settings, tmp_path)
    text = TEXTS[0] + TEXTS[1] + "Ω unknown signs ☂"
    starts = np.array([0, 8, 15, 150, 201, len(text) - 1], dtype=np.int32)
    model = store.language_model(stored_model(trained, is_backward=is_backward))
    expected = _torch_states(trained, text, starts, is_backward)
    np.testing.assert_allclose(model.states(text, starts, starts + 1), expected, atol=1e-4)


def _torch_states(trained: charlm.TrainedLM, text: str, places: np.ndarray, is_backward: bool) -> np.ndarray:
    """States after some characters, each read from at least the warm-up before its piece, one by one."""
    model = CharacterModel(len(trained.vocabulary), SMALL.embedding, SMALL.hidden, 0.0)
    model.load_state_dict({name: torch.from_numpy(weight) for name, weight in trained.weights.items()})
    codes = trained.vocabulary.numbers(text)
    rows = []
    for place in places:
        at, read = (len(text) - 1 - int(place), codes[::-1]) if is_backward else (int(place), codes)
        framed = np.concatenate([np.full(WARM_UP_CHARS, EDGE), read])
        piece = framed[at // PIECE_CHARS * PIECE_CHARS : at + WARM_UP_CHARS + 1]
        hidden, _ = model.lstm(model.embedding(torch.from_numpy(piece.astype(np.int64))[:, None]))
        rows.append(hidden[-1, 0].detach().numpy())
    return np.stack(rows)


def test_both_directions_at_once_give_the_same_models(tmp_path: Path) -> None:
    steps: list[Step] = []
    settings = replace(SMALL, epochs=1)
    train_both(TEXTS, settings, tmp_path / "in turn")
    train_both(TEXTS, settings, tmp_path / "at once", steps.append, is_at_once=True)
    assert {step.what for step in steps} == {"forward, epoch 1", "backward, epoch 1"}
    for name in store.LM_FILES:
        assert (tmp_path / "at once" / name).read_bytes() == (tmp_path / "in turn" / name).read_bytes()


def test_an_error_in_one_of_two_processes_is_told_and_stops_both(tmp_path: Path) -> None:
    train_charlm(TEXTS, replace(SMALL, is_backward=True, seed=9), tmp_path / "lm.training" / "backward")
    with pytest.raises(ConfigError, match="other settings or data"):
        train_both(TEXTS, replace(SMALL, epochs=500), tmp_path / "lm", is_at_once=True)
    assert not (tmp_path / "lm").exists()


def test_a_folder_holds_both_directions(tmp_path: Path) -> None:
    steps: list[Step] = []
    folder = tmp_path / "lm"
    train_both(TEXTS, replace(SMALL, epochs=1), folder, steps.append)
    assert [model.exact.is_backward for model in open_language_models(folder)] == [False, True]
    assert sorted(path.name for path in folder.iterdir()) == [
        "backward.safetensors",
        "charlm.json",
        "forward.safetensors",
    ]
    assert json.loads((folder / "charlm.json").read_text())["n_texts"] == len(TEXTS)
    assert {step.what.split(",")[0] for step in steps} == {"forward", "backward"}
    with pytest.raises(ConfigError, match="exists"):
        train_both(TEXTS, SMALL, folder)


def test_half_precision_says_nearly_the_same(tmp_path: Path) -> None:
    train_both(TEXTS, replace(SMALL, epochs=1), tmp_path / "lm")
    text = TEXTS[3]
    ends = np.arange(1, len(text) + 1, dtype=np.int32)
    models = open_language_models(tmp_path / "lm")
    assert len(models) == 2
    for model in models:
        exact, fast = (side.states(text, ends - 1, ends) for side in (model.exact, model.fast))
        assert np.corrcoef(exact.ravel(), fast.ravel())[0, 1] > 0.999


def test_a_folder_without_models_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match=r"no pair of character language models: forward\.safetensors"):
        open_language_models(tmp_path)


def test_half_a_folder_and_a_file_of_another_kind_are_refused_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "lm"
    train_both(TEXTS, replace(SMALL, epochs=1), folder)
    other = store.Stored({"settings": {}}, {"weight": np.zeros(3, dtype=np.float32)})
    store.write_file(folder / "backward.safetensors", other)
    with pytest.raises(ModelError, match=r"backward\.safetensors: the file holds no character language model"):
        open_language_models(folder)
    (folder / "backward.safetensors").unlink()
    with pytest.raises(MissingError, match=r"backward\.safetensors is not there"):
        open_language_models(folder)


def test_a_folder_that_cannot_be_made_is_known_before_training(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="is not there"):
        train_both(TEXTS, SMALL, tmp_path / "none" / "lm")
    assert not (tmp_path / "none").exists()


def test_a_loss_that_is_no_number_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the loss is no number in epoch 1"):
        train_charlm(TEXTS, replace(SMALL, peak_rate=1e38, clip=1e38), tmp_path / "lost")
