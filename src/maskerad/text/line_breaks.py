"""A mention that was broken over lines: as one line, and what replaces it broken where it was."""

from __future__ import annotations

import re

from maskerad.text.layout import has_wide

# A line end with the blanks and quote marks around it, or a tab.
_BREAK = re.compile(r"[ \t]*+(?:\r\n?|\n)(?:[ \t]*+>)*+[ \t]*+|\t")


def one_line(text: str) -> str:
    """A mention as it would stand on one line, without tabs.

    Example:
        >>> one_line("Heike\\r\\n> Schneider"), one_line("Lind-\\nqvist"), one_line("山\\n田")
        ('Heike Schneider', 'Lindqvist', '山田')
    """
    if not _BREAK.search(text):
        return text
    parts = _BREAK.split(text)
    line = parts[0]
    for part in parts[1:]:
        line = _joined(line, part)
    return line


def broken_like(new: str, old: str) -> str:
    """What replaces a mention, with every break of it: at the same blank or, in Japanese, after as many characters.

    What has no such place has its break in front, so that no line and no quote mark is lost.

    Example:
        >>> broken_like("Ulla Maria Vogt", "Heike\\n> Schneider"), broken_like("[NAME]", "Heike\\n> Schneider")
        ('Ulla\\n> Maria Vogt', '\\n> [NAME]')
    """
    breaks = list(_BREAK.finditer(old))
    if not breaks:
        return new
    parts: list[str] = []
    done = 0
    for match in breaks:
        start, end = _place(new, one_line(old[: match.start()]), old[match.start() - 1 : match.start()])
        start, end = (start, end) if start >= done else (done, done)
        parts += new[done:start], match[0]
        done = end
    return "".join(parts) + new[done:]


def _place(new: str, before: str, last: str) -> tuple[int, int]:
    """Which characters of the new text a break takes the place of."""
    if has_wide(last):
        place = min(len(before), len(new) - 1)
        return (place, place) if has_wide(new[:1]) else (0, 0)
    at = -1
    for _ in range(before.count(" ") + 1):
        at = new.find(" ", at + 1)
        if at < 0:
            return 0, 0
    return at, at + 1


def _joined(line: str, part: str) -> str:
    """Two pieces of a mention as one."""
    if has_wide(line[-1:]) or has_wide(part[:1]):
        return line + part
    if line[-1:] in ("-", "\u00ad") and line[-2:-1].isalpha() and part:
        return line[:-1] + part if part[0].islower() else line + part
    return f"{line} {part}" if line and part else line + part
