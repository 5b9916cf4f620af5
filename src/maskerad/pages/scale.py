"""From where to where an axis goes, and which of its places are named."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # times a power of ten
_MARKS = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis.

    Attributes:
        low, high: Its ends.
        marks: Places that are named, in order.
        title: What it measures, "" where that is plain.
        is_signed: Whether numbers carry their sign.
    """

    low: float = 0.0
    high: float = 1.0
    marks: tuple[float, ...] = (0.0, 0.25, 0.5, 0.75, 1.0)
    title: str = ""
    is_signed: bool = False

    def share(self, value: float) -> float:
        """How far along a value lies, 0 at the low end and 1 at the high; no farther."""
        return min(1.0, max(0.0, (value - self.low) / ((self.high - self.low) or 1.0)))

    def said(self, mark: float) -> str:
        """The name of a mark, with as many places as tell the marks apart."""
        step = min((b - a for a, b in zip(self.marks, self.marks[1:], strict=False)), default=1.0)
        places = next((n for n in range(6) if abs(round(step, n) - step) < 1e-9 * step), 6)
        return f"{mark:+.{places}f}".replace("-", "−") if self.is_signed and mark else f"{mark:.{places}f}"


def scale_to(highest: float, title: str = "") -> Scale:
    """From 0 to a round number that is no lower than ``highest``.

    Example:
        >>> scale_to(0.087).marks
        (0.0, 0.02, 0.04, 0.06, 0.08, 0.1)
    """
    step = _step(max(highest, 1e-3) / _MARKS)
    n = ceil(max(highest, 1e-3) / step - 1e-9)
    return Scale(0.0, _round(n * step), tuple(_round(step * at) for at in range(n + 1)), title)


def scale_around(largest: float, title: str = "") -> Scale:
    """As far below 0 as above it, to a round number no smaller than ``largest``.

    Example:
        >>> scale_around(0.3).marks
        (-0.4, -0.2, 0.0, 0.2, 0.4)
    """
    step = _step(max(largest, 1e-2) / 2)
    n = max(1, ceil(max(largest, 1e-2) / step - 1e-9))
    return Scale(-_round(n * step), _round(n * step), tuple(_round(step * at) for at in range(-n, n + 1)), title, True)


def _step(least: float) -> float:
    """The smallest round step that is no smaller than ``least``."""
    power = 10.0 ** floor(log10(least))
    return next(_round(step * power) for step in _STEPS if step * power >= least * (1 - 1e-9))


def _round(value: float) -> float:
    return round(value, 9)
