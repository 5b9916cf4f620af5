"""How likely a word is a person's name, judged by its letters alone.

A last resort for a capitalised word that no list knows: ``Lindskoogh`` looks like a name, ``Avvikande`` does not.
The model is a table of letter trigrams with their log-odds (name against ordinary word), one for all European languages
in Latin letters; ``scripts/lists/namelike.py`` trains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files

from maskerad.core.errors import FormatError

MODEL = "languages/data/shared/namelike_latin.tsv"
MAX_LETTERS = 64
"""Longer words are judged by this many letters: no name is longer, and time stays bounded."""


def trigrams(word: str) -> list[str]:
    """Overlapping triples of the lower-cased word between ``^`` and ``$``: ``Li`` → ``^li``, ``li$``."""
    marked = f"^{word.lower()[:MAX_LETTERS]}$"
    return [marked[i : i + 3] for i in range(len(marked) - 2)]


@dataclass(frozen=True, slots=True)
class NameLikelihood:
    """A table of trigrams that tells names from ordinary words.

    Attributes:
        log_odds: Trigram → natural logarithm of P(trigram | name) / P(trigram | word); 0 for those it lacks.
        threshold: The score that one held-out ordinary word in twenty exceeds.
    """

    log_odds: Mapping[str, float] = field(repr=False)
    threshold: float = 0.0

    def score(self, word: str) -> float:
        """Mean log-odds of the word's trigrams: above ``threshold`` it looks like a name. 0 for an empty word."""
        grams = trigrams(word)
        return sum(self.log_odds.get(gram, 0.0) for gram in grams) / len(grams) if grams else 0.0

    def is_namelike(self, word: str) -> bool:
        """Whether the score lies above the threshold."""
        return self.score(word) > self.threshold

    @classmethod
    def load(cls) -> NameLikelihood:
        """The model that ships with Maskerad, read once.

        Raises:
            FormatError: If its file is broken; names the line.
        """
        return _shipped()


@lru_cache(maxsize=1)
def _shipped() -> NameLikelihood:
    return parse_model(files("maskerad").joinpath(MODEL).read_text(encoding="utf-8"))


def parse_model(text: str) -> NameLikelihood:
    """Reads a model: header lines with ``#``, then ``trigram<TAB>log-odds``.

    Raises:
        FormatError: If a line is not a trigram and a number.
    """
    threshold, log_odds = 0.0, {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.startswith("# threshold:"):
                threshold = float(line.partition(":")[2])
            elif line and not line.startswith("#"):
                gram, value = line.split("\t")
                log_odds[gram] = float(value)
        except ValueError:
            raise FormatError(f"name likelihood model: line {number} is not a trigram and a number") from None
    return NameLikelihood(log_odds, threshold)
