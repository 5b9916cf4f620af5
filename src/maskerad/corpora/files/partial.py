"""Output in the making: beside its target, readable by its owner alone, made by one process at a time.

The name of the partial is that of the target with a fixed ending, and its maker holds a lock on it (flock) which the
system takes away when the maker ends, however it ends. So a second run to the same target finds a lock and is refused,
and what a killed run left behind has none and is removed by the next. Where the system has no such locks (Windows),
two runs to one target are not told apart.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from maskerad.core.errors import ConfigError
from maskerad.core.signals import undisturbed

try:
    import fcntl
except ImportError:  # no such locks here
    fcntl = None  # type: ignore[assignment]  # Windows has none

FILE_MODE, FOLDER_MODE = 0o600, 0o700
_ENDING = ".partial"
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def partial_of(target: Path) -> Path:
    """Where a target is made."""
    return target.with_name(f".{target.name}{_ENDING}")


def left_over(folder: Path) -> list[Path]:
    """Partial outputs in a folder that nobody is making any more: their makers were killed."""
    paths = sorted(path for path in folder.glob(f".*{_ENDING}") if not path.is_symlink())
    return [path for path in paths if _is_free(path)]


@contextmanager
def claimed_file(target: Path) -> Iterator[Path]:
    """An empty partial file that is ours until the end of the block, when it is removed if it is still there.

    Raises:
        ConfigError: If another run is making this target.
    """
    with _claimed(target, _make_file) as partial:
        yield partial


@contextmanager
def claimed_folder(target: Path) -> Iterator[Path]:
    """An empty partial folder, likewise.

    Raises:
        ConfigError: If another run is making this target.
    """
    with _claimed(target, _make_folder) as partial:
        yield partial


def sync_file(path: Path) -> None:
    """Waits until a file is on the disk."""
    _sync(path)


def sync_folder(path: Path) -> None:
    """Waits until the names in a folder are on the disk; not all systems can be asked."""
    if os.name == "posix":
        _sync(path)


def remove(path: Path) -> None:
    """Removes a file, or a folder with what is in it."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def _claimed(target: Path, make: Callable[[Path], None]) -> Iterator[Path]:
    partial, handle = partial_of(target), -1
    try:
        with undisturbed():
            handle = _claim(target, partial, make)
        yield partial
    finally:
        if _is_at(handle, partial):
            remove(partial)
        _close(handle)


def _claim(target: Path, partial: Path, make: Callable[[Path], None]) -> int:
    """Makes the partial and locks it. Between the two another run may have taken ours for left over: then again."""
    while True:
        _clear(target, partial)
        try:
            make(partial)
        except FileExistsError:  # somebody was quicker
            continue
        handle = _opened(partial)
        if _locked(handle) and _is_at(handle, partial):
            return handle
        _close(handle)


def _clear(target: Path, partial: Path) -> None:
    """Removes what a killed run left."""
    if partial.is_symlink():
        raise ConfigError(f"output {target}: {partial.name} beside it is a link; remove it")
    if not partial.exists():
        return
    handle = _opened(partial)
    try:
        if not _locked(handle):
            raise ConfigError(f"output {target}: another run is making it")
        if _is_at(handle, partial):
            remove(partial)
    finally:
        _close(handle)


def _make_file(path: Path) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def _make_folder(path: Path) -> None:
    path.mkdir(FOLDER_MODE)


def _is_free(path: Path) -> bool:
    handle = _opened(path)
    try:
        return _locked(handle) and _is_at(handle, path)
    finally:
        _close(handle)


def _opened(path: Path) -> int:
    """A handle, of a folder too; -1 where it cannot be had: it was moved meanwhile, or the system opens no folders."""
    if fcntl is None:
        return -1
    try:
        return os.open(path, os.O_RDONLY | _NO_LINK)
    except FileNotFoundError:
        return -1


def _locked(handle: int) -> bool:
    """Whether nobody else holds the lock; it is ours until the handle is closed."""
    if fcntl is None or handle < 0:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _is_at(handle: int, path: Path) -> bool:
    """Whether a path still leads to what the handle was opened for."""
    if handle < 0:
        return fcntl is None and path.exists()
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False


def _close(handle: int) -> None:
    if handle >= 0:
        os.close(handle)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() or os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
