"""Training of one character language model on texts without annotation."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora.files.partial import FOLDER_MODE
from maskerad.recognisers.neural.vocabulary import EDGE, Vocabulary
from maskerad.training.neural.charlm_model import CharacterModel, State
from maskerad.training.neural.descent import Descent
from maskerad.training.neural.progress import Meter, Report, silent
from maskerad.training.neural.schedule import one_cycle
from maskerad.training.neural.torch_setup import prepare

MIN_CHARS = 10_000
CHECKPOINT_S = 60.0
WARM_UP = 0.05


@dataclass(frozen=True, slots=True)
class CharLMSettings:
    """How a character language model is trained.

    Attributes:
        is_backward: Reads texts from their end to their beginning.
        embedding: Dimensions of a character.
        hidden: Dimensions of the state.
        dropout: Share of the outputs dropped.
        min_count: Characters seen less often are unknown.
        batch: Streams read side by side.
        window_chars: Characters after which the gradient is cut (truncated back-propagation through time).
        epochs: Times the texts are read, each time in another order.
        peak_rate: Highest learning rate (Adam); it rises over the first twentieth and falls along a cosine to zero.
        clip: Greatest norm of the gradient.
        seed: Of everything random.
        n_threads: Threads of torch.
        is_mixed: Matrix products in bfloat16, which processors with AVX512-BF16 or AMX do several times faster.
    """

    is_backward: bool = False
    embedding: int = 32
    hidden: int = 512
    dropout: float = 0.1
    min_count: int = 3
    batch: int = 32  # on 10 million characters twice as many steps are worth more than full matrices
    window_chars: int = 128
    epochs: int = 3
    peak_rate: float = 2e-3
    clip: float = 1.0
    seed: int = 1
    n_threads: int = 1
    is_mixed: bool = True


@dataclass(frozen=True, slots=True)
class TrainedLM:
    """A trained model.

    Attributes:
        vocabulary: Characters it knows.
        weights: By the names of the torch module.
        loss: Mean loss of the last epoch, nats a character.
        elapsed_s: Seconds of training, over all sittings.
    """

    vocabulary: Vocabulary = field(repr=False)
    weights: dict[str, NDArray[np.float32]] = field(repr=False)
    loss: float
    elapsed_s: float


def train_charlm(texts: Sequence[str], settings: CharLMSettings, folder: Path, report: Report = silent) -> TrainedLM:
    """Trains a model, going on from the last checkpoint in the folder if there is one.

    Args:
        texts: Without annotation.
        settings: How.
        folder: For checkpoints; is made if need be.
        report: Called with progress.

    Raises:
        InputError: If there is too little text.
        ConfigError: If the folder holds a checkpoint of another run.
    """
    check_texts(texts, settings)
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    prepare(settings.seed, settings.n_threads)
    return _LanguageModelRun(texts, settings, folder, report).train()


def check_texts(texts: Sequence[str], settings: CharLMSettings) -> None:
    """Checks what can be checked before training.

    Raises:
        InputError: If there is too little text for one window of each stream.
        ConfigError: If a setting is not allowed.
    """
    least = max(MIN_CHARS, settings.batch * (settings.window_chars + 1))
    n_chars = sum(map(len, texts))
    if settings.hidden < 1 or settings.epochs < 1 or settings.batch < 1 or settings.window_chars < 1:
        raise ConfigError("a language model needs at least one dimension, epoch, stream and character of a window")
    if n_chars < least:
        raise InputError(f"{n_chars} characters are too few for a language model; at least {least} are needed")


def character_vocabulary(texts: Sequence[str], min_count: int) -> Vocabulary:
    """Characters seen at least ``min_count`` times."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(text)
    return Vocabulary.counted(counts, min_count)


