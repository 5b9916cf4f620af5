"""From numbers of tags to spans."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core.span import Source, Span
from maskerad.recognisers.model_folder import ModelCard
from maskerad.recognisers.neural.tokens import Tokens
from maskerad.recognisers.neural.viterbi import Tags
from maskerad.text.codes import read_chunks


def tagged_spans(tokens: Tokens, path: Tags, tags: Sequence[str], card: ModelCard) -> list[Span]:
    """Spans of one tagged document, in the labels of the model."""
    source = Source(card.kind, card.fingerprint)
    chunks = read_chunks([tags[number] for number in path])
    return [
        Span(int(tokens.starts[first]), int(tokens.ends[stop - 1]), label, 1.0, source) for first, stop, label in chunks
    ]
