"""Clusters of words that stand among the same words, from unlabelled text.

Each word is counted with the frequent words up to two tokens to its left and to its right; counts become positive
pointwise mutual information with contexts smoothed by 0.75 and are reduced by a singular value decomposition (Levy,
Goldberg and Dagan 2015: on a par with word2vec at this size), and k-means on the unit sphere (Dhillon and Modha 2001)
groups the words, coarsely and finely. AnonyMate (section 3) feeds clusters of word2vec vectors to CRFsuite alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskerad.core.errors import ConfigError, InputError
from maskerad.recognisers.crf.reading import Cutter
from maskerad.recognisers.crf.word_features import cluster_key

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Clustering:
    """How words are grouped.

    Attributes:
        sizes: Number of clusters at each level.
        min_count: Words that come less often get none.
        max_words: At most so many words, the most frequent ones.
        n_contexts: How many of the most frequent words are counted as neighbours.
        reach: Up to how many tokens to either side.
        n_dimensions: Of the vectors.
        rounds: Of k-means.
        seed: Of the first centres.
    """

    sizes: tuple[int, ...] = (64, 256, 1024)
    min_count: int = 4
    max_words: int = 40_000
    n_contexts: int = 1000
    reach: int = 2
    n_dimensions: int = 100
    rounds: int = 15
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.sizes or min(self.sizes) < 2:
            raise ConfigError("clusters: each level needs two clusters at least")


DEFAULT = Clustering()


def cluster_words(texts: Iterable[str], cutter: Cutter, how: Clustering = DEFAULT) -> dict[str, tuple[int, ...]]:
    """Cluster of each word at each level; words are in lower case with digits made 0.

    Args:
        texts: Unlabelled texts.
        cutter: How texts are cut.
        how: Sizes and limits.

    Raises:
        InputError: If no word comes often enough.
    """
    sentences = [[cluster_key(word) for word in cutter.words(text)] for text in texts]
    counts = Counter(word for sentence in sentences for word in sentence)
    ordered = sorted(counts, key=lambda word: (-counts[word], word))
    words = [word for word in ordered[: how.max_words] if counts[word] >= how.min_count]
    if not words:
        raise InputError(
            f"clusters: no word comes {how.min_count} times in the training and unlabelled texts; add texts, or leave "
            "the group clusters out of the features"
        )
    vectors = word_vectors(sentences, words, how)
    levels = [k_means(vectors, min(size, len(words)), how.rounds, how.seed) for size in how.sizes]
    return dict(zip(words, zip(*(level.tolist() for level in levels), strict=True), strict=True))


def word_vectors(sentences: Sequence[Sequence[str]], words: Sequence[str], how: Clustering = DEFAULT) -> Floats:
    """Unit vectors of words, shape (words, dimensions)."""
    information = _mutual_information(_neighbours(sentences, words, how))
    values, vectors = np.linalg.eigh((information.T @ information).astype(np.float64))
    kept = slice(-1, -how.n_dimensions - 1, -1)
    # Half of the singular values on either side: X = U sqrt(S), with S the roots of the eigenvalues.
    scale = np.maximum(values[kept], 1e-9) ** 0.25
    return _unit((information @ vectors[:, kept] / scale).astype(np.float32))


def k_means(vectors: Floats, n_clusters: int, rounds: int, seed: int) -> NDArray[np.int64]:
    """Number of the cluster of each vector; cosine distance.

    Args:
        vectors: Unit vectors, shape (words, dimensions).
        n_clusters: At most the number of vectors.
        rounds: Of assigning and averaging.
        seed: Of the vectors that are the first centres.
    """
    centres = vectors[np.random.default_rng(seed).choice(len(vectors), n_clusters, replace=False)]
    for _ in range(rounds):
        nearest = (vectors @ centres.T).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, vectors)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(norms > 0, sums / np.maximum(norms, 1e-9), centres)
    numbers: NDArray[np.int64] = (vectors @ centres.T).argmax(axis=1)
    return numbers


def _neighbours(sentences: Sequence[Sequence[str]], words: Sequence[str], how: Clustering) -> Floats:
    """How often each word has each context word to its left (first half of the columns) or right. (words, 2 C)."""
    number = {word: at for at, word in enumerate(words)}
    n_contexts = min(how.n_contexts, len(words))
    counts = np.zeros((len(words), 2 * n_contexts), np.float32)
    for sentence in sentences:
        numbers = np.array([number.get(word, -1) for word in sentence])
        for distance in range(1, how.reach + 1):
            left, right = numbers[:-distance], numbers[distance:]
            _count(counts, right, left, 0, n_contexts)
            _count(counts, left, right, n_contexts, n_contexts)
    return counts


def _count(
    counts: Floats, words: NDArray[np.int64], contexts: NDArray[np.int64], first_column: int, n_contexts: int
) -> None:
    both = (words >= 0) & (contexts >= 0) & (contexts < n_contexts)
    np.add.at(counts, (words[both], contexts[both] + first_column), 1)


def _mutual_information(counts: Floats) -> Floats:
    smoothed = counts.sum(axis=0) ** 0.75
    expected = counts.sum(axis=1, keepdims=True) * (smoothed / max(smoothed.sum(), 1e-9))
    ratio = np.divide(counts, expected, out=np.ones_like(counts), where=expected > 0)
    information: Floats = np.log(np.maximum(ratio, 1)).astype(np.float32)
    return information


def _unit(vectors: Floats) -> Floats:
    norms = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    units: Floats = (vectors / norms).astype(np.float32)
    return units
