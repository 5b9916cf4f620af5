"""Normalised views of a text, aligned with the untouched original.

Rules and models read ``view.text``; whatever they find goes back through ``view.to_original``, so every offset that
leaves this module is one of the text as it was received. A view is built in layers, each of which does one thing
and keeps the pieces it changed; a text that needs nothing is its own view, at the cost of a few scans.

The steps follow the pre-processing of AnonyMate (HTML, non-printing characters, full-width forms), with look-alike
letters and broken words added, and without losing the original.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from maskerad.core.errors import BoundsError
from maskerad.text import characters as chars
from maskerad.text import escapes, layout
from maskerad.text.markup import Edit, entity_edits, tag_edits

_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_MODIFIERS = ("\U0001f3fb", "\U0001f3ff")

# A hyphen at the end of a line, hard or soft; what stands around it is looked at afterwards.
_HYPHENS = ("\u00ad", "-")
_BROKEN = {hyphen: re.compile(hyphen + r"[ \t]*+(?:\r\n?|\n)[ \t]*+(?=([^\W\d_]{1,8}+))") for hyphen in _HYPHENS}
# "Hals-\nund Beinbruch": the hyphen stands for a part left out, not for a break.
_CONJUNCTIONS = frozenset(
    {"and", "bis", "e", "ed", "eller", "en", "et", "o", "och", "of", "oder", "or", "ou"}
    | {"samt", "till", "tot", "u", "und", "y"}
)


@dataclass(frozen=True, slots=True)
class Layer:
    """The pieces that one step changed, as four parallel arrays of code-point offsets; between them nothing moved.

    Attributes:
        old_starts: Where each piece began before the step; ascending.
        old_ends: Where it ended.
        new_starts: Where what replaced it begins; ascending.
        new_ends: Where that ends; the same as its start when the piece was taken out.
    """

    old_starts: array[int] = field(repr=False)
    old_ends: array[int] = field(repr=False)
    new_starts: array[int] = field(repr=False)
    new_ends: array[int] = field(repr=False)

    def to_old(self, start: int, end: int) -> tuple[int, int]:
        """The span before the step from which ``[start, end)`` came. A piece is never split."""
        first = bisect_right(self.new_starts, start) - 1
        last = bisect_right(self.new_starts, end - 1) - 1
        return self._old_start(start, first), self._old_end(end, last)

    def _old_start(self, start: int, piece: int) -> int:
        if piece < 0:
            return start
        if start < self.new_ends[piece]:
            return self.old_starts[piece]
        return start - self.new_ends[piece] + self.old_ends[piece]

    def _old_end(self, end: int, piece: int) -> int:
        if piece < 0:
            return end
        if end <= self.new_ends[piece]:
            return self.old_ends[piece]
        return end - self.new_ends[piece] + self.old_ends[piece]


@dataclass(frozen=True, slots=True)
class View:
    """A text made plain, and the way back.

    Attributes:
        original: The text as received.
        text: The same text made plain.
        layers: The steps that moved characters, first to last.
    """

    original: str = field(repr=False)
    text: str = field(repr=False)
    layers: tuple[Layer, ...] = ()

    @property
    def is_identity(self) -> bool:
        """Whether the view is the original itself."""
        return self.text is self.original

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The original span that gave the characters ``[start, end)`` of the view.

        It covers everything that produced them, a whole entity or a tag between two of them, and never ends inside a
        letter with its marks.

        Raises:
            BoundsError: If not ``0 <= start < end <= len(view.text)``.

        Example:
            >>> view = normalise("Ren&eacute; Berg")
            >>> view.text, view.to_original(0, 4)
            ('René Berg', (0, 11))
        """
        if not 0 <= start < end <= len(self.text):
            raise BoundsError(f"span {start}..{end} of a view of {len(self.text)} characters")
        for layer in reversed(self.layers):
            start, end = layer.to_old(start, end)
        return _whole_graphemes(self.original, start, end)


def normalise(text: str) -> View:
    """The plain view of a text: mark-up, odd characters, look-alikes and broken words undone.

    Time is linear in the text. A text that needs none of it comes back as it is.

    Example:
        >>> normalise("<b>Lind-</b>\\nqvist\\u200b, ＡＢ１２").text
        'Lindqvist, AB12'
    """
    view = View(text, text)
    if "<" in text:
        view = edited(view, tag_edits(text))
    if "&" in text:
        view = edited(view, entity_edits(view.text))
    if "\\u" in view.text:
        view = edited(view, escapes.code_point_edits(view.text))
    if "%" in view.text:
        view = edited(view, escapes.letter_edits(view.text))
    view = _with_plain_layout(view)
    if not chars.is_plain(view.text):
        view = _with_plain_characters(view)
    return edited(view, _break_edits(view.text, "-"))


