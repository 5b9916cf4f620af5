"""A network that tags tokens, as one more recogniser of the chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.chances import Chances, of_labels
from maskerad.recognisers.model_folder import ModelCard, in_core
from maskerad.recognisers.neural.lstm import Floats
from maskerad.recognisers.neural.tokens import TokenReader, Tokens
from maskerad.recognisers.rules.rulebook import RuleBook


class TaggingModel(Protocol):
    """What an opened model folder answers; texts and tokens of the same documents."""

    @property
    def card(self) -> ModelCard:
        """What it is."""
        ...

    @property
    def told_tags(self) -> tuple[str, ...]:
        """The tags in the order of their numbers, in labels of the card."""
        ...

    def spans(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[list[Span]]:
        """Spans of each document in the labels that the model learnt."""
        ...

    def tag_chances(self, texts: Sequence[str], documents: Sequence[Tokens]) -> list[Floats]:
        """The probability of each tag at each token of each document, shape (T, L)."""
        ...


class Tagger:
    """Reads texts by itself, whatever ran before it.

    Args:
        model: An opened model folder.
        rulebook: Of the language that it reads.
    """

    def __init__(self, model: TaggingModel, rulebook: RuleBook) -> None:
        self._model = model
        self._reader = TokenReader(rulebook)

    @property
    def card(self) -> ModelCard:
        """What it is."""
        return self._model.card

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every document; those of one document do not overlap."""
        return Findings([in_core(spans, self.card) for spans in self.spans(evidence)])

    def spans(self, evidence: Evidence) -> list[list[Span]]:
        """The same in the labels that it learnt."""
        return self._model.spans(_texts(evidence), self._reader.read(evidence.documents))

    def chances(self, evidence: Evidence) -> list[Chances]:
        """How probable each label is at each token."""
        tokens = self._reader.read(evidence.documents)
        tags = self._model.told_tags
        return [
            Chances(document_tokens.starts.tolist(), document_tokens.ends.tolist(), *of_labels(tags, values))
            for document_tokens, values in zip(tokens, self._model.tag_chances(_texts(evidence), tokens), strict=True)
        ]


def _texts(evidence: Evidence) -> list[str]:
    return [document.document.text for document in evidence.documents]
