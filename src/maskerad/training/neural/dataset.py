"""Annotated documents as windows of numbers for training."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np
import torch
from numpy.typing import NDArray

from maskerad.core.span import Span
from maskerad.recognisers.neural.network import spelling_codes
from maskerad.recognisers.neural.tokens import Tokens, word_form
from maskerad.recognisers.neural.vocabulary import UNKNOWN, Vocabulary
from maskerad.text.codes import Code, encode
from maskerad.training.neural.tagger_model import Batch


@dataclass(frozen=True, slots=True)
class Example:
    """One document for training. T tokens.

    Attributes:
        tokens: What is read of it.
        spans: The right ones.
        tags: Numbers of the right tags, shape (T,).
        states: Of the language models, half precision, shape (T, S).
        n_unencodable: Spans that tags cannot say.
    """

    tokens: Tokens
    spans: tuple[Span, ...] = field(repr=False)
    tags: NDArray[np.int64] = field(repr=False)
    states: NDArray[np.float16] = field(repr=False)
    n_unencodable: int = 0


def tagged(tokens: Tokens, spans: Sequence[Span], code: Code, numbers: dict[str, int]) -> tuple[Tokens, list[int], int]:
    """Tokens split where a span begins or ends inside one, their tags, and how many spans tags cannot say."""
    coded = encode(zip(tokens.starts.tolist(), tokens.ends.tolist(), strict=True), spans, code)
    tags = [numbers[tag] for tag in coded.tags]
    if len(coded.tokens) != len(tokens):
        tokens = _split(tokens, coded.tokens)
    return tokens, tags, len(coded.unencodable)


def _split(tokens: Tokens, pieces: Sequence[tuple[int, int]]) -> Tokens:
    """The same tokens cut finer; what was known of a token is known of its pieces."""
    starts, ends = (np.array(side, dtype=np.int32) for side in zip(*pieces, strict=True))
    parents = np.searchsorted(tokens.starts, starts, side="right") - 1
    words = [
        tokens.words[parent][start - tokens.starts[parent] : end - tokens.starts[parent]]
        for parent, start, end in zip(parents, starts, ends, strict=True)
    ]
    return Tokens(words, starts, ends, tokens.columns[parents], tokens.lists[parents])


@dataclass(frozen=True, slots=True)
class Cutting:
    """How documents become batches.

    Attributes:
        window: Tokens of a window.
        batch: Windows of a batch.
        n_always: The first so many documents are read in every epoch; of the others as many are drawn for each.
    """

    window: int
    batch: int
    n_always: int


class WindowBatches:
    """Documents as batches of windows, cut anew in every epoch.

    Args:
        examples: The documents.
        words, characters: Vocabularies.
        cutting: How they are cut.
    """

    def __init__(
        self, examples: Sequence[Example], words: Vocabulary, characters: Vocabulary, cutting: Cutting
    ) -> None:
        self._examples = examples
        self._cutting = cutting
        types = {word: None for example in examples for word in example.tokens.words}
        index = {word: number for number, word in enumerate(types)}
        self._types = [np.array([index[w] for w in example.tokens.words], dtype=np.int64) for example in examples]
        self._words = words.numbers(map(word_form, types)).astype(np.int64)
        self._spellings = spelling_codes(list(types), characters).astype(np.int64)

    def epoch(self, random: np.random.Generator, unknown_share: float) -> Iterator[Batch]:
        """All windows of an epoch's documents once, in a random order, cut at random places."""
        pieces = [piece for number in self._drawn(random) for piece in self._cut(number, random)]
        order = random.permutation(len(pieces))
        noise = random.random(len(order)) * 0.2
        by_length = sorted(order, key=lambda n: -(pieces[n][2] - pieces[n][1]) * (1 + noise[n]))
        batch = self._cutting.batch
        starts = random.permutation(range(0, len(pieces), batch))
        for start in starts:
            yield self._made([pieces[n] for n in by_length[start : start + batch]], random, unknown_share)

    @property
    def n_batches(self) -> int:
        """About how many batches an epoch has."""
        window, n_documents = self._cutting.window, len(self._examples)
        lengths = [len(example.tags) / window for example in self._examples]
        n_windows = sum(1 + length if length > 1 else 1 for length in lengths)  # a cut at random leaves two stumps
        share = min(1.0, 2 * self._cutting.n_always / max(1, n_documents))
        return max(1, ceil(n_windows * share / self._cutting.batch))

    def _drawn(self, random: np.random.Generator) -> list[int]:
        """Numbers of an epoch's documents."""
        n_always = self._cutting.n_always
        n_others = len(self._examples) - n_always
        drawn = random.permutation(n_others)[:n_always] + n_always if n_others else ()
        return [*range(n_always), *map(int, drawn)]

    def _cut(self, number: int, random: np.random.Generator) -> Iterator[tuple[int, int, int]]:
        length, window = len(self._examples[number].tags), self._cutting.window
        first = int(random.integers(1, window + 1)) if length > window else length
        borders = [0, *range(first, length, window), length]
        for start, stop in itertools.pairwise(borders):
            if start < stop:
                yield number, start, stop

    def _made(self, pieces: Sequence[tuple[int, int, int]], random: np.random.Generator, unknown_share: float) -> Batch:
        length = max(stop - start for _, start, stop in pieces)
        size = (length, len(pieces))
        first = self._examples[0]
        types = np.zeros(size, dtype=np.int64)
        tags = np.zeros(size, dtype=np.int64)
        mask = np.zeros(size, dtype=bool)
        backwards = np.tile(np.arange(length)[:, None], (1, len(pieces)))
        columns = np.zeros((*size, first.tokens.columns.shape[1]), dtype=np.int64)
        lists = np.zeros((*size, first.tokens.lists.shape[1]), dtype=np.float32)
        states = np.zeros((*size, first.states.shape[1]), dtype=np.float32)
        edges = np.zeros((2, len(pieces)), dtype=bool)
        for column, (number, start, stop) in enumerate(pieces):
            example, n = self._examples[number], stop - start
            types[:n, column] = self._types[number][start:stop]
            tags[:n, column] = example.tags[start:stop]
            mask[:n, column] = True
            backwards[:n, column] = np.arange(n)[::-1]
            columns[:n, column] = example.tokens.columns[start:stop]
            lists[:n, column] = example.tokens.lists[start:stop]
            states[:n, column] = example.states[start:stop]
            edges[:, column] = start == 0, stop == len(example.tags)
        used, local = np.unique(types, return_inverse=True)
        words = np.where(random.random(len(used)) < unknown_share, UNKNOWN, self._words[used])
        arrays = (
            local.reshape(size),
            words,
            self._spellings[used],
            columns,
            lists,
            states,
            tags,
            mask,
            backwards,
            edges,
        )
        return Batch(*map(torch.from_numpy, arrays))