def _with_plain_layout(view: View) -> View:
    """One step each for line ends, quote marks, margin, wrapped lines and tabs, of those that the text has."""
    if "\r" in view.text:
        view = edited(view, layout.return_edits(view.text))
    if ">" in view.text:
        view = edited(view, layout.quote_edits(view.text))
    if view.text[:1].isspace():
        view = edited(view, layout.margin_edits(view.text))
    if "\n" in view.text:
        view = edited(view, layout.wrap_edits(view.text))
    if "\t" in view.text:
        text = layout.without_tabs(view.text)
        view = View(view.original, text, view.layers) if text != view.text else view
    return view


def _with_plain_characters(view: View) -> View:
    """One step a table of ``characters``, in an order that lets each see what the one before it brought to light."""
    view = _redrawn(view, lambda text: text.translate(chars.SINGLE), chars.SINGLE_CLASS)
    view = edited(view, _break_edits(view.text, "\u00ad"))
    view = edited(view, escapes.reversed_edits(view.text))
    view = edited(view, _invisible_edits(view.text))
    view = edited(view, _several_edits(view.text))
    view = edited(view, _composed_edits(view.text))
    return _redrawn(view, _without_lookalikes, chars.LOOKALIKE_CLASS)


def _redrawn(view: View, step: Callable[[str], str], needed: re.Pattern[str]) -> View:
    """The view after a step that changes characters one for one."""
    return View(view.original, step(view.text), view.layers) if needed.search(view.text) else view


def edited(view: View, edits: Iterable[Edit]) -> View:
    """The view after disjoint, ascending edits; the same view when there are none."""
    text, done, grown = view.text, 0, 0
    parts: list[str] = []
    columns = tuple(array("q") for _ in range(4))
    old_starts, old_ends, new_starts, new_ends = columns
    for start, end, new in edits:
        parts += text[done:start], new
        done = end
        old_starts.append(start)
        old_ends.append(end)
        new_starts.append(start + grown)
        grown += len(new) - (end - start)
        new_ends.append(end + grown)
    if not parts:
        return view
    parts.append(text[done:])
    return View(view.original, "".join(parts), (*view.layers, Layer(*columns)))


def _several_edits(text: str) -> Iterator[Edit]:
    return ((m.start(), m.end(), chars.SEVERAL[m[0]]) for m in chars.SEVERAL_CLASS.finditer(text))


def _invisible_edits(text: str) -> Iterator[Edit]:
    return ((m.start(), m.end(), "") for m in chars.INVISIBLE_RUN.finditer(text))


def _composed_edits(text: str) -> Iterator[Edit]:
    """A letter and its marks for the one character that Unicode has for them; marks that it has none with are gone.

    A letter that is struck through, circled or piled up with marks is read as the letter.
    """
    for match in chars.DECOMPOSED.finditer(text):
        composed = chars.LATE_MARKS.sub("", unicodedata.normalize("NFC", match[0]))
        if len(composed) < len(match[0]):
            yield match.start(), match.end(), composed


def _without_lookalikes(text: str) -> str:
    return chars.WORD.sub(lambda match: chars.latinised(match[0]), text)


def _break_edits(text: str, hyphen: str) -> Iterator[Edit]:
    """Hyphens and line ends between two letters and a small letter on the next line."""
    for match in _BROKEN[hyphen].finditer(text):
        before = unicodedata.normalize("NFC", text[max(0, match.start() - 4) : match.start()])[-2:]
        is_broken = len(before) == 2 and before.isalpha() and match[1][0].islower()
        if is_broken and match[1] not in _CONJUNCTIONS:
            yield match.start(), match.end(), ""


def _whole_graphemes(text: str, start: int, end: int) -> tuple[int, int]:
    """The span grown to the next borders between graphemes, by at most ``MAX_MARKS`` characters a side.

    Unicode Standard Annex 29, rules GB9, GB9a and GB11, as far as letters and emoji need them.
    """
    floor, ceiling = max(0, start - chars.MAX_MARKS), min(len(text), end + chars.MAX_MARKS)
    while start > floor and _continues(text, start):
        start -= 1
    while end < ceiling and _continues(text, end):
        end += 1
    return start, end


def _continues(text: str, offset: int) -> bool:
    """Whether the character at the offset belongs to the grapheme before it."""
    char = text[offset]
    if char < "\u0300":
        return False
    low, high = _EMOJI_MODIFIERS
    is_mark = char == _ZERO_WIDTH_JOINER or low <= char <= high or unicodedata.category(char)[0] == "M"
    return is_mark or text[offset - 1] == _ZERO_WIDTH_JOINER
