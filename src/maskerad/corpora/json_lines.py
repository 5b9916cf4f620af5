"""JSONL: one document a line, ``{"id", "text", "entities": [{"start", "end", "label", …}], …}``.

Every other field of a line is kept and written back: same order, same values, numbers to the last digit.
Lone surrogates (``"\\ud800"``) are kept by being escaped again.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO

from maskerad.core.document import Document
from maskerad.core.errors import EncodingError, FormatError, InputError, MissingError, SpanError
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.atomic import Destination, atomic_file
from maskerad.corpora.encoding import Encoding, bad_bytes, encoding_for, read_lines
from maskerad.corpora.entities import entity_fields, read_entities
from maskerad.corpora.fields import KeptFields, Slot, fresh_fields, known_fields
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions

SUFFIXES = (".jsonl", ".ndjson")
# Two lone surrogates in this order would be read back as one character.
_FALSE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def read_json_lines(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a JSONL file, one line in memory at a time; blank lines are passed over.

    Lines are numbered where the first has no id; where it has one, all need one.

    Raises:
        MissingError: At the end, if a field that was asked for stood in no line.
    """
    missing = set(options.ruled)
    for number, line, bad_byte in read_lines(path, options.encoding):
        if bad_byte >= 0:
            yield Broken(_where(path, number), EncodingError.code, bad_bytes(bad_byte, options.encoding))
        elif not line.isspace():
            item = _read_line(path, number, line, options, losses, missing)
            if isinstance(item, AnnotatedDocument) and options.id_name in item.document.metadata:
                options = replace(options, id_column=options.id_name)
            yield item
    if missing:
        raise MissingError(f"{path.name}: no line has a field {' or '.join(map(repr, sorted(missing)))}")


def _read_line(
    path: Path, number: int, line: str, options: FormatOptions, losses: LossReport, missing: set[str]
) -> Item:
    document_id = ""
    try:
        fields = parse_object(line)
        missing.difference_update(fields)
        known = known_fields(fields, options, number)
        document_id = known.id
        text = _taken_text(fields, options.text_name)
        spans = read_entities(fields.get(options.entities_column), text, losses)
    except (InputError, SpanError) as error:
        return Broken.of(_where(path, number), error, document_id)
    is_annotated = fields.get(options.entities_column) is not None
    if options.entities_column in fields:
        fields[options.entities_column] = Slot.ENTITIES
    kept = KeptFields({name: value for name, value in fields.items() if name not in options.dropped})
    return AnnotatedDocument(
        Document(known.id, text, known.language, known.record, known.date, kept), spans, is_annotated
    )


def parse_object(line: str) -> dict[str, object]:
    """A JSON object; numbers that a float would round are decimals.

    Raises:
        FormatError: If the line is not a JSON object; gives the column, not the text.
    """
    try:
        fields = _DECODER.decode(line.strip())
    except json.JSONDecodeError as error:
        reason = f"not JSON at column {error.colno}"
    except (RecursionError, ValueError):
        reason = "JSON too deep, or with a number too long"
    else:
        if isinstance(fields, dict):
            return fields
        reason = "not a JSON object"
    raise FormatError(reason)


class JsonWriter:
    """Writes documents as JSON lines."""

    def __init__(self, file: BinaryIO, options: FormatOptions, encoding: Encoding, losses: LossReport) -> None:
        self._file = file
        self._options = options
        self._codec = encoding.codec
        self._json = json.JSONEncoder(ensure_ascii=encoding.codec != "utf-8", default=self._plain)
        self.losses = losses
        file.write(encoding.signature)

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one line.

        Raises:
            FormatError: If a field holds what JSON cannot.
            EncodingError: If the text holds two lone surrogates that would become one character.
        """
        fields = self._fields(document, [entity_fields(span) for span in spans] if self._options.has_spans else None)
        try:
            line = self._json.encode(fields)
        except _HasDecimal:
            line = self._spelt(fields)
        self._file.write(self._encoded(line, document))

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
            return self._checked(line, document).encode(self._codec) + "\n".encode(self._codec)
        try:
            return line.encode() + b"\n"
        except UnicodeEncodeError:
            pass
        return self._checked(line, document).encode("utf-8", "backslashreplace") + b"\n"

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
        yield JsonWriter(file, options, encoding, destination.losses)


class _HasDecimal(Exception):
    """Raised inside the encoder: the line needs the exact way."""


def _number(spelt: str) -> float | Decimal:
    value = float(spelt)
    return value if repr(value) == spelt else Decimal(spelt)


_DECODER = json.JSONDecoder(parse_float=_number)


def _taken_text(fields: dict[str, object], name: str) -> str:
    """Takes the text out of the fields and leaves its slot."""
    text = fields.get(name)
    if not isinstance(text, str):
        raise FormatError(f"no field {name!r}" if name not in fields else f"field {name!r} is not a string")
    fields[name] = Slot.TEXT
    return text


def _where(path: Path, number: int) -> str:
    return f"{path.name}, line {number}"
