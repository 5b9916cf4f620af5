"""Tokens: the smallest pieces a name or a number can begin or end with.

A text splits wherever letters, digits, blanks and punctuation meet ("ankn.1234", "Dr.Anthony", "2016/2017"), so
no identifier ever starts or ends inside a token. Every punctuation mark is a token of its own.
"""

from __future__ import annotations

import re
from itertools import accumulate

# Letters with their combining marks | digits | line ends | blanks | anything else, one character at a time.
_PIECE = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*|\d+|\r\n|[\n\r]|[^\S\r\n]+|.", re.DOTALL)


def split_pieces(text: str) -> list[str]:
    """Cuts a text into pieces whose concatenation is the text.

    Example:
        >>> split_pieces("tfn.0652-72 56")
        ['tfn', '.', '0652', '-', '72', ' ', '56']
    """
    return _PIECE.findall(text)


def piece_starts(pieces: list[str]) -> list[int]:
    """Offset of each piece, in code points; one longer than ``pieces``, the last being the length of the text."""
    return list(accumulate(map(len, pieces), initial=0))


def tokenise(text: str) -> list[tuple[int, int]]:
    """Offsets ``(start, end)`` of all tokens that are not blanks or line ends.

    Example:
        >>> tokenise("Dr.Anthony 82")
        [(0, 2), (2, 3), (3, 10), (11, 13)]
    """
    pieces = split_pieces(text)
    starts = piece_starts(pieces)
    return [(start, start + len(piece)) for piece, start in zip(pieces, starts, strict=False) if not piece.isspace()]


def tokenise_finely(text: str) -> list[tuple[int, int]]:
    """Runs of letters, runs of digits and single marks; blanks are no tokens.

    Japanese and Chinese leave no blanks between words, so there every character is a token.

    Example:
        >>> tokenise_finely("tfn 08-1")
        [(0, 3), (4, 6), (6, 7), (7, 8)]
        >>> tokenise_finely("山田さん")
        [(0, 1), (1, 2), (2, 3), (3, 4)]
    """
    tokens: list[tuple[int, int]] = []
    for start, end in tokenise(text):
        if any(_is_unspaced(character) for character in text[start:end]):
            tokens.extend((i, i + 1) for i in range(start, end))
        else:
            tokens.append((start, end))
    return tokens


def _is_unspaced(character: str) -> bool:
    """Kana, Han and their compatibility forms."""
    return "\u3040" <= character <= "\u30ff" or "\u3400" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff"
