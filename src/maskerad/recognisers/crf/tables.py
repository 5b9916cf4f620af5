"""From channels to numbers: which key each token of a record sees in each channel at each offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.channels import EDGE, Channel, Key
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.place_channels import place_channels
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.record_channels import record_channels
from maskerad.recognisers.crf.word_channels import word_channels
from maskerad.recognisers.crf.word_features import Resources

KEYS_MAX = 100_000  # a channel forgets its keys beyond so many, between two records
EDGE_NUMBER = 0

Numbers = NDArray[np.int32]


def make_channels(features: FeatureSet, resources: Resources) -> list[Channel]:
    """All channels of a set, in one order."""
    return [
        *word_channels(features, resources),
        *place_channels(features, resources.language),
        *record_channels(features),
    ]


class KeyNumbers(dict[Key, int]):
    """Keys of one channel, numbered as they come; ``EDGE`` is 0."""

    def __init__(self) -> None:
        super().__init__({EDGE: EDGE_NUMBER})
        self.keys_by_number: list[Key] = [EDGE]

    def __missing__(self, key: Key) -> int:
        number = self[key] = len(self.keys_by_number)
        self.keys_by_number.append(key)
        return number

    def forget(self) -> None:
        """Begins anew."""
        self.clear()
        self[EDGE] = EDGE_NUMBER
        del self.keys_by_number[1:]


def numbered(channel: Channel, numbers: KeyNumbers, record: Sequence[Reading]) -> list[Numbers]:
    """The key number of every token; one array of shape (T,) a document."""
    return [np.fromiter(map(numbers.__getitem__, keys), np.int32, len(keys)) for keys in channel.keys(record)]


def seen(keys: Numbers, offset: int, lines: NDArray[np.int32]) -> Numbers:
    """The key number that each token sees at an offset, ``EDGE_NUMBER`` beyond its line.

    Args:
        keys: Key number of each token, shape (T,).
        offset: Where the key is taken from, in tokens.
        lines: Line number of each token, shape (T,).

    Example:
        >>> seen(np.array([5, 6, 7], np.int32), -1, np.array([0, 0, 1], np.int32)).tolist()
        [0, 5, 0]
    """
    if offset == 0:
        return keys
    found = np.full_like(keys, EDGE_NUMBER)
    left, right = slice(None, -abs(offset)), slice(abs(offset), None)
    here, there = (right, left) if offset < 0 else (left, right)
    found[here] = np.where(lines[here] == lines[there], keys[there], EDGE_NUMBER)
    return found


def feature_names(channel: Channel, key: Key, offset: int) -> Iterator[str]:
    """Names of the features that a key gives at an offset, unlike those of any other channel or offset."""
    head = f"{channel.name}{offset}:"
    if key is EDGE:
        yield f"{head}EDGE"
        return
    for string in channel.strings(key, offset):
        yield head + string
