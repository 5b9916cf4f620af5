"""A trained BiLSTM-CRF in numpy: emissions and best tags of documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.neural.charlm import CharacterLM
from maskerad.recognisers.neural.lstm import LSTM, Floats
from maskerad.recognisers.neural.settings import NetworkSettings
from maskerad.recognisers.neural.tokens import Tokens, word_form
from maskerad.recognisers.neural.viterbi import Chain
from maskerad.recognisers.neural.vocabulary import EDGE, Vocabulary
from maskerad.recognisers.neural.windows import Window, windows

SPELLING_CHARS = 20  # of a longer word its first and its last ten
WINDOWS_AT_ONCE = 64
WORDS_MAX = 10_000  # each takes 8H numbers

Weights = Mapping[str, Floats]


def spelling_codes(words: Sequence[str], characters: Vocabulary) -> NDArray[np.int32]:
    """Characters of each word, shape (words, SPELLING_CHARS); places behind a short word hold EDGE."""
    half = SPELLING_CHARS // 2
    codes = np.full((len(words), SPELLING_CHARS), EDGE, dtype=np.int32)
    for row, word in enumerate(words):
        shown = word if len(word) <= SPELLING_CHARS else word[:half] + word[-half:]
        codes[row, : len(shown)] = characters.numbers(shown)
    return codes


@dataclass(frozen=True, slots=True)
class Network:
    """All layers of a BiLSTM-CRF, their weights under the names of the torch module.

    The input of the LSTMs is a concatenation, so what each part adds to the gates is a product of its own; for parts
    with few values (columns, word lists, words met before) the products are made once and kept. Shapes below: G is
    8H, the gates of both directions side by side.

    Attributes:
        settings: Sizes of the layers.
        words: Vocabulary of word forms.
        characters: Vocabulary of characters.
        weights: As trained.
        chain: Of the CRF, masked.
        language_models: Whose states are read, forward first.
    """

    settings: NetworkSettings
    words: Vocabulary = field(repr=False)
    characters: Vocabulary = field(repr=False)
    weights: Weights = field(repr=False)
    chain: Chain = field(repr=False)
    language_models: Sequence[CharacterLM] = field(repr=False)
    _parts: _Parts = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parts", _Parts(self))

    def states(self, text: str, tokens: Tokens) -> Floats:
        """States of the language models at each token, shape (T, S)."""
        layers = [model.states(text, tokens.starts, tokens.ends) for model in self.language_models]
        return np.concatenate(layers, axis=1) if layers else np.zeros((len(tokens), 0), dtype=np.float32)

    def emissions(self, documents: Sequence[Tokens], states: Sequence[Floats]) -> list[Floats]:
        """Scores of the tags at each token of each document, shape (T, L), from its tokens and ``states``."""
        return self._windowed([self._gates(*pair) for pair in zip(documents, states, strict=True)])

    def _gates(self, tokens: Tokens, states: Floats) -> Floats:
        """What the inputs of each token add to the gates, shape (T, G)."""
        parts = self._parts
        gates = parts.of_words(tokens.words)
        gates += parts.small_inputs(tokens) @ parts.small
        if self.settings.context:
            gates += states @ parts.context
        return gates

    def _windowed(self, gates: Sequence[Floats]) -> list[Floats]:
        """Emissions of whole documents from overlapping windows, many side by side."""
        size, margin = self.settings.window_tokens, self.settings.margin_tokens
        n_tags = len(self.chain.start)
        emissions = [np.empty((len(document), n_tags), dtype=np.float32) for document in gates]
        jobs = [(n, w) for n, document in enumerate(gates) for w in windows(len(document), size, margin)]
        jobs.sort(key=lambda job: job[1].stop - job[1].start)
        for start in range(0, len(jobs), WINDOWS_AT_ONCE):
            self._run(jobs[start : start + WINDOWS_AT_ONCE], gates, emissions)
        return emissions

    def _run(self, jobs: Sequence[tuple[int, Window]], gates: Sequence[Floats], emissions: Sequence[Floats]) -> None:
        """Runs some windows, which ascend in length."""
        hidden = self.settings.hidden
        length = max(window.stop - window.start for _, window in jobs)
        forwards = np.zeros((length, len(jobs), 4 * hidden), dtype=np.float32)
        backwards = np.zeros_like(forwards)
        for column, (number, window) in enumerate(jobs):
            piece = gates[number][window.start : window.stop]
            forwards[: len(piece), column] = piece[:, : 4 * hidden]
            backwards[: len(piece), column] = piece[::-1, 4 * hidden :]
        ahead = self._parts.forwards.run(forwards)
        behind = self._parts.backwards.run(backwards)
        for column, (number, window) in enumerate(jobs):
            n = window.stop - window.start
            read = slice(window.first - window.start, window.last - window.start)
            scores = ahead[:n, column][read] @ self._parts.output[:hidden]
            scores += behind[:n, column][::-1][read] @ self._parts.output[hidden:]
            emissions[number][window.first : window.last] = scores + self.weights["output.bias"]


class _Parts:
    """Products of the layers below the LSTMs with the LSTMs' input weights."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._rows: dict[str, int] = {}
        self.forwards, self.backwards = (_direction(network.weights, name) for name in ("forwards", "backwards"))
        self.output = np.ascontiguousarray(network.weights["output.weight"].T)
        inputs = np.concatenate([self.forwards.inputs, self.backwards.inputs], axis=1)
        self._bias = np.concatenate([self.forwards.bias, self.backwards.bias])
        self._known = np.empty((WORDS_MAX, len(self._bias)), dtype=np.float32)  # memory is taken as rows are filled
        self._take(network.settings, network.weights, inputs)

    def _take(self, settings: NetworkSettings, weights: Weights, inputs: Floats) -> None:
        """Cuts the input weights, shape (D, G), into those of each part, in the order of the concatenation."""
        self._columns = [weights[f"columns.{i}.weight"] for i in range(_n_columns(weights))]
        sizes = (settings.word + settings.spelling, len(self._columns) * settings.feature, settings.lists)
        self._of_word, of_columns, of_lists, of_context = np.split(inputs, np.cumsum(sizes))
        bias = self._bias
        if settings.lists:
            bias = bias + weights["lists.bias"] @ of_lists
            of_lists = weights["lists.weight"].T @ of_lists
        if settings.context:
            self.context = weights["context.weight"].T @ of_context
            bias = bias + weights["context.bias"] @ of_context
        self.small = np.concatenate([of_columns, of_lists])
        self._bias = bias

    def small_inputs(self, tokens: Tokens) -> Floats:
        """What is read of each token beside its word and its context, shape (T, rows of ``small``)."""
        parts = [table[tokens.columns[:, index]] for index, table in enumerate(self._columns)]
        if self._network.settings.lists:
            parts.append(tokens.lists)
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(tokens), 0), dtype=np.float32)

    def of_words(self, words: Sequence[str]) -> Floats:
        """What each word adds, bias included, shape (T, G)."""
        rows = self._rows
        fresh = list(dict.fromkeys(word for word in words if word not in rows))
        if len(rows) + len(fresh) > WORDS_MAX:
            rows.clear()
            fresh = list(dict.fromkeys(words))
        if len(fresh) > WORDS_MAX:  # more than are kept: made for this text alone
            return self._embedded(words)
        if fresh:
            self._known[len(rows) : len(rows) + len(fresh)] = self._embedded(fresh)
            rows.update(zip(fresh, range(len(rows), len(rows) + len(fresh)), strict=True))
        vectors: Floats = self._known[[rows[word] for word in words]]
        return vectors

    def _embedded(self, words: Sequence[str]) -> Floats:
        network = self._network
        parts = []
        if network.settings.word:
            numbers = network.words.numbers(map(word_form, words))
            parts.append(network.weights["word.weight"][numbers])
        if network.settings.spelling:
            codes = spelling_codes(words, network.characters)
            spell = _spelt_by_lstm if network.settings.character_network == "lstm" else _spelt_by_cnn
            parts.append(spell(network.weights, codes))
        if not parts:
            return np.tile(self._bias, (len(words), 1))
        embedded: Floats = np.concatenate(parts, axis=1) @ self._of_word + self._bias
        return embedded


