"""Texts for encodings that have not every character."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters whose nearest plain ones no decomposition of Unicode gives, and marks that are commonly typed so.
_PLAIN = {
    "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ø": "O", "ø": "o", "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "ß": "ss",
    "ẞ": "SS", "Þ": "Th", "þ": "th", "Ð": "D", "ð": "d", "ı": "i", "Ħ": "H", "ħ": "h", "Ŋ": "N", "ŋ": "n", "Ə": "E",
    "ə": "e", "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‐": "-", "…": "...", "·": ".",
}  # fmt: skip


def can_write(text: str, codec: str) -> bool:
    """Whether an encoding has every character of a text.

    Example:
        >>> can_write("Åsa", "cp1252"), can_write("Łukasz", "cp1252")
        (True, False)
    """
    if text.isascii() and _is_ascii_superset(codec):
        return True
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def written_in(text: str, codec: str) -> str:
    """A text with the characters that an encoding lacks in plain letters; those that have none stay as they are.

    Example:
        >>> written_in("Łódź", "cp1252"), written_in("Łódź", "ascii")
        ('Lódz', 'Lodz')
    """
    if can_write(text, codec):
        return text
    return "".join(char if can_write(char, codec) else _plain(char, codec) for char in text)


def _plain(char: str, codec: str) -> str:
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", char) if not unicodedata.combining(letter))
    plain = "".join(_PLAIN.get(letter, letter) for letter in bare)
    return plain if can_write(plain, codec) else char


@lru_cache(maxsize=32)
def _is_ascii_superset(codec: str) -> bool:
    ascii_characters = "".join(map(chr, range(128)))
    try:
        return ascii_characters.encode(codec).decode(codec) == ascii_characters
    except UnicodeError:
        return False
