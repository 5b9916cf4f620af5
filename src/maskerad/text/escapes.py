r"""Letters written as codes: ``\u`` escapes of JSON, percent codes of addresses, base64, text that runs backwards.

What surely is a letter is read as one wherever it stands (``views.normalise``). What could as well be something else,
base64 or an escaped line end, is decoded only to look for names that are known already
(``pipeline.verification.disguises``).
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from maskerad.text.markup import Edit

_CODE_POINT = re.compile(r"\\u([0-9a-fA-F]{4})")
_PERCENT_RUN = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_LINE_ESCAPE = re.compile(r"\\[nrt]")
_BASE64_CHAR = "[A-Za-z0-9+/_-]"
# Not what is a word or a number of its own.
_BASE64 = re.compile(
    rf"(?<!{_BASE64_CHAR})(?!(?:[A-Za-z][a-z]*+|[0-9-]++)(?!{_BASE64_CHAR}))({_BASE64_CHAR}{{6,}}+)={{0,2}}"
)
# Right-to-left override to the end of its line or to the mark that ends it (Unicode Standard Annex 9).
_BACKWARDS = re.compile("\u202e([^\u202c\u202e\u2069\n]++)\u202c?")


def code_point_edits(text: str) -> Iterator[Edit]:
    r"""Escapes of JSON and of programming languages that stand for letters.

    Example:
        >>> list(code_point_edits(r"Ren\u00e9"))
        [(3, 9, 'é')]
    """
    for match in _CODE_POINT.finditer(text):
        char = chr(int(match[1], 16))
        if char.isalpha():
            yield match.start(), match.end(), char


def letter_edits(text: str) -> Iterator[Edit]:
    """Percent codes that stand for letters alone: a blank or a slash would cut the address that they stand in.

    Example:
        >>> list(letter_edits("Ren%C3%A9%20Berg, EF 50 %"))
        []
        >>> list(letter_edits("Ren%C3%A9, EF 50 %"))
        [(3, 9, 'é')]
    """
    return (edit for edit in percent_edits(text) if edit[2].isalpha())


def percent_edits(text: str) -> Iterator[Edit]:
    """All percent codes that are UTF-8."""
    for match in _PERCENT_RUN.finditer(text):
        try:
            yield match.start(), match.end(), unquote_to_bytes(match[0]).decode("utf-8")
        except UnicodeDecodeError:
            continue


def reversed_edits(text: str) -> Iterator[Edit]:
    """What is told to run from right to left, in the order in which it is read."""
    return ((m.start(), m.end(), m[1][::-1]) for m in _BACKWARDS.finditer(text))


def line_escape_edits(text: str) -> Iterator[Edit]:
    """Line ends and tabs that JSON writes as a backslash and a letter."""
    return ((m.start(), m.end(), " ") for m in _LINE_ESCAPE.finditer(text))


def base64_edits(text: str) -> Iterator[Edit]:
    """Words that are text in base64.

    Example:
        >>> list(base64_edits("cid=Sm9yZGFuIFNtaXRo Operation"))
        [(4, 20, 'Jordan Smith')]
    """
    for match in _BASE64.finditer(text):
        coded = match[1]
        try:
            plain = b64decode(coded.replace("-", "+").replace("_", "/") + "=" * (-len(coded) % 4)).decode("utf-8")
        except (Error, UnicodeDecodeError):
            continue
        if plain.isprintable():
            yield match.start(), match.end(), plain
