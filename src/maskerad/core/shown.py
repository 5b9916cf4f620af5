"""Text from outside as it may be shown: nothing in an id or a file name moves the cursor or turns the line around."""

from __future__ import annotations

import unicodedata

# Controls, formats (the bidirectional ones among them), surrogates, private and unassigned characters, line separators.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def shown(text: str) -> str:
    r"""The text with every character that cannot be seen written as its escape; line ends stay.

    Example:
        >>> print(shown("p1\x1b[2J\u202egpj.exe\n"), end="")
        p1\x1b[2J\u202egpj.exe
    """
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or not _is_unseen(char) else _escape(char) for char in text)


def shown_json(written: str) -> str:
    r"""The same for JSON, whose escapes say the same to a program.

    Example:
        >>> print(shown_json('{"id": "p1\u202egpj.exe"}'))
        {"id": "p1\u202egpj.exe"}
    """
    if written.isprintable():
        return written
    return "".join(char if not _is_unseen(char) else _json_escape(char) for char in written)


def _is_unseen(char: str) -> bool:
    return unicodedata.category(char) in _UNSEEN


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
