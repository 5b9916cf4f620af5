"""From channels to numbers: which key each token of a record sees in each channel at each offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

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


class Window:
    """What the tokens of one document see at an offset: ``EDGE`` beyond their line.

    The tokens are laid out with room behind each line, so that whoever looks over its end looks at an empty place.

    Args:
        lines: Number of the line of each token, ascending from 0, shape (T,).
        reach: The furthest offset that will be asked for.

    Example:
        >>> Window(np.array([0, 0, 1], np.int32), 1).seen(np.array([5, 6, 7], np.int32), -1).tolist()
        [0, 5, 0]
    """

    def __init__(self, lines: NDArray[np.int32], reach: int) -> None:
        n_tokens, n_lines = len(lines), int(lines[-1]) + 1 if len(lines) else 0
        self._places = np.arange(n_tokens, dtype=np.intp) + lines * reach
        self._n_places = n_tokens + n_lines * reach
        self._by_offset: dict[int, NDArray[np.intp]] = {}

    def seen(self, numbers: Numbers, offset: int) -> Numbers:
        """What each token sees at one offset; ``numbers``: the key number of each token, shape (T,)."""
        return next(self.seen_at(numbers, (offset,)))

    def seen_at(self, numbers: Numbers, offsets: Sequence[int]) -> Iterator[Numbers]:
        """What each token sees at each offset in turn."""
        room = self._laid_out(numbers) if any(offsets) else numbers
        for offset in offsets:
            yield room.take(self._at(offset)) if offset else numbers

    def _laid_out(self, numbers: Numbers) -> Numbers:
        room = np.full(self._n_places, EDGE_NUMBER, np.int32)
        room[self._places] = numbers
        return room

    def _at(self, offset: int) -> NDArray[np.intp]:
        """Where to look. Before the first token lie the empty places behind the last line: negative indices."""
        if offset not in self._by_offset:
            self._by_offset[offset] = self._places + offset
        return self._by_offset[offset]


def reach_of(channels: Sequence[Channel]) -> int:
    """The furthest offset of any channel."""
    return max((abs(offset) for channel in channels for offset in channel.offsets), default=0)


def feature_names(channel: Channel, key: Key, offset: int) -> Iterator[str]:
    """Names of the features that a key gives at an offset, unlike those of any other channel or offset."""
    head = feature_head(channel, offset)
    if key is EDGE:
        yield head + EDGE_STRING
        return
    for string in channel.strings(key, offset):
        yield head + string
