"""CoNLL: one token a line, tags in IO, BIO (IOB2) or BIOES.

Written as CoNLL-U Plus with tabs, from which text and spans are read back to the last blank:

    # global.columns = FORM START END SPACES TAG
    # newdoc id = note-1
    # record = p7
    Anna	0	4	\\s	B-PATIENT
    i	5	6	\\s	O
    Lund	7	11	_	B-CITY

Read: these files, and any other with a token column and a tag column. There the text is rebuilt with single spaces
between tokens and a line feed between sentences; ``-DOCSTART-`` or ``# newdoc`` begins a document, and in files
without such marks each sentence is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from maskerad.core.document import Document
from maskerad.core.errors import EncodingError, FormatError, MaskeradError
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.annotations.conll_lines import (
    NEW_DOCUMENT,
    RawDocument,
    column,
    read_documents,
    spell,
    spell_lines,
    unspell,
)
from maskerad.corpora.fields import note_lost_fields, read_date
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.corpora.files.encoding import Encoding, bad_bytes, encode_text, encoding_for, read_lines
from maskerad.corpora.losses import Loss, LossReport, note_bare_spans
from maskerad.corpora.options import FormatOptions
from maskerad.text.codes import Encoded, decode, encode
from maskerad.text.tokens import tokenise

SUFFIXES = (".conll", ".iob2", ".iob", ".bio")
_COLUMNS = "# global.columns = FORM START END SPACES TAG\n"
_NO_SPACES = "_"


def read_conll(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a CoNLL file, one in memory at a time."""
    known = {"newdoc id", "sent_id", "record", "language", "date", "leading", "text"}
    for number, raw in enumerate(read_documents(read_lines(path, options.encoding), options), start=1):
        losses.note(Loss.NOTES, len(raw.comments.keys() - known))
        document_id = raw.comments.get("newdoc id") or raw.comments.get("sent_id") or f"{path.stem}-{number}"
        yield _read_item(f"{path.name}, document from line {raw.line}", document_id, raw, options)


def _read_item(where: str, document_id: str, raw: RawDocument, options: FormatOptions) -> Item:
    if raw.bad_byte >= 0:
        return Broken(where, EncodingError.code, bad_bytes(raw.bad_byte, options.encoding), document_id)
    try:
        return _read_document(document_id, raw)
    except MaskeradError as error:
        return Broken.of(where, error, document_id)


def _read_document(document_id: str, raw: RawDocument) -> AnnotatedDocument:
    rebuilt = _rebuilt_exactly if raw.columns.spaces is not None else _rebuilt
    text, tokens = rebuilt(raw)
    tags = [column(row, raw.columns.tag) for row in raw.rows]
    comments = raw.comments
    day = read_date(comments.get("date"))
    document = Document(document_id, text, comments.get("language", ""), comments.get("record", ""), day)
    return AnnotatedDocument(document, tuple(decode(tokens, tags)))


def _rebuilt(raw: RawDocument) -> tuple[str, list[tuple[int, int]]]:
    """Text and tokens, with one blank between tokens and a line feed between sentences."""
    parts: list[str] = []
    tokens: list[tuple[int, int]] = []
    end = 0
    for row in raw.rows:
        form = column(row, raw.columns.token)
        if tokens:
            parts.append("\n" if row.is_first else " ")
            end += 1
        parts.append(form)
        tokens.append((end, end + len(form)))
        end += len(form)
    return "".join(parts), tokens


def _rebuilt_exactly(raw: RawDocument) -> tuple[str, list[tuple[int, int]]]:
    """Text and tokens of a file with a SPACES column.

    Raises:
        FormatError: If a token does not stand where its START says.
    """
    parts = [raw.comments.get("leading", "")]
    tokens: list[tuple[int, int]] = []
    end = len(parts[0])
    for row in raw.rows:
        form, spaces = column(row, raw.columns.token), column(row, raw.columns.spaces or 0)
        if raw.columns.start is not None and column(row, raw.columns.start) != str(end):
            raise FormatError(f"line {row.line}: the token stands at {end}, not where the line says")
        tokens.append((end, end + len(form)))
        parts += [form, "" if spaces == _NO_SPACES else unspell(spaces)]
        end += len(form) + len(parts[-1])
    return "".join(parts), tokens


class ConllWriter:
    """Writes documents as lines of tokens."""

    def __init__(self, file: BinaryIO, options: FormatOptions, encoding: Encoding, losses: LossReport) -> None:
        self._file = file
        self._options = options
        self._codec = encoding.codec
        self.losses = losses
        file.write(encoding.signature + _COLUMNS.encode(encoding.codec))

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one document.

        Raises:
            EncodingError: If the encoding has no such character.
            FormatError: If a label holds a tab or a line end.
        """
        shown = spans if self._options.has_spans else ()
        for span in shown:
            if not span.label or any(mark in span.label for mark in "\t\r\n"):
                raise FormatError(f"document {document.id!r}: label {span.label!r} cannot be a tag")
        encoded = encode(tokenise(document.text), shown, self._options.code)
        lines = [*_comments(document, encoded), *_token_lines(document.text, encoded), "\n"]
        self._file.write(encode_text("".join(lines), self._codec, document))
        self._note(document, shown, encoded)

    def _note(self, document: Document, spans: Sequence[Span], encoded: Encoded) -> None:
        self.losses.note(Loss.UNENCODABLE, len(encoded.unencodable))
        self.losses.note(Loss.BORDERS, len(encoded.trimmed))
        self.losses.note(Loss.MERGED, len(encoded.merged))
        note_bare_spans(self.losses, spans)
        note_lost_fields(self.losses, document, "record", "language", "date")


def _comments(document: Document, encoded: Encoded) -> Iterator[str]:
    yield f"{NEW_DOCUMENT} id = {spell_lines(document.id)}\n"
    day = document.date.isoformat() if document.date else ""
    for name, value in (("record", document.record), ("language", document.language), ("date", day)):
        if value:
            yield f"# {name} = {spell_lines(value)}\n"
    leading = document.text[: encoded.tokens[0][0]] if encoded.tokens else document.text
    if leading:
        yield f"# leading = {spell(leading)}\n"


def _token_lines(text: str, encoded: Encoded) -> Iterator[str]:
    """One line a token, a blank line behind a line of the text."""
    following = [*(start for start, _ in encoded.tokens[1:]), len(text)]
    for (start, end), after, tag in zip(encoded.tokens, following, encoded.tags, strict=False):
        gap = text[end:after]
        yield f"{text[start:end]}\t{start}\t{end}\t{spell(gap) or _NO_SPACES}\t{tag}\n"
        if after < len(text) and ("\n" in gap or "\r" in gap):
            yield "\n"


@contextmanager
def write_conll(destination: Destination, options: FormatOptions) -> Iterator[ConllWriter]:
    """A CoNLL file."""
    encoding = encoding_for(options.encoding, destination.source)
    with atomic_file(destination) as file:
        yield ConllWriter(file, options, encoding, destination.losses)
