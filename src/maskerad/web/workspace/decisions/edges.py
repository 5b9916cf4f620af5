"""Signs and blanks at the ends of a span, which belong to the sentence and not to what is marked."""

from __future__ import annotations

import re

ABBREVIATED_CHARS_MAX = 5  # "Sept.", with its full stop
_SIGN = re.compile(r"[\s.,;:!?()\[\]{}\"'’«»„“”]")
_PAIRS = {"(": ")", "[": "]", '"': '"', "«": "»", "„": "“", "“": "”"}
_SHORT_YEAR = re.compile(r"['’]\d\d(?!\d)")
_INITIAL = re.compile(r"(?<![^\W_])[^\W\d_]\.$")


def odd_ends(string: str) -> tuple[bool, bool]:
    """Whether a span begins, and whether it ends, with a sign that is none of its own.

    An abbreviation or an initial may end with its full stop, a short year begin with an apostrophe, and a bracket or
    quotation mark stays with the one that belongs to it.

    Example:
        >>> odd_ends("Trosa,"), odd_ends("Sept."), odd_ends("(070) 12 34"), odd_ends("(07700 900 456")
        ((False, True), (False, False), (False, False), (True, False))
    """
    first, last = string[0], string[-1]
    is_begun = (first in _PAIRS and _PAIRS[first] in string[1:]) or bool(_SHORT_YEAR.match(string))
    is_ended = any(last == closing and opening in string[:-1] for opening, closing in _PAIRS.items())
    is_abbreviated = last == "." and (
        len(string) <= ABBREVIATED_CHARS_MAX or "." in string[:-1] or bool(_INITIAL.search(string))
    )
    return (
        bool(_SIGN.match(first)) and not is_begun,
        bool(_SIGN.match(last)) and not (is_ended or is_abbreviated),
    )


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The ends of a span without such signs; unchanged where nothing else is in it.

    Example:
        >>> trimmed("Kom 1 July. Gick.", 4, 11), trimmed(" (?) ", 1, 4)
        ((4, 10), (1, 4))
    """
    left, right = start, end
    while left < right:
        is_odd_left, is_odd_right = odd_ends(text[left:right])
        if not (is_odd_left or is_odd_right):
            return left, right
        left, right = left + is_odd_left, right - is_odd_right
    return start, end
