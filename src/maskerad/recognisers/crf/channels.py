"""Channels: what each token of a record gives its features by.

A channel gives every token a **key**, and every key, at each of the channel's offsets, a few strings: the features.
Most keys come again and again (a word, two words in a row, a mark of the rules), so keys go by numbers, and what
follows from a key is worked out once: names of features in training, a row of scores for each tag in tagging. Both walk
the same channels, so they cannot read a text differently.

An offset is where the token lies that the key is taken from, as seen from the token that is tagged: -1 is the token
before it. Windows do not reach over the end of a line; there the key is ``EDGE``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from maskerad.recognisers.crf.reading import Reading

Key = Hashable
EDGE: Key = None
EDGE_NUMBER, UNKNOWN = range(2)  # numbers of ``EDGE``, and of all keys that no weight speaks of
LINE_END = "NL"  # what runs show of a line end
BAR = "|"  # between the words of a run

Numbers = NDArray[np.int32]
Lines = NDArray[np.int32]
View = Callable[[str], str]  # what a run shows of a word


class Numbering(Protocol):
    """Gives each key a number; ``EDGE`` is 0."""

    def number(self, key: Key) -> int:
        """Of one key."""

    def numbers(self, keys: Sequence[Key]) -> Numbers:
        """Of a key for each token, shape (T,)."""

    def of_words(self, reading: Reading) -> Numbers:
        """The same where the keys are the words themselves."""
        return self.numbers(reading.words)


class Channel(Protocol):
    """One way to look at tokens.

    Attributes:
        name: Unlike any other; without a colon.
        offsets: In tokens, ascending.
    """

    name: str
    offsets: tuple[int, ...]

    @property
    def run(self) -> tuple[View, int] | None:
        """Where every key is a run of words, and its only feature: what it shows of a word, and of how many it is."""

    def read(self, record: Sequence[Reading], numbering: Numbering) -> list[Numbers]:
        """The number of the key of every token, one array of shape (T,) a document."""

    def strings(self, key: Key, offset: int) -> Iterable[str]:
        """Features that a key gives at an offset; never asked for ``EDGE``.

        The offset nearest to 0 gives all that any offset gives.
        """


def runs(words: Iterable[str], view: View, n_tokens: int) -> list[str]:
    """What the words in a row show that begin with each one; line ends stand for what lies beyond the text.

    Example:
        >>> runs(["Anna", "Berg"], str.lower, 2)
        ['anna|berg', 'berg|NL']
    """
    views = [*map(view, words), *[LINE_END] * (n_tokens - 1)]
    return list(map(BAR.join, zip(*(views[shift:] for shift in range(n_tokens)), strict=False)))


def parted(run: str, n_tokens: int) -> Iterator[tuple[str, ...]]:
    """What the words show that may make up a run; a word that holds the sign between words is that sign.

    Example:
        >>> list(parted("a|||b", 3))
        [('a', '|', 'b')]
    """
    if run.count(BAR) == n_tokens - 1 and BAR + BAR not in run:  # as nearly all are: no word holds the sign
        yield tuple(run.split(BAR))
        return
    if n_tokens == 1:
        if run == BAR or BAR not in run:
            yield (run,)
        return
    first, _, rest = run.partition(BAR)
    yield from ((first, *others) for others in parted(rest, n_tokens - 1))
    if run.startswith(BAR + BAR):
        yield from ((BAR, *others) for others in parted(run[2:], n_tokens - 1))


def feature_head(channel: Channel, offset: int) -> str:
    """What the names of all features of a channel at an offset begin with."""
    return f"{channel.name}{offset}:"


def nearest(channel: Channel) -> int:
    """The offset nearest to the token that is tagged."""
    return min(channel.offsets, key=abs)
