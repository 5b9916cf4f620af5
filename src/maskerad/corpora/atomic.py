"""Output that appears whole or not at all, and never where the input is.

A file is written beside its target under another name and moved into place; a folder likewise.
Whatever ends the block early (an error, an interrupt) removes what was begun.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from maskerad.core.errors import ConfigError, MissingError
from maskerad.corpora.losses import LossReport

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)  # of writing alone


@dataclass(frozen=True, slots=True)
class Destination:
    """Where output goes.

    Attributes:
        path: File or folder to make.
        source: What was read; it is never written to, and tables take their columns, types and dialect from it.
        overwrite: Whether an existing output may be replaced.
        losses: Counts what the format cannot express.
        is_private: Whether only its owner may read the file, from its first byte on.
    """

    path: Path
    source: Path | None = None
    overwrite: bool = False
    losses: LossReport = field(default_factory=LossReport)
    is_private: bool = False

    def check(self, suffixes: frozenset[str] = frozenset()) -> None:
        """Refuses a target that must not be written.

        Args:
            suffixes: Of the files that a folder of this format may hold; others are not replaced.

        Raises:
            ConfigError: If it is the input, lies in it or holds it; if it exists and may not be replaced; if its
                folder may not be written to.
            MissingError: If the folder above it is not there.
        """
        if not self.path.parent.is_dir():
            raise MissingError(f"folder {self.path.parent} is not there")
        if not os.access(self.path.parent, os.W_OK):
            raise ConfigError(f"output {self.path}: nothing may be written to its folder")
        if self.source is not None:
            _check_apart(self.path.resolve(), self.source.resolve())
        if self.path.exists():
            self._check_replaceable(suffixes)

    def _check_replaceable(self, suffixes: frozenset[str]) -> None:
        if not self.overwrite:
            raise ConfigError(f"output {self.path} exists; ask for it to be replaced, or name another")
        if self.path.is_dir() == (not suffixes):
            raise ConfigError(f"output {self.path} is a {'folder' if self.path.is_dir() else 'file'}")
        if self.path.is_dir():
            _check_own_folder(self.path, suffixes)


@contextmanager
def atomic_path(destination: Destination) -> Iterator[Path]:
    """A path whose file becomes the target at the end of the block; if none was written there, none appears.

    Raises:
        ConfigError, MissingError: See ``Destination.check``.
        OSError: If it cannot be written; names the target.
    """
    destination.check()
    partial = _beside(destination.path, "partial")
    try:
        with _naming(destination.path, partial):
            yield partial
            if partial.exists():
                partial.replace(destination.path)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def atomic_file(destination: Destination) -> Iterator[BinaryIO]:
    """A binary file that becomes the target at the end of the block.

    Raises:
        ConfigError, MissingError: See ``Destination.check``.
    """
    opener = _open_private if destination.is_private else None
    with atomic_path(destination) as partial, open(partial, "xb", opener=opener) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@contextmanager
def atomic_folder(destination: Destination, suffixes: frozenset[str]) -> Iterator[Path]:
    """A folder that becomes the target at the end of the block.

    Raises:
        ConfigError, MissingError: See ``Destination.check``.
    """
    destination.check(suffixes)
    target = destination.path
    partial = _beside(target, "partial")
    with _naming(target, partial):
        partial.mkdir()
    try:
        with _naming(target, partial):
            yield partial
            _move_folder(partial, target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file of a folder that is still growing.

    Raises:
        OSError: If there is no room; names the file, as a failed write does not.
    """
    with _naming(path, path):
        path.write_bytes(content)


@contextmanager
def _naming(target: Path, partial: Path) -> Iterator[None]:
    """Errors of the disk name the target: nobody knows the name of the partial, and a failed write names no file."""
    try:
        yield
    except OSError as error:
        about = Path(str(error.filename or ""))
        is_ours = error.errno in _NO_ROOM or about == partial or partial in about.parents
        raise (OSError(error.errno, error.strerror, str(target)) if is_ours else error) from None


def _beside(target: Path, kind: str) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(6)}.{kind}")


def _move_folder(partial: Path, target: Path) -> None:
    if not target.exists():
        partial.rename(target)
        return
    old = _beside(target, "old")
    target.rename(old)
    try:
        partial.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old)


def _check_apart(target: Path, source: Path) -> None:
    if target == source or (target.exists() and source.exists() and target.samefile(source)):
        raise ConfigError(f"output {target} is the input")
    if source in target.parents and source.is_dir():
        raise ConfigError(f"output {target} lies inside the input folder")
    if target in source.parents:
        raise ConfigError(f"output {target} holds the input")


def _check_own_folder(folder: Path, suffixes: frozenset[str]) -> None:
    """Only a folder with nothing but files of the format may be replaced whole."""
    if folder.resolve() in (Path.cwd(), *Path.cwd().parents):
        raise ConfigError(f"output {folder} holds the working folder")
    for _, _, names in os.walk(folder):
        strange = next((name for name in names if Path(name).suffix.lower() not in suffixes), None)
        if strange is not None:
            raise ConfigError(f"output folder {folder} holds other files ({strange!r}); it is not replaced")
