"""Numbers and letters of houses, wards and floors: others of the same size."""

from __future__ import annotations

from maskerad.core.keyed import Keyed
from maskerad.surrogates.shape import half_width, in_class_of, in_width_of

DIGITS_MAX = 4  # a longer number counts nothing: each of its digits is replaced by itself
LETTERS = "ABCDEF"
_TEENS = range(11, 14)  # 11th, 12th and 13th, whose endings are not those of 1st, 2nd and 3rd


def near_number(text: str, keyed: Keyed, *fields: str) -> str:
    """Another number of as many digits, from half to twice the old one.

    Args:
        text: Decimal digits, of whatever width.
        keyed: The choices.
        fields: What the choice is about.
    """
    digits = half_width(text)
    if len(digits) > DIGITS_MAX or not digits.isascii() or digits[0] == "0":
        return in_class_of(text, keyed, *fields)
    value = int(digits)
    low = max(value // 2, 10 ** (len(digits) - 1))
    high = min(max(2 * value, low + 4), 10 ** len(digits) - 1)
    return in_width_of(str(_other(value, range(low, high + 1), keyed, fields)), text)


def near_ordinal(text: str, keyed: Keyed, *fields: str) -> str:
    """Another number with the same ordinal ending in English: 6th is 16th, 26th..., 12th is 11th or 13th."""
    value = int(half_width(text)[-4:])
    choices = _TEENS if value in _TEENS else [n for n in range(value % 10, 60, 10) if n and n not in _TEENS]
    return in_width_of(str(_other(value, choices, keyed, fields)), text)


def near_letter(text: str, keyed: Keyed, *fields: str) -> str:
    """Another of the first letters of the alphabet, where the old one is of these; any other letter elsewhere."""
    upper = text.upper()
    if upper not in LETTERS:
        return in_class_of(text, keyed, *fields)
    new = _other(LETTERS.index(upper), range(len(LETTERS)), keyed, fields)
    return LETTERS[new] if text.isupper() else LETTERS[new].lower()


def _other(old: int, choices: range | list[int], keyed: Keyed, fields: tuple[str, ...]) -> int:
    others = [n for n in choices if n != old]
    return others[keyed.number(len(others), "near", *fields)]
