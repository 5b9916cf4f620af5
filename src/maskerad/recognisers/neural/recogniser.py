"""The BiLSTM-CRF of a model folder as a recogniser; torch is not needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maskerad.core.errors import ModelError
from maskerad.core.span import Span
from maskerad.recognisers.model_folder import ModelCard, read_card
from maskerad.recognisers.neural import store
from maskerad.recognisers.neural.averaged import Averaged
from maskerad.recognisers.neural.decoding import tagged_spans
from maskerad.recognisers.neural.lstm import Floats
from maskerad.recognisers.neural.tagger import Tagger
from maskerad.recognisers.neural.threads import one_thread
from maskerad.recognisers.neural.tokens import Tokens, reading_signature
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.codes import all_tags

KIND = "bilstm.v1"


@dataclass(frozen=True, slots=True)
class NeuralModel:
    """A model folder, opened.

    Attributes:
        card: What it is.
        networks: What it does.
        tags: In the order of their numbers.
    """

    card: ModelCard
    networks: Averaged = field(repr=False)
    tags: tuple[str, ...]

    @property
    def told_tags(self) -> tuple[str, ...]:
        """The tags, which are in labels of the card."""
        return self.tags

    def spans(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[list[Span]]:
        """Spans of each document in the labels that the model learnt."""
        with one_thread():
            paths = self.networks.tag(texts, documents)
        return [tagged_spans(tokens, path, self.tags, self.card) for tokens, path in zip(documents, paths, strict=True)]

    def tag_chances(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[Floats]:
        """The probability of each tag at each token of each document, shape (T, L)."""
        with one_thread():
            return self.networks.tag_chances(texts, documents)


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
    files = [name for name in store.network_files(store.NETWORKS_MAX) if name in card.files]
    if store.NETWORK_FILE not in files:
        raise ModelError(f"model {folder}: it has no {store.NETWORK_FILE}")
    networks = [store.network(store.read_file(folder / name), models, tags, card.code) for name in files]
    return NeuralModel(card, Averaged(tuple(networks)), tags)


class BiLSTM(Tagger):
    """A BiLSTM-CRF as a recogniser.

    Args:
        folder: A model folder.
        rulebook: Of the language that it reads.
    """

    def __init__(self, folder: Path, rulebook: RuleBook) -> None:
        super().__init__(open_model(folder), rulebook)
