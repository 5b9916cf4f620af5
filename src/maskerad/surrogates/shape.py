"""The outer shape of a text: case, width, and which class each character is of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from maskerad.core.keyed import Keyed

_DIGITS = "0123456789"
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = _UPPER.lower()
_HIRAGANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ"
_KATAKANA = "".join(chr(ord(char) + 0x60) for char in _HIRAGANA)
_HAN = "一二三上下中大小山川田木林森石水火土金日月東西南北春夏秋冬青白黒赤高松竹梅花草空海島野原村町"
_FULL_WIDTH = 0xFEE0  # from ASCII to the full-width forms
_DECIMAL = re.compile(r"\d+")


def in_case_of(new: str, old: str) -> str:
    """``new`` in capitals or small letters where all of ``old`` is.

    Example:
        >>> in_case_of("Karin", "ANNA"), in_case_of("Karin", "anna"), in_case_of("Karin", "McNab")
        ('KARIN', 'karin', 'Karin')
    """
    if old.islower():
        return new.replace("İ", "I").lower()  # whose small letter would be two characters
    return new.upper() if old.isupper() and sum(map(str.isalpha, old)) > 1 else new


def capitalised_as(new: str, old: str) -> str:
    """``new`` in the case of ``old``, and with a capital where ``old`` has one.

    Example:
        >>> capitalised_as("snickare", "Lärare"), capitalised_as("Snickare", "lärare")
        ('Snickare', 'snickare')
    """
    shaped = in_case_of(new, old)
    return shaped[:1].upper() + shaped[1:] if old[:1].isupper() else shaped


def parted(text: str) -> tuple[str, str, str]:
    """What stands before, in, and after a mention: blanks, commas and colons at its ends tell nothing.

    Example:
        >>> parted("Lind, ")
        ('', 'Lind', ', ')
    """
    core = text.strip(" \t\r\n\u00a0\u3000,;:")
    start = text.index(core)
    return text[:start], core, text[start + len(core) :]


def is_full_width(text: str) -> bool:
    """Whether the digits and letters of a text are full-width forms."""
    return any("\uff10" <= char <= "\uff5a" for char in text)


def in_width_of(new: str, old: str) -> str:
    """``new`` with full-width digits where ``old`` has them.

    Example:
        >>> in_width_of("12", "３４")
        '１２'
    """
    if not is_full_width(old):
        return new
    return "".join(chr(ord(char) + _FULL_WIDTH) if char in _DIGITS else char for char in new)


def half_width(text: str) -> str:
    """Full-width forms made ASCII; the length stays.

    Example:
        >>> half_width("２０１６／１１")
        '2016/11'
    """
    if text.isascii():
        return text
    return "".join(chr(ord(char) - _FULL_WIDTH) if "\uff01" <= char <= "\uff5e" else char for char in text)


def bare_digits(text: str) -> str:
    """The decimal digits of a text, of whatever script, as ASCII.

    Example:
        >>> bare_digits("０６５２-72 56")
        '06527256'
    """
    digits = "".join(_DECIMAL.findall(text))
    return digits if digits.isascii() else "".join([str(unicodedata.decimal(char)) for char in digits])


def alphabet_of(char: str) -> str:
    """The characters of one class; "" for punctuation, blanks and marks, which stay.

    Example:
        >>> alphabet_of("7"), alphabet_of("-")
        ('0123456789', '')
    """
    if char.isascii():
        if char.isdigit():
            return _DIGITS
        return (_UPPER if char.isupper() else _LOWER) if char.isalpha() else ""
    if char.isdecimal():
        zero = ord(char) - unicodedata.decimal(char)
        return "".join(chr(zero + value) for value in range(10))
    if not char.isalpha():
        return ""
    if "\uff21" <= char <= "\uff3a" or "\uff41" <= char <= "\uff5a":
        return "".join(chr(ord(plain) + _FULL_WIDTH) for plain in (_UPPER if char <= "\uff3a" else _LOWER))
    if "\u3041" <= char <= "\u309f":
        return _HIRAGANA
    if "\u30a1" <= char <= "\u30ff":
        return _KATAKANA
    if char >= "\u3400":
        return _HAN
    return _UPPER if char.isupper() else _LOWER


def in_class_of(text: str, keyed: Keyed, *fields: str) -> str:
    """Each letter and digit replaced by one of its class, chosen by key; all else stays.

    A number never begins with 0 unless the original does, so that its length shows as before.

    Args:
        text: What to replace.
        keyed: The choices.
        fields: What the choice is about: scope, label, entity, attempt.
    """
    stream = int.from_bytes(b"".join(keyed.digest("class", *fields, str(i)) for i in range(len(text) // 24 + 2)), "big")
    parts: list[str] = []
    before = ""
    for char in text:
        alphabet = alphabet_of(char)
        if alphabet:
            starts_number = char.isdecimal() and not before.isdecimal() and unicodedata.decimal(char) != 0
            choices = alphabet[1:] if starts_number else alphabet
            stream, place = divmod(stream, len(choices))
            parts.append(choices[place])
        else:
            parts.append(char)
        before = char
    return "".join(parts)


def permuted_in_class(text: str, keyed: Keyed, turns: int, *fields: str) -> str:
    """Each letter and digit replaced by one of its class, so that no two texts become one.

    A number begins with 0 if and only if the original does. Texts that differ in what stays have permutations of their
    own. Letters outside the alphabets that are chosen from (Å, rare Chinese characters) have no number; a text with
    one is replaced character by character, and may meet another.

    Args:
        text: What to replace.
        keyed: The choices.
        turns: How often the permutation is applied, from 1: again where what it gave must not stand.
        fields: What the choice is about: scope and label; not the text.
    """
    places = list(_class_places(text))
    if not all(char in place for char, place in zip(text, places, strict=True)):
        return in_class_of(text, keyed, *fields, text, str(turns))
    index, n = mixed_index(text, places)
    shape = "".join(place[0] if len(place) > 1 else f"={place}" for place in places)
    for _ in range(turns):
        index = keyed.permuted(index, n, "class", *fields, shape)
    return mixed_text(index, places)


def _class_places(text: str) -> Iterator[str]:
    """The characters that may stand at each place of a text."""
    before = ""
    for char in text:
        alphabet = alphabet_of(char)
        if not alphabet:
            yield char
        elif char.isdecimal() and not before.isdecimal():
            yield alphabet[1:] if unicodedata.decimal(char) else char
        else:
            yield alphabet
        before = char


def mixed_index(text: Iterable[str], places: Sequence[str]) -> tuple[int, int]:
    """Number of a text among all that take one character for each place, and how many there are.

    Example:
        >>> mixed_index("b1", ["ab", "012"])
        (4, 6)
    """
    index, n = 0, 1
    for char, place in zip(text, places, strict=True):
        index, n = index * len(place) + place.index(char), n * len(place)
    return index, n


def mixed_text(index: int, places: Sequence[str]) -> str:
    """The text of that number.

    Example:
        >>> mixed_text(4, ["ab", "012"])
        'b1'
    """
    chars = []
    for place in reversed(places):
        index, at = divmod(index, len(place))
        chars.append(place[at])
    return "".join(reversed(chars))
