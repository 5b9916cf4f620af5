"""brat stand-off: ``note.txt`` with ``note.ann`` beside it, in folders.

What brat has no place for (score, recogniser, entity id) stands as JSON in an annotator's note on the span, which
brat shows and this reader takes back. A span over line breaks is written in brat's way, one piece a line, and read
back as one. Pieces with anything else between them become spans of their own and are counted: a ``Span`` has no gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from maskerad.core.document import Document
from maskerad.core.errors import InputError, MissingError, SpanError
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.annotations.brat_lines import read_annotations, write_annotations
from maskerad.corpora.fields import note_lost_fields
from maskerad.corpora.files.atomic import Destination, atomic_folder
from maskerad.corpora.files.encoding import encode_text, encoding_for, read_text
from maskerad.corpora.files.folders import FolderSink, broken_file, id_of, read_folder
from maskerad.corpora.losses import LossReport
from maskerad.corpora.options import FormatOptions

_BYTE_ORDER_MARK = "\ufeff"


def read_brat(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a folder, or of one ``.txt`` or ``.ann`` file; a text without ``.ann`` has no spans."""
    if path.is_file():
        path = path.with_suffix(".txt")
        if not path.is_file():
            raise MissingError(f"{path.name} is not there")
    root = path

    def read(file: Path) -> Item | None:
        if file.suffix.lower() == ".txt":
            return _read_pair(file, id_of(file, root, ".txt"), options, losses)
        if file.with_suffix(".txt").is_file():
            return None
        return Broken(file.name, MissingError.code, "there is no text beside it", id_of(file, root, ".ann"))

    yield from read_folder(path, ("*.txt", "*.ann"), read)


def _read_pair(file: Path, document_id: str, options: FormatOptions, losses: LossReport) -> Item:
    beside = file.with_suffix(".ann")
    try:
        text, encoding = read_text(file, options.encoding)
    except (InputError, OSError) as error:
        return broken_file(file, document_id, error)
    # brat counts a byte order mark as a character, so it stays in the text.
    text = _BYTE_ORDER_MARK + text if encoding.signature else text
    if not beside.is_file():
        return AnnotatedDocument(Document(document_id, text), is_annotated=False)
    try:
        lines, _ = read_text(beside, options.encoding)
        spans = read_annotations(lines, text, losses)
    except (InputError, SpanError) as error:
        return Broken.of(beside.name, error, document_id)
    except OSError as error:
        return broken_file(beside, document_id, error)
    return AnnotatedDocument(Document(document_id, text), spans)


class BratWriter:
    """Writes pairs of text and annotations."""

    def __init__(self, sink: FolderSink, options: FormatOptions, losses: LossReport) -> None:
        self._sink = sink
        self._options = options
        self._codec = encoding_for(options.encoding).codec
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes two files; without spans the second one is empty.

        Raises:
            EncodingError: If the encoding has no such character.
            InputError: If the id cannot name a file.
        """
        raw = encode_text(document.text, self._codec, document)
        shown = spans if self._options.has_spans else ()
        lines = encode_text(write_annotations(document.text, shown, self.losses), self._codec, document)
        path = self._sink.path_for(document.id)
        path.write_bytes(raw)
        path.with_suffix(".ann").write_bytes(lines)
        note_lost_fields(self.losses, document)


@contextmanager
def write_brat(destination: Destination, options: FormatOptions) -> Iterator[BratWriter]:
    """A folder of pairs."""
    with atomic_folder(destination, frozenset({".txt", ".ann"})) as folder:
        yield BratWriter(FolderSink(folder, ".txt"), options, destination.losses)
