"""Folders of character language models: ``forward.safetensors`` and ``backward.safetensors`` with a card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from maskerad.core.errors import ConfigError, MissingError
from maskerad.recognisers.neural import store
from maskerad.recognisers.neural.charlm import CharacterLM
from maskerad.text.views import normalise
from maskerad.training.neural.charlm import CharLMSettings, TrainedLM, check_texts, train_charlm
from maskerad.training.neural.charlm_model import half_precision
from maskerad.training.neural.progress import Report, Step, silent

FACTS_FILE = "charlm.json"
DIRECTIONS = ("forward", "backward")


def train_both(texts: Sequence[str], settings: CharLMSettings, folder: Path, report: Report = silent) -> None:
    """Trains the two language models of a folder one after the other; a stopped run goes on where it was.

    Checkpoints lie beside the folder, in ``<folder>.training``, until both are complete.

    Raises:
        ConfigError: If the folder exists, or checkpoints of another run lie beside it.
        InputError: If there is too little text.
    """
    if folder.exists():
        raise ConfigError(f"model folder {folder} exists; name another")
    texts = [normalise(text).text for text in texts]  # as detection shows them to a model
    check_texts(texts, settings)
    work = folder.with_name(folder.name + ".training")
    facts: dict[str, object] = {"settings": asdict(settings), "n_texts": len(texts), "n_chars": sum(map(len, texts))}
    for direction, name in zip(DIRECTIONS, store.LM_FILES, strict=True):
        one_way = replace(settings, is_backward=direction == "backward")
        trained = train_charlm(texts, one_way, work / direction, _named(report, direction))
        store.write_file(work / name, stored_model(trained, one_way))
        facts[direction] = {"loss_nats": round(trained.loss, 4), "minutes": round(trained.elapsed_s / 60, 1)}
    for direction in DIRECTIONS:
        shutil.rmtree(work / direction)
    (work / FACTS_FILE).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    work.rename(folder)


def stored_model(trained: TrainedLM, settings: CharLMSettings) -> store.Stored:
    """A trained language model as the content of a file."""
    facts = {"characters": list(trained.vocabulary.entries), "is_backward": settings.is_backward}
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
        MissingError: If there is no such folder, or no model in it.
        ModelError: If a file is damaged.
    """
    paths = [folder / name for name in store.LM_FILES if (folder / name).is_file()]
    if not paths:
        raise MissingError(f"{folder} holds no character language model: {' or '.join(store.LM_FILES)}")
    return [_opened(path) for path in paths]


def _opened(path: Path) -> OpenedLM:
    stored = store.read_file(path)
    exact = store.language_model(stored)
    return OpenedLM(path, exact, replace(exact, run=half_precision(stored.weights)))


def _named(report: Report, direction: str) -> Report:
    def named(step: Step) -> None:
        report(replace(step, what=f"{direction}, {step.what}"))

    return named
