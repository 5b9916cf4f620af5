"""How numbers are written on every page and in every table."""

from __future__ import annotations

UNDEFINED = "undefined"


def decimal(value: float | None, places: int = 3) -> str:
    """A value with fixed places.

    Example:
        >>> decimal(2 / 3), decimal(None)
        ('0.667', 'undefined')
    """
    return UNDEFINED if value is None else f"{value:.{places}f}"


def signed_decimal(value: float | None, places: int = 3) -> str:
    """A difference, with its sign.

    Example:
        >>> signed_decimal(0.25), signed_decimal(-0.0001)
        ('+0.250', '−0.000')
    """
    return UNDEFINED if value is None else f"{value:+.{places}f}".replace("-", "−")
