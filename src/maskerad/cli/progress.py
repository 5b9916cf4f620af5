"""A progress bar for long work: rate and remaining time, on standard error, only where somebody looks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from maskerad.cli.console import error_console
from maskerad.corpora.streams import is_standard

UPDATE_S = 0.2


def size_bytes(source: Path) -> int:
    """Bytes of a file, or of all files of a folder."""
    if is_standard(source):
        return 0
    if source.is_file():
        return source.stat().st_size
    return sum(file.stat().st_size for file in source.rglob("*") if file.is_file())


@contextmanager
def reporting(source: Path) -> Iterator[Callable[[int, int], None]]:
    """A callback for documents and characters so far; draws nothing when standard error is no terminal.

    The bar measures characters of text against bytes of the source: for tables with other columns it runs ahead of
    its own estimate and ends early.
    """
    console = error_console()
    if not console.is_terminal:
        yield lambda documents, chars: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.fields[documents]:,} documents"),
        BarColumn(),
        TextColumn("{task.fields[rate]:,.0f} characters/s"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=max(1, size_bytes(source)), documents=0, rate=0.0)
        start = last = time.monotonic()

        def update(documents: int, chars: int) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= UPDATE_S:
                last = now
                progress.update(task, completed=chars, documents=documents, rate=chars / (now - start))

        yield update
