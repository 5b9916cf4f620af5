"""The BiLSTM-CRF as torch sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from maskerad.recognisers.neural.settings import NetworkSettings
from maskerad.text.codes import Code
from maskerad.training.neural.crf import LAYERS

KERNEL = 3


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers that the corpus decides."""

    words: int
    characters: int
    columns: tuple[int, ...]
    lists: int
    states: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows side by side. T tokens, B windows, U distinct words, C characters of a word.

    Attributes:
        types: Number of each token's word within ``spellings``, shape (T, B).
        words: Vocabulary number of each distinct word, shape (U,).
        spellings: Characters of each distinct word, shape (U, C).
        columns: Feature columns, shape (T, B, F).
        lists: Shape (T, B, G).
        states: Of the language models, shape (T, B, S).
        tags: Shape (T, B).
        mask: True for tokens, shape (T, B).
        backwards: For each place the place that it has when its window is read from its end, shape (T, B).
        edges: Whether a window begins and ends its document, shape (2, B).
    """

    types: Tensor
    words: Tensor
    spellings: Tensor
    columns: Tensor
    lists: Tensor
    states: Tensor
    tags: Tensor
    mask: Tensor
    backwards: Tensor
    edges: Tensor


class LockedDropout(nn.Module):
    """Drops the same dimensions at every token of a sequence (Gal and Ghahramani 2016)."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, values: Tensor) -> Tensor:
        """Shape (T, B, D) as given."""
        if not self.training or not self.share:
            return values
        kept = torch.bernoulli(torch.full_like(values[:1], 1 - self.share))
        return values * kept / (1 - self.share)


class WordDropout(nn.Module):
    """Drops all that is read of a token."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, values: Tensor) -> Tensor:
        """Shape (T, B, D) as given."""
        if not self.training or not self.share:
            return values
        return values * torch.bernoulli(torch.full_like(values[..., :1], 1 - self.share))


class CharacterCNN(nn.Module):
    """Spelling of a word: convolution over its characters, greatest value of each filter."""

    def __init__(self, n_characters: int, settings: NetworkSettings) -> None:
        super().__init__()
        self.embedding = nn.Embedding(n_characters, settings.character)
        self.convolution = nn.Conv1d(settings.character, settings.spelling, KERNEL, padding=KERNEL - 1)

    def forward(self, spellings: Tensor) -> Tensor:
        """Shape (U, C) to (U, spelling)."""
        return torch.relu(self.convolution(self.embedding(spellings).transpose(1, 2)).amax(2))


class CharacterLSTM(nn.Module):
    """Spelling of a word: last states of an LSTM forward and of one backward over its characters."""

    def __init__(self, n_characters: int, settings: NetworkSettings) -> None:
        super().__init__()
        self.embedding = nn.Embedding(n_characters, settings.character)
        self.forwards = nn.LSTM(settings.character, settings.spelling // 2)
        self.backwards = nn.LSTM(settings.character, settings.spelling - settings.spelling // 2)

    def forward(self, spellings: Tensor) -> Tensor:
        """Shape (U, C) to (U, spelling)."""
        values = self.embedding(spellings).transpose(0, 1)
        return torch.cat([self.forwards(values)[1][0][0], self.backwards(values.flip(0))[1][0][0]], 1)


class Tagger(nn.Module):
    """Embeddings, one bidirectional LSTM, a linear layer, a CRF (Trienes et al. 2020, section 4.3) or none.

    Args:
        settings: Sizes of the layers.
        sizes: What the corpus decides.
        tags: All tags.
        code: What they are written in.
        dropout: Share of the dimensions dropped before and after the LSTM.
        word_dropout: Share of the tokens dropped.
        layer: Above the LSTM, one of ``crf.LAYERS``.
    """

    def __init__(
        self,
        settings: NetworkSettings,
        sizes: Sizes,
        tags: Sequence[str],
        code: Code,
        dropout: float = 0.5,
        word_dropout: float = 0.05,
        layer: str = "crf",
    ) -> None:
        super().__init__()
        self.settings = settings
        spelling = {"cnn": CharacterCNN, "lstm": CharacterLSTM}[settings.character_network]
        n_inputs = len(sizes.columns) * settings.feature
        if settings.word:
            self.word = nn.Embedding(sizes.words, settings.word)
            n_inputs += settings.word
        if settings.spelling:
            self.spelling = spelling(sizes.characters, settings)
            n_inputs += settings.spelling
        if settings.feature:
            self.columns = nn.ModuleList(nn.Embedding(size, settings.feature) for size in sizes.columns)
        if settings.lists:
            self.lists = nn.Linear(sizes.lists, settings.lists)
            n_inputs += settings.lists
        if settings.context:
            self.context = nn.Linear(sizes.states, settings.context)
            n_inputs += settings.context
        self.word_dropout = WordDropout(word_dropout)
        self.locked_dropout = LockedDropout(dropout)
        self.forwards = nn.LSTM(n_inputs, settings.hidden)
        self.backwards = nn.LSTM(n_inputs, settings.hidden)
        self.output = nn.Linear(2 * settings.hidden, len(tags))
        self.crf = LAYERS[layer](tags, code)

    def forward(self, batch: Batch) -> Tensor:
        """Emissions, shape (T, B, L)."""
        inputs = self.locked_dropout(self.word_dropout(self._inputs(batch)))
        turned = _turned(inputs, batch.backwards)
        hidden = torch.cat([self.forwards(inputs)[0], _turned(self.backwards(turned)[0], batch.backwards)], 2)
        emissions: Tensor = self.output(self.locked_dropout(hidden))
        return emissions.float()

    def loss(self, batch: Batch) -> Tensor:
        """Mean negative log-likelihood of a token."""
        return self.crf.loss(self(batch), batch.tags, batch.mask, batch.edges)

    def _inputs(self, batch: Batch) -> Tensor:
        parts: list[Tensor] = []
        of_type = []
        if self.settings.word:
            of_type.append(self.word(batch.words))
        if self.settings.spelling:
            of_type.append(self.spelling(batch.spellings).float())
        if of_type:
            parts.append(torch.cat(of_type, 1)[batch.types])
        if self.settings.feature:
            parts += [layer(batch.columns[:, :, i]) for i, layer in enumerate(self.columns)]
        if self.settings.lists:
            parts.append(self.lists(batch.lists).float())
        if self.settings.context:
            parts.append(self.context(batch.states).float())
        return torch.cat(parts, 2)


def _turned(values: Tensor, order: Tensor) -> Tensor:
    """Each window read from its end; twice gives back what was."""
    return values.gather(0, order[:, :, None].expand_as(values))
