"""Where output goes, and what must never be written over: the input, keys, vaults, links, the files of others."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

from maskerad.core.errors import ConfigError, MissingError
from maskerad.corpora.files.streams import is_standard
from maskerad.corpora.losses import LossReport

_HEAD_BYTES = 4096
_DATABASE = b"SQLite format 3\0"  # https://sqlite.org/fileformat.html, section 1.3; a vault is one
_KEY = re.compile(rb"\s*[0-9A-Fa-f]{64}\s*")


@dataclass(frozen=True, slots=True)
class Destination:
    """Where output goes.

    Attributes:
        path: File or folder to make.
        source: What was read; it is never written to, and tables take their columns, types and dialect from it.
        overwrite: Whether an existing output may be replaced.
        losses: Counts what the format cannot express.
        is_private: Whether only its owner may read it when it is finished; nobody else ever may before.
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
        if is_standard(self.path):
            return
        if not self.path.parent.is_dir():
            raise MissingError(f"folder {self.path.parent} is not there")
        if not os.access(self.path.parent, os.W_OK):
            raise ConfigError(f"output {self.path}: nothing may be written to its folder")
        if self.source is not None and not is_standard(self.source):
            _check_apart(self.path.resolve(), self.source.resolve())
        if os.path.lexists(self.path):
            self._check_replaceable(suffixes)

    def _check_replaceable(self, suffixes: frozenset[str]) -> None:
        if not self.overwrite:
            raise ConfigError(f"output {self.path} exists; name another, or replace it by --overwrite")
        if self.path.is_symlink():
            raise ConfigError(f"output {self.path} is a link; it is not replaced")
        if self.path.is_dir() == (not suffixes):
            raise ConfigError(f"output {self.path} is a {'folder' if self.path.is_dir() else 'file'}")
        if self.path.is_dir():
            _check_own_folder(self.path, suffixes)
        else:
            check_ordinary(self.path)


def check_ordinary(path: Path) -> None:
    """Refuses to replace what is no plain file, and what nobody could make again.

    Raises:
        ConfigError: If it is a pipe, a socket, a device, a key or a vault.
    """
    if not stat.S_ISREG(path.lstat().st_mode):
        raise ConfigError(f"output {path} is no plain file; it is not replaced")
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if head.startswith(_DATABASE):
        raise ConfigError(f"output {path} is a vault or another database; it is not replaced")
    if _KEY.fullmatch(head):
        raise ConfigError(f"output {path} is a key; it is not replaced")


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
    for home, _, names in os.walk(folder):
        strange = next((name for name in names if Path(name).suffix.lower() not in suffixes), None)
        if strange is not None:
            raise ConfigError(f"output folder {folder} holds other files ({strange!r}); it is not replaced")
        for name in names:
            check_ordinary(Path(home, name))
