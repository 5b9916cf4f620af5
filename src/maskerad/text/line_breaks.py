"""A mention that was broken over lines: as one line, and what replaces it broken where it was."""

from __future__ import annotations

import re
from collections.abc import Sequence

from maskerad.text.layout import has_wide

# A line end with the blanks and quote marks around it, or a tab.
_BREAK = re.compile(r"[ \t]*+(?:\r\n?|\n)(?:[ \t]*+>)*+[ \t]*+|\t")
_HYPHENS = frozenset("-\u00ad")


def one_line(text: str) -> str:
    """A mention as it would stand on one line, without tabs.

    Example:
        >>> one_line("Heike\\r\\n> Schneider"), one_line("Lind-\\nqvist"), one_line("山\\n田")
        ('Heike Schneider', 'Lindqvist', '山田')
    """
    if not _BREAK.search(text):
        return text
    line: list[str] = []
    for part in _BREAK.split(text):
        _append(line, part)
    return "".join(line)


def broken_like(new: str, old: str) -> str:
    """What replaces a mention, with every break of it: at the same blank or, in Japanese, after as many characters.

    What has no such place has its break in front, so that no line and no quote mark is lost.

    Example:
        >>> broken_like("Ulla Maria Vogt", "Heike\\n> Schneider"), broken_like("[NAME]", "Heike\\n> Schneider")
        ('Ulla\\n> Maria Vogt', '\\n> [NAME]')
    """
    if not _BREAK.search(old):
        return new
    blanks = [at for at, char in enumerate(new) if char == " "]
    line: list[str] = []
    parts: list[str] = []
    read = done = n_blanks = n_chars = 0
    for match in _BREAK.finditer(old):
        known = len(line)
        _append(line, old[read : match.start()])
        n_blanks += sum(part.count(" ") for part in line[known:])
        n_chars += sum(map(len, line[known:]))
        read = match.end()
        is_wide = has_wide(old[match.start() - 1 : match.start()])
        start, end = _wide_place(new, n_chars) if is_wide else _place(blanks, n_blanks)
        start, end = max(start, done), max(end, done)
        parts += new[done:start], match[0]
        done = end
    return "".join(parts) + new[done:]


def _place(blanks: Sequence[int], number: int) -> tuple[int, int]:
    """The blank whose place a break takes; the beginning if there are not so many."""
    return (blanks[number], blanks[number] + 1) if number < len(blanks) else (0, 0)


def _wide_place(new: str, n_chars: int) -> tuple[int, int]:
    """Where a break stands in Japanese: after so many characters, before the last."""
    place = min(n_chars, len(new) - 1) if has_wide(new[:1]) else 0
    return place, place


def _append(line: list[str], part: str) -> None:
    """Adds what stands after a break to a line, with a blank where the script has one."""
    if not part:
        return
    last = line[-1] if line else ""
    if last and not has_wide(last[-1]) and not has_wide(part[0]):
        if last[-1] not in _HYPHENS or not last[-2:-1].isalpha():
            line.append(" ")
        elif part[0].islower():
            line[-1] = last[:-1]
    line.append(part)
