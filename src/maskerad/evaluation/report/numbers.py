"""How the numbers of a figure are written."""

from __future__ import annotations

from maskerad.evaluation.figures import Figure

WHY_UNDEFINED = "undefined: nothing stands below the line of the fraction (no gold or no predicted spans of that kind)."


def interval(figure: Figure) -> str:
    """The 95 % interval, "" where there is none."""
    if figure.interval is None:
        return ""
    low, high = figure.interval
    return f"{low:.3f}–{high:.3f}"


def fraction(figure: Figure) -> str:
    """The whole numbers behind a figure."""
    return f"{figure.part:,} / {figure.whole:,}"
