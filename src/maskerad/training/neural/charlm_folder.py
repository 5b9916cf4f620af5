"""Folders of character language models: ``forward.safetensors`` and ``backward.safetensors`` with a card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from maskerad.core.errors import ConfigError, MissingError, ModelError
from maskerad.corpora.files.partial import FOLDER_MODE
from maskerad.recognisers.neural import store
from maskerad.recognisers.neural.charlm import CharacterLM
from maskerad.text.views import normalise
from maskerad.training.neural.charlm import CharLMSettings, TrainedLM, check_texts, train_charlm
from maskerad.training.neural.charlm_model import half_precision
from maskerad.training.neural.progress import Report, Step, silent
from maskerad.training.neural.side_by_side import run_at_once

FACTS_FILE = "charlm.json"
DIRECTIONS = ("forward", "backward")


def train_both(
    texts: Sequence[str], settings: CharLMSettings, folder: Path, report: Report = silent, *, is_at_once: bool = False
) -> None:
    """Trains the two language models of a folder; a stopped run goes on where it was.

    Checkpoints lie beside the folder, in ``<folder>.training``, until both are complete.

    Args:
        texts: Without annotation.
        settings: How; the direction is set here.
        folder: Must not exist.
        report: Called with progress.
        is_at_once: Both directions side by side, in two processes; the same models come out.

    Raises:
        ConfigError: If the folder exists, or checkpoints of another run lie beside it; if the loss is no number.
        MissingError: If the folder above it is not there.
        InputError: If there is too little text.
    """
    if folder.exists():
        raise ConfigError(f"model folder {folder} exists; name another")
    if not folder.parent.is_dir():
        raise MissingError(f"folder {folder.parent} is not there")
    texts = [normalise(text).text for text in texts]  # as detection shows them to a model
    check_texts(texts, settings)
    work = folder.with_name(folder.name + ".training")
    work.mkdir(FOLDER_MODE, exist_ok=True)
    ways = [replace(settings, is_backward=direction == "backward") for direction in DIRECTIONS]
    trainings = [partial(_train_one_way, texts, way, work) for way in ways]
    trained = run_at_once(trainings, report) if is_at_once else [training(report) for training in trainings]
    _write(work, settings, texts, trained)
    work.rename(folder)


def _train_one_way(texts: Sequence[str], settings: CharLMSettings, work: Path, report: Report) -> TrainedLM:
    direction = DIRECTIONS[settings.is_backward]

    def named(step: Step) -> None:
        report(replace(step, what=f"{direction}, {step.what}"))

    return train_charlm(texts, settings, work / direction, named)


def _write(work: Path, settings: CharLMSettings, texts: Sequence[str], trained: Sequence[TrainedLM]) -> None:
    """Models and facts in place of the checkpoints."""
    facts: dict[str, object] = {"settings": asdict(settings), "n_texts": len(texts), "n_chars": sum(map(len, texts))}
    for direction, name, model in zip(DIRECTIONS, store.LM_FILES, trained, strict=True):
        store.write_file(work / name, stored_model(model, is_backward=direction == "backward"))
        facts[direction] = {"loss_nats": round(model.loss, 4), "minutes": round(model.elapsed_s / 60, 1)}
    for direction in DIRECTIONS:
        shutil.rmtree(work / direction)
    (work / FACTS_FILE).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def stored_model(trained: TrainedLM, *, is_backward: bool) -> store.Stored:
    """A trained language model as the content of a file."""
    facts = {"characters": list(trained.vocabulary.entries), "is_backward": is_backward}
    return store.Stored(facts, trained.weights)


@dataclass(frozen=True, slots=True)
class OpenedLM:
    """A language model of a folder.

    Attributes:
        path: Its file.
        exact: As numpy runs it, and as it will run wherever the tagger runs.
        fast: As torch runs it in half precision: several times faster, right to three digits.
    """

    path: Path
    exact: CharacterLM
    fast: CharacterLM


def open_language_models(folder: Path) -> list[OpenedLM]:
    """The models of a folder, forward first.

    Raises:
        MissingError: If there is no such folder, or one of its two models is not there.
        ModelError: If a file is damaged.
    """
    for name in store.LM_FILES:
        if not (folder / name).is_file():
            raise MissingError(f"{folder} holds no pair of character language models: {name} is not there")
    return [_opened(folder / name) for name in store.LM_FILES]


def _opened(path: Path) -> OpenedLM:
    stored = store.read_file(path)
    try:
        exact = store.language_model(stored)
    except ModelError as error:
        raise ModelError(f"{path}: {error.args[0]}") from None
    return OpenedLM(path, exact, replace(exact, run=half_precision(stored.weights)))
