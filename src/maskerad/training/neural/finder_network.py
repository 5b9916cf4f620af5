"""Trains the network beside the field of a finder: one for all languages, of which each keeps what its texts show.

It reads copies of the records too, in which everybody has another name, town and number, and chance hides much of what
it reads, words above all: so it learns what stands around a name more than the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from maskerad.recognisers.finder.network import WIDTH, Layers, in_integers
from maskerad.text.codes import OUTSIDE, Code, all_tags
from maskerad.training.neural.finder_texts import UNSCORED, Material, Text, Texts, joined
from maskerad.training.neural.schedule import one_cycle
from maskerad.training.neural.torch_setup import prepare

CLIP = 5.0
FIRST_SPREAD = 0.1  # of the vectors before anything is learnt

OnEpoch = Callable[[int, float], None]  # number from 1, mean loss


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a network is trained.

    Attributes:
        size: Numbers of a vector and of a state.
        dilations: How far each layer looks before and behind a token.
        epochs: How often each record is read, itself or a copy.
        rate: Highest learning rate (AdamW; Loshchilov and Hutter 2019).
        decay: Of the weights.
        batch_tokens: A batch holds so many at least; records stay whole.
        hidden_words: Share of the tokens whose word is not read.
        hidden_features: Share of all features that are not read.
        dropout: Of states.
        copied: How often a copy is read in place of the record.
        smoothing: Of classes.
        average: Decay of the running mean of the weights, which is what is kept.
        min_records: A feature stays that so many records have.
        min_own: A language keeps the vectors of what so many of its own records have.
        share: What its scores are multiplied by before the field adds them to its own.
        seed: Of all that is drawn.
    """

    size: int = 64
    dilations: tuple[int, ...] = (1, 2, 4, 1)
    epochs: int = 12
    rate: float = 3e-3
    decay: float = 0.02
    batch_tokens: int = 3000
    hidden_words: float = 0.15
    hidden_features: float = 0.1
    dropout: float = 0.2
    copied: float = 0.6
    smoothing: float = 0.02
    average: float = 0.998
    min_records: int = 2
    min_own: int = 3
    share: float = 0.5
    seed: int = 1


def fit_network(
    materials: Sequence[Material], recipe: Recipe, on_epoch: OnEpoch = lambda number, loss: None
) -> list[Layers]:
    """Learns one network. The same call gives the same bytes with one version of torch on one kind of processor.

    Args:
        materials: One a language.
        recipe: How.
        on_epoch: Is told how far it is.

    Returns:
        For each language the layers, with the vectors of what its own texts show and scores for the tags of all labels.
    """
    prepare(recipe.seed)
    texts = Texts(materials, recipe.min_records, recipe.min_own)
    network = _Network(len(texts.rows), len(texts.labels) + 1, recipe)
    learnt = _learnt(network, texts, recipe, on_epoch)
    return [_layers(learnt, texts, at, recipe) for at in range(len(materials))]


class _Network(nn.Module):
    """What ``recognisers.finder.network`` runs, with what is hidden from it while it learns."""

    def __init__(self, n_rows: int, n_classes: int, recipe: Recipe) -> None:
        super().__init__()
        self._recipe = recipe
        self.vectors = nn.EmbeddingBag(n_rows, recipe.size, mode="sum", include_last_offset=True)
        nn.init.normal_(self.vectors.weight, 0, FIRST_SPREAD)
        self.bias = nn.Parameter(torch.zeros(recipe.size))
        self.layers = nn.ModuleList(
            nn.Conv1d(recipe.size, recipe.size, WIDTH, padding=dilation, dilation=dilation)
            for dilation in recipe.dilations
        )
        self.out = nn.Linear(recipe.size, n_classes)

    def forward(self, text: Text, is_word: Tensor) -> Tensor:
        """Scores of the classes at each place, shape (P, classes)."""
        is_token = (text.classes != UNSCORED).float()
        begins = functional.pad(text.n_rows.cumsum(0), (1, 0))
        sums = self.vectors(text.rows, begins, per_sample_weights=self._seen(text, is_word))
        states = self._dropped(functional.relu(sums + self.bias) * is_token[:, None]).T[None]
        for layer in self.layers:
            states = self._dropped(states + functional.relu(layer(states)) * is_token)
        scores: Tensor = self.out(states[0].T)
        return scores

    def _seen(self, text: Text, is_word: Tensor) -> Tensor:
        """1 for each feature that is read, 0 for one that chance hides."""
        seen = torch.rand(len(text.rows)) >= self._recipe.hidden_features
        hides_word = torch.rand(len(text)) < self._recipe.hidden_words
        of_place = hides_word.repeat_interleave(text.n_rows)
        return (seen & ~(is_word[text.rows] & of_place)).float()

    def _dropped(self, states: Tensor) -> Tensor:
        return functional.dropout(states, self._recipe.dropout)


