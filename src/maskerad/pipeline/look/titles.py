"""Short forms of institutions of a record: their own words without those for their kind, and their initials."""

from __future__ import annotations

from collections.abc import Iterator

from maskerad.languages import LanguagePack
from maskerad.languages.everyday import EverydayWords
from maskerad.languages.names import name_conventions
from maskerad.linking.short_forms import kind_words
from maskerad.text.folding import WORD, fold
from maskerad.text.scripts import is_cjk

INSTITUTIONS = frozenset({"HOSPITAL", "ORGANIZATION"})
OWN_CHARS, ACRONYM_LETTERS = 4, (3, 5)


def own_words(text: str, pack: LanguagePack, words: EverydayWords) -> Iterator[str]:
    """The longest stretch of a name that no other institution of the kind shares; none where nothing is left.

    Example:
        >>> from maskerad.languages import load_pack
        >>> pack = load_pack("en")
        >>> list(own_words("Tamsworth View Nursing Home", pack, EverydayWords([pack])))
        ['Tamsworth']
    """
    kinds, particles = kind_words(pack), name_conventions(pack).particles
    runs: list[list[str]] = [[]]
    for word in WORD.findall(text):
        if word[0].isupper() and fold(word) not in kinds and fold(word) not in particles:
            runs[-1].append(word)
        else:
            runs.append([])
    telling = [run for run in runs if any(_is_telling(word, words) for word in run)]
    longest = " ".join(max(telling, key=lambda some: sum(map(len, some)), default=()))
    if longest and longest != text:
        yield longest


def _is_telling(word: str, words: EverydayWords) -> bool:
    return len(word) >= OWN_CHARS and not words.is_common(fold(word))


def acronym(text: str) -> str:
    """The first letters of the words with a capital, where that is an acronym; "" otherwise."""
    if is_cjk(text):
        return ""
    letters = "".join(word[0] for word in WORD.findall(text) if word[0].isupper())
    return letters if ACRONYM_LETTERS[0] <= len(letters) <= ACRONYM_LETTERS[1] else ""
