"""The distinct words of a text, folded: what is searched for is none of them in most texts, which is told at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.text.folding import fold

TEXTS_MAX = 8  # a record is looked through before it is replaced and again afterwards
_RUN = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class DistinctWords:
    """What a text is made of, in no order.

    Attributes:
        folded: Each run of letters that nothing but a letter goes on, folded.
        mixed: What stands between blanks and is not letters alone, each once, with a blank between.
    """

    folded: Mapping[str, str] = field(repr=False)
    mixed: str = field(repr=False)


@lru_cache(maxsize=TEXTS_MAX)
def distinct_words(text: str) -> DistinctWords:
    """Those of a text.

    Example:
        >>> words = distinct_words("Anna, anna_l72 Åsa Åsa")
        >>> sorted(words.folded.items()), sorted(words.mixed.split())
        ([('Anna', 'anna'), ('anna', 'anna'), ('l', 'l'), ('Åsa', 'asa')], ['Anna,', 'anna_l72'])
    """
    pieces = set(text.split())
    words = set(filter(str.isalpha, pieces))
    mixed = " ".join(pieces - words)
    words.update(_RUN.findall(mixed))
    return DistinctWords(dict(zip(words, map(fold, words), strict=True)), mixed)
