"""JSON lines: a document a line, ``{"id", "text", "entities": [{"start", "end", "label", …}], …}``, or several.

Every other field of a line is kept and written back: same order, same values, numbers to the last digit.
Lone surrogates (``"\\ud800"``) are kept by being escaped again.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO, NamedTuple

from maskerad.core.document import Document
from maskerad.core.errors import EncodingError, FormatError, InputError
from maskerad.core.span import Span
from maskerad.corpora.annotated import Broken, Item
from maskerad.corpora.entities import entity_fields
from maskerad.corpora.fields import KeptFields, fresh_fields
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.corpora.files.encoding import Encoding, bad_bytes, encoding_for, read_lines
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.objects.json_objects import ObjectReader, parse_object
from maskerad.corpora.objects.json_tree import OpenTree, TreeFields
from maskerad.corpora.options import FormatOptions

SUFFIXES = (".jsonl", ".ndjson")
# Two lone surrogates in this order would be read back as one character.
_FALSE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def read_json_lines(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a JSONL file, one line in memory at a time; blank lines are passed over.

    Raises:
        MissingError: At the end, if a field that was asked for stood in no line.
    """
    reader = ObjectReader(path.name, options, losses)
    for number, line, bad_byte in read_lines(path, options.encoding):
        where = f"{path.name}, line {number}"
        if bad_byte >= 0:
            yield Broken(where, EncodingError.code, bad_bytes(bad_byte, options.encoding))
        elif not line.isspace():
            try:
                value = parse_object(line)
            except InputError as error:
                yield Broken.of(where, error)
                continue
            yield from reader.read(value, number, where)
    reader.check()


class Framing(NamedTuple):
    """What stands around and between the objects of a file."""

    begin: str = ""
    between: str = ""
    behind: str = "\n"
    end: str = ""


LINES = Framing()
ARRAY = Framing("[\n", ",\n", "", "\n]\n")


class JsonWriter:
    """Writes documents as JSON objects."""

    def __init__(
        self,
        file: BinaryIO,
        options: FormatOptions,
        encoding: Encoding,
        losses: LossReport,
        framing: Framing = LINES,
    ) -> None:
        self._file = file
        self._options = options
        self._codec = encoding.codec
        self._json = json.JSONEncoder(ensure_ascii=encoding.codec != "utf-8", default=self._plain)
        self._framing, self._n_written = framing, 0
        self._open: OpenTree | None = None
        self.losses = losses
        file.write(encoding.signature)

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one line.

        Raises:
            FormatError: If a field holds what JSON cannot.
            EncodingError: If the text holds two lone surrogates that would become one character.
        """
        entities = [entity_fields(span) for span in spans] if self._options.has_spans else None
        if isinstance(document.metadata, TreeFields):
            self._write_part(document, document.metadata, entities)
        else:
            self.flush()
            self._put(self._line(self._fields(document, entities), document))

    def flush(self) -> None:
        """Writes the object in the making, with null for texts that did not leave."""
        if self._open is not None:
            value, self._open = self._open.tree.value, None
            self._put(self._line(value, Document("", "")))

    def end(self) -> None:
        """Ends the file."""
        self.flush()
        framing = self._framing
        self._file.write(((framing.begin if not self._n_written else "") + framing.end).encode(self._codec))

    def _write_part(self, document: Document, fields: TreeFields, entities: list[dict[str, object]] | None) -> None:
        """Puts a text into its object, which is written with its last one."""
        self._encoded(self._json.encode(document.text), document)
        if self._open is None or not self._open.is_of(fields):
            self.flush()
            self._open = OpenTree.begun(fields)
        self._open.take(fields, document.text, entities, self._options.entities_column)
        if self._open.is_complete(fields):
            self.flush()

    def _line(self, fields: Mapping[str, object], document: Document) -> bytes:
        try:
            line = self._json.encode(fields)
        except _HasDecimal:
            line = self._spelt(fields)
        return self._encoded(line, document)

    def _put(self, line: bytes) -> None:
        framing = self._framing
        before = framing.between if self._n_written else framing.begin
        self._file.write(before.encode(self._codec) + line + framing.behind.encode(self._codec))
        self._n_written += 1

    def _fields(self, document: Document, entities: list[dict[str, object]] | None) -> dict[str, object]:
        kept = document.metadata
        if isinstance(kept, KeptFields):
            return kept.filled(document.text, entities, self._options.entities_column)
        fields = fresh_fields(document, self._options)
        for name in (self._options.text_name, self._options.entities_column):
            self.losses.note(Loss.FIELDS, name in fields, name)
        fields[self._options.text_name] = document.text
        fields.pop(self._options.entities_column, None)
        return fields if entities is None else fields | {self._options.entities_column: entities}

    def _encoded(self, line: str, document: Document) -> bytes:
        if self._codec != "utf-8":
            return self._checked(line, document).encode(self._codec)
        try:
            return line.encode()
        except UnicodeEncodeError:
            pass
        return self._checked(line, document).encode("utf-8", "backslashreplace")

    def _checked(self, line: str, document: Document) -> str:
        pair = _FALSE_PAIR.search(document.text)
        if pair is not None:
            place = pair.start()
            raise EncodingError(f"document {document.id!r}: two lone surrogates at offset {place} would become one")
        return line

    def _plain(self, value: object) -> object:
        """What JSON has no type for."""
        if isinstance(value, Decimal):
            raise _HasDecimal
        self.losses.note(Loss.TYPES, 1, type(value).__name__)
        if isinstance(value, date | datetime | time):
            return value.isoformat()
        if isinstance(value, bytes):
            return b64encode(value).decode()
        raise FormatError(f"a value of type {type(value).__name__} cannot be written as JSON")

    def _spelt(self, value: object) -> str:
        """JSON in which decimals keep all their digits."""
        if isinstance(value, Decimal) and value.is_finite():
            return str(value)
        if isinstance(value, Mapping):
            pairs = (f"{self._json.encode(str(name))}: {self._spelt(item)}" for name, item in value.items())
            return "{" + ", ".join(pairs) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(map(self._spelt, value)) + "]"
        return self._json.encode(value)


@contextmanager
def write_json_lines(destination: Destination, options: FormatOptions) -> Iterator[JsonWriter]:
    """A JSONL file."""
    encoding = encoding_for(options.encoding, destination.source)
    with atomic_file(destination) as file:
        writer = JsonWriter(file, options, encoding, destination.losses)
        yield writer
        writer.end()


class _HasDecimal(Exception):
    """Raised inside the encoder: the line needs the exact way."""
