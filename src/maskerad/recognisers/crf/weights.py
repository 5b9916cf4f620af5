"""What was learnt: a weight for each feature and tag, and for each tag after another.

Stored as safetensors: ``state`` (D, L), 16 or 32 bits, and ``transitions`` (L, L), from row to column, 32 bits, and
``features``, the D names of the features as UTF-8 joined by line ends. The tags are in the header.
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
from maskerad.text.codes import OUTSIDE

WEIGHTS_FILE = "weights.safetensors"
_TENSORS = {"state": (np.float16, np.float32), "transitions": (np.float32,), "features": (np.uint8,)}

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Weights:
    """A trained field.

    Attributes:
        tags: The L tags, "O" among them.
        features: Name of a feature to its row.
        state: Weight of each feature for each tag, shape (D, L).
        transitions: Weight of each tag (column) right behind another (row), shape (L, L).
    """

    tags: tuple[str, ...]
    features: Mapping[str, int] = field(repr=False)
    state: Floats = field(repr=False)
    transitions: Floats = field(repr=False)


def make_weights(
    tags: Sequence[str],
    state: Mapping[tuple[str, str], float],
    transitions: Mapping[tuple[str, str], float],
) -> Weights:
    """From weights by name: (feature, tag) and (tag before, tag). Features without a weight are left out."""
    number = {tag: at for at, tag in enumerate(tags)}
    names = sorted({feature for (feature, _), weight in state.items() if weight})
    rows = {name: row for row, name in enumerate(names)}
    by_feature = np.zeros((len(names), len(tags)), np.float32)
    for (feature, tag), weight in state.items():
        if weight:
            by_feature[rows[feature], number[tag]] = weight
    by_tag = np.zeros((len(tags), len(tags)), np.float32)
    for (before, after), weight in transitions.items():
        by_tag[number[before], number[after]] = weight
    return Weights(tuple(tags), rows, by_feature, by_tag)


def leaning(weights: Weights, amount: float) -> Weights:
    """The same field, leaning towards marking: each step to "O" costs so much more, in natural logarithms of odds."""
    transitions = weights.transitions.copy()
    transitions[:, weights.tags.index(OUTSIDE)] -= amount
    return replace(weights, transitions=transitions)


def without_small(weights: Weights, least: float) -> Weights:
    """The same field without the features of which no weight is as great as ``least``, of either sign."""
    rows = np.flatnonzero(np.abs(weights.state).max(axis=1, initial=0) >= least)
    names = list(weights.features)
    features = {names[row]: at for at, row in enumerate(rows.tolist())}
    return replace(weights, features=features, state=weights.state[rows])


def in_half(weights: Weights) -> Weights:
    """The same field with weights of features that are written in 16 bits each."""
    return replace(weights, state=weights.state.astype(np.float16))


def write_weights(path: Path, weights: Weights) -> None:
    """Writes a file."""
    names = np.frombuffer("\n".join(weights.features).encode(), np.uint8)
    tensors: dict[str, NDArray[Any]] = {
        "state": weights.state,
        "transitions": weights.transitions,
        "features": names,
    }
    write_whole(path, save(tensors, metadata={"tags": json.dumps(weights.tags)}))


def read_weights(path: Path) -> Weights:
    """Reads a file.

    Raises:
        ModelError: If it is not what ``write_weights`` writes.
    """
    try:
        with safe_open(path, framework="numpy") as file:
            tensors = {name: file.get_tensor(name) for name in _TENSORS}
            tags = tuple(json.loads((file.metadata() or {})["tags"]))
    except (SafetensorError, KeyError, ValueError):
        raise ModelError(f"model file {path}: not the weights of a CRF") from None
    names = bytes(tensors["features"]).decode("utf-8", errors="replace").split("\n") if len(tensors["features"]) else []
    _check(path, tags, names, tensors)
    return Weights(
        tags, {name: row for row, name in enumerate(names)}, tensors["state"].astype(np.float32), tensors["transitions"]
    )


def _check(path: Path, tags: tuple[str, ...], names: list[str], tensors: Mapping[str, NDArray[np.generic]]) -> None:
    shapes = {"state": (len(names), len(tags)), "transitions": (len(tags), len(tags))}
    fits = all(tensors[name].shape == shape for name, shape in shapes.items())
    if not fits or any(tensors[name].dtype not in kinds for name, kinds in _TENSORS.items()) or "O" not in tags:
        raise ModelError(f"model file {path}: tags, features and weights do not fit together")
