"""Where a string stands again in a text, whatever its case and inflection, and which strings are worth looking for.

A name is found with the genitive endings of the text's language, and without its own ("Annas" and "Anna"), between
borders of words; in scripts without blanks anywhere. An everyday word is not found where it stands as one ("ek" beside
a Ms Ek), numbers of three digits or fewer are not looked for at all: they stand in any text and say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from maskerad.core.errors import UnknownNameError
from maskerad.languages import LanguagePack, load_pack
from maskerad.languages.everyday import EverydayWords
from maskerad.languages.names import STEM_CHARS_MIN, name_conventions

MIN_DIGITS, MIN_LETTERS = 4, 2
SURE_LETTERS = 4  # a shorter word in lower case is no capitalised name
CACHED_TEXTS = 256
_CJK = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Text:
    """One document as the decisions see it. The text stays out of ``repr``.

    Attributes:
        id: Number of the document.
        text: As received.
        language: Code, "" when not known.
    """

    id: int
    text: str = field(repr=False)
    language: str = ""


@lru_cache(maxsize=CACHED_TEXTS)
def lowered(text: str) -> str:
    """The text in lower case, character by character, so that offsets stay what they are.

    Example:
        >>> lowered("ANNA İ")
        'anna İ'
    """
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def folded(string: str) -> str:
    """A string with its case folded and its blanks made one, as the statistics of strings count it.

    Example:
        >>> folded("Anna\\n  LINDQVIST")
        'anna lindqvist'
    """
    return _BLANKS.sub(" ", lowered(string)).strip()


def is_worth_finding(string: str) -> bool:
    """Whether other places where a string stands say anything.

    Example:
        >>> [is_worth_finding(one) for one in ("Ek", "A", "78", "2024", "山")]
        [True, False, False, True, False]
    """
    n_letters = sum(char.isalpha() for char in string)
    if n_letters:
        return n_letters >= MIN_LETTERS
    return sum(char.isdigit() for char in string) >= MIN_DIGITS


@dataclass(frozen=True, slots=True)
class Words:
    """What a language says of names."""

    endings: tuple[str, ...]
    everyday: EverydayWords = field(repr=False)


@cache
def words_of(language: str) -> Words:
    """The endings and everyday words of a language; none where it is not known."""
    packs: Sequence[LanguagePack] = ()
    try:
        packs = (load_pack(language),)
    except UnknownNameError:
        return Words((), EverydayWords(()))
    return Words(name_conventions(packs[0]).endings, EverydayWords(packs))


def places(string: str, text: Text) -> Iterator[tuple[int, int]]:
    """Every place where a string stands in a text, inflected or not; disjoint, in the order of the text.

    Example:
        >>> list(places("Anna Ek", Text(1, "Anna  Ek kom. ANNA EKS syster. Hanna Ek.", "sv")))
        [(0, 8), (14, 22)]
    """
    if not is_worth_finding(string):
        return
    words = words_of(text.language)
    is_single = len(string.split()) == 1
    for match in _pattern(folded(string), words.endings).finditer(lowered(text.text)):
        if not (is_single and _is_everyday(words.everyday, string, text.text, *match.span())):
            yield match.span()


def forms(string: str, language: str) -> tuple[str, ...]:
    """What all forms of a string may be folded to: itself, and what is left without its genitive ending."""
    whole = folded(string)
    return (whole, *(stem for ending in words_of(language).endings if (stem := _stem(whole, ending))))


def _is_everyday(everyday: EverydayWords, string: str, text: str, start: int, end: int) -> bool:
    """Whether the place is an everyday word. Where it is written just as the decided string, that is not asked.

    A short word in lower case is none of a capitalised name ("ek" and Ek), whether the lists know it or not.
    """
    word = text[start:end]
    if word == string:
        return False
    if len(word) < SURE_LETTERS and word.islower() and not string.islower():
        return True
    return everyday.is_ordinary(text, start, end)


def _stem(whole: str, ending: str) -> str:
    is_inflected = whole.endswith(ending) and len(whole) - len(ending) >= STEM_CHARS_MIN
    return whole[: -len(ending)] if is_inflected and whole[-len(ending) - 1].isalpha() else ""


@lru_cache(maxsize=4096)
def _pattern(whole: str, endings: tuple[str, ...]) -> re.Pattern[str]:
    """All forms of a folded string between borders of words. Literal alternatives: linear in the text."""
    stems = [whole, *(stem for ending in endings if (stem := _stem(whole, ending)))]
    alternatives = "|".join(r"\s+".join(map(re.escape, stem.split())) for stem in sorted(stems, key=len, reverse=True))
    is_inflectable = whole[-1].isalpha() and not _CJK.search(whole)
    tail = f"(?:['’]?(?:{'|'.join(map(re.escape, endings))}))?" if endings and is_inflectable else ""
    before = r"(?<![^\W_])" if whole[0].isalnum() and not _CJK.match(whole[0]) else ""
    behind = r"(?![^\W_])" if whole[-1].isalnum() and not _CJK.match(whole[-1]) else ""
    return re.compile(f"{before}(?:{alternatives}){tail}{behind}")
