"""Marked text: one file a record, its documents one after another, spans marked inline.

    === doc: note-1 | genre: nursing note | date: 2024-03-05
    ⟦RELATIVE:R1|Gunilla Ek⟧ ringde ⟦DATE:T1|i mars⟧.
    === doc: note-2 | genre: letter
    …

A mark holds the label, the id of the entity (the same for every mention of one thing in the record, or nothing) and the
characters of the text. The form is made for writing and reading by hand. A document ends with one line end; where it
does not, its header says with how many (``ends: 0``). Fields of the header that are not named here become metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from maskerad.core.document import Document
from maskerad.core.errors import FormatError, InputError, MaskeradError
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item, Unread
from maskerad.corpora.fields import note_lost_fields, read_date
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.files.encoding import encode_text, encoding_for, read_text
from maskerad.corpora.files.folders import Sink, broken_file, document_folder, id_of
from maskerad.corpora.files.survey import survey
from maskerad.corpora.losses import Loss, LossReport, note_bare_spans
from maskerad.corpora.options import FormatOptions

SUFFIX = ".txt"
HEADER = "=== doc: "
_HEADER_LINE = re.compile(rf"(?m)^{HEADER}(.*)\n")
_MARK = re.compile(r"⟦([^:|⟦⟧\n]+):([^|⟦⟧\n]*)\|([^⟦⟧]+)⟧")
_BRACKET = re.compile("[⟦⟧]")
_NO_FIELD = re.compile(r"[|\n⟦⟧]")
_OWN_FIELDS = ("date", "lang", "ends")


def read_marked(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a file or folder; the record of each is the relative path of its file, without suffix."""
    for entry in survey(path, f"*{SUFFIX}"):
        if isinstance(entry, Unread):
            yield entry
        else:
            yield from _read_file(entry, id_of(entry, path, SUFFIX), options)


def _read_file(file: Path, record: str, options: FormatOptions) -> Iterator[Item]:
    try:
        raw, _ = read_text(file, options.encoding)
    except (InputError, OSError) as error:
        yield broken_file(file, record, error)
        return
    before, *rest = _HEADER_LINE.split(raw)
    if before.strip():
        yield Broken(file.name, FormatError.code, f"text before the first line that begins with {HEADER!r}", record)
        return
    for number, (header, body) in enumerate(zip(rest[::2], rest[1::2], strict=True), start=1):
        where = f"{file.name}, document {number}"
        try:
            yield _read_document(header, body, record)
        except MaskeradError as error:
            yield Broken.of(where, error)


def _read_document(header: str, body: str, record: str) -> AnnotatedDocument:
    fields = _read_header(header)
    document_id = fields.pop("")
    text, spans = _read_body(body)
    if fields.get("ends", "1").isdecimal():
        text = text.rstrip("\n") + "\n" * int(fields.get("ends", "1"))
    else:
        raise FormatError("the number of line ends in the header is not a number")
    metadata: dict[str, object] = {name: value for name, value in fields.items() if name not in _OWN_FIELDS}
    day = read_date(fields.get("date"))
    return AnnotatedDocument(Document(document_id, text, fields.get("lang", ""), record, day, metadata), spans)


def _read_header(header: str) -> dict[str, str]:
    """Fields by name; the id under ""."""
    document_id, *parts = (part.strip() for part in header.split("|"))
    if not document_id:
        raise FormatError("the header names no document")
    fields = {"": document_id}
    for part in parts:
        name, colon, value = part.partition(":")
        if not colon:
            raise FormatError("a field of the header has no colon")
        fields[name.strip()] = value.strip()
    return fields


def _read_body(body: str) -> tuple[str, tuple[Span, ...]]:
    """Text without marks, and the spans in it."""
    parts: list[str] = []
    spans: list[Span] = []
    length = done = 0
    for match in _MARK.finditer(body):
        label, entity, surface = match.groups()
        parts += body[done : match.start()], surface
        start = length + match.start() - done
        length, done = start + len(surface), match.end()
        spans.append(Span(start, length, label, entity=entity))
    parts.append(body[done:])
    text = "".join(parts)
    if _BRACKET.search(text):
        raise FormatError(f"a broken mark behind {len(spans)} whole ones")
    return text, tuple(spans)


class MarkedWriter:
    """Writes the documents of each record to one file."""

    def __init__(self, sink: Sink, options: FormatOptions, losses: LossReport) -> None:
        self._sink = sink
        self._options = options
        self._codec = encoding_for(options.encoding).codec
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Adds a document to the file of its record.

        Raises:
            EncodingError: If the encoding has no such character.
            FormatError: If the text holds marks or a header, or an id or label what parts them.
            InputError: If the record's id cannot name a file.
        """
        shown = self._disjoint(spans) if self._options.has_spans else []
        raw = encode_text(_header(document) + _body(document, shown), self._codec, document)
        self._sink.append(document.record or document.id, raw)
        note_bare_spans(self.losses, [Span(s.start, s.end, s.label, s.score, s.source) for s in shown])
        note_lost_fields(self.losses, document, "record", "language", "date", *_further(document.metadata))

    def _disjoint(self, spans: Sequence[Span]) -> list[Span]:
        """Earlier spans first, of those that begin together the longest; others that overlap are counted."""
        kept: list[Span] = []
        for span in sorted(spans, key=lambda span: (span.start, -span.end)):
            if kept and span.start < kept[-1].end:
                self.losses.note(Loss.UNENCODABLE)
            else:
                kept.append(span)
        return kept


def _header(document: Document) -> str:
    n_ends = len(document.text) - len(document.text.rstrip("\n"))
    fields = {
        **_further(document.metadata),
        "date": document.date.isoformat() if document.date else "",
        "lang": document.language,
        "ends": "" if n_ends == 1 else str(n_ends),
    }
    parts = [document.id, *(f"{name}: {value}" for name, value in fields.items() if value)]
    if any(_NO_FIELD.search(part) for part in parts):
        raise FormatError(
            f"document {document.id!r}: its id or a field beside the text holds a line end, a bar or a mark"
        )
    return HEADER + " | ".join(parts) + "\n"


def _further(metadata: Mapping[str, object]) -> dict[str, str]:
    """Fields beside the text that a header can hold."""
    return {
        name: value
        for name, value in metadata.items()
        if isinstance(value, str) and name not in _OWN_FIELDS and ":" not in name and value == value.strip()
        if not _NO_FIELD.search(name + value)
    }


def _body(document: Document, spans: Sequence[Span]) -> str:
    text = document.text
    if _BRACKET.search(text) or _HEADER_LINE.search(text + "\n"):
        raise FormatError(f"document {document.id!r}: its text holds the marks of this format")
    parts: list[str] = []
    done = 0
    for span in spans:
        if re.search(r"[:|⟦⟧\n]", span.label) or re.search(r"[|⟦⟧\n]", span.entity):
            raise FormatError(f"document {document.id!r}: a label or entity id holds the marks of this format")
        parts += text[done : span.start], f"⟦{span.label}:{span.entity}|{text[span.start : span.end]}⟧"
        done = span.end
    return "".join((*parts, text[done:])).rstrip("\n") + "\n"


@contextmanager
def write_marked(destination: Destination, options: FormatOptions) -> Iterator[MarkedWriter]:
    """A folder of records, or one file."""
    with document_folder(destination, SUFFIX) as sink:
        yield MarkedWriter(sink, options, destination.losses)
