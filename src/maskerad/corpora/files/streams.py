"""Where bytes come from and go to: a file, a gzip file (``*.gz``), standard input and output (``-``).

Standard input is held in memory, since tables are read twice: once for their header. Standard output is held back until
all of it is there, as a file appears whole or not at all.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from maskerad.core.errors import FormatError

STANDARD = "-"
GZIP = ".gz"


def is_standard(path: Path) -> bool:
    """Whether a path stands for standard input or output."""
    return str(path) == STANDARD


def is_packed(path: Path) -> bool:
    """Whether a file is packed by gzip, by its name."""
    return path.suffix.lower() == GZIP


def bare(path: Path) -> Path:
    """The path that tells the format: without ``.gz``.

    Example:
        >>> bare(Path("notes.csv.gz")).suffix
        '.csv'
    """
    return path.with_suffix("") if is_packed(path) else path


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a source, from their start.

    Raises:
        FormatError: In the block, if a gzip file is none or is cut off.
    """
    if is_standard(path):
        yield BytesIO(standard_input())
        return
    if not is_packed(path):
        with path.open("rb") as file:
            yield file
        return
    try:
        if path.stat().st_size:  # of no bytes, the library would make an empty file
            with gzip.open(path, "rb") as packed:
                yield cast(BinaryIO, packed)
            return
    except (gzip.BadGzipFile, EOFError, zlib.error):
        pass
    raise FormatError(f"{path.name}: not a gzip file, or one that is cut off or damaged")


def read_whole(path: Path) -> bytes:
    """All bytes of a source.

    Raises:
        FormatError: See ``opened``.
    """
    with opened(path) as file:
        return file.read()


def seekable(path: Path) -> Path | BytesIO:
    """What can be read from any place: a plain file itself, anything else held in memory.

    Raises:
        FormatError: See ``opened``.
    """
    return BytesIO(read_whole(path)) if is_standard(path) or is_packed(path) else path


@contextmanager
def packing(file: BinaryIO, target: Path) -> Iterator[BinaryIO]:
    """A file whose bytes are packed if its name says so; no day stands in it, so that equal runs give equal files."""
    if not is_packed(target):
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        yield cast(BinaryIO, packed)


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Bytes that go to standard output at the end of the block, and not at all if it fails."""
    held = BytesIO()
    yield held
    sys.stdout.buffer.write(held.getvalue())
    sys.stdout.buffer.flush()


@cache
def standard_input() -> bytes:
    """All bytes of standard input, which is read once."""
    return sys.stdin.buffer.read()