def run_signature(texts: Sequence[str], settings: CharLMSettings) -> str:
    """Hash of settings and texts: two runs with one signature do the same."""
    digest = hashlib.sha256(json.dumps(asdict(settings), sort_keys=True).encode())
    for text in texts:
        digest.update(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    return digest.hexdigest()


class _LanguageModelRun:
    """One training run: where the data are and how far it is."""

    def __init__(self, texts: Sequence[str], settings: CharLMSettings, folder: Path, report: Report) -> None:
        self.settings, self.report = settings, report
        self.vocabulary = character_vocabulary(texts, settings.min_count)
        self.coded = [self._coded(text) for text in texts]
        self.model = CharacterModel(len(self.vocabulary), settings.embedding, settings.hidden, settings.dropout)
        optimiser = torch.optim.Adam(self.model.parameters(), lr=settings.peak_rate)
        self.descent = Descent(self.model, optimiser, settings.clip, folder, run_signature(texts, settings))
        n_codes = sum(map(len, self.coded))
        self.n_windows = max(1, (n_codes // settings.batch - 1) // settings.window_chars)
        self.done = 0
        self.elapsed_s = self.loss = 0.0
        self.state: State | None = None

    def _coded(self, text: str) -> NDArray[np.int32]:
        codes = self.vocabulary.numbers(text)
        ordered = codes[::-1] if self.settings.is_backward else codes
        return np.concatenate([np.array([EDGE], dtype=np.int32), ordered])

    def train(self) -> TrainedLM:
        self._go_on()
        chars = self.settings.batch * self.settings.window_chars
        total = self.n_windows * self.settings.epochs
        meter = Meter(self.report, total * chars, self.done * chars)
        saved = start = time.monotonic()
        while self.done < total:
            epoch, first = divmod(self.done, self.n_windows)
            losses = []
            for window in self._windows(epoch, first):
                losses.append(self._step(window, total, epoch))
                self.done += 1
                meter.add(chars, losses[-1], f"epoch {epoch + 1}")
                if time.monotonic() - saved > CHECKPOINT_S:
                    saved = time.monotonic()
                    self.save(self.elapsed_s + saved - start)
            self.state = None
            self.loss = sum(losses) / len(losses)
            self.save(self.elapsed_s + time.monotonic() - start)
            meter.tell(f"epoch {epoch + 1}")
        weights = {name: value.numpy() for name, value in self.model.state_dict().items()}
        return TrainedLM(self.vocabulary, weights, self.loss, self.elapsed_s + time.monotonic() - start)

    def _go_on(self) -> None:
        checkpoint = self.descent.resume()
        if checkpoint is not None:
            self.done, self.elapsed_s = int(checkpoint.facts["done"]), float(checkpoint.facts["elapsed_s"])
            self.loss = float(checkpoint.facts["loss"])
            if "state.h" in checkpoint.tensors:
                self.state = checkpoint.tensors["state.h"], checkpoint.tensors["state.c"]

    def _windows(self, epoch: int, first: int) -> Iterator[Tensor]:
        """Windows of shape (T + 1, B) of the epoch's stream, from number ``first`` on."""
        settings = self.settings
        order = np.random.default_rng([settings.seed, epoch]).permutation(len(self.coded))
        stream = np.concatenate([self.coded[i] for i in order])
        columns = stream[: len(stream) // settings.batch * settings.batch].reshape(settings.batch, -1).T
        for number in range(first, self.n_windows):
            start = number * settings.window_chars
            rows = columns[start : start + settings.window_chars + 1]
            yield torch.from_numpy(np.ascontiguousarray(rows)).long()

    def _step(self, window: Tensor, total: int, epoch: int) -> float:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.settings.is_mixed):
            scores, state = self.model(window[:-1], self.state)
        self.state = state[0].detach(), state[1].detach()
        loss = nn.functional.cross_entropy(scores.float().flatten(0, 1), window[1:].flatten())
        return self.descent.step(loss, self.settings.peak_rate * one_cycle(self.done / total, WARM_UP), epoch)

    def save(self, elapsed_s: float) -> None:
        others = {} if self.state is None else {"state.h": self.state[0], "state.c": self.state[1]}
        self.descent.save({"done": self.done, "elapsed_s": elapsed_s, "loss": self.loss}, **others)
