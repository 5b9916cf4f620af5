"""A transformer of a local Hugging Face folder as a recogniser (the extra ``transformer``). Nothing is downloaded.

A text longer than the model reads goes through it in overlapping windows; nothing is cut off. Each token's scores
are those of the window in which it stands furthest from an edge, and a chain that knows only what the code of the tags
allows picks the best sequence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from maskerad.core.errors import MissingError, ModelError
from maskerad.core.extras import TRANSFORMER, require
from maskerad.core.span import Span
from maskerad.recognisers.model_folder import ModelCard, read_card
from maskerad.recognisers.neural.decoding import tagged_spans
from maskerad.recognisers.neural.lstm import Floats
from maskerad.recognisers.neural.tagger import Tagger
from maskerad.recognisers.neural.tokens import Tokens
from maskerad.recognisers.neural.viterbi import Chain, best_paths, marginals
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.codes import OUTSIDE, all_tags

KIND = "transformer.v1"
TAGS = "tags"  # among the features of a card: those of a model of others
WINDOWS_AT_ONCE = 8
WINDOW_PIECES_MAX = 512


@dataclass(frozen=True, slots=True)
class Encoder:
    """A tokeniser and the network behind it.

    Attributes:
        tokenizer: A fast tokenizer of ``transformers``.
        network: A token-classification model.
        window_pieces: Greatest number of word pieces read at a time, marks of begin and end included.
    """

    tokenizer: Any = field(repr=False)
    network: Any = field(repr=False)
    window_pieces: int

    def windows(self, words: Sequence[str]) -> Any:
        """Word pieces of a text in windows that overlap by a quarter, as ``transformers`` gives them."""
        return self.tokenizer(
            list(words),
            is_split_into_words=True,
            truncation=True,
            max_length=self.window_pieces,
            stride=self.window_pieces // 4,
            return_overflowing_tokens=True,
            return_tensors=None,
        )

    def emissions(self, words: Sequence[str]) -> Floats:
        """Scores of the tags at each word, shape (words, L); words without a piece get none for any tag."""
        import torch

        emissions = np.zeros((len(words), self.network.config.num_labels), dtype=np.float32)
        depth = np.full(len(words), -1)
        if not words:
            return emissions
        encoded = self.windows(words)
        n_windows = len(encoded["input_ids"])
        self.network.eval()
        for start in range(0, n_windows, WINDOWS_AT_ONCE):
            numbers = range(start, min(start + WINDOWS_AT_ONCE, n_windows))
            inputs = padded(encoded, numbers, self.tokenizer.pad_token_id or 0)
            with torch.inference_mode():
                scores = self.network(**inputs).logits.float().numpy()
            for row, number in enumerate(numbers):
                _keep(emissions, depth, scores[row], first_pieces(encoded.word_ids(number)))
        return emissions


def padded(encoded: Any, numbers: Sequence[int] | range, pad: int) -> dict[str, Any]:
    """Some windows as tensors of one length."""
    import torch

    rows = [encoded["input_ids"][number] for number in numbers]
    length = max(map(len, rows))
    return {
        "input_ids": torch.tensor([row + [pad] * (length - len(row)) for row in rows]),
        "attention_mask": torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows]),
    }


def first_pieces(word_ids: Sequence[int | None]) -> list[tuple[int, int]]:
    """Each word of a window and its first piece there.

    Example:
        >>> first_pieces([None, 4, 4, 5, None])
        [(4, 1), (5, 3)]
    """
    first: dict[int, int] = {}
    for piece, word in enumerate(word_ids):
        if word is not None:
            first.setdefault(word, piece)
    return list(first.items())


def _keep(kept: Floats, depth: np.ndarray[Any, Any], scores: Floats, pieces: Sequence[tuple[int, int]]) -> None:
    """Takes over the scores of words that stand deeper in this window than in any before."""
    for order, (word, piece) in enumerate(pieces):
        inside = min(order, len(pieces) - 1 - order)
        if inside > depth[word]:
            depth[word] = inside
            kept[word] = scores[piece]


@dataclass(frozen=True, slots=True)
class Adopted:
    """What the card of a model of others says of its tags.

    Attributes:
        tags: In the order of their numbers.
        labels: Each of its labels to that of the core scheme; "" for one that is left out.
    """

    tags: tuple[str, ...]
    labels: Mapping[str, str]

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {"order": list(self.tags), "labels": dict(self.labels)}

    @classmethod
    def of(cls, folder: Path, card: ModelCard) -> Adopted | None:
        """As a card has it; None for a model that was trained here.

        Raises:
            ModelError: If the card has something else.
        """
        if TAGS not in card.features:
            return None
        table = card.features[TAGS]
        tags = table.get("order") if isinstance(table, dict) else None
        labels = table.get("labels") if isinstance(table, dict) else None
        if not isinstance(tags, list) or not isinstance(labels, dict) or not set(labels.values()) <= {"", *card.labels}:
            raise ModelError(f"model {folder}: its card does not say which tags it gives")
        if {tag.partition("-")[2] for tag in map(str, tags)} - {""} != set(labels):
            raise ModelError(f"model {folder}: its card does not say what each of its labels stands for")
        return cls(tuple(map(str, tags)), labels)

    def in_core(self, tag: str) -> str:
        """A tag with the label that it stands for, "O" if that is left out."""
        letter, _, label = tag.partition("-")
        core = self.labels.get(label, "")
        return f"{letter}-{core}" if core else OUTSIDE


@dataclass(frozen=True, slots=True)
class TransformerModel:
    """A model folder, opened.

    Attributes:
        card: What it is.
        encoder: What it does.
        tags: In the order of their numbers.
        adopted: What they stand for, in a model of others.
    """

    card: ModelCard
    encoder: Encoder = field(repr=False)
    tags: tuple[str, ...]
    adopted: Adopted | None = None

    @property
    def told_tags(self) -> tuple[str, ...]:
        """The tags in labels of the card."""
        return self.tags if self.adopted is None else tuple(map(self.adopted.in_core, self.tags))

    def spans(self, _texts: Sequence[str], documents: Sequence[Tokens]) -> list[list[Span]]:
        """Spans of each document in the labels that the model learnt, by its tokens."""
        emissions = [self.encoder.emissions(tokens.words) for tokens in documents]
        paths = best_paths(emissions, self._chain())
        return [
            tagged_spans(tokens, path, self.told_tags, self.card) for tokens, path in zip(documents, paths, strict=True)
        ]

    def tag_chances(self, _texts: Sequence[str], documents: Sequence[Tokens]) -> list[Floats]:
        """The probability of each tag at each token of each document, shape (T, L)."""
        emissions = [self.encoder.emissions(tokens.words) for tokens in documents]
        return [marginals(emission, self._chain()) if len(emission) else emission for emission in emissions]

    def _chain(self) -> Chain:
        """Knows only what the code of the tags allows."""
        n_tags = len(self.tags)
        free = Chain(*(np.zeros(shape, dtype=np.float32) for shape in ((n_tags,), (n_tags, n_tags), (n_tags,))))
        return free.masked(self.tags, self.card.code)


class Transformer(Tagger):
    """A fine-tuned transformer as a recogniser.

    Args:
        folder: A model folder.
        rulebook: Of the language that it reads.
    """

    def __init__(self, folder: Path, rulebook: RuleBook) -> None:
        super().__init__(open_transformer(folder), rulebook)


def open_transformer(folder: Path) -> TransformerModel:
    """Opens a model folder made by ``maskerad train transformer`` or ``maskerad train adopt``.

    Raises:
        ExtraError: If transformers or torch is not installed.
        MissingError: If there is no such folder.
        ModelError: If it is of another kind or version, was changed, or its parts do not fit.
    """
    require(TRANSFORMER, "a transformer")
    card = read_card(folder, KIND)
    adopted = Adopted.of(folder, card)
    tags = adopted.tags if adopted else tuple(all_tags(sorted(card.labels), card.code))
    return TransformerModel(card, load_encoder(folder, tags), tags, adopted)


def load_encoder(folder: Path, tags: Sequence[str]) -> Encoder:
    """Loads a local folder: safetensors and JSON alone, no pickle, no code of the folder, no network.

    Raises:
        MissingError: If it is not there, or is no model folder of Hugging Face.
        ModelError: If it cannot be loaded.
    """
    if not (folder / "config.json").is_file():
        raise MissingError(f"{folder} holds no transformer: config.json is not there")
    from safetensors import SafetensorError
    from transformers import AutoModelForTokenClassification, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()  # it would report the new output layer, and draw bars over those of the command line
    logging.disable_progress_bar()
    names = dict(enumerate(tags))
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, use_fast=True, add_prefix_space=True)
        network = AutoModelForTokenClassification.from_pretrained(
            folder,
            local_files_only=True,
            use_safetensors=True,
            num_labels=len(tags),
            id2label=names,
            label2id={tag: number for number, tag in names.items()},
            ignore_mismatched_sizes=True,
        )
    except (*_UNLOADABLE, SafetensorError) as error:
        raise ModelError(f"transformer {folder} cannot be loaded ({type(error).__name__})") from None
    if not tokenizer.is_fast:
        raise ModelError(f"transformer {folder}: its tokeniser does not tell which word a piece comes from")
    longest = min(int(getattr(network.config, "max_position_embeddings", WINDOW_PIECES_MAX)), WINDOW_PIECES_MAX)
    offset = 2 if network.config.model_type in _OFFSET_POSITIONS else 0
    return Encoder(tokenizer, network, min(longest - offset, int(tokenizer.model_max_length)))


# What files that are no transformer, or none of this version, make the library raise.
_UNLOADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, ImportError, RuntimeError)

# Models whose positions are counted from the number of the padding piece plus one.
_OFFSET_POSITIONS = frozenset({"camembert", "longformer", "roberta", "xlm-roberta", "xmod"})
