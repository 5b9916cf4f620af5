"""Text: one file a document, or a folder of such files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from maskerad.core.document import Document
from maskerad.core.errors import InputError
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Item
from maskerad.corpora.fields import note_lost_fields
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.files.encoding import Encoding, encode_text, read_text, signed_encoding
from maskerad.corpora.files.folders import Sink, broken_file, document_folder, id_of, read_folder
from maskerad.corpora.files.streams import GZIP
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions

SIGNATURE = "byte_order_mark"


def read_texts(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a text file or a folder; their ids are the relative paths, without suffix."""
    suffix = suffix_of(options.pattern)
    patterns = (options.pattern, options.pattern + GZIP)
    return read_folder(path, patterns, lambda file: _read_file(file, id_of(file, path, suffix), options))


def _read_file(file: Path, document_id: str, options: FormatOptions) -> Item:
    try:
        text, encoding = read_text(file, options.encoding)
    except (InputError, OSError) as error:
        return broken_file(file, document_id, error)
    return AnnotatedDocument(Document(document_id, text, metadata=signature_field(encoding)), is_annotated=False)


def suffix_of(pattern: str) -> str:
    """The suffix that all names of a pattern have, "" if it leaves that open.

    Example:
        >>> suffix_of("*.txt"), suffix_of("note*")
        ('.txt', '')
    """
    suffix = PurePosixPath(pattern).suffix.lower()
    return "" if any(mark in suffix for mark in "*?[]") else suffix


def signature_field(encoding: Encoding) -> dict[str, object]:
    """Metadata that remembers the byte order mark of a file."""
    return {SIGNATURE: encoding.codec} if encoding.signature else {}


def encode_file(document: Document, name: str) -> bytes:
    """Bytes of a text file: the text, with the byte order mark that it came with.

    Raises:
        EncodingError: If the encoding has no such character.
    """
    encoding = signed_encoding(name, document.metadata.get(SIGNATURE))
    return encoding.signature + encode_text(document.text, encoding.codec, document)


class TextWriter:
    """Writes the texts alone."""

    def __init__(self, sink: Sink, options: FormatOptions, losses: LossReport) -> None:
        self._sink = sink
        self._options = options
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one text file.

        Raises:
            EncodingError: If the encoding has no such character.
            InputError: If the id cannot name a file.
        """
        raw = encode_file(document, self._options.encoding)
        self._sink.write(document.id, raw)
        if self._options.has_spans:
            self.losses.note(Loss.SPANS, len(spans))
        note_lost_fields(self.losses, document, SIGNATURE)


@contextmanager
def write_texts(destination: Destination, options: FormatOptions) -> Iterator[TextWriter]:
    """A folder of text files, or one."""
    with document_folder(destination, suffix_of(options.pattern) or ".txt") as sink:
        yield TextWriter(sink, options, destination.losses)
