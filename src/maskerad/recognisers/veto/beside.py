"""What stands directly before and behind a candidate."""

from __future__ import annotations

import re
from collections.abc import Iterator

BESIDE_CHARS = 60
_JOINERS = " \t:=<>≤≥~≈±(–-−→↑↓„“\"'。、：（/"
_SENTENCE_END = re.compile(r"[\n;]|[.!?。](?=\s|$)")
_WORD = re.compile(r"[^\s,;:()=<>≈~→↑↓、。：（）「」]+$")
_OTHER_VALUE = re.compile(
    r"""(?: ^ | [\s,(] ) \d{1,3} (?: [.,]\d+ )? (?: \s?/\s? \d{1,3} )? \s? (?: mm | cm | % )?
    (?: \s* [,;/・、–-] | \s+ (?: och | and | et | y | e | und | en ) )? \s* $""",
    re.VERBOSE,
)
WORDS_MAX = 3
LETTERS_MAX = 12  # of a word in a script without blanks


def line_before(text: str, start: int) -> str:
    """The end of the line before an offset."""
    window = text[max(0, start - BESIDE_CHARS) : start]
    return window[window.rfind("\n") + 1 :]


def sentence_around(text: str, start: int, end: int) -> str:
    """What stands around a candidate in its sentence, as far as is looked; lower case."""
    before, behind = text[max(0, start - BESIDE_CHARS) : start], text[end : end + BESIDE_CHARS]
    begins = max((match.end() for match in _SENTENCE_END.finditer(before)), default=0)
    ends = _SENTENCE_END.search(behind)
    return f"{before[begins:]} {behind[: ends.start() if ends else None]}".lower()


def names_before(before: str, sides: frozenset[str]) -> Iterator[str]:
    """The one to three words that end what stands before a value; sides left out.

    Example:
        >>> list(names_before("Svag. Kraft hö: ", frozenset({"hö"})))
        ['hö', 'Kraft', 'Svag. Kraft']
    """
    rest = before.rstrip(_JOINERS)
    words: list[str] = []
    while len(words) < WORDS_MAX and (match := _WORD.search(rest)):
        word = match[0]
        gap = rest[match.end() :] if not words else ""
        rest = rest[: match.start()]
        if not words and word.lower().strip(".") in sides:
            yield word
            rest = rest.rstrip(_JOINERS)
            continue
        words.insert(0, word)
        yield " ".join(words) + gap
        if not rest or rest[-1] not in " \t":
            return
        rest = rest.rstrip(" \t")


def without_other_values(before: str, sides: frozenset[str]) -> str:
    """What stands before without the values that directly end it, each perhaps with its side.

    Example:
        >>> without_other_values("HR 128 122 ", frozenset()), without_other_values("Kraft 4/5 vä, ", frozenset({"vä"}))
        ('HR', 'Kraft')
    """
    while True:
        rest = before.rstrip(" \t,;・、–-")
        side = _WORD.search(rest)
        if side and side[0].lower() in sides:
            rest = rest[: side.start()]
        match = _OTHER_VALUE.search(rest)
        if match is None:
            return before
        before = rest[: match.start()]
