"""How probable a trained model holds each label, token by token, whether or not its best tags have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from maskerad.text.codes import OUTSIDE

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities for one document. T tokens, K labels.

    Attributes:
        starts: Offset of each token.
        ends: One past its last character.
        labels: The K labels of the model.
        values: In [0, 1], shape (T, K); what is left to 1 is that of no label.
    """

    starts: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)
    labels: tuple[str, ...]
    values: Floats = field(repr=False)


def of_labels(tags: Sequence[str], marginals: Floats) -> tuple[tuple[str, ...], Floats]:
    """Labels, and how probable each is, from the probabilities of all tags, shape (T, L).

    Example:
        >>> labels, values = of_labels(["O", "B-X", "I-X"], np.array([[0.5, 0.25, 0.25]], np.float32))
        >>> labels, values.tolist()
        (('X',), [[0.5]])
    """
    labels, belongs = _belonging(tuple(tags))
    values: Floats = marginals.astype(np.float32) @ belongs
    return labels, values


@lru_cache(maxsize=64)
def _belonging(tags: tuple[str, ...]) -> tuple[tuple[str, ...], Floats]:
    """Labels, and 1 where a tag is one of a label, shape (L, K)."""
    names = [tag.partition("-")[2] if tag != OUTSIDE else "" for tag in tags]
    labels = tuple(sorted(set(names) - {""}))
    belongs = np.array([[name == label for label in labels] for name in names], np.float32)
    return labels, belongs.reshape(len(names), len(labels))
