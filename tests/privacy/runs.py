"""Runs of the command line in this process, with everything that they say and make."""

from __future__ import annotations

import itertools
import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from maskerad.cli.main import run
from maskerad.cli.output.console import Manner, error_console, manner, output_console
from maskerad.core import Document

WIDTH = 10_000  # of the terminal; what is folded would not be found
IN_THE_MIDDLE = 3  # the document at which something happens to a run


@dataclass(frozen=True)
class Ran:
    """What came of a run.

    Attributes:
        status: Its exit status.
        shown: Standard output.
        said: Standard error, log records and warnings.
        made: Files that are there now and were not, or not so, before; by their path in the folder.
    """

    status: int
    shown: str
    said: str
    made: dict[str, str] = field(repr=False)


@dataclass
class Runner:
    """Runs commands in a folder.

    Attributes:
        folder: Where; also home, and the folder of caches and of temporary files are below it.
        capture: Takes what goes to the file descriptors of standard output and error.
        log: Takes log records.
        patch: Of the running test.
    """

    folder: Path
    capture: pytest.CaptureFixture[str]
    log: pytest.LogCaptureFixture
    patch: pytest.MonkeyPatch

    def run(self, *arguments: str) -> Ran:
        """Runs a command and takes all that comes out."""
        before = _contents(self.folder)
        self.patch.setattr(sys, "argv", ["maskerad", *arguments])
        self.patch.setenv("COLUMNS", str(WIDTH))
        for console in (output_console, error_console):
            console.cache_clear()
        for name, value in vars(Manner()).items():
            setattr(manner, name, value)
        answers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
        self.capture.readouterr()
        with warnings.catch_warnings(record=True) as warned, self.log.at_level(logging.DEBUG):
            warnings.simplefilter("always")
            try:
                status = exit_status(run)
            finally:
                for number, answer in answers.items():
                    signal.signal(number, answer)
        shown, said = self.capture.readouterr()
        messages = [said, self.log.text, *(str(one.message) for one in warned)]
        after = _contents(self.folder)
        made = {name: text for name, text in after.items() if before.get(name) != text}
        return Ran(status, shown, "".join(messages), made)

    def remove(self, ran: Ran) -> None:
        """Removes what a run made."""
        for name in ran.made:
            (self.folder / name).unlink()

    def in_the_middle(self, what: Callable[[], None]) -> None:
        """Lets something happen when a run makes one of its documents."""
        make, count = Document.__init__, itertools.count(1)

        def counting(document: Document, *values: Any, **named: Any) -> None:
            make(document, *values, **named)
            if next(count) == IN_THE_MIDDLE:
                what()

        self.patch.setattr(Document, "__init__", counting)


def exit_status(command: Callable[[], None]) -> int:
    """The status with which a command leaves."""
    try:
        command()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    return 0


def _contents(folder: Path) -> dict[str, str]:
    """Every file below a folder, by its path, with its bytes as Latin letters and what UTF-8 makes of them."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): _content(file) for file in files}


def _content(file: Path) -> str:
    raw = file.read_bytes()
    return raw.decode("latin-1") + raw.decode("utf-16", errors="ignore")


def killing(number: int) -> Callable[[], None]:
    """Sends this process a signal."""
    return lambda: os.kill(os.getpid(), number)


def raising(error: BaseException) -> Callable[[], None]:
    """Raises an error."""

    def raise_it() -> None:
        raise error

    return raise_it
