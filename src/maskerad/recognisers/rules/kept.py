"""Where what was compiled of a language is kept: a private folder, and a digest of all that it was compiled from.

The user's folder for caches is ``MASKERAD_CACHE``, else ``XDG_CACHE_HOME/maskerad`` or ``~/.cache/maskerad``
(``LOCALAPPDATA`` on Windows): derived and safe to delete. It holds words of shipped packs and nothing of any record.
``MASKERAD_CACHE=off`` keeps nothing, nor does a folder that cannot be written to, nor a pack that a project extends.
One that others may write to is not used: whoever can write there decides what is found in a text.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from maskerad.languages import LanguagePack
from maskerad.languages.pack import DATA

CACHE_VARIABLE, OFF = "MASKERAD_CACHE", "off"
FOLDER_MODE, OTHERS_MAY_WRITE = 0o700, 0o022
_COMPILERS = (Path(__file__).parent, Path(__file__).parents[2] / "text")


@dataclass(frozen=True, slots=True)
class Kept:
    """The place of one pack.

    Attributes:
        folder: Where its files are kept.
        name: Of its files, without an ending; each installation has its own.
        sources: SHA-256 of the pack's files and of the modules that compile them.
    """

    folder: Path
    name: str
    sources: str

    @classmethod
    def of(cls, pack: LanguagePack) -> Self | None:
        """None if the pack is not kept."""
        folder = _cache_folder()
        if folder is None or not all(home.is_relative_to(DATA) for home in pack.folders):
            return None
        name = f"{pack.code}-{hashlib.sha256(str(DATA).encode()).hexdigest()[:12]}"
        return cls(folder, name, _digest_of_sources(pack))

    def path(self, ending: str) -> Path:
        """One of its files."""
        return self.folder / f"{self.name}.{ending}"

    def digest(self, content: bytes) -> bytes:
        """Of a content and of the sources, in hexadecimal."""
        return hashlib.sha256(self.sources.encode() + content).hexdigest().encode()

    def read(self, ending: str) -> bytes:
        """One of its files; nothing if there is none, or others may write to the folder."""
        try:
            return self.path(ending).read_bytes() if _is_private(self.folder) else b""
        except OSError:
            return b""

    def put(self, ending: str, content: bytes) -> bool:
        """Writes one of its files, if it can; readers see the whole file or none."""
        try:
            self.folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            if not _is_private(self.folder):
                return False
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=self.name)
        except OSError:
            return False
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(self.path(ending))
        except OSError:
            Path(name).unlink(missing_ok=True)
            return False
        return True


def _cache_folder() -> Path | None:
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen:
        return None if chosen == OFF else Path(chosen)
    home = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "maskerad"
    except RuntimeError:  # a user without a home
        return None


def _is_private(folder: Path) -> bool:
    """Whether nobody else can put a file there."""
    if os.name != "posix":
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & OTHERS_MAY_WRITE


def _digest_of_sources(pack: LanguagePack) -> str:
    digest = hashlib.sha256()
    for file in _sources(pack):
        content = file.read_bytes()
        digest.update(f"\n{file.parent.name}/{file.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _sources(pack: LanguagePack) -> Iterator[Path]:
    """Every file that compiling reads, and the modules that compile."""
    for folder in pack.folders:
        yield from sorted(folder.glob("*.toml"))
        yield from sorted((folder / "lists").glob("*.txt"))
        yield from sorted((folder / "rules").glob("*.toml"))
    for folder in _COMPILERS:
        yield from sorted(folder.glob("*.py"))
