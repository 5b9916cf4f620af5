"""A transformer of a local folder, tiny and made here: fine-tuned, run in windows, nothing cut off."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs the extra 'transformer'")
pytest.importorskip("torch", reason="needs the extra 'train'")

from tests.training.invented import invented_notes
from tests.training.tiny import write_tiny_bert

from maskerad.core.errors import MissingError, ModelError
from maskerad.recognisers.base import first_evidence
from maskerad.recognisers.neural.transformer import Transformer, load_encoder, open_transformer
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import Code, all_tags
from maskerad.training.neural import transformer
from maskerad.training.neural.bilstm import Job
from maskerad.training.neural.transformer import TransformerSettings, train_transformer

TRAIN, DEV = invented_notes(24, 1), invented_notes(6, 2)
SETTINGS = TransformerSettings(epochs=3, rate=5e-3)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_bert(tmp_path_factory.mktemp("base") / "tiny", [item.document.text for item in TRAIN])


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr("maskerad.training.neural.bilstm.refuse_shared", lambda parts: None)
    return Job(TRAIN, DEV, "es", "meddocan")


def test_it_learns_and_finds_what_lies_behind_the_first_window(base: Path, job: Job, tmp_path: Path) -> None:
    card = train_transformer(job, base, replace(SETTINGS, epochs=8), tmp_path / "model")
    assert card.scores[0]["f1"] > 0.5
    model = open_transformer(tmp_path / "model")
    rulebook = load_rulebook("es")
    analysed = [rulebook.analyser.analyse(item.document) for item in DEV]
    found = Transformer(tmp_path / "model", rulebook).recognise(first_evidence(analysed)).spans
    last_of_first = [item.starts[model.encoder.window_pieces] for item in analysed]
    assert any(span.start > last for spans, last in zip(found, last_of_first, strict=True) for span in spans)
    assert {span.label for spans in found for span in spans} <= set(card.labels.values())


def test_every_word_of_a_long_text_has_scores(base: Path) -> None:
    encoder = load_encoder(base, all_tags(["PAIS"], Code.BIO))
    words = ["Nombre", "Pulso", "zzz"] * 70
    scores = encoder.emissions(words)
    assert scores.shape == (210, 3)
    assert np.abs(scores).sum(axis=1).min() > 0
    assert encoder.emissions([]).shape == (0, 3)


def test_a_run_that_was_stopped_ends_like_one_that_was_not(
    base: Path, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train_transformer(job, base, SETTINGS, tmp_path / "whole")
    epoch = transformer._TransformerRun._epoch

    def stopping(self: transformer._TransformerRun, number: int, n_batches: int, meter: transformer.Meter) -> None:
        if number == 1:
            raise KeyboardInterrupt
        epoch(self, number, n_batches, meter)

    monkeypatch.setattr(transformer._TransformerRun, "_epoch", stopping)
    with pytest.raises(KeyboardInterrupt):
        train_transformer(job, base, SETTINGS, tmp_path / "cut")
    monkeypatch.setattr(transformer._TransformerRun, "_epoch", epoch)
    train_transformer(job, base, SETTINGS, tmp_path / "cut")
    whole, cut = (json.loads((tmp_path / name / "model.json").read_text()) for name in ("whole", "cut"))
    assert whole["scores"] == cut["scores"]
    assert whole["files"]["model.safetensors"] == cut["files"]["model.safetensors"]


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path, base: Path) -> None:
    with pytest.raises(MissingError, match=r"config\.json is not there"):
        load_encoder(tmp_path, ["O"])
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_encoder(tmp_path, ["O"])
