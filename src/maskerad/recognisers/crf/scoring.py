"""What tokens see, as a score for each tag: for one member, or for several that read a text together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from maskerad.recognisers.crf.channels import Channel
from maskerad.recognisers.crf.compiled import add_seen
from maskerad.recognisers.crf.keys import keys_of, strings_of
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.weights import Floats, Weights


class Scorer:
    """Scores tokens by what they see, without transitions.

    Args:
        channels: Of the features of all members.
        members: Each scores by the features that it has weights for; texts are read once for all of them.
    """

    def __init__(self, channels: Sequence[Channel], members: Sequence[Weights]) -> None:
        pairs = zip(channels, strings_of(channels, members), strict=True)
        self._keys = [keys_of(channel, strings) for channel, strings in pairs if strings.members]
        self._n_tags = [len(weights.tags) for weights in members]

    def scores(self, record: Sequence[Reading]) -> list[list[Floats]]:
        """Score of each tag for each token, by member; shape (T, L) a document."""
        scores = [[np.zeros((len(reading.words), n), np.float32) for reading in record] for n in self._n_tags]
        for keys in self._keys:
            keys.make_room()
            for document, (reading, numbers) in enumerate(zip(record, keys.read(record), strict=True)):
                for member in keys.members:
                    add_seen(scores[member.number][document], member.table, numbers, reading.lines, member.offsets)
        return scores
