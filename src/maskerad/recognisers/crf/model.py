"""A trained conditional random field that tags records."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maskerad.core.errors import ModelError
from maskerad.core.span import Source, Span
from maskerad.recognisers.chances import of_labels
from maskerad.recognisers.crf.decoding import Decoder
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import Cutter, Reading
from maskerad.recognisers.crf.scoring import Scorer
from maskerad.recognisers.crf.tables import make_channels
from maskerad.recognisers.crf.weights import WEIGHTS_FILE, Floats, Weights, read_weights
from maskerad.recognisers.crf.word_features import N_CLOSED_WORDS, Resources
from maskerad.recognisers.model_folder import ModelCard, read_card
from maskerad.recognisers.neural.viterbi import Chain, marginals
from maskerad.recognisers.rules.analysis import MorphemeAnalyser
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.codes import OUTSIDE, Chunk, read_chunks
from maskerad.text.morphemes import make_morpheme_splitter

KIND = "crf.v1"
CLUSTERS_FILE = "clusters.json"


class CrfModel:
    """Tags records with the labels of the scheme that it was trained on.

    Args:
        weights: What was learnt.
        features: What it reads.
        resources: What the features are looked up in.

    Attributes:
        tags: The L tags.
    """

    def __init__(self, weights: Weights, features: FeatureSet, resources: Resources) -> None:
        self._weights, self._features, self._resources = weights, features, resources
        self._decoder = Decoder(weights.tags, weights.transitions)
        self.tags, self._transitions = weights.tags, weights.transitions

    @cached_property
    def _scorer(self) -> Scorer:
        return Scorer(make_channels(self._features, self._resources), [self._weights])

    def scorer_beside(self, features: FeatureSet, other: Weights) -> Scorer:
        """What reads a text once for the field and another member: scores of both, in this order.

        Args:
            features: What the other reads; clusters, lists and frequent words are those of the field.
            other: Its weights.
        """
        return Scorer(make_channels(self._features.joined(features), self._resources), [self._weights, other])

    def scores(self, record: Sequence[Reading]) -> list[Floats]:
        """Score of each tag for each token, without transitions; shape (T, L) a document."""
        return self._scorer.scores(record)[0]

    def tag(self, record: Sequence[Reading]) -> list[list[Span]]:
        """Spans of every document, each with the probability of its tokens having its tags."""
        return [self.spans_of(reading, scores) for reading, scores in zip(record, self.scores(record), strict=True)]

    def chances(self, scores: Floats) -> tuple[tuple[str, ...], Floats]:
        """Labels and how probable each is at each token of a document, shape (T, K), by its scores, shape (T, L)."""
        none = np.zeros(len(self.tags), np.float32)
        posteriors = marginals(scores, Chain(none, self._transitions, none)) if len(scores) else scores
        return of_labels(self.tags, posteriors)

    def likely(self, scores: Floats) -> tuple[NDArray[np.intp], tuple[str, ...], Floats]:
        """Tokens that may lie in a span, shape (U,), the labels, and how probable each is there, shape (U, K)."""
        tokens, posteriors = self._decoder.marginals(scores)
        return tokens, *of_labels(self.tags, posteriors)

    def outside(self, scores: Floats, chunks: Sequence[tuple[int, int]], around: int) -> list[float]:
        """How probable it is of each chunk that none of its tokens is in a span.

        Args:
            scores: Of the document, shape (T, L).
            chunks: First and stop token of each, ascending.
            around: So many tokens on either side may be in spans or not; those further off are taken to be in none.
        """
        stretches: list[tuple[int, int]] = []
        for first, stop in chunks:
            start, end = max(0, first - around), min(len(scores), stop + around)
            if stretches and start <= stretches[-1][1]:
                known, before = stretches.pop()
                start, end = known, max(end, before)
            stretches.append((start, end))
        path = np.full(len(scores), self._decoder.outside, np.int32)
        return self._decoder.probabilities(scores, path, stretches, list(chunks))

    def spans_of(self, reading: Reading, scores: Floats) -> list[Span]:
        """Spans of a document by its scores, each with the probability of its tokens having its tags."""
        if not len(scores):
            return []
        path, stretches = self._decoder.best(scores)
        if not stretches:
            return []
        chunks = [
            Chunk(first + chunk.first, first + chunk.stop, chunk.label)
            for first, stop in stretches
            for chunk in read_chunks([self.tags[number] for number in path[first:stop].tolist()])
        ]
        probable = self._decoder.probabilities(scores, path, stretches, [(chunk.first, chunk.stop) for chunk in chunks])
        return [
            Span(reading.starts[first], reading.ends[stop - 1], label, round(p, 4))
            for (first, stop, label), p in zip(chunks, probable, strict=True)
        ]


@dataclass(frozen=True)
class LoadedCrf:
    """A model folder in memory."""

    card: ModelCard
    features: FeatureSet
    model: CrfModel
    cutter: Cutter

    def sources(self) -> dict[str, Source]:
        """Who finds a label, for the spans of this model."""
        evidence = f"model {self.card.fingerprint}"
        return {label: Source(self.card.kind, label, evidence) for label in self.card.labels}


def load_crf(folder: Path, rulebook: RuleBook, kind: str = KIND) -> LoadedCrf:
    """Opens a model folder.

    Args:
        folder: Where the model is.
        rulebook: Of the language that it will read.
        kind: That it must be of.

    Raises:
        MissingError: If there is no model.
        ModelError: If it is of another kind or version, was changed, or does not fit together.
        ExtraError: If a part that it needs is not installed.
    """
    card = read_card(folder, kind)
    if WEIGHTS_FILE not in card.files:
        raise ModelError(f"model {folder}: it has no {WEIGHTS_FILE}")
    weights = read_weights(folder / WEIGHTS_FILE)
    strange = sorted({tag.partition("-")[2] for tag in weights.tags if tag != OUTSIDE} - set(card.labels))
    if strange:
        raise ModelError(f"model {folder}: its weights have labels that its card has not: {', '.join(strange)}")
    features = _feature_set(folder, card)
    clusters = read_clusters(folder / CLUSTERS_FILE) if CLUSTERS_FILE in card.files else {}
    model = CrfModel(weights, features, make_resources(rulebook, clusters))
    return LoadedCrf(card, features, model, cutter_of(rulebook))


def make_resources(rulebook: RuleBook, clusters: Mapping[str, tuple[int, ...]]) -> Resources:
    """Lists and frequent words of a language, and clusters of words."""
    closed = frozenset(rulebook.pack.list("common").entries[:N_CLOSED_WORDS])
    return Resources(rulebook.pack.code, rulebook.lexicon, closed, clusters)


def cutter_of(rulebook: RuleBook) -> Cutter:
    """How texts of a language are cut."""
    return Cutter(make_morpheme_splitter() if isinstance(rulebook.analyser, MorphemeAnalyser) else None)


def read_clusters(path: Path) -> dict[str, tuple[int, ...]]:
    """Clusters of words, as ``write_clusters`` writes them.

    Raises:
        ModelError: If the file is not such a table.
    """
    try:
        table = json.loads(path.read_bytes())
        return {str(word): tuple(map(int, numbers)) for word, numbers in table.items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise ModelError(f"model file {path}: not a table of words and clusters") from None


def write_clusters(path: Path, clusters: Mapping[str, tuple[int, ...]]) -> None:
    """Writes clusters of words."""
    path.write_text(json.dumps(clusters, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _feature_set(folder: Path, card: ModelCard) -> FeatureSet:
    name, groups = card.features.get("name"), card.features.get("groups")
    if not isinstance(name, str) or not isinstance(groups, dict) or not all(type(r) is int for r in groups.values()):
        raise ModelError(f"model {folder}: its card does not say which features it reads")
    return FeatureSet(name, groups)
