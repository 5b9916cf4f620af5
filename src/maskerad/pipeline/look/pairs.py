"""Two names of one person side by side, however they are written: "encarnacion rubio", "per b", "BJÖRK PER".

Alone, each may be an everyday word; that both stand beside each other tells that neither is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.look.bearers import Bearer
from maskerad.pipeline.verification.originals import Hit
from maskerad.text.distinct_words import distinct_words, places_of
from maskerad.text.folding import fold

GIVEN_CHARS = 3  # of a given name before a lone letter
_PAIR = re.compile(r"(?<![\w.@'’-])([^\W\d_]+)([ ,-]|, )([^\W\d_]+)(?![\w@'’])")


class Pairs:
    """Looks for a given and a family name of some people, or a given name and the first letter of a family name.

    Args:
        bearers: Of the record.
        words: What is an everyday word.
    """

    def __init__(self, bearers: Sequence[Bearer], words: EverydayWords) -> None:
        self._words = words
        self._labels: dict[tuple[str, str], str] = {}  # of a folded pair
        for bearer in bearers:
            for given in bearer.given:
                for family in (*bearer.family, *{name[0] for name in bearer.family if len(given) >= GIVEN_CHARS}):
                    for pair in ((given, family), (family, given)) if len(family) > 1 else ((given, family),):
                        self._labels.setdefault(pair, bearer.label)
        self._firsts = frozenset(first for first, _ in self._labels)

    def find(self, text: str) -> Iterator[Hit]:
        """Where they stand; the full stop behind a letter belongs to it."""
        for at in places_of(distinct_words(text).of(self._firsts), text):
            match = _PAIR.match(text, at)
            if match is None:
                continue
            second = fold(match[3])
            label = self._labels.get((fold(match[1]), second))
            if label and (len(second) > 1 or self._is_letter(text, match, second)):
                is_short = len(second) == 1 and text[match.end(3) : match.end(3) + 1] == "."
                yield match.start(1), match.end(3) + is_short, label

    def _is_letter(self, text: str, match: re.Match[str], letter: str) -> bool:
        """Whether a lone letter behind a given name stands for a family name, and is no word: "will a"."""
        is_apart = match[2] == " " and not text[match.end(3) : match.end(3) + 2].strip(" ").isdigit()
        return is_apart and not self._words.is_commonest(letter)
