"""A progress bar for long work: rate and remaining time, on standard error, only where somebody looks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from maskerad.cli.output.console import error_console
from maskerad.core.counted import counted
from maskerad.corpora.files.streams import is_standard

UPDATE_S = 0.2


@dataclass(frozen=True, slots=True)
class _Extent:
    """How much there is: files of a folder, bytes of a file."""

    n_files: int
    n_bytes: int

    @classmethod
    def of(cls, source: Path) -> _Extent:
        if is_standard(source):
            return cls(0, 0)
        if source.is_file():
            return cls(0, source.stat().st_size)
        return cls(sum(1 for file in source.rglob("*") if file.is_file() and not file.name.startswith(".")), 0)

    @property
    def total(self) -> int:
        return max(1, self.n_files or self.n_bytes)

    def done(self, n_documents: int, n_chars: int) -> int:
        """How much of the total some documents with some characters are."""
        return min(n_documents if self.n_files else n_chars, self.total)

    def told(self, n_documents: int) -> str:
        """The documents so far, of how many where that is known."""
        return f"{n_documents:,} of {self.n_files:,} files" if self.n_files else counted(n_documents, "document")


@contextmanager
def reporting(source: Path) -> Iterator[Callable[[int, int], None]]:
    """A callback for documents and characters so far; draws nothing when standard error is no terminal.

    Folders are measured by their files, other sources by characters of text against their bytes: a table with other
    columns or letters of several bytes ends early.
    """
    console = error_console()
    if not console.is_terminal or console.quiet:
        yield lambda documents, chars: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.fields[documents]}"),
        BarColumn(),
        TextColumn("{task.fields[rate]:,.0f} characters/s"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        extent = _Extent.of(source)
        task = progress.add_task("", total=extent.total, documents=extent.told(0), rate=0.0)
        start = last = time.monotonic()

        def update(documents: int, chars: int) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= UPDATE_S:
                last = now
                progress.update(
                    task,
                    completed=extent.done(documents, chars),
                    documents=extent.told(documents),
                    rate=chars / (now - start),
                )

        yield update


@contextmanager
def progress_line() -> Iterator[Callable[[str, int, int], None]]:
    """A line that says what is being done, how far it is and of how much; nothing where nobody looks."""
    console = error_console()
    if not console.is_terminal:
        yield lambda what, done, total: None
        return
    with console.status("reading") as status:
        yield lambda what, done, total: status.update(f"{what} {done:,}/{total:,}")
