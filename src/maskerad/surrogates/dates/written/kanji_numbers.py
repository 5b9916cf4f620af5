"""Numbers in Chinese characters, as Japanese dates have them: 二十五 by tens, 二〇一三 digit by digit."""

from __future__ import annotations

DIGITS = "〇一二三四五六七八九"
TEN = "十"
KANJI_NUMBER = f"[{DIGITS}{TEN}]{{1,4}}"


def kanji_value(text: str) -> int:
    """The number, from 0 to 9999; -1 where the characters are none.

    Example:
        >>> kanji_value("二十五"), kanji_value("二〇一三"), kanji_value("春")
        (25, 2013, -1)
    """
    if not text or len(text) > 4 or any(char not in DIGITS and char != TEN for char in text):
        return -1
    if TEN not in text:
        return int("".join(str(DIGITS.index(char)) for char in text))
    tens, _, ones = text.partition(TEN)
    if len(tens) > 1 or len(ones) > 1 or TEN in ones:
        return -1
    return 10 * (DIGITS.index(tens) if tens else 1) + (DIGITS.index(ones) if ones else 0)


def in_kanji(number: int) -> str:
    """A number below 100 by tens, a greater one digit by digit.

    Example:
        >>> in_kanji(25), in_kanji(10), in_kanji(2013)
        ('二十五', '十', '二〇一三')
    """
    if number >= 100:
        return "".join(DIGITS[int(digit)] for digit in str(number))
    tens, ones = divmod(number, 10)
    written = (DIGITS[tens] if tens > 1 else "") + (TEN if tens else "")
    return written + (DIGITS[ones] if ones or not tens else "")
