"""Output that appears whole or not at all, and never where the input is.

A file is written beside its target under another name, and moved into place when it is on the disk; a folder likewise.
Whatever ends the block early (an error, an interrupt) removes what was begun. Until it is in place only its owner may
read it: it may hold originals.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from maskerad.corpora.files.destination import Destination
from maskerad.corpora.files.partial import (
    FILE_MODE,
    FOLDER_MODE,
    claimed_file,
    claimed_folder,
    partial_of,
    remove,
    sync_file,
    sync_folder,
)
from maskerad.corpora.files.streams import is_standard, packing, standard_output

__all__ = ["NO_ROOM", "Destination", "Partial", "atomic_file", "atomic_folder", "atomic_path", "write_whole"]

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
"""Errors of writing alone."""


@dataclass(slots=True)
class Partial:
    """A file in the making.

    Attributes:
        path: Where it is written.
        is_wanted: Whether it is to become the target; set by who has written it.
    """

    path: Path
    is_wanted: bool = False


@contextmanager
def atomic_path(destination: Destination) -> Iterator[Partial]:
    """A file that becomes the target at the end of the block, if it is wanted by then.

    Raises:
        ConfigError: See ``Destination.check``; if another run is making the same target.
        MissingError: See ``Destination.check``.
        OSError: If it cannot be written; names the target.
    """
    destination.check()
    target = destination.path
    with _naming(target), claimed_file(target) as path:
        destination.check()  # a run that was making it may have ended meanwhile
        partial = Partial(path)
        yield partial
        if partial.is_wanted:
            path.chmod(FILE_MODE if destination.is_private else 0o666 & ~_umask())
            sync_file(path)
            path.replace(target)
            sync_folder(target.parent)


@contextmanager
def atomic_file(destination: Destination) -> Iterator[BinaryIO]:
    """A binary file that becomes the target at the end of the block, packed if its name says so.

    Raises:
        ConfigError, MissingError: See ``atomic_path``.
    """
    if is_standard(destination.path):
        with standard_output() as file:
            yield file
        return
    with atomic_path(destination) as partial, partial.path.open("wb") as raw:
        with packing(raw, destination.path) as file:
            yield file
        partial.is_wanted = True


@contextmanager
def atomic_folder(destination: Destination, suffixes: frozenset[str]) -> Iterator[Path]:
    """A folder that becomes the target at the end of the block.

    Raises:
        ConfigError, MissingError: See ``atomic_path``.
    """
    destination.check(suffixes)
    target = destination.path
    with _naming(target), claimed_folder(target) as partial:
        _finish_move(target)
        destination.check(suffixes)
        yield partial
        _settle(partial, destination)
        _move_folder(partial, target)
        sync_folder(target.parent)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file of a folder that is still growing.

    Raises:
        OSError: If there is no room; names the file, as a failed write does not.
    """
    with _naming(path):
        path.write_bytes(content)


@contextmanager
def _naming(target: Path) -> Iterator[None]:
    """Errors of the disk name the target: nobody knows the name of the partial, and a failed write names no file."""
    partial = partial_of(target)
    try:
        yield
    except OSError as error:
        about = Path(str(error.filename or ""))
        is_ours = error.errno in NO_ROOM or about in (target, partial) or partial in about.parents
        raise (OSError(error.errno, error.strerror, str(target)) if is_ours else error) from None


def _settle(folder: Path, destination: Destination) -> None:
    """Waits until every file is on the disk, and lets others read them unless they are private."""
    open_bits = 0 if destination.is_private else 0o777 & ~_umask()
    for home, _, names in os.walk(folder, topdown=False):
        for name in names:
            Path(home, name).chmod(FILE_MODE | (open_bits & 0o666))
            sync_file(Path(home, name))
        sync_folder(Path(home))
        Path(home).chmod(FOLDER_MODE | open_bits)


def _old_of(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _move_folder(partial: Path, target: Path) -> None:
    if not target.exists():
        partial.rename(target)
        return
    old = _old_of(target)
    target.rename(old)
    try:
        partial.rename(target)
    except OSError:
        old.rename(target)
        raise
    remove(old)


def _finish_move(target: Path) -> None:
    """A run that was killed between the two moves left the old folder aside: it is put back, or is no longer needed."""
    old = _old_of(target)
    if old.is_dir() and not target.exists():
        old.rename(target)
    elif old.is_dir():
        remove(old)


def _umask() -> int:
    """What the user keeps from others; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
