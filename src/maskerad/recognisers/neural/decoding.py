"""From numbers of tags to spans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskerad.core.span import Source, Span
from maskerad.recognisers.model_folder import ModelCard
from maskerad.recognisers.neural.tokens import Tokens
from maskerad.recognisers.neural.viterbi import Tags
from maskerad.text.codes import read_chunks

OTHER = "OTHER_PHI"


def tagged_spans(tokens: Tokens, path: Tags, tags: Sequence[str], card: ModelCard) -> list[Span]:
    """Spans of one tagged document, in the labels of the model."""
    source = Source(card.kind, card.fingerprint)
    chunks = read_chunks([tags[number] for number in path])
    return [
        Span(int(tokens.starts[first]), int(tokens.ends[stop - 1]), label, 1.0, source) for first, stop, label in chunks
    ]


def in_core(spans: Iterable[Span], card: ModelCard) -> list[Span]:
    """Spans in core labels; nothing that was found is dropped, even if the core scheme has no place for its label."""
    return [span.relabelled(card.labels[span.label] or OTHER) for span in spans]
