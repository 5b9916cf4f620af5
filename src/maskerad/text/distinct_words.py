"""The distinct words of a text, folded: what is searched for is none of them in most texts, which is told at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from maskerad.text.folding import fold

FEW = 16  # words, each of which is looked for by itself; more are looked for all at once
TEXTS_MAX = 8  # a record is looked through before it is replaced and again afterwards
_LETTER = re.compile(r"[^\W\d_]")
_RUN = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class DistinctWords:
    """What a text is made of, in no order.

    Attributes:
        forms: Each run of letters that nothing but a letter goes on, by its folded form.
        mixed: What stands between blanks and is not letters alone, each once, with a blank between.
    """

    forms: Mapping[str, Sequence[str]] = field(repr=False)
    mixed: str = field(repr=False)

    def of(self, folded: Collection[str]) -> set[str]:
        """The words, as they are written, whose folded form is one of some."""
        return {word for form in self.forms.keys() & folded for word in self.forms[form]}


@lru_cache(maxsize=TEXTS_MAX)
def distinct_words(text: str) -> DistinctWords:
    """Those of a text.

    Example:
        >>> words = distinct_words("Anna, anna_l72 Åsa Åsa")
        >>> sorted(words.forms), sorted(words.of({"anna", "eva"})), sorted(words.mixed.split())
        (['anna', 'asa', 'l'], ['Anna', 'anna'], ['Anna,', 'anna_l72'])
    """
    pieces = set(text.split())
    words = set(filter(str.isalpha, pieces))
    mixed = " ".join(pieces - words)
    words.update(_RUN.findall(mixed))
    forms: dict[str, list[str]] = {}
    for word in words:
        forms.setdefault(fold(word), []).append(word)
    return DistinctWords(forms, mixed)


def places_of(words: Collection[str], text: str) -> Iterator[int]:
    """Where some of a text's distinct words begin in it, in order, with no letter on either side.

    Example:
        >>> list(places_of({"Anna", "Ek"}, "Ek, Annas Anna-Karin Ek"))
        [0, 10, 21]
    """
    if len(words) > FEW:
        return (match.start() for match in _RUN.finditer(text) if match[0] in words)
    return iter(sorted(chain.from_iterable(_places_of(word, text) for word in words)))


def _places_of(word: str, text: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not _LETTER.match(text, end) and not (at and _LETTER.match(text, at - 1)):
            yield at
        at = text.find(word, end)
