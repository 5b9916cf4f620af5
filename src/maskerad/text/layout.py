"""How a text is laid out on the page: quote marks, line ends that only ran out of room, tabs that are blanks.

A line was broken for want of room if the next line's first word would not have fitted on it (the greedy filling that
mail programs, editors and terminals do). How wide the page is shows in its longest line; that it was filled at all,
in a line that breaks off and goes on with a small letter. A line end that starts a field, an item of a list, a
heading or a row of a table is the writer's, and so is one after a whole sentence. No writer begins a line with a
Japanese comma, stop or closing bracket.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from maskerad.text import line_shapes as shapes
from maskerad.text.markup import Edit

MIN_COLUMNS, MAX_COLUMNS = 30, 140  # of a page: narrower ones are lists, wider ones are not wrapped
MIN_BLOCK_COLUMNS = 50  # of a paragraph that was filled by itself: narrower ones are addresses
WORD_CHARS = 24  # how far to look back for a last word
ABBREVIATION_CHARS = 4  # a stop after so short a word may well stand inside a sentence: "Dr.", "geb."
WIDE_SLACK_COLUMNS = 2  # Japanese lines give one character way to a mark that must not begin a line (JIS X 4051)
WIDE_SURE_MIN = 2  # without small letters, one line as long as the page tells nothing
MAX_FIELD_WORDS = 2  # of a label in small letters

_QUOTE = re.compile(r"^[ \t]*+>(?:[ \t]?>)*+[ \t]?", re.MULTILINE)
_SURE_QUOTE = re.compile(r"^[ \t]*+>(?!\d)", re.MULTILINE)  # not ">90 mmHg"
_MARGIN = re.compile(r"^[ \t]*+(?=\S)", re.MULTILINE)
_RETURN = re.compile(r"\r\n?")
_WIDE = "\u2e80-\u303f\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60"
_HAS_WIDE = re.compile(f"[{_WIDE}]")
_ITEM = re.compile(r"(?:[-–—•*·■□●○◆◇▼※・#+>|]+|[-–—]?>|[a-z]\)) |[■□●○◆◇▼※・【〔［|]")
_NUMBERED = re.compile(r"\(?([1-9]\d?)[.)] ")
_GAP = re.compile(r"\S(?: {2,}|[ ]*\t[ \t]*)\S")
_CELLS = re.compile(r"\S[ \t]*\|(?:[ \t]|$)")
_SENTENCE_ENDS = frozenset(".!?。！？")
_ENDS = _SENTENCE_ENDS | frozenset(":;：；")
_CLOSING = ")]}\"'”’»」』）"
_NEVER_FIRST = frozenset(
    "、。，．）」』】〕］｝〉》"
)  # on a line (JIS X 4051): only a break for want of room puts it there
_KANA_AND_LATIN = re.compile(r"[\u3041-\u30ff][0-9A-Za-z]|[0-9A-Za-z][\u3041-\u30ff]")
_LAST_WORD = re.compile(r"[^\W_]+$")
_SINGLE_BLANK = re.compile(r"\S \S")
_TABBED_LINE = re.compile(r"[^\n]*\t[^\n]*")


class _Line(NamedTuple):
    """One line, without the blanks at its ends."""

    start: int
    end: int
    text: str
    columns: int  # from the margin to its last character


def return_edits(text: str) -> Iterator[Edit]:
    """Line ends of other systems made one character."""
    return ((m.start(), m.end(), "\n") for m in _RETURN.finditer(text))


def quote_edits(text: str) -> Iterator[Edit]:
    """The marks of quoted mail taken out.

    Example:
        >>> list(quote_edits(">> Anna\\n> Berg"))
        [(0, 3, ''), (8, 10, '')]
    """
    return ((m.start(), m.end(), "") for m in _QUOTE.finditer(text)) if _SURE_QUOTE.search(text) else iter(())


def margin_edits(text: str) -> Iterator[Edit]:
    """The blanks that every line begins with taken out.

    Example:
        >>> list(margin_edits("  Anna\\n    Berg"))
        [(0, 2, ''), (7, 9, '')]
    """
    lines = [match.end() - match.start() for match in _MARGIN.finditer(text)]
    margin = min(lines) if len(lines) > 1 else 0
    return ((m.start(), m.start() + margin, "") for m in _MARGIN.finditer(text)) if margin else iter(())


def wrap_edits(text: str) -> Iterator[Edit]:
    """Line ends that only ran out of room: a blank for each, and nothing where the script has none.

    Example:
        >>> text = "The patient came in with her mother Heike\\nSchneider, who had found her on the\\nfloor."
        >>> [text[start:end] + new for start, end, new in wrap_edits(text)]
        ['\\n ', '\\n ']
    """
    lines = _lines(text)
    filled = _filled(lines, MIN_COLUMNS)
    if not filled:
        filled = [pair for block in _blocks(lines) for pair in _filled(block, MIN_BLOCK_COLUMNS)]
    cut = [(line, two) for line, two in pairwise(lines) if line.text and two.text[:1] in _NEVER_FIRST]
    for line, two in sorted({*filled, *cut}):
        joint = _joint(line.text, two.text)
        if joint is not None:
            yield line.end, two.start, joint


def without_tabs(text: str) -> str:
    """The text with a blank for each tab of a line whose words only tabs part; elsewhere a tab parts columns.

    Example:
        >>> without_tabs("Mutter\\tGiulia\\tFerrari\\nAnna Berg\\tLund")
        'Mutter Giulia Ferrari\\nAnna Berg\\tLund'
    """
    return _TABBED_LINE.sub(lambda m: m[0] if _SINGLE_BLANK.search(m[0]) else m[0].replace("\t", " "), text)


def columns_of(text: str) -> int:
    """How many columns a text takes: two for a wide character (Unicode Standard Annex 11)."""
    if text.isascii() or not _HAS_WIDE.search(text):
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(char) in "WF" for char in text)


def has_wide(text: str) -> bool:
    """Whether a text holds a character of a script that puts no blanks between words."""
    return _HAS_WIDE.search(text) is not None


def _lines(text: str) -> list[_Line]:
    """All lines; an empty one ends where it starts."""
    lines: list[_Line] = []
    at = 0
    for piece in text.split("\n"):
        stripped = piece.strip()
        start = at + len(piece) - len(piece.lstrip()) if stripped else at
        lines.append(_Line(start, start + len(stripped), stripped, columns_of(piece.rstrip())))
        at += len(piece) + 1
    return lines


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Runs of two lines or more that no empty line parts."""
    block: list[_Line] = []
    for line in lines:
        if line.text:
            block.append(line)
            continue
        if len(block) > 1:
            yield block
        block = []
    if len(block) > 1:
        yield block


