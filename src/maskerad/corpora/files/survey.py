"""What a folder holds: the files that are read, and all else by its kind, so that nothing is passed over unsaid."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from maskerad.core.errors import InputError, MissingError
from maskerad.corpora.annotated import Unread
from maskerad.corpora.files.streams import is_standard

HIDDEN, HIDDEN_FOLDER = "hidden", "hidden folder"
LINKED, LINKED_FOLDER = "linked file", "linked folder"
CLOSED_FOLDER, SPECIAL, NO_SUFFIX = "folder that may not be opened", "not a plain file", "no suffix"
_SUFFIX = re.compile(r"\.\w{1,12}")


def survey(root: Path, *patterns: str) -> Iterator[Path | Unread]:
    """Everything under ``root`` ordered by path: a path for a file whose name fits a pattern, else an ``Unread``.

    Hidden files and folders are not read, links are not followed (what they lead to may lie outside the folder, or be
    read a second time), pipes, sockets and devices are not opened. Names are matched in lower case. ``root`` itself, if
    it is a file, fits any pattern, and may be a link.

    Raises:
        MissingError, InputError: See ``check_plain``.
    """
    check_plain(root)
    if is_standard(root) or root.is_file():
        yield root
        return
    closed: list[str] = []
    for folder, folders, names in os.walk(root, onerror=lambda error: closed.append(str(error.filename))):
        for name in sorted(folders):
            kind = _kind_of_folder(Path(folder, name))
            if kind:
                yield Unread(_relative(Path(folder, name), root), kind)
                folders.remove(name)
        folders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            kind = _kind_of_file(path, patterns)
            yield Unread(_relative(path, root), kind) if kind else path
    yield from (Unread(_relative(Path(name), root), CLOSED_FOLDER) for name in closed)


def check_plain(path: Path) -> None:
    """Refuses what is neither a plain file nor a folder, before it is opened: a pipe would wait for ever.

    Raises:
        MissingError: If it is not there.
        InputError: If it is a pipe, a socket or a device.
    """
    if is_standard(path) or path.is_file() or path.is_dir():
        return
    if path.exists():
        raise InputError(f"{path} is neither a plain file nor a folder")
    raise MissingError(f"{path} is not there")


def _kind_of_folder(path: Path) -> str:
    """Why a folder is not entered, "" if it is."""
    if path.name.startswith("."):
        return HIDDEN_FOLDER
    return LINKED_FOLDER if path.is_symlink() else ""


def _kind_of_file(path: Path, patterns: tuple[str, ...]) -> str:
    """Why a file is not read, "" if it is."""
    if path.name.startswith("."):
        return HIDDEN
    if path.is_symlink():
        return LINKED
    if not stat.S_ISREG(path.stat().st_mode):
        return SPECIAL
    if any(fnmatchcase(path.name.lower(), pattern.lower()) for pattern in patterns):
        return ""
    suffix = path.suffix.lower()
    return suffix if _SUFFIX.fullmatch(suffix) else NO_SUFFIX


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
