"""What a part of the benchmarks must reach. A part answers with a line for each bound that it missed."""

from __future__ import annotations

Missed = list[str]


def at_most(what: str, value: float, bound: float) -> Missed:
    """A line if a value is above its bound.

    Example:
        >>> at_most("leaks in sv", 2, 0), at_most("leaks in nl", 0, 0)
        (['leaks in sv: 2, at most 0'], [])
    """
    return [] if value <= bound else [f"{what}: {value:.6g}, at most {bound:g}"]


def at_least(what: str, value: float, bound: float) -> Missed:
    """A line if a value is below its bound, or is no number."""
    return [] if value >= bound else [f"{what}: {value:.6g}, at least {bound:g}"]
