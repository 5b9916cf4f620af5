"""Letters in a number that stand for a name: those of the new name, where the record tells whose they are.

Italian tax code (decreto ministeriale of 23 December 1976, art. 2): three letters of the family name, its consonants
before its vowels, filled up with X; three of the given name likewise, but of four or more consonants the second is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from maskerad.surrogates.people.names import is_person
from maskerad.surrogates.people.related_names import related_word
from maskerad.surrogates.request import RecordContext
from maskerad.text.folding import folded_words

VOWELS = frozenset("AEIOU")


def name_letters(record: RecordContext, old: str) -> str:
    """New letters for the six of a name in an Italian tax code.

    Args:
        record: Its mentions of people are looked through.
        old: Six capitals.

    Returns:
        Six characters, "?" where no name of the record tells them.
    """
    families, givens = record.once("fiscal", lambda: _codes(record))
    return _letters(record, families.get(old[:3], ()), fiscal_family) + _letters(
        record, givens.get(old[3:], ()), fiscal_given
    )


def _letters(record: RecordContext, words: tuple[str, ...], code: Callable[[str], str]) -> str:
    new = related_word(record, "".join(words)) or "".join(related_word(record, word) for word in words)
    return code(new) if new else "???"


def fiscal_family(name: str) -> str:
    """The three letters of a family name.

    Example:
        >>> fiscal_family("Rossi"), fiscal_family("Fo")
        ('RSS', 'FOX')
    """
    consonants, vowels = _parted(name)
    return (consonants + vowels + "XXX")[:3]


def fiscal_given(name: str) -> str:
    """The three letters of a given name.

    Example:
        >>> fiscal_given("Gianfranco"), fiscal_given("Mario")
        ('GFR', 'MRA')
    """
    consonants, vowels = _parted(name)
    if len(consonants) > 3:
        return consonants[0] + consonants[2:4]
    return (consonants + vowels + "XXX")[:3]


def _parted(name: str) -> tuple[str, str]:
    letters = [char for char in name.upper() if char.isascii() and char.isalpha()]
    return "".join(c for c in letters if c not in VOWELS), "".join(c for c in letters if c in VOWELS)


def _codes(record: RecordContext) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    """Letters to the words of the record's people that have them, as family and as given name."""
    names: set[tuple[str, ...]] = set()
    for original in record.base.originals:
        if is_person(original.label):
            words = list(folded_words(original.text))
            names.update((word,) for word in words)
            names.update(pairwise(words))  # De Luca, Maria Teresa
    ordered = sorted(names, key=lambda words: (-len(words), words))  # single words are laid over pairs
    return (
        {fiscal_family("".join(words)): words for words in ordered},
        {fiscal_given("".join(words)): words for words in ordered},
    )
