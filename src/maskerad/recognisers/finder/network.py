"""A small network beside the field: it is told the same of each token, and sees a stretch of text at once.

A token is a sum of vectors, one for each thing that is true of it: word, ends of the word, shape, lists, section, place
in the line and in the record. Dilated convolutions (Yu and Koltun 2016; for names Strubell et al. 2017) with residuals
(He et al. 2016) look at the tokens around and score the tags of each. These scores are added to those of the field,
whose transitions then see both. No step waits for the one before it, so numpy runs it fast.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from maskerad.core.errors import ModelError
from maskerad.corpora.files.atomic import write_whole
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.weights import Floats, Weights

NETWORK_FILE = "network.safetensors"
GROUPS = (
    "lower",
    "affixes",
    "shape",
    "casing",
    "lists",
    "section",
    "line",
    "gap",
    "line_shapes",
    "near_dates",
    "repeats",
)
FEATURES = FeatureSet("network", dict.fromkeys(GROUPS, 0), "of the token alone: what stands around it the layers see")
WIDTH = 3  # tokens that a layer looks at: one, and those before and behind it as far off as its dilation
INTEGER_MAX = 127
FACTS = "network"  # what is not an array, as JSON in the header
_TYPES = {"names": np.uint8, "rows": np.int8, "kernels": np.float16, "out": np.float16}
_FLOATS = ("units", "bias", "biases", "out_bias")


@dataclass(frozen=True, slots=True)
class Layers:
    """What was learnt. D things may be true of a token; E numbers are a vector; there are N layers and L tags.

    Attributes:
        tags: The L tags of the field.
        dilations: How far before and behind each layer looks, in tokens.
        names: Name of a thing to its row (``tables.feature_names``).
        rows: Vectors in small integers, shape (D, E).
        units: What the integers of each row are multiplied by, shape (D,).
        bias: Of the sum of vectors, shape (E,).
        kernels: For the token before, the token, and the token behind, shape (N, WIDTH * E, E).
        biases: Shape (N, E).
        out: From the last states to scores of tags, shape (E, L).
        out_bias: Shape (L,).
    """

    tags: tuple[str, ...]
    dilations: tuple[int, ...]
    names: Mapping[str, int] = field(repr=False)
    rows: NDArray[np.int8] = field(repr=False)
    units: Floats = field(repr=False)
    bias: Floats = field(repr=False)
    kernels: NDArray[np.float16] = field(repr=False)
    biases: Floats = field(repr=False)
    out: NDArray[np.float16] = field(repr=False)
    out_bias: Floats = field(repr=False)

    def for_tags(self, tags: Sequence[str]) -> Layers:
        """The same with scores for some of the tags alone."""
        at = [self.tags.index(tag) for tag in tags]
        return replace(self, tags=tuple(tags), out=self.out[:, at], out_bias=self.out_bias[at])

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What the shapes of the arrays must be, by name."""
        n, size, n_tags = len(self.dilations), self.bias.size, len(self.tags)
        return {
            "rows": (len(self.names), size),
            "units": (len(self.names),),
            "bias": (size,),
            "kernels": (n, WIDTH * size, size),
            "biases": (n, size),
            "out": (size, n_tags),
            "out_bias": (n_tags,),
        }


class Network:
    """Scores tokens by the sums of their vectors.

    Args:
        layers: What was learnt.

    Attributes:
        vectors: Of the features, as weights of a member that a text is read for (``crf.scoring``).
    """

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        self._kernels, self._out = layers.kernels.astype(np.float32), layers.out.astype(np.float32)
        size = layers.bias.size
        self.vectors = Weights(
            tuple(map(str, range(size))),
            layers.names,
            layers.rows * layers.units[:, None],
            np.zeros((size, size), np.float32),
        )

    def scores(self, sums: Floats) -> Floats:
        """Score of each tag for each token of a document, shape (T, L), by the sums of its vectors, shape (T, E)."""
        layers = self._layers
        states = np.maximum(sums + layers.bias, 0)
        for kernel, bias, dilation in zip(self._kernels, layers.biases, layers.dilations, strict=True):
            states += np.maximum(around(states, dilation) @ kernel + bias, 0)
        scores: Floats = states @ self._out + layers.out_bias
        return scores


def around(states: Floats, distance: int) -> Floats:
    """The state of each token between those of the tokens so far before it and behind it.

    Example:
        >>> around(np.array([[1], [2], [3]], np.float32), 1).tolist()
        [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0], [2.0, 3.0, 0.0]]
    """
    n_tokens, size = states.shape
    n_seen = max(0, n_tokens - distance)
    context = np.zeros((n_tokens, WIDTH * size), np.float32)
    context[distance:, :size] = states[:n_seen]
    context[:, size : 2 * size] = states
    context[:n_seen, 2 * size :] = states[distance:]
    return context


def in_integers(vectors: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Vectors as small integers, each in a unit of its own; shape (D, E)."""
    units = np.maximum(np.abs(vectors).max(axis=1, initial=0), np.finfo(np.float32).tiny) / INTEGER_MAX
    return np.rint(vectors / units[:, None]).astype(np.int8), units.astype(np.float32)


def write_layers(path: Path, layers: Layers) -> None:
    """Writes a file: arrays as safetensors, tags and dilations in its header, names as UTF-8 joined by line ends."""
    names = np.frombuffer("\n".join(layers.names).encode(), np.uint8)
    arrays = {"names": names} | {name: np.ascontiguousarray(getattr(layers, name)) for name in layers.shapes()}
    facts = json.dumps({"tags": layers.tags, "dilations": layers.dilations})
    write_whole(path, save(arrays, metadata={FACTS: facts}))  # one entry: the order of several is left to chance


def read_layers(path: Path) -> Layers:
    """Reads a file.

    Raises:
        ModelError: If it is not what ``write_layers`` writes.
    """
    kinds: dict[str, Any] = _TYPES | dict.fromkeys(_FLOATS, np.float32)
    try:
        with safe_open(path, framework="numpy") as file:
            tensors = {name: file.get_tensor(name) for name in kinds}
            facts = json.loads((file.metadata() or {})[FACTS])
        tags, dilations = tuple(facts["tags"]), tuple(facts["dilations"])
    except (OSError, SafetensorError, KeyError, ValueError, TypeError):
        raise ModelError(f"model file {path}: not the layers of a network") from None
    text = bytes(tensors.pop("names")).decode("utf-8", errors="replace")
    names = {name: row for row, name in enumerate(text.split("\n"))} if text else {}
    layers = Layers(tags, dilations, names, **tensors)
    fits = all(getattr(layers, name).shape == shape for name, shape in layers.shapes().items())
    are_reaches = all(type(dilation) is int and dilation > 0 for dilation in dilations)
    if not fits or not are_reaches or any(tensors[name].dtype != kinds[name] for name in tensors):
        raise ModelError(f"model file {path}: tags, names and arrays do not fit together")
    return layers


def load_network(folder: Path, tags: Sequence[str]) -> Network:
    """The network of a model folder.

    Args:
        folder: Where the model is.
        tags: Of the field that it stands beside.

    Raises:
        ModelError: If the file is damaged, or scores other tags.
    """
    layers = read_layers(folder / NETWORK_FILE)
    if layers.tags != tuple(tags):
        raise ModelError(f"model {folder}: {NETWORK_FILE} scores other tags than its field")
    return Network(layers)
