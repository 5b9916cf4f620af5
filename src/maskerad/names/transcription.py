"""Spellings of one name by who writes what is heard: Yusef, Youssef; Zubair, Zubayr; Oksana, Oxana; Kowaltschuk.

Keys of names that are written in Latin letters out of another script, or by ear.
"""

from __future__ import annotations

import re
from functools import lru_cache

CONSONANTS_MIN = 3  # of a key that tells a name: "lina" and "lena" are two
CACHE_MAX_WORDS = 20_000

# Letters that stand for one sound where names are transcribed; general knowledge, the longest first.
_SOUNDS = (
    ("tsch", "C"), ("dsch", "G"), ("tch", "C"), ("sch", "S"), ("kh", "K"), ("ch", "C"), ("cz", "C"), ("sh", "S"),
    ("sz", "S"), ("gh", "G"), ("dh", "D"), ("th", "T"), ("ph", "F"), ("ks", "X"), ("qu", "K"), ("lyu", "Lu"),
    ("aw", "au"), ("ew", "eu"), ("q", "K"), ("c", "K"), ("w", "V"), ("z", "S"), ("ck", "K"),
)  # fmt: skip
_VOWEL_SOUNDS = (("ou", "u"), ("oo", "u"), ("ee", "i"), ("ai", "e"), ("ay", "e"), ("ei", "e"), ("ey", "e"), ("y", "i"))
_KANA_SOUNDS = str.maketrans("lvf", "rbh")  # letters that kana do not tell apart
_VOWELS = re.compile("[aeiouyhj'’-]")
_SILENT = re.compile("(?<=.)h|['’-]|(?<=...)e$")
_DOUBLED = re.compile(r"(.)\1")


@lru_cache(maxsize=CACHE_MAX_WORDS)
def consonants(folded: str) -> str:
    """The first vowel and the consonants of a folded name; "" for too few of them, and for names in other scripts.

    Example:
        >>> consonants("muhammad") == consonants("mohamed"), consonants("kovalchuk") == consonants("kowaltschuk")
        (True, True)
    """
    if not folded.isascii():
        return ""
    bare = _VOWELS.sub("", _heard(folded))
    first = folded[:1] if folded[:1] in "aeiou" else ""
    return first + bare if len(bare) >= CONSONANTS_MIN else ""


@lru_cache(maxsize=CACHE_MAX_WORDS)
def spoken(folded: str) -> str:
    """How a folded name sounds whoever writes it, vowels and all; "" for names in other scripts.

    Example:
        >>> spoken("zubair") == spoken("zubayr"), spoken("hansen") == spoken("hanson")
        (True, False)
    """
    if not folded.isascii():
        return ""
    heard = _heard(folded)
    for written, sound in _VOWEL_SOUNDS:
        heard = heard.replace(written, sound)
    return _DOUBLED.sub(r"\1", _SILENT.sub("", heard))


def _heard(folded: str) -> str:
    heard = folded
    for written, sound in _SOUNDS:
        heard = heard.replace(written, sound)
    return _DOUBLED.sub(r"\1", heard.lower())


@lru_cache(maxsize=CACHE_MAX_WORDS)
def across_scripts(latin: str) -> str:
    """A key under which a name in Latin letters and the same in kana, romanised, stand; "" where it tells no name.

    Example:
        >>> across_scripts("prakash") == across_scripts("purakashu")
        True
    """
    return consonants(latin.replace("sh", "s").replace("th", "t").translate(_KANA_SOUNDS))
