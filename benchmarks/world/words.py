"""The judge's own small readers of words, and its table of what it knows of a language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

_WORD = re.compile(r"[^\W\d_]+(?:['’.][^\W\d_]+)*")
_EAST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々〆]")
_SHORTENED = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,3}\.")  # Th., Chr.
N_SHORT = 2


@cache
def table(language: str) -> dict[str, object]:
    """What the judge knows of a language."""
    with Path(__file__).with_name("words.toml").open("rb") as file:
        found: dict[str, object] = tomllib.load(file)[language]
    return found


def listed(language: str, name: str) -> tuple[str, ...]:
    """One list of the table; empty when there is none."""
    found = table(language).get(name, ())
    return tuple(found) if isinstance(found, (list, tuple, str)) else ()


@lru_cache(maxsize=1 << 16)
def plain(text: str) -> str:
    """Small letters without accents, half width.

    Example:
        >>> plain("Åsa ＬÉＯ")
        'asa leo'
    """
    if _EAST.search(text):  # where a mark makes another letter
        return unicodedata.normalize("NFKC", text).casefold()
    split = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i"))
    return "".join(char for char in split if not unicodedata.combining(char))


@lru_cache(maxsize=1 << 16)
def words(text: str) -> tuple[str, ...]:
    """The words of a text, plain; hyphens and blanks part them.

    Example:
        >>> words("Karl-Erik von Öst, dr.")
        ('karl', 'erik', 'von', 'ost', 'dr')
    """
    return tuple(plain(word) for word in _WORD.findall(text))


@lru_cache(maxsize=1 << 16)
def names(text: str) -> tuple[str, ...]:
    """The words of a name that name: no initials, and no particles where the name has capitals.

    Example:
        >>> names("J. van der Berg"), names("anna ek")
        (('berg',), ('anna', 'ek'))
    """
    found = _WORD.findall(_SHORTENED.sub(" ", text))
    has_capitals = any(word[:1].isupper() for word in found)
    kept = [word for word in found if len(word) >= N_SHORT and not (has_capitals and word[:1].islower())]
    return tuple(plain(word) for word in kept if not _is_initials(word))


def _is_initials(word: str) -> bool:
    return "." in word and all(len(part) <= 1 for part in word.split("."))


def is_eastern(text: str) -> bool:
    """Whether a text has Japanese letters."""
    return bool(_EAST.search(text))


def same(one: str, other: str) -> bool:
    """Whether two plain words are one but for a genitive ending.

    Example:
        >>> same("anna", "annas"), same("anna", "anne")
        (True, False)
    """
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and long[len(short) :] in ("s", "'s", "’s", "'", "’", "es", "ns")


def stands_in(word: str, others: tuple[str, ...]) -> bool:
    """Whether a word is one of others, but for a genitive ending."""
    return any(same(word, other) for other in others)
