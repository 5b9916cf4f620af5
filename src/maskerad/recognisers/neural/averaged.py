"""Networks that differ only in the random numbers of their training, run as one: the mean of what they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from maskerad.recognisers.neural.lstm import Floats
from maskerad.recognisers.neural.network import Network
from maskerad.recognisers.neural.tokens import Tokens
from maskerad.recognisers.neural.viterbi import Chain, Tags, best_paths, marginals


@dataclass(frozen=True, slots=True)
class Averaged:
    """Networks over the same tags and the same language models; one alone is the mean of itself.

    The mean of scores is the geometric mean of what the networks hold probable. States of the language models, which
    take most of the time, are computed once for all.

    Attributes:
        networks: At least one.
        chain: Mean of theirs.
    """

    networks: tuple[Network, ...]
    chain: Chain = field(init=False, repr=False)

    def __post_init__(self) -> None:
        chains = [network.chain for network in self.networks]
        parts = (_mean(getattr(chain, part) for chain in chains) for part in ("start", "transitions", "end"))
        object.__setattr__(self, "chain", Chain(*parts))

    def tag(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[Tags]:
        """Numbers of the best tags of each document."""
        return best_paths(self._read(texts, documents), self.chain)

    def tag_chances(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[Floats]:
        """The probability of each tag at each token of each document, shape (T, L)."""
        emitted = self._read(texts, documents)
        return [marginals(scores, self.chain) if len(scores) else scores for scores in emitted]

    def _read(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[Floats]:
        states = [self.networks[0].states(text, tokens) for text, tokens in zip(texts, documents, strict=True)]
        return self.emissions(documents, states)

    def emissions(self, documents: Sequence[Tokens], states: Sequence[Floats]) -> list[Floats]:
        """Mean scores of the tags at each token of each document, shape (T, L), from its tokens and ``states``."""
        by_network = [network.emissions(documents, states) for network in self.networks]
        return [_mean(scores) for scores in zip(*by_network, strict=True)]


def _mean(arrays: Iterable[Floats]) -> Floats:
    mean: Floats = np.mean(list(arrays), axis=0, dtype=np.float32)
    return mean
