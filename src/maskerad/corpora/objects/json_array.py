"""JSON files: an array of objects, or objects one behind the other; one object in memory at a time.

Objects are written one a line, in an array if they came in one, or if they came from another format.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from maskerad.core.errors import EncodingError, FormatError
from maskerad.corpora.annotated import Broken, Item
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.corpora.files.encoding import encoding_for, encoding_of, file_head, text_chunks
from maskerad.corpora.files.streams import bare
from maskerad.corpora.losses import LossReport
from maskerad.corpora.objects.json_lines import ARRAY, LINES, JsonWriter
from maskerad.corpora.objects.json_objects import DECODER, ObjectReader
from maskerad.corpora.options import FormatOptions

SUFFIXES = (".json",)
MAX_CHARS = 1 << 26
"""An object that does not end within 64 Mi characters is taken for a broken one."""
_BLANK = " \t\r\n\ufeff"


def read_json(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of the objects of a file. What follows a fault cannot be read, since nothing tells where it ends.

    Raises:
        MissingError: At the end, if a field that was asked for stood in no object.
    """
    reader = ObjectReader(path.name, options, losses)
    number = 0
    try:
        for value in _objects(_Buffer(text_chunks(path, encoding_of(path, options.encoding)))):
            number += 1
            where = f"{path.name}, object {number}"
            if isinstance(value, dict):
                yield from reader.read(value, number, where)
            else:
                yield Broken(where, FormatError.code, "not a JSON object")
    except (FormatError, EncodingError) as error:
        yield Broken.of(f"{path.name}, behind object {number}", error)
    else:
        reader.check()


class _Buffer:
    """Text that is read as far as it is needed."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text, self._at = "", 0

    def peek(self) -> str:
        """The next character that is not blank, "" at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _BLANK:
                    return self._text[self._at]
                self._at += 1
            if not self._grow(1):
                return ""

    def skip(self) -> None:
        """Passes over the next character."""
        self._at += 1

    def value(self) -> object:
        """The JSON value that begins here. A try that fails is repeated with twice the text: the time stays linear.

        Raises:
            FormatError: If there is none.
        """
        while True:
            try:
                value, self._at = DECODER.raw_decode(self._text, self._at)
                return value
            except json.JSONDecodeError:
                n_chars = len(self._text) - self._at
            except (RecursionError, ValueError):
                n_chars = MAX_CHARS
            if n_chars >= MAX_CHARS or not self._grow(n_chars + 1):
                raise FormatError("not JSON, or cut off; the rest cannot be read")

    def _grow(self, n_chars: int) -> bool:
        """Reads at least so many characters more; False at the end of the text."""
        parts = [self._text[self._at :]]
        self._at, n_read = 0, 0
        for chunk in self._chunks:
            parts.append(chunk)
            n_read += len(chunk)
            if n_read >= n_chars:
                break
        self._text = "".join(parts)
        return n_read > 0


def _objects(buffer: _Buffer) -> Iterator[object]:
    """The elements of an array, or values with nothing but blanks between them."""
    if buffer.peek() != "[":
        while buffer.peek():
            yield buffer.value()
        return
    buffer.skip()
    is_first = True
    while buffer.peek() != "]":
        if not is_first:
            if buffer.peek() != ",":
                raise FormatError("no comma between two objects, or cut off; the rest cannot be read")
            buffer.skip()
        if not buffer.peek():
            raise FormatError("the array has no end")
        yield buffer.value()
        is_first = False
    buffer.skip()
    if buffer.peek():
        raise FormatError("text behind the array")


@contextmanager
def write_json(destination: Destination, options: FormatOptions) -> Iterator[JsonWriter]:
    """A JSON file."""
    encoding = encoding_for(options.encoding, destination.source)
    framing = LINES if _is_bare_object(destination.source, options) else ARRAY
    with atomic_file(destination) as file:
        writer = JsonWriter(file, options, encoding, destination.losses, framing)
        yield writer
        writer.end()


def _is_bare_object(source: Path | None, options: FormatOptions) -> bool:
    """Whether a source is JSON that does not begin with an array."""
    if source is None or bare(source).suffix.lower() not in SUFFIXES:
        return False
    codec = encoding_of(source, options.encoding).codec
    return file_head(source, 4096).decode(codec, "ignore").lstrip(_BLANK).startswith("{")
