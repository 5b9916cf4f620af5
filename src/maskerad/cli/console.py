"""Where the command line writes: results to standard output, the rest to standard error."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@cache
def output_console() -> Console:
    """Standard output."""
    from rich.console import Console

    return Console(soft_wrap=True)


@cache
def error_console() -> Console:
    """Standard error."""
    from rich.console import Console

    return Console(stderr=True, soft_wrap=True)
