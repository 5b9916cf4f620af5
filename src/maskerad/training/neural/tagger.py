"""Training of a BiLSTM-CRF."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save
from torch import nn

from maskerad.core.errors import ConfigError
from maskerad.core.span import Span
from maskerad.corpora.files.atomic import write_whole
from maskerad.corpora.files.partial import FOLDER_MODE
from maskerad.evaluation.counts import Counts
from maskerad.evaluation.matching import exact_counts
from maskerad.recognisers.neural.averaged import Averaged
from maskerad.recognisers.neural.charlm import CharacterLM
from maskerad.recognisers.neural.lstm import Floats
from maskerad.recognisers.neural.network import Network
from maskerad.recognisers.neural.settings import NetworkSettings
from maskerad.recognisers.neural.tokens import LISTS, Tokens, columns, word_form
from maskerad.recognisers.neural.viterbi import Chain, Tags, best_paths
from maskerad.recognisers.neural.vocabulary import N_SPECIAL, Vocabulary
from maskerad.text.codes import Code, all_tags, decode
from maskerad.training.neural.crf import LAYERS
from maskerad.training.neural.dataset import Cutting, Example, WindowBatches
from maskerad.training.neural.descent import Descent
from maskerad.training.neural.progress import Meter, Report, silent
from maskerad.training.neural.schedule import LEAST_RATE, halved, one_cycle
from maskerad.training.neural.tagger_model import Sizes, Tagger
from maskerad.training.neural.torch_setup import prepare
from maskerad.training.neural.vectors import WordVectors

OPTIMISERS = ("adamw", "sgd")
BEST_FILE = "best.safetensors"
WEIGHT_DECAY = 1e-2
SCORED_AT_ONCE = 32  # documents


@dataclass(frozen=True, slots=True)
class TaggerSettings:
    """How a BiLSTM-CRF is trained.

    Attributes:
        network: Sizes of the layers.
        code: How spans are written as tags.
        layer: Above the LSTM: ``crf``, or ``softmax`` for each tag by itself.
        optimiser: ``adamw`` with one cycle of the learning rate, or ``sgd`` with halving (Trienes et al. 2020).
        rate: Highest learning rate.
        epochs: Greatest number of times the documents are read.
        patience: Epochs without a better score on the development part before training stops.
        score_every: Epochs between two scores.
        batch: Windows of a batch.
        dropout: Locked dropout before and after the LSTM.
        word_dropout: Share of the tokens of which nothing is read.
        unknown_share: Share of the word types of a batch read as unknown, so that spelling is learnt from.
        average: Decay of the running mean of the weights, which is what is scored and kept; 0 keeps the last ones.
        clip: Greatest norm of the gradient.
        seed: Of everything random.
        n_threads: Threads of torch.
        is_mixed: Matrix products in bfloat16.
    """

    network: NetworkSettings = field(default_factory=NetworkSettings)
    code: Code = Code.BIOES
    layer: str = "crf"
    optimiser: str = "adamw"
    rate: float = 2e-3
    epochs: int = 40
    patience: int = 12
    score_every: int = 1
    batch: int = 16
    dropout: float = 0.25  # on MEDDOCAN .5 underfits, also with language models
    word_dropout: float = 0.05
    unknown_share: float = 0.05
    average: float = 0.995
    clip: float = 5.0
    seed: int = 1
    n_threads: int = 1
    is_mixed: bool = True

    def __post_init__(self) -> None:
        if self.optimiser not in OPTIMISERS:
            raise ConfigError(f"optimiser {self.optimiser!r}; allowed: {', '.join(OPTIMISERS)}")
        if self.layer not in LAYERS:
            raise ConfigError(f"layer {self.layer!r}; allowed: {', '.join(LAYERS)}")
        if self.epochs < 1 or self.batch < 1 or not 0 <= self.dropout < 1:
            raise ConfigError("training needs an epoch, a window in a batch, and a dropout in [0, 1)")


@dataclass(frozen=True, slots=True)
class Corpus:
    """What a tagger is trained on.

    Attributes:
        train: To learn from.
        dev: To choose the best epoch on.
        labels: All labels of both.
        vectors: Of words, if any; they stay as they are, and the words they have become known.
        language_models: Whose states the examples hold.
        silver: Annotated by a model; each epoch reads as many of them as there are in ``train``, others each time.
    """

    train: Sequence[Example] = field(repr=False)
    dev: Sequence[Example] = field(repr=False)
    labels: tuple[str, ...]
    vectors: WordVectors | None = field(default=None, repr=False)
    language_models: Sequence[CharacterLM] = field(default=(), repr=False)
    silver: Sequence[Example] = field(default=(), repr=False)

    @property
    def learnt(self) -> Sequence[Example]:
        """All that is learnt from."""
        return (*self.train, *self.silver)


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained network, and how training went.

    Attributes:
        network: With the weights of the best epoch.
        tags: In the order of their numbers.
        best: Counts of that epoch on the development part.
        epochs: Epochs trained.
    """

    network: Network
    tags: tuple[str, ...]
    best: Counts
    epochs: int


