"""What every plot is framed in."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

CHAR_PX = 8.8  # width of a character at the charts' font size
SERIES = ("series-1", "series-2", "series-3", "series-4", "series-5", "series-6")  # colours and dashes, in page.css


def svg(width: float, height: float, name: str, content: str) -> str:
    """An inline picture; ``name`` is what a screen reader says of it."""
    box = f"0 0 {width:.0f} {height:.0f}"
    return f'<svg role="img" aria-label="{escape(name)}" viewBox="{box}" width="{width:.0f}">{content}</svg>'


def text(x: float, y: float, said: str, kind: str = "axis", anchor: str = "start") -> str:
    """One line of text."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def text_px(words: Sequence[str]) -> float:
    """Room for the longest of some words, in pixels."""
    return CHAR_PX * max(map(len, words), default=0)


def series_class(at: int) -> str:
    """The class of a series by its number; they come again after six."""
    return SERIES[at % len(SERIES)]
