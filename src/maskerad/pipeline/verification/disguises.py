r"""Other readings of a text, in which names that are known already are searched for.

None of them is how a text is read for names that nobody knows yet: too much else would look like one. Each is a view,
so that what is found in it has its place in the text as received.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain

from maskerad.core import SpanSet
from maskerad.languages.everyday import Judgement
from maskerad.pipeline.verification.originals import Hit, Originals, disjoint
from maskerad.text import escapes
from maskerad.text.characters import HIDING
from maskerad.text.markup import Edit
from maskerad.text.views import View, edited, normalise

_LETTER = r"[^\W\d_]"
# Four single letters or more with the same kind of sign between each two: J o r d a n, J.o.r.d.a.n, J-o-r-d-a-n.
_SPREAD = re.compile(
    rf"(?<!\w){_LETTER}(?:([ .\-·_*|/])\1?+{_LETTER}(?!\w)){{3,}}+|(?<!\w){_LETTER}(?:_{_LETTER}(?!{_LETTER})){{3,}}+"
)
_SINGLES = re.compile(rf"[ .\-·_*|/]{_LETTER}[ .\-·_*|/]{{1,2}}{_LETTER}[ .\-·_*|/]")
_BETWEEN = re.compile(r"[ .\-·_*|/]+")
_LINE_BLANKS = frozenset(" \t\r")
_WIDE_GAP = 2
NEAR_CHARS = 60
_GAP = "\n\ua78f\n"  # a letter of no language, so that no name reaches over it
# A line end before a letter, with the quote marks between.
_NEXT_LINE = re.compile(rf"\n(?:[ \t]*+>)*+[ \t]*+(?={_LETTER})")
NOTHING = SpanSet(())
_MARK_UP = ("<", "&", "%", "\\u")


def find_disguised(originals: Originals, text: str, is_ordinary: Judgement, spans: SpanSet = NOTHING) -> list[Hit]:
    """Where a form stands in a text or in one of its readings, in offsets of the text.

    Args:
        originals: The forms.
        text: Any text.
        is_ordinary: As ``Originals.find`` has it.
        spans: What is marked already: what one of them holds whole may be left out.
    """
    disguised: list[Hit] = []
    for view in readings(text) if originals else ():
        hits = originals.find(view.text, is_ordinary)
        disguised += ((*view.to_original(start, end), label) for start, end, label in hits)
    starts, ordered = [span.start for span in spans], sorted(disguised)
    begun = [hit[0] for hit in ordered]
    reached = list(accumulate((hit[1] for hit in ordered), max))  # the last end of all that begin so early

    def is_settled(start: int, end: int) -> bool:
        at = bisect_right(starts, start) - 1
        n_begun = bisect_left(begun, end)
        return at >= 0 and end <= spans[at].end and not (n_begun and start < reached[n_begun - 1])

    return disjoint([*originals.find(text, is_ordinary, is_settled), *disguised])


def readings(text: str) -> Iterator[View]:
    r"""The readings that differ from the text.

    Example:
        >>> [view.text for view in readings("J o r d a n, Jor\ndan, Sm9yZGFu")]
        ['Jordan, Jor\ndan, Sm9yZGFu', 'J o r d a n, Jordan, Sm9yZGFu', 'J o r d a n, Jor\ndan, Jordan']
    """
    # Widths and layout are nothing to the search, which folds the one and reads words whatever lies between them.
    views = [normalise(text)] if HIDING.search(text) or any(sign in text for sign in _MARK_UP) else []
    for view in (*views, spelled_together(text), unbroken(text), decoded(text)):
        if not view.is_identity:
            yield view


def spelled_together(text: str) -> View:
    """Letters that stand one by one, as words; a gap twice as wide stays one."""
    if not _SINGLES.search(text):  # a scan that costs a tenth of the next
        return View(text, text)
    return edited(View(text, text), chain.from_iterable(map(_spread_edits, _SPREAD.finditer(text))))


def _spread_edits(match: re.Match[str]) -> Iterator[Edit]:
    for gap in _BETWEEN.finditer(match[0]):
        start, end = match.start() + gap.start(), match.start() + gap.end()
        yield start, end, " " if end - start >= _WIDE_GAP else ""


def unbroken(text: str) -> View:
    """Words over two lines as one word, without the hyphen if they have one; what stands far from them is left out."""
    return _near_edits(edited(View(text, text), _break_edits(text)))


def _near_edits(view: View) -> View:
    """What stands near the places where a view differs; all of one that is made in several steps."""
    return edited(view, _far_edits(view.text, view.layers[0].new_starts)) if len(view.layers) == 1 else view


def _break_edits(text: str) -> Iterator[Edit]:
    """Line ends between two letters, with the hyphen before them."""
    for match in _NEXT_LINE.finditer(text):
        start = match.start()
        while text[start - 1 : start] in _LINE_BLANKS:
            start -= 1
        start -= text[start - 1 : start] == "-"
        if text[start - 1 : start].isalpha():
            yield start, match.end(), ""


def _far_edits(text: str, places: Iterable[int]) -> Iterator[Edit]:
    """A gap for all that is more than some words away from the places."""
    done = 0
    for place in places:
        if place + NEAR_CHARS <= done:
            continue
        start = _blank_before(text, max(done, place - NEAR_CHARS), done)
        if start > done:
            yield done, start, _GAP
        end = text.find(" ", place + NEAR_CHARS)
        done = max(done, end if end >= 0 else len(text))
    if done < len(text):
        yield done, len(text), _GAP


def _blank_before(text: str, at: int, floor: int) -> int:
    return max(text.rfind(" ", floor, at), floor)


def decoded(text: str) -> View:
    """Percent codes, base64 and escaped line ends as what they stand for; what stands far from them is left out."""
    view = View(text, text)
    if "%" in text:
        view = edited(view, escapes.percent_edits(view.text))
    if "\\" in text:
        view = edited(view, escapes.line_escape_edits(view.text))
    return _near_edits(edited(view, escapes.base64_edits(view.text)))
