"""How numbers are written in every report."""

from __future__ import annotations

from maskerad.evaluation.figures import Figure

UNDEFINED = "undefined"
WHY_UNDEFINED = "undefined: nothing stands below the line of the fraction (no gold or no predicted spans of that kind)."


def decimal(value: float | None, places: int = 3) -> str:
    """A value with fixed places.

    Example:
        >>> decimal(2 / 3), decimal(None)
        ('0.667', 'undefined')
    """
    return UNDEFINED if value is None else f"{value:.{places}f}"


def interval(figure: Figure) -> str:
    """The 95 % interval, "" where there is none."""
    if figure.interval is None:
        return ""
    low, high = figure.interval
    return f"{low:.3f}–{high:.3f}"


def fraction(figure: Figure) -> str:
    """The whole numbers behind a figure."""
    return f"{figure.part:,} / {figure.whole:,}"
