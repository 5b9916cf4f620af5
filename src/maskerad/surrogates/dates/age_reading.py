"""Reads the ages in a mention, in digits or words, and writes them so again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.shape import capitalised_as, half_width, in_width_of
from maskerad.text.folding import fold

OLDEST = 130
DECADE = 10
CACHE_MAX_AGES = 4_096
AFTER_NUMBER = re.compile(r"[ \u3000-]?((?:[^\W\d_]|\b\.)+)")  # a word, with at most one mark or blank between


@dataclass(frozen=True, slots=True)
class AgeWords:
    """How a language writes ages, from ``[ages]`` and ``[numbers]`` of its pack.

    Attributes:
        cardinals: The numbers from 0 to 99 in words.
        stems: The same as they stand before ``stem_units``: "trentadu" before "enne".
        values: Both, folded, to the number.
        number: Finds a number in digits or words.
        small_units: Folded units of less than a year.
        decades: Folded words after a round number that stands for ten years ("70ish", 40代).
        over_before, over_behind: What stands before the number and behind the unit of an age above 89.
        over_plus: Folded units before which a plus behind the digits says it instead, as before single letters.
        over_units: Folded units with a form of their own ("93enne").
    """

    cardinals: tuple[str, ...]
    stems: tuple[str, ...]
    stem_units: tuple[str, ...]
    values: Mapping[str, int]
    number: re.Pattern[str] = field(repr=False)
    small_units: frozenset[str]
    decades: frozenset[str]
    over_before: str
    over_behind: str
    over_plus: frozenset[str]
    over_units: Mapping[str, str]


class Age(NamedTuple):
    """One age in a mention.

    Attributes:
        start, end: Place of its number.
        value: The number.
        unit: The folded word after it.
        is_small: Whether that is a unit of less than a year.
        is_decade: Whether it stands for ten years ("70ish", 40代).
    """

    start: int
    end: int
    value: int
    unit: str
    is_small: bool
    is_decade: bool

    @property
    def is_exact(self) -> bool:
        """Whether it is an age in years."""
        return not self.is_small and not self.is_decade


@lru_cache(maxsize=32)
def age_words(pack: LanguagePack) -> AgeWords:
    """The words of a pack, worked out once."""
    ages = pack.table("ages")
    cardinals = pack.strings("cardinals", "numbers")
    words, after = _any_of(cardinals), _any_of(pack.strings("units", "ages"))
    stem_units = pack.strings("stem_units", "ages")
    stems = tuple(_stem(word) for word in cardinals if stem_units)
    spelt = rf"|(?<![^\W\d_])(?:{words})(?![^\W\d_])|(?<![^\W\d_])(?:{words})(?=(?:{after})\b)" if words else ""
    if stems:
        spelt += rf"|(?<![^\W\d_])(?:{_any_of(stems)})(?=(?:{_any_of(stem_units)})\b)"
    before, behind = [*pack.strings("over_89", "ages"), "", ""][:2]
    own = ages.get("over_89_units")
    return AgeWords(
        cardinals=cardinals,
        stems=stems,
        stem_units=stem_units,
        values={fold(word): number for words in (stems, cardinals) for number, word in enumerate(words)},
        number=re.compile(rf"\d+{spelt}", re.IGNORECASE),
        small_units=frozenset(fold(unit).strip(".") for unit in pack.strings("small_units", "ages")),
        decades=frozenset(map(fold, pack.strings("decades", "ages"))),
        over_before=before,
        over_behind=behind,
        over_plus=frozenset(map(fold, pack.strings("over_89_plus", "ages"))),
        over_units={fold(unit): str(form) for unit, form in own.items()} if isinstance(own, dict) else {},
    )


def _any_of(words: Iterable[str]) -> str:
    """A pattern of words, the longest first; of none where there are none."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"


def _stem(word: str) -> str:
    """ "trentadu" of "trentadue", but "trentatre" of "trentatré"."""
    return word[:-1] if word[-1:] in "aeiou" else fold(word)


@lru_cache(maxsize=CACHE_MAX_AGES)
def read_ages(text: str, pack: LanguagePack) -> tuple[Age, ...]:
    """The ages in a mention; one beyond 130 is none."""
    words, plain = age_words(pack), half_width(text)
    ages = []
    for match in words.number.finditer(plain):
        value, unit = _value(match.group(), words), _unit(plain, match.end())
        is_decade = value % DECADE == 0 and any(unit.startswith(decade) for decade in words.decades)
        ages.append(Age(match.start(), match.end(), value, unit, unit in words.small_units, is_decade))
    return tuple(ages)


def _value(number: str, words: AgeWords) -> int:
    return min(int(number[:4]), OLDEST + 1) if number.isdecimal() else words.values.get(fold(number), OLDEST + 1)


def _unit(text: str, at: int) -> str:
    """The folded word after a number, with at most one mark or blank between."""
    match = AFTER_NUMBER.match(text, at)
    return fold(match.group(1)).strip(".") if match else ""


def written_age(age: int, old: str, unit: str, words: AgeWords) -> str:
    """A number in digits or words, in the width and case of the old one, as it stands before a unit."""
    if half_width(old).isdecimal() or age >= len(words.cardinals):
        return in_width_of(str(age), old)
    return capitalised_as((words.stems if unit in words.stem_units else words.cardinals)[age], old)
