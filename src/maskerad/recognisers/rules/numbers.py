"""Atoms of number tokens: how many digits, and what part of a date they could be.

``num`` any run of digits · ``num1`` … ``num12`` by length, ``num13`` for longer · ``day`` 1-31 · ``month_number``
1-12 · ``year`` 1880-2079 · ``zero`` begins with a nought.
"""

from __future__ import annotations

from collections.abc import Iterator

LENGTH_MAX = 13
YEARS = range(1880, 2080)


def number_atoms(digits: str) -> Iterator[str]:
    """Names of the atoms of one digit token.

    Example:
        >>> list(number_atoms("12"))
        ['num', 'num2', 'day', 'month_number']
    """
    yield "num"
    yield f"num{min(len(digits), LENGTH_MAX)}"
    if digits[0] in "0０":
        yield "zero"
    if len(digits) <= 2:
        value = int(digits)
        if 1 <= value <= 31:
            yield "day"
        if 1 <= value <= 12:
            yield "month_number"
    elif len(digits) == 4 and int(digits) in YEARS:
        yield "year"


def number_samples() -> Iterator[str]:
    """One digit token of every kind that exists."""
    yield from ("0", "5", "00", "05", "12", "25", "50", "1500", "1999", "0123")
    for length in range(3, LENGTH_MAX + 1):
        yield "1" * length
        yield "0" * length
