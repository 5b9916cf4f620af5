"""Fine-tuning of a transformer of a local Hugging Face folder."""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from torch import nn

from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError
from maskerad.core.extras import TRANSFORMER, require
from maskerad.corpora.files.partial import FOLDER_MODE
from maskerad.evaluation.counts import Counts
from maskerad.evaluation.matching import exact_counts
from maskerad.recognisers.model_folder import ModelCard, labels_of, write_card
from maskerad.recognisers.neural.transformer import (
    KIND,
    TransformerModel,
    first_pieces,
    load_encoder,
    padded,
)
from maskerad.text.codes import all_tags
from maskerad.training.cards import render_card
from maskerad.training.neural.bilstm import Job, begun, checked, make_corpus, score_entry
from maskerad.training.neural.checkpoint import FILE
from maskerad.training.neural.dataset import Example
from maskerad.training.neural.descent import Descent
from maskerad.training.neural.progress import Meter, Report, silent
from maskerad.training.neural.schedule import one_cycle
from maskerad.training.neural.torch_setup import prepare
from maskerad.training.seen import write_chosen, write_seen
from maskerad.training.silver import described
from maskerad.training.splits import fingerprint

IGNORED = -100
BEST = "best"


@dataclass(frozen=True, slots=True)
class TransformerSettings:
    """How a transformer is fine-tuned.

    Attributes:
        epochs: Times the documents are read.
        rate: Highest learning rate (AdamW, one cycle).
        batch: Windows of a batch.
        clip: Greatest norm of the gradient.
        seed: Of everything random.
        n_threads: Threads of torch.
    """

    epochs: int = 5
    rate: float = 5e-5
    batch: int = 8
    clip: float = 1.0
    seed: int = 1
    n_threads: int = 1

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.batch < 1:
            raise ConfigError("fine-tuning needs an epoch, and a window in a batch")


def train_transformer(
    job: Job, base: Path, settings: TransformerSettings, folder: Path, report: Report = silent
) -> ModelCard:
    """Fine-tunes the model of a folder into another folder; a stopped run goes on at its last epoch.

    Args:
        job: The two corpora; of its settings only the code of the tags counts.
        base: A local Hugging Face folder with safetensors.
        settings: How.
        folder: Must not exist.
        report: Called with progress.

    Raises:
        ExtraError: If transformers or torch is not installed.
        MaskeradError: As ``train_bilstm``.
    """
    require(TRANSFORMER, "a transformer")
    labels = checked(job, folder)
    prepare(settings.seed, settings.n_threads)
    tags = tuple(all_tags(labels, job.settings.code))
    card = ModelCard(
        kind=KIND,
        scheme=job.scheme,
        labels=labels_of(job.scheme, set(labels)),
        code=job.settings.code,
        languages=(job.language,),
        training={
            "base": base.name,
            "train": f"{counted(len(job.train), 'document')}, {fingerprint(job.train)}",
            "silver": described(job.silver),
            "dev": f"{counted(len(job.dev), 'document')}, {fingerprint(job.dev)}",
            "settings": asdict(settings),
            "epochs": settings.epochs,
        },
    )
    model = TransformerModel(card, load_encoder(base, tags), tags)
    work = begun(folder)
    corpus = make_corpus(job, labels, None, [], report)
    _TransformerRun(model, corpus.learnt, corpus.dev, settings, work, report).train()
    (work / FILE).unlink()
    for path in (work / BEST).iterdir():
        path.rename(work / path.name)
    (work / BEST).rmdir()
    best = TransformerModel(card, load_encoder(work, tags), tags)
    spans = best.spans((), [example.tokens for example in corpus.dev])
    done = replace(card, scores=(score_entry(job, spans),))
    write_seen(work, job.learnt)
    write_chosen(work, job.dev)
    write_card(work, done, render_card(done))
    work.rename(folder)
    return done