def _n_columns(weights: Weights) -> int:
    return sum(name.startswith("columns.") for name in weights)


def _direction(weights: Weights, name: str) -> LSTM:
    kinds = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0")
    return LSTM.from_torch(*(weights[f"{name}.{kind}"] for kind in kinds))


def _spelt_by_cnn(weights: Weights, codes: NDArray[np.int32]) -> Floats:
    """Convolution over the characters of each word, greatest value of each filter, shape (words, filters)."""
    kernel = weights["spelling.convolution.weight"]  # (filters, dimensions, width)
    width = kernel.shape[2]
    values = weights["spelling.embedding.weight"][codes]
    padded = np.pad(values, ((0, 0), (width - 1, width - 1), (0, 0)))
    n_places = padded.shape[1] - width + 1
    summed = sum(padded[:, k : k + n_places] @ kernel[:, :, k].T for k in range(width))
    highest: Floats = np.max(summed, axis=1) + weights["spelling.convolution.bias"]
    return np.maximum(highest, 0)


def _spelt_by_lstm(weights: Weights, codes: NDArray[np.int32]) -> Floats:
    """Last states of two LSTMs over the characters of each word, shape (words, dimensions)."""
    values = weights["spelling.embedding.weight"][codes.T]
    ahead, behind = (_direction(weights, f"spelling.{name}") for name in ("forwards", "backwards"))
    last = [ahead.run(ahead.project(values))[-1], behind.run(behind.project(values[::-1]))[-1]]
    return np.concatenate(last, axis=1)
