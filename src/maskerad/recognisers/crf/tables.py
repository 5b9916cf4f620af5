"""From feature sets to channels, and from keys to the names of the features that they give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from maskerad.recognisers.crf.channels import EDGE, EDGE_NUMBER, Channel, Key, Numbering, Numbers, feature_head
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.place_channels import place_channels
from maskerad.recognisers.crf.record_channels import record_channels
from maskerad.recognisers.crf.word_channels import word_channels
from maskerad.recognisers.crf.word_features import Resources

EDGE_STRING = "EDGE"


def make_channels(features: FeatureSet, resources: Resources) -> list[Channel]:
    """All channels of a set, in one order."""
    return [
        *word_channels(features, resources),
        *place_channels(features, resources.language),
        *record_channels(features),
    ]


class KeyNumbers(dict[Key, int], Numbering):
    """Keys of one channel, numbered as they come: all keys are kept, as training needs them."""

    def __init__(self) -> None:
        super().__init__({EDGE: EDGE_NUMBER})
        self.keys_by_number: list[Key] = [EDGE]

    def __missing__(self, key: Key) -> int:
        number = self[key] = len(self.keys_by_number)
        self.keys_by_number.append(key)
        return number

    def number(self, key: Key) -> int:
        """Of one key."""
        return self[key]

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of a key for each token, shape (T,)."""
        return np.fromiter(map(self.__getitem__, keys), np.int32, len(keys))


def feature_names(channel: Channel, key: Key, offset: int) -> Iterator[str]:
    """Names of the features that a key gives at an offset, unlike those of any other channel or offset."""
    head = feature_head(channel, offset)
    if key is EDGE:
        yield head + EDGE_STRING
        return
    for string in channel.strings(key, offset):
        yield head + string