def _filled(lines: Sequence[_Line], min_columns: int) -> list[tuple[_Line, _Line]]:
    """Each line that was filled up to the width of the page, with the next; none if nothing shows that lines were."""
    widest = _widest(lines)
    if not min_columns <= widest <= MAX_COLUMNS:
        return []
    full = [(one, two) for one, two in pairwise(lines) if one.text and two.text and _is_full(one, two, widest)]
    n_wide = sum(has_wide(one.text[-1]) and has_wide(two.text[0]) for one, two in full)
    numbers = {int(match[1]) for line in lines if full and (match := _NUMBERED.match(line.text))}
    full = [(one, two) for one, two in full if not _is_meant(one.text, two.text, numbers)]
    is_filled = n_wide >= WIDE_SURE_MIN or any(_is_continuation(one.text, two.text) for one, two in full)
    return full if is_filled else []


def _widest(lines: Sequence[_Line]) -> int:
    """Columns of the longest line that could have been broken: an address of the web cannot."""
    return max((line.columns for line in lines if _can_break(line.text)), default=0)


def _can_break(line: str) -> bool:
    return " " in line or "\t" in line or _HAS_WIDE.search(line) is not None


def _is_full(line: _Line, two: _Line, widest: int) -> bool:
    """Whether the first word of the next line would not have fitted on this one."""
    if _HAS_WIDE.match(two.text):
        return line.columns + 2 > widest - WIDE_SLACK_COLUMNS
    word = two.text.split(None, 1)[0]
    wide = _HAS_WIDE.search(word)
    return line.columns + 1 + columns_of(word[: wide.start()] if wide else word) > widest


def _is_meant(one: str, two: str, numbers: Collection[int]) -> bool:
    """Whether the line end tells something: a new item, field, heading or row, or a sentence that is over."""
    if _ITEM.match(two) or shapes.is_underline(one) or shapes.is_underline(two) or _starts_field(two):
        return True
    number = _NUMBERED.match(two)
    if number and (number[1] == "1" or int(number[1]) - 1 in numbers):
        return True
    if (_GAP.search(one) and _GAP.search(two)) or (_CELLS.search(one) and _CELLS.search(two)):
        return True
    return _is_over(one) and not two[0].islower()


def _starts_field(line: str) -> bool:
    fields = shapes.fields(line)
    if not fields or fields[0].start:
        return False
    return not line[0].islower() or fields[0].label.count(" ") < MAX_FIELD_WORDS


def _is_over(line: str) -> bool:
    """Whether a line ends with a whole sentence: not with an abbreviation, an initial or an ordinal number."""
    core = line.rstrip(_CLOSING)
    if core[-1:] not in _SENTENCE_ENDS:
        return False
    word = _LAST_WORD.search(core, max(0, len(core) - WORD_CHARS), len(core) - 1)
    return core[-1] != "." or word is None or len(word[0]) > ABBREVIATION_CHARS


def _is_continuation(one: str, two: str) -> bool:
    """Whether a line breaks off: at a comma, or before a word in small letters (an address of the web is no word)."""
    word = two.split(None, 1)[0].rstrip(",.")
    return one[-1] == "," or (one[-1] not in _ENDS and word.islower() and word.isalpha())


def _joint(one: str, two: str) -> str | None:
    """What the line end stands for; None where a word may be broken, which is looked at elsewhere."""
    if has_wide(one[-1]) or has_wide(two[0]):
        return " " if _KANA_AND_LATIN.fullmatch(one[-1] + two[0]) else ""
    if one[-1] in "-\u00ad" and one[-2:-1].isalpha():
        return None if two[0].islower() else ""
    return " "
