"""Numbers of things in sentences."""

from __future__ import annotations

import re

_Y = re.compile(r"(?<=[^aeiou])y$")


def counted(number: int, thing: str) -> str:
    """A number of things, named by their singular.

    Example:
        >>> counted(1, "document"), counted(1_200, "entry"), counted(0, "row of a table")
        ('1 document', '1,200 entries', '0 rows of a table')
    """
    first, space, rest = thing.partition(" ")
    plural = _Y.sub("ie", first) + "s"
    return f"{number:,} {first if number == 1 else plural}{space}{rest}"
