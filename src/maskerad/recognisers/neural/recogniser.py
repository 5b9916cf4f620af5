"""The BiLSTM-CRF of a model folder as a recogniser; torch is not needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from maskerad.core.errors import ModelError
from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.model_folder import ModelCard, read_card
from maskerad.recognisers.neural import store
from maskerad.recognisers.neural.decoding import tagged_spans
from maskerad.recognisers.neural.network import Network
from maskerad.recognisers.neural.threads import one_thread
from maskerad.recognisers.neural.tokens import TokenReader, Tokens, reading_signature
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.codes import all_tags

KIND = "bilstm.v1"
OTHER = "OTHER_PHI"  # what a label stands for that the core scheme has no place for: nothing found is dropped


@dataclass(frozen=True, slots=True)
class NeuralModel:
    """A model folder, opened.

    Attributes:
        card: What it is.
        network: What it does.
        tags: In the order of their numbers.
    """

    card: ModelCard
    network: Network = field(repr=False)
    tags: tuple[str, ...]

    def spans(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[list[Span]]:
        """Spans of each document in the labels that the model learnt."""
        with one_thread():
            paths = self.network.tag(texts, documents)
        return [tagged_spans(tokens, path, self.tags, self.card) for tokens, path in zip(documents, paths, strict=True)]


def open_model(folder: Path) -> NeuralModel:
    """Opens a model folder.

    Raises:
        MissingError: If there is none.
        ModelError: If it is of another kind or version, was changed, or its parts do not fit.
        ExtraError: If what it needs to run is not installed.
    """
    card = read_card(folder, KIND)
    if card.features.get("reading") != reading_signature():
        raise ModelError(f"model {folder}: reads other features of a text than this version gives; train anew")
    names = [name for name in store.LM_FILES if name in card.files]
    models = [store.language_model(store.read_file(folder / name)) for name in names]
    tags = tuple(all_tags(sorted(card.labels), card.code))
    network = store.network(store.read_file(folder / store.NETWORK_FILE), models, tags, card.code)
    return NeuralModel(card, network, tags)


class Model(Protocol):
    """What finds spans in tokens: a BiLSTM-CRF or a transformer."""

    @property
    def card(self) -> ModelCard:
        """What it is."""

    def spans(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[list[Span]]:
        """Spans of each document in the labels that the model learnt."""


class Neural:
    """Runs a model on the documents of one language.

    Args:
        model: An opened folder.
        rulebook: Of the language.
    """

    def __init__(self, model: Model, rulebook: RuleBook) -> None:
        self._model = model
        self._reader = TokenReader(rulebook)

    def recognise(self, evidence: Evidence) -> Findings:
        """Disjoint spans of each document, in core labels."""
        labels = self._model.card.labels
        texts = [document.document.text for document in evidence.documents]
        found = self._model.spans(texts, self._reader.read(evidence.documents))
        return Findings([[span.relabelled(labels[span.label] or OTHER) for span in spans] for spans in found])