def _learnt(network: _Network, texts: Texts, recipe: Recipe, on_epoch: OnEpoch) -> Mapping[str, Tensor]:
    """The running mean of the weights after all epochs."""
    is_word = texts.is_word
    averaged = {name: weight.detach().clone() for name, weight in network.named_parameters()}
    optimiser = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    draw = np.random.default_rng(recipe.seed)
    n_tokens = sum(map(len, (text for first, *_ in texts.records for text in first)))
    n_steps = recipe.epochs * (n_tokens // recipe.batch_tokens + 1)
    step = 0
    for epoch in range(recipe.epochs):
        losses = []
        for batch in _batches(texts, recipe, draw):
            optimiser.param_groups[0]["lr"] = recipe.rate * one_cycle(min(1.0, step / n_steps))
            loss = functional.cross_entropy(
                network(batch, is_word), batch.classes, ignore_index=UNSCORED, label_smoothing=recipe.smoothing
            )
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch does not type it
            nn.utils.clip_grad_norm_(network.parameters(), CLIP)
            optimiser.step()
            step += 1
            decay = min(recipe.average, step / (step + 10))  # young means forget faster
            for name, weight in network.named_parameters():
                averaged[name].lerp_(weight.detach(), 1 - decay)
            losses.append(float(loss.detach()))
        on_epoch(epoch + 1, sum(losses) / len(losses))
    return averaged


def _batches(texts: Texts, recipe: Recipe, draw: np.random.Generator) -> Iterator[Text]:
    """All records once in an order by chance, each itself or a copy of it."""
    room = max(recipe.dilations)
    batch: list[Text] = []
    for at in draw.permutation(len(texts.records)).tolist():
        itself, *copies = texts.records[at]
        batch += copies[draw.integers(len(copies))] if copies and draw.random() < recipe.copied else itself
        if sum(map(len, batch)) >= recipe.batch_tokens:
            yield joined(batch, room)
            batch = []
    if batch:
        yield joined(batch, room)


def _layers(learnt: Mapping[str, Tensor], texts: Texts, at: int, recipe: Recipe) -> Layers:
    """As a language keeps them: with its own vectors."""
    tags = all_tags(texts.labels, Code.BIO)
    shown = texts.shown(at)
    rows, units = in_integers(learnt["vectors.weight"][list(shown.values())].numpy())
    classes = [0 if tag == OUTSIDE else texts.labels.index(tag.partition("-")[2]) + 1 for tag in tags]
    n = len(recipe.dilations)
    kernels = [learnt[f"layers.{layer}.weight"].permute(2, 1, 0).flatten(0, 1) for layer in range(n)]
    return Layers(
        tuple(tags),
        recipe.dilations,
        {name: row for row, name in enumerate(shown)},
        rows,
        units,
        learnt["bias"].numpy(),
        torch.stack(kernels).half().numpy(),
        torch.stack([learnt[f"layers.{layer}.bias"] for layer in range(n)]).numpy(),
        (recipe.share * learnt["out.weight"][classes].T).half().numpy(),
        (recipe.share * learnt["out.bias"][classes]).numpy(),
    )
