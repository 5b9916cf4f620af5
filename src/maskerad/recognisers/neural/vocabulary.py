"""Characters or words as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

UNKNOWN = 0
EDGE = 1
N_SPECIAL = 2


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Entries numbered from 2 on; 0 stands for whatever is not in it, 1 for the edge of a text.

    Example:
        >>> Vocabulary.of(["a", "b"]).numbers(["b", "z"]).tolist()
        [3, 0]
    """

    entries: Sequence[str] = field(repr=False)
    index: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, entries: Iterable[str]) -> Vocabulary:
        """Keeps the order of the entries."""
        kept = tuple(entries)
        return cls(kept, {entry: number for number, entry in enumerate(kept, N_SPECIAL)})

    @classmethod
    def counted(cls, counts: Counter[str], min_count: int) -> Vocabulary:
        """Entries seen at least ``min_count`` times, the most frequent first, ties by code point."""
        frequent = [entry for entry, count in counts.items() if count >= min_count]
        return cls.of(sorted(frequent, key=lambda entry: (-counts[entry], entry)))

    def __len__(self) -> int:
        """Number of entries, the two special ones included."""
        return len(self.entries) + N_SPECIAL

    def numbers(self, items: Iterable[str]) -> NDArray[np.int32]:
        """The number of each item, shape (items,)."""
        index = self.index
        return np.fromiter((index.get(item, UNKNOWN) for item in items), dtype=np.int32)
