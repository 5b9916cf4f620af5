"""Where the command line writes: results to standard output, the rest to standard error.

Whatever is written is text, not markup, and characters that cannot be seen are shown as their escapes: ids, paths and
names of columns come from outside.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from maskerad.core.shown import shown, shown_json

if TYPE_CHECKING:
    from rich.console import Console


PIPE_WIDTH = 10_000
"""Columns of what is no terminal: a program reads it, or a file keeps it."""


@dataclass
class Manner:
    """How the command speaks, as its options say.

    Attributes:
        is_quiet: Nothing but errors, and what did not come out.
        is_verbose: Also what it does, and how long that takes.
        is_json: The summary as JSON on standard output.
    """

    is_quiet: bool = False
    is_verbose: bool = False
    is_json: bool = False


manner = Manner()


@cache
def output_console() -> Console:
    """Standard output."""
    return _console(is_error=False)


@cache
def error_console() -> Console:
    """Standard error: what a quiet command leaves out."""
    return _console(is_error=True)


@cache
def alarm_console() -> Console:
    """Standard error, however quiet the command is: for what makes its status another than 0."""
    return _console(is_error=True, is_quiet=False)


def fail(message: str, *details: str) -> None:
    """Says what is wrong, however quiet the command is."""
    console = alarm_console()
    for line in (f"error: {message}", *(f"  {detail}" for detail in details)):
        console.print(line, style="bold red")


def put_json(written: str) -> None:
    """JSON on standard output, for programs; also when the command is quiet."""
    sys.stdout.write("".join(f"{shown_json(line)}\n" for line in written.splitlines()))


@contextmanager
def stage(what: str) -> Iterator[None]:
    """Tells a verbose user how long a stage took."""
    start = time.monotonic()
    yield
    if manner.is_verbose:
        error_console().print(f"{what}: {time.monotonic() - start:.2f} s", style="dim")


def _console(*, is_error: bool, is_quiet: bool | None = None) -> Console:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class PlainConsole(Console):
        """A console that shows what cannot be seen instead of sending it to the terminal."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(shown(segment.text), segment.style)

    quiet = manner.is_quiet if is_quiet is None else is_quiet
    return PlainConsole(
        stderr=is_error, width=_width(is_error), soft_wrap=True, markup=False, emoji=False, highlight=False, quiet=quiet
    )


def _width(is_error: bool) -> int | None:
    """That of the terminal; where there is none, or none is named, tables are as wide as what they hold."""
    is_terminal = (sys.stderr if is_error else sys.stdout).isatty()
    return None if is_terminal or "COLUMNS" in os.environ else PIPE_WIDTH
