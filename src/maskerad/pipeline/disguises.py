r"""Other readings of a text, in which names that are known already are searched for.

None of them is how a text is read for names that nobody knows yet: too much else would look like one. Each is a view,
so that what is found in it has its place in the text as received.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from maskerad.languages.everyday import Judgement
from maskerad.pipeline.originals import Hit, Originals, disjoint
from maskerad.text import escapes
from maskerad.text.markup import Edit
from maskerad.text.views import View, edited, normalise

_LETTER = r"[^\W\d_]"
# Four single letters or more with the same kind of sign between each two: J o r d a n, J.o.r.d.a.n, J-o-r-d-a-n.
_SPREAD = re.compile(
    rf"(?<!\w){_LETTER}(?:([ .\-·_*|/])\1?+{_LETTER}(?!\w)){{3,}}+|(?<!\w){_LETTER}(?:_{_LETTER}(?!{_LETTER})){{3,}}+"
)
_BETWEEN = re.compile(r"[ .\-·_*|/]+")
_WIDE_GAP = 2
# A line end between two letters, with a hyphen or without, with the quote mark of the next line.
_BROKEN = re.compile(rf"(?<={_LETTER})-?+[ \t]*+(?:\r\n?|\n)(?:[ \t]*+>)*+[ \t]*+(?={_LETTER})")


def find_disguised(originals: Originals, text: str, is_ordinary: Judgement) -> list[Hit]:
    """Where a form stands in a text or in one of its readings, in offsets of the text."""
    hits = originals.find(text, is_ordinary)
    if originals:
        for view in readings(text):
            found = originals.find(view.text, is_ordinary)
            hits += ((*view.to_original(start, end), label) for start, end, label in found)
    return disjoint(hits)


def readings(text: str) -> Iterator[View]:
    r"""The readings that differ from the text.

    Example:
        >>> [view.text for view in readings("J o r d a n, Jor\ndan, Sm9yZGFu")]
        ['Jordan, Jor\ndan, Sm9yZGFu', 'J o r d a n, Jordan, Sm9yZGFu', 'J o r d a n, Jor\ndan, Jordan']
    """
    for view in (normalise(text), spelled_together(text), unbroken(text), decoded(text)):
        if not view.is_identity:
            yield view


def spelled_together(text: str) -> View:
    """Letters that stand one by one, as words; a gap twice as wide stays one."""
    return edited(View(text, text), chain.from_iterable(map(_spread_edits, _SPREAD.finditer(text))))


def _spread_edits(match: re.Match[str]) -> Iterator[Edit]:
    for gap in _BETWEEN.finditer(match[0]):
        start, end = match.start() + gap.start(), match.start() + gap.end()
        yield start, end, " " if end - start >= _WIDE_GAP else ""


def unbroken(text: str) -> View:
    """Words over two lines as one word, without the hyphen if they have one."""
    return edited(View(text, text), ((m.start(), m.end(), "") for m in _BROKEN.finditer(text)))


def decoded(text: str) -> View:
    """Percent codes, base64 and escaped line ends as what they stand for."""
    view = View(text, text)
    if "%" in text:
        view = edited(view, escapes.percent_edits(view.text))
    if "\\" in text:
        view = edited(view, escapes.line_escape_edits(view.text))
    return edited(view, escapes.base64_edits(view.text))
