"""Who is told how far long work is."""

from __future__ import annotations

from collections.abc import Callable

# Told what is being done, how many steps are done, and how many there are.
Progress = Callable[[str, int, int], None]


def silent(what: str, done: int, total: int) -> None:
    """Tells nobody."""