def train_tagger(corpus: Corpus, settings: TaggerSettings, folder: Path, report: Report = silent) -> Trained:
    """Trains in a folder, going on from its last checkpoint if there is one.

    Raises:
        ConfigError: If the folder holds a checkpoint of another run.
    """
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    prepare(settings.seed, settings.n_threads)
    return _TaggerRun(corpus, settings, folder, report).train()


class _TaggerRun:
    """One training run."""

    def __init__(self, corpus: Corpus, settings: TaggerSettings, folder: Path, report: Report) -> None:
        self.corpus, self.settings, self.folder, self.report = corpus, settings, folder, report
        self.tags = tuple(all_tags(corpus.labels, settings.code))
        self.words, self.characters = vocabularies(corpus)
        network = settings.network
        n_states = sum(model.hidden for model in corpus.language_models)
        self.network = network if n_states else replace(network, context=0)
        if corpus.vectors is not None:
            self.network = replace(self.network, word=corpus.vectors.vectors.shape[1])
        sizes = Sizes(len(self.words), len(self.characters), tuple(c.size for c in columns()), len(LISTS), n_states)
        self.model = Tagger(
            self.network, sizes, self.tags, settings.code, settings.dropout, settings.word_dropout, settings.layer
        )
        if corpus.vectors is not None:
            _fill(self.model.word, corpus.vectors)
        if self.network.context:
            _scale(self.model.context, corpus.train)
        self.averaged = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        signature = _signature(corpus, settings)
        self.descent = Descent(self.model, self._optimiser(), settings.clip, folder, signature)
        cutting = Cutting(network.window_tokens, settings.batch, n_always=len(corpus.train))
        self.batches = WindowBatches(corpus.learnt, self.words, self.characters, cutting)
        self.losses: list[float] = []
        self.scores: list[float] = []
        self.step = 0

    def _optimiser(self) -> torch.optim.Optimizer:
        learnt = [parameter for parameter in self.model.parameters() if parameter.requires_grad]
        if self.settings.optimiser == "sgd":
            return torch.optim.SGD(learnt, lr=self.settings.rate)
        return torch.optim.AdamW(learnt, lr=self.settings.rate, weight_decay=WEIGHT_DECAY)

    def train(self) -> Trained:
        self._go_on()
        total = self.settings.epochs * self.batches.n_batches
        meter = Meter(self.report, total, len(self.losses) * self.batches.n_batches)
        while not self._is_over():
            epoch = len(self.losses)
            self.losses.append(self._epoch(epoch, meter))
            note = self._score() if (epoch + 1) % self.settings.score_every == 0 else ""
            self._save()
            meter.tell(f"epoch {epoch + 1}", note)
        return self._best()

    def _is_over(self) -> bool:
        if len(self.losses) >= self.settings.epochs:
            return True
        waited = len(self.scores) - 1 - self.scores.index(max(self.scores)) if self.scores else 0
        if waited * self.settings.score_every >= self.settings.patience:
            return True
        return self.settings.optimiser == "sgd" and self.settings.rate * halved(self.losses) < LEAST_RATE

    def _epoch(self, epoch: int, meter: Meter) -> float:
        random = np.random.default_rng([self.settings.seed, epoch])
        self.model.train()
        losses = []
        for batch in self.batches.epoch(random, self.settings.unknown_share):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.settings.is_mixed):
                emissions = self.model(batch)
            loss = self.model.crf.loss(emissions, batch.tags, batch.mask, batch.edges)
            losses.append(self.descent.step(loss, self.settings.rate * self._factor(), epoch))
            self.step += 1
            self._average()
            meter.add(1, losses[-1], f"epoch {epoch + 1}")
        return sum(losses) / len(losses)

    def _factor(self) -> float:
        if self.settings.optimiser == "sgd":
            return halved(self.losses)
        return one_cycle(min(1.0, self.step / (self.settings.epochs * self.batches.n_batches)))

    def _average(self) -> None:
        decay = min(self.settings.average, self.step / (self.step + 10))  # young means forget faster
        for name, value in self.model.state_dict().items():
            self.averaged[name].lerp_(value, 1 - decay)

    def _score(self) -> str:
        counts = score(self._network(self.averaged), self.tags, self.corpus.dev)
        f1 = counts.score.f1 or 0.0
        if not self.scores or f1 > max(self.scores):
            write_whole(self.folder / BEST_FILE, save(self.averaged))
        self.scores.append(f1)
        return f"F1 on dev {f1:.4f}"

    def _network(self, weights: Mapping[str, torch.Tensor]) -> Network:
        arrays = {name: value.numpy() for name, value in weights.items()}
        return make_network(self, arrays)

    def _best(self) -> Trained:
        network = self._network(load_file(self.folder / BEST_FILE))
        counts = score(network, self.tags, self.corpus.dev)
        return Trained(network, self.tags, counts, len(self.losses))

    def _go_on(self) -> None:
        checkpoint = self.descent.resume()
        if checkpoint is None:
            return
        self.losses, self.scores = list(checkpoint.facts["losses"]), list(checkpoint.facts["scores"])
        self.step = int(checkpoint.facts["step"])
        averaged = {n: t for n, t in checkpoint.tensors.items() if n.startswith("averaged.")}
        self.averaged = {name.removeprefix("averaged."): tensor for name, tensor in averaged.items()}

    def _save(self) -> None:
        others = {f"averaged.{name}": value for name, value in self.averaged.items()}
        self.descent.save({"losses": self.losses, "scores": self.scores, "step": self.step}, **others)


