"""Inline SVG that is measured in per cent across and in pixels down.

So a plot fills whatever card it stands in, wide or narrow, and its words keep one size and one shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from unicodedata import east_asian_width

LINE_PX = 14.0  # from one line of words to the next
NAME_GAP = 12.0  # between the name of a row and its area
_WIDE_PX, _CAPITAL_PX, _OTHER_PX = 13.0, 8.6, 7.0  # characters at the plots' 12 pixels, on the generous side
_N_SERIES = 6  # colours, hatchings and dashes that the style sheet knows
_NAME_CHARS = 20  # longer names of rows are written on several lines


@dataclass(frozen=True, slots=True)
class Margins:
    """Room around the area of a plot, in pixels: for names, numbers and titles."""

    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0


def picture(name: str, height: float, content: str, margins: Margins | None = None) -> str:
    """A picture as wide as its place; ``name`` is what a screen reader says of it.

    Per cents and pixels are those of the area within the margins, ``height`` high; what lies outside of 0 and 100 % is
    drawn in the margins.
    """
    m = margins or Margins()
    room = f"padding:{m.top:.0f}px {m.right:.0f}px {m.bottom:.0f}px {m.left:.0f}px"
    whole = height + m.top + m.bottom
    return (
        f'<svg role="img" aria-label="{escape(name)}" width="100%" height="{whole:.0f}" style="{room}">{content}</svg>'
    )


def percent(share: float) -> str:
    """A share as a length.

    Example:
        >>> percent(1 / 3)
        '33.33%'
    """
    return f"{100 * share:.2f}%"


def text(x: str, y: float, said: str, kind: str = "axis", anchor: str = "start", dx: float = 0.0) -> str:
    """One line of text at a length from the left, moved by ``dx`` pixels."""
    moved = f' dx="{dx:.1f}"' if dx else ""
    return f'<text class="{kind}" x="{x}"{moved} y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def lines_of(name: str) -> list[str]:
    """A name cut into lines that fit beside a plot.

    Example:
        >>> lines_of("propagation + name table")
        ['propagation + name', 'table']
    """
    return wrap(name, _NAME_CHARS) or [""]


def row_name(middle: float, name: str) -> str:
    """The name of a row in the left margin, its lines around ``middle``."""
    lines = lines_of(name)
    first = middle + 4 - LINE_PX * (len(lines) - 1) / 2
    return "".join(text("0", first + LINE_PX * at, line, "name", "end", -NAME_GAP) for at, line in enumerate(lines))


def names_px(names: Iterable[str]) -> float:
    """The left margin that names of rows need, cut into lines."""
    return text_px([line for name in names for line in lines_of(name)]) + NAME_GAP


def text_px(words: Sequence[str]) -> float:
    """Room for the longest of some words, in pixels."""
    return max((sum(map(_char_px, word)) for word in words), default=0.0)


def series_class(at: int) -> str:
    """The class of a series by its number; they come again after six."""
    return f"series-{at % _N_SERIES + 1}"


def _char_px(char: str) -> float:
    if east_asian_width(char) in "WF":
        return _WIDE_PX
    return _CAPITAL_PX if char.isupper() or char in "mw_%+" else _OTHER_PX
