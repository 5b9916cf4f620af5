"""Channels: what each token of a record gives its features by.

A channel gives every token a **key**, and every key, at each of the channel's offsets, a few strings: the features.
Most keys come again and again (a word, two words in a row, a mark of the rules), so keys go by numbers, and what
follows from a key is worked out once: names of features in training, a row of scores for each tag in tagging. Both walk
the same channels, so they cannot read a text differently.

An offset is where the token lies that the key is taken from, as seen from the token that is tagged: -1 is the token
before it. Windows do not reach over the end of a line; there the key is ``EDGE``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.reading import Reading

Key = Hashable
EDGE: Key = None
EDGE_NUMBER = 0

Numbers = NDArray[np.int32]


class Numbering(Protocol):
    """Gives each key a number; ``EDGE`` is 0."""

    def number(self, key: Key) -> int:
        """Of one key."""

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of a key for each token, shape (T,)."""


class Channel(Protocol):
    """One way to look at tokens.

    Attributes:
        name: Unlike any other; without a colon.
        offsets: In tokens, ascending.
        is_plain: Whether every key is a string, and itself its only feature at every offset.
    """

    name: str
    offsets: tuple[int, ...]
    is_plain: bool

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """The number of the key of every token, one array of shape (T,) a document."""

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """Features that a key gives at an offset; never asked for ``EDGE``.

        The offset nearest to 0 gives all that any offset gives.
        """


def feature_head(channel: Channel, offset: int) -> str:
    """What the names of all features of a channel at an offset begin with."""
    return f"{channel.name}{offset}:"


def nearest(channel: Channel) -> int:
    """The offset nearest to the token that is tagged."""
    return min(channel.offsets, key=abs)