class _TransformerRun:
    """One fine-tuning run. Checkpoints are written after each epoch; the best model lies in a folder of its own."""

    def __init__(
        self,
        model: TransformerModel,
        train: Sequence[Example],
        dev: Sequence[Example],
        settings: TransformerSettings,
        folder: Path,
        report: Report,
    ) -> None:
        self.model, self.train_part, self.dev = model, train, dev
        self.settings, self.folder, self.report = settings, folder, report
        self.network: nn.Module = model.encoder.network
        self.windows = [window for example in train for window in _windows(model, example)]
        optimiser = torch.optim.AdamW(self.network.parameters(), lr=settings.rate)
        signature = _signature(model, train, settings)
        self.descent = Descent(self.network, optimiser, settings.clip, folder, signature)
        self.scores: list[tuple[int, int, int]] = []

    def train(self) -> None:
        """Trains to the end; the best model lies in the folder ``best``."""
        self.folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        checkpoint = self.descent.resume()
        if checkpoint is not None:
            self.scores = [(tp, fp, fn) for tp, fp, fn in checkpoint.facts["scores"]]
        n_batches = -(-len(self.windows) // self.settings.batch)
        meter = Meter(self.report, self.settings.epochs * n_batches, len(self.scores) * n_batches)
        while len(self.scores) < self.settings.epochs:
            epoch = len(self.scores)
            self._epoch(epoch, n_batches, meter)
            note = self._score()
            self.descent.save({"scores": self.scores})
            meter.tell(f"epoch {epoch + 1}", note)

    def _epoch(self, epoch: int, n_batches: int, meter: Meter) -> None:
        order = np.random.default_rng([self.settings.seed, epoch]).permutation(len(self.windows))
        self.network.train()
        for number in range(n_batches):
            share = (epoch * n_batches + number) / (self.settings.epochs * n_batches)
            chosen = order[number * self.settings.batch : (number + 1) * self.settings.batch]
            loss = self._loss([self.windows[n] for n in chosen])
            loss_now = self.descent.step(loss, self.settings.rate * one_cycle(share), epoch)
            meter.add(1, loss_now, f"epoch {epoch + 1}")

    def _loss(self, windows: Sequence[tuple[list[int], list[int]]]) -> torch.Tensor:
        pieces = {"input_ids": [ids for ids, _ in windows]}
        inputs = padded(pieces, range(len(windows)), self.model.encoder.tokenizer.pad_token_id or 0)
        length = inputs["input_ids"].shape[1]
        tags = torch.tensor([tags + [IGNORED] * (length - len(tags)) for _, tags in windows])
        scores = self.network(**inputs).logits
        return nn.functional.cross_entropy(scores.flatten(0, 1), tags.flatten(), ignore_index=IGNORED)

    def _score(self) -> str:
        counts = Counts()
        predicted = self.model.spans((), [example.tokens for example in self.dev])
        for example, spans in zip(self.dev, predicted, strict=True):
            counts += sum(exact_counts(example.spans, spans).values(), Counts())
        if not self.scores or _f1(counts) > max(_f1(Counts(*score)) for score in self.scores):
            self._keep(self.folder / BEST)
        self.scores.append((counts.tp, counts.fp, counts.fn))
        return f"F1 on dev {_f1(counts):.4f}"

    def _keep(self, folder: Path) -> None:
        """Writes the model as it is now, in place of what was kept before."""
        shutil.rmtree(folder, ignore_errors=True)
        try:
            self.model.encoder.network.save_pretrained(folder, safe_serialization=True)
            self.model.encoder.tokenizer.save_pretrained(folder)
        except SafetensorError as error:  # a full disk among them
            raise OSError(errno.EIO, str(error), str(folder)) from None


def _f1(counts: Counts) -> float:
    return counts.score.f1 or 0.0


def _windows(model: TransformerModel, example: Example) -> Iterator[tuple[list[int], list[int]]]:
    """Pieces and tags of each window of a document; pieces that do not begin a word have no tag."""
    if not len(example.tokens):
        return
    encoded = model.encoder.windows(example.tokens.words)
    for number, ids in enumerate(encoded["input_ids"]):
        tags = [IGNORED] * len(ids)
        for word, piece in first_pieces(encoded.word_ids(number)):
            tags[piece] = int(example.tags[word])
        yield ids, tags


def _signature(model: TransformerModel, train: Sequence[Example], settings: TransformerSettings) -> str:
    """Hash of settings, base and examples."""
    facts = [asdict(settings), model.card.training, model.tags]
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode())
    for example in train:
        digest.update("\0".join(example.tokens.words).encode("utf-8", "surrogatepass"))
        digest.update(example.tags.tobytes())
    return digest.hexdigest()
