"""Folders with one file a document: ids from paths, and paths from ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Protocol

from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora.annotated import Broken, Item, Unread
from maskerad.corpora.files.atomic import NO_ROOM, Destination, atomic_folder, atomic_path
from maskerad.corpora.files.streams import bare, is_standard, packing, standard_output
from maskerad.corpora.files.survey import survey

_NO_NAME = re.compile(r"[\0\\\r\n\ud800-\udfff]")


def walk_files(root: Path, *patterns: str) -> Iterator[Path]:
    """Files under ``root`` whose name fits a pattern, ordered by path; ``root`` itself if it is a file.

    Raises:
        MissingError, InputError: See ``survey``.
    """
    return (entry for entry in survey(root, *patterns) if isinstance(entry, Path))


def read_folder(root: Path, patterns: tuple[str, ...], read: Callable[[Path], Item | None]) -> Iterator[Item]:
    """What ``read`` makes of each file under ``root`` whose name fits a pattern, and an ``Unread`` for all else.

    Args:
        root: A folder, or a single file.
        patterns: As for a shell.
        read: None for a file that belongs to another one.

    Raises:
        MissingError, InputError: See ``survey``.
    """
    for entry in survey(root, *patterns):
        item = entry if isinstance(entry, Unread) else read(entry)
        if item is not None:
            yield item


def id_of(path: Path, root: Path, suffix: str) -> str:
    """The path of a file relative to its folder, with ``/`` and without the suffix, nor ``.gz``.

    Example:
        >>> id_of(Path("notes/ward/7.txt"), Path("notes"), ".txt")
        'ward/7'
    """
    plain = bare(path)
    name = plain.name if path == root else plain.relative_to(root).as_posix()
    return name[: -len(suffix)] if suffix and name.lower().endswith(suffix) and len(plain.name) > len(suffix) else name


def broken_file(path: Path, document_id: str, error: InputError | OSError) -> Broken:
    """A file that cannot be read."""
    if isinstance(error, OSError):
        return Broken(path.name, InputError.code, f"cannot be opened ({type(error).__name__})", document_id)
    return Broken.of(path.name, error, document_id)


class Sink(Protocol):
    """Makes files for documents."""

    def write(self, document_id: str, content: bytes) -> None:
        """Writes the file of a document.

        Raises:
            InputError: If there can be none.
        """

    def append(self, name: str, content: bytes) -> None:
        """Adds to the file of that name, which is made if there is none yet; a single file has no names.

        Raises:
            InputError: If there can be none.
        """


class FolderSink:
    """Makes one file a document in a folder."""

    def __init__(self, root: Path, suffix: str) -> None:
        self._root = root
        self._suffix = suffix
        self._appended: dict[str, Path] = {}

    def write(self, document_id: str, content: bytes) -> None:
        """Writes the file of a document.

        Raises:
            InputError: See ``path_for``.
        """
        self.path_for(document_id).write_bytes(content)

    def append(self, name: str, content: bytes) -> None:
        """Adds to the file of that name.

        Raises:
            InputError: See ``path_for``.
        """
        if name not in self._appended:
            self._appended[name] = self.path_for(name)
        with self._appended[name].open("ab") as file:
            file.write(content)

    def path_for(self, document_id: str) -> Path:
        """A new file for a document, still empty.

        Raises:
            InputError: If the id cannot be a path inside the folder, or was there before.
        """
        path = self._root / relative_path(document_id, self._suffix)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except FileExistsError:
            reason = "there is one of that name already"
        except OSError as error:
            if error.errno in NO_ROOM:
                raise
            reason = "its id cannot be the name of a file"
        else:
            return path
        raise InputError(f"document {document_id!r}: {reason}")


class FileSink:
    """Makes one file for one document.

    Args:
        file: Where it is written.
        name: Of the target.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self.is_written = False

    def write(self, document_id: str, content: bytes) -> None:
        """Writes the document.

        Raises:
            InputError: If there was a document before.
        """
        if self.is_written:
            raise InputError(f"document {document_id!r}: {self._name} holds one document; name a folder")
        self.append("", content)

    def append(self, name: str, content: bytes) -> None:
        """Adds to the file, whatever the name."""
        self._file.write(content)
        self.is_written = True


@contextmanager
def document_folder(destination: Destination, suffix: str, *others: str) -> Iterator[Sink]:
    """A folder of ``*suffix`` files; a single file if the target is named so and the source is not a folder.

    Raises:
        ConfigError: If a folder of files is to go to standard output.
    """
    target, source = destination.path, destination.source
    is_folder = source is not None and source.is_dir()
    if is_standard(target) and is_folder:
        raise ConfigError("standard output holds one document; name a folder for the files of a folder")
    if not is_folder and (is_standard(target) or bare(target).suffix.lower() == suffix):
        with _one_file(destination) as sink:
            yield sink
        return
    with atomic_folder(destination, frozenset({suffix, *others})) as folder:
        yield FolderSink(folder, suffix)


@contextmanager
def _one_file(destination: Destination) -> Iterator[FileSink]:
    """A file that appears if a document was written."""
    if is_standard(destination.path):
        with standard_output() as file:
            yield FileSink(file, "standard output")
        return
    with atomic_path(destination) as partial, partial.path.open("wb") as raw:
        with packing(raw, destination.path) as file:
            sink = FileSink(file, destination.path.name)
            yield sink
        partial.is_wanted = sink.is_written


def relative_path(document_id: str, suffix: str) -> PurePosixPath:
    """The file of a document inside its folder.

    Raises:
        InputError: If the id would lead out of the folder or is no path.

    Example:
        >>> str(relative_path("ward/note 1", ".txt"))
        'ward/note 1.txt'
    """
    name = document_id if document_id.lower().endswith(suffix) else document_id + suffix
    parts = name.split("/")
    is_plain = all(part.strip() and not part.startswith(".") for part in parts)
    if not is_plain or _NO_NAME.search(document_id) or ":" in parts[0][:2]:
        raise InputError(f"document {document_id!r}: its id cannot be the name of a file")
    return PurePosixPath(*parts)
