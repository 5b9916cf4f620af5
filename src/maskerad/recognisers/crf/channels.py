"""Channels: what each token of a record gives its features by.

A channel gives every token a **key**, and every key, at each of the channel's offsets, a few strings: the features.
Most keys come again and again (a word, two words in a row, a mark of the rules), so what follows from a key is worked
out once: numbers of features in training, a row of scores for each tag in tagging. Both walk the same channels, so
they cannot read a text differently.

An offset is where the token lies that the key is taken from, as seen from the token that is tagged: -1 is the token
before it. Windows do not reach over the end of a line; there the key is ``EDGE``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol

from maskerad.recognisers.crf.reading import Reading

Key = Hashable
EDGE: Key = None


class Channel(Protocol):
    """One way to look at tokens."""

    name: str
    offsets: tuple[int, ...]

    def keys(self, record: Sequence[Reading]) -> list[Sequence[Key]]:
        """The key of every token of every document of a record."""

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """Features that a key gives at an offset; never asked for ``EDGE``."""