def make_network(run: _TaggerRun, weights: Mapping[str, Floats]) -> Network:
    """The network as numpy runs it."""
    chain = Chain(weights["crf.start"], weights["crf.transitions"], weights["crf.end"])
    return Network(
        run.network,
        run.words,
        run.characters,
        weights,
        chain.masked(run.tags, run.settings.code),
        run.corpus.language_models,
    )


def predict(network: Network | Averaged, tags: Sequence[str], examples: Sequence[Example]) -> list[list[Span]]:
    """Spans of each example, some examples at a time: what is computed of a token takes thousands of numbers."""
    predicted: list[list[Span]] = []
    for first in range(0, len(examples), SCORED_AT_ONCE):
        group = examples[first : first + SCORED_AT_ONCE]
        states = [example.states.astype(np.float32) for example in group]
        paths = best_paths(network.emissions([example.tokens for example in group], states), network.chain)
        predicted += [spans_of(example.tokens, path, tags) for example, path in zip(group, paths, strict=True)]
    return predicted


def spans_of(tokens: Tokens, path: Tags, tags: Sequence[str]) -> list[Span]:
    """Spans of one tagged document."""
    offsets = list(zip(tokens.starts.tolist(), tokens.ends.tolist(), strict=True))
    return decode(offsets, [tags[number] for number in path])


def score(network: Network, tags: Sequence[str], examples: Sequence[Example]) -> Counts:
    """Exact counts, label and both ends."""
    counts = Counts(0, 0, 0)
    for example, spans in zip(examples, predict(network, tags, examples), strict=True):
        counts += sum(exact_counts(example.spans, spans).values(), Counts(0, 0, 0))
    return counts


def vocabularies(corpus: Corpus) -> tuple[Vocabulary, Vocabulary]:
    """Words of what is learnt from and of the vectors; characters of what is learnt from."""
    seen = Counter(word for example in corpus.learnt for word in example.tokens.words)
    forms: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    for word, count in seen.items():
        forms[word_form(word)] += count
        letters.update(dict.fromkeys(word, count))
    if corpus.vectors is None:
        return Vocabulary.counted(forms, 2), Vocabulary.counted(letters, 3)
    return Vocabulary.of(corpus.vectors.words), Vocabulary.counted(letters, 3)


def _scale(layer: nn.Linear, examples: Sequence[Example]) -> None:
    """Begins with projections as large as what else is read: states of language models are small, and would be lost."""
    sample = np.concatenate([example.states[:200] for example in examples[:100]]).astype(np.float32)
    spread = max(float(sample.std()), 1e-3)
    nn.init.normal_(layer.weight, std=1 / (spread * layer.in_features**0.5))


def _fill(layer: nn.Embedding, vectors: WordVectors) -> None:
    """Puts vectors into a layer, which learns no more: words that are not in the training part stay comparable."""
    scaled = vectors.vectors / max(1e-9, float(vectors.vectors.std(dtype=np.float64)))
    with torch.no_grad():
        layer.weight.zero_()
        layer.weight[N_SPECIAL:] = torch.from_numpy(scaled)
    layer.weight.requires_grad_(False)


def _signature(corpus: Corpus, settings: TaggerSettings) -> str:
    """Hash of settings and of all that is learnt from and scored on."""
    digest = hashlib.sha256(json.dumps(asdict(settings), sort_keys=True).encode())
    for part in (corpus.train, corpus.silver, corpus.dev):
        for example in part:
            digest.update("\0".join(example.tokens.words).encode("utf-8", "surrogatepass"))
            digest.update(repr([(span.start, span.end, span.label) for span in example.spans]).encode())
            for numbers in (example.tags, example.tokens.columns, example.tokens.lists, example.states):
                digest.update(numbers.tobytes())
    if corpus.vectors is not None:
        digest.update("\0".join(corpus.vectors.words).encode())
        digest.update(corpus.vectors.vectors.tobytes())
    return digest.hexdigest()
