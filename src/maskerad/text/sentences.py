"""Sentences, by rule.

A sentence ends at the end of a line, after ``。！？``, after ``!`` and ``?``, and after a full stop that is followed by
a blank and a capital, a digit or an opening mark, unless the word before the stop says otherwise: an abbreviation
of the language, an initial, an ordinal before the name of a month.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

# A run of terminal marks, closing marks, and blanks; or line ends. It always matches to the end of the run, so no
# run is read twice.
_END = re.compile(r"[\r\n]++|([.!?…。！？｡．]++)([\"'”’»›)\]」』）】]*+)([^\S\r\n]*+)")
_CJK_STOPS = frozenset("。！？｡．")
_CALLS = frozenset("!?")
_OPENING = frozenset("\"'“”‘’«»‹›([{¿¡-–—•*#「『（【")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_INITIALISM = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}")  # "t.ex", "p.g.a", "z.B", "M.D"
_ORDINAL = re.compile(r"\d{1,2}")
_WORD = re.compile(r"[^\W\d_]+")
MAX_WORD_CHARS = 24  # how far to look back for the word before a stop


def split_sentences(
    text: str, abbreviations: Set[str] = frozenset(), ordinal_words: Set[str] = frozenset()
) -> Iterator[tuple[int, int]]:
    """Offsets ``(start, end)`` of the sentences of a text, blanks around them left out; time is linear.

    Args:
        text: Any text.
        abbreviations: Words that are written with a stop, lower case, without it: ``{"dr", "ca", "tel"}``.
        ordinal_words: Words that may follow an ordinal number, lower case: the months, where one writes "3. März".

    Example:
        >>> text = "Dr. A. Lindqvist kom 3. mars. Mår bra!"
        >>> [text[s:e] for s, e in split_sentences(text, {"dr"})]
        ['Dr. A. Lindqvist kom 3. mars.', 'Mår bra!']
    """
    start = 0
    for match in _END.finditer(text):
        if match[1] is None or _is_boundary(text, match, abbreviations, ordinal_words):
            yield from _trimmed(text, start, match.end())
            start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        start += len(piece) - len(piece.lstrip())
        yield start, start + len(stripped)


def _is_boundary(text: str, match: re.Match[str], abbreviations: Set[str], ordinal_words: Set[str]) -> bool:
    """Whether a sentence ends with this run of terminal marks."""
    marks, after = match[1], text[match.end() : match.end() + 1]
    if marks[-1] in _CJK_STOPS:
        return True
    if not match[3]:
        return marks[-1] in _CALLS and bool(_CJK.match(after))
    if marks[-1] in _CALLS:
        return True
    if not (after.isupper() or after.isdigit() or after in _OPENING or _CJK.match(after)):
        return False
    return len(marks) > 1 or not _goes_on(text, match, abbreviations, ordinal_words)


def _goes_on(text: str, match: re.Match[str], abbreviations: Set[str], ordinal_words: Set[str]) -> bool:
    """Whether the single stop belongs to the word before it."""
    stop = match.start()
    before = text[max(0, stop - MAX_WORD_CHARS) : stop]
    words = before.split()
    word = words[-1].lstrip("([\"'/-") if words else ""
    if match[1] == "…" or not word:
        return False
    if _ORDINAL.fullmatch(word):
        following = _WORD.match(text, match.end(), match.end() + MAX_WORD_CHARS)
        is_listed = before.rpartition("\n")[2].strip() == word  # "1. Provtagning" at the head of a line
        return is_listed or (following is not None and following[0].lower() in ordinal_words)
    is_initial = len(word) == 1 and word.isalpha()
    return is_initial or word.lower() in abbreviations or _INITIALISM.fullmatch(word) is not None
