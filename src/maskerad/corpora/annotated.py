"""What readers yield: annotated documents, the places where reading failed, and what they pass over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from maskerad.core.document import Document, Record
from maskerad.core.errors import (
    BoundsError,
    EncodingError,
    FormatError,
    InputError,
    LabelError,
    MaskeradError,
    MissingError,
    SpanError,
)
from maskerad.core.span import Span

_ERRORS: dict[str, type[MaskeradError]] = {
    kind.code: kind
    for kind in (InputError, EncodingError, FormatError, MissingError, SpanError, BoundsError, LabelError)
}


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """A document and the spans that came with it.

    Attributes:
        document: The document.
        spans: In the order of the file, overlaps allowed; none where nothing was marked, or nobody looked.
        is_annotated: Whether annotations came with it, be it an empty list of them: somebody looked.
    """

    document: Document
    spans: tuple[Span, ...] = ()
    is_annotated: bool = field(default=True, compare=False)

    def beside(self, fields: Mapping[str, object]) -> Self:
        """The same with other fields beside the text."""
        return replace(self, document=replace(self.document, metadata=fields))


@dataclass(frozen=True, slots=True)
class Broken:
    """An item that could not be read or written. Holds no text.

    Attributes:
        where: File and place in it, such as ``notes.jsonl, line 17``.
        code: Code of the error.
        reason: What was wrong.
        document: Id of the document, "" when it could not be read.
        n_documents: How many it stands for: the lines of a table that cannot be told apart, the rows behind damage.
    """

    where: str
    code: str
    reason: str
    document: str = ""
    n_documents: int = 1

    @classmethod
    def of(cls, where: str, error: MaskeradError, document: str = "") -> Self:
        """From an error that was raised while reading ``where``."""
        return cls(where, error.code, str(error.args[0]), document)

    def as_error(self) -> MaskeradError:
        """The error to raise by those who stop at the first broken item."""
        return _ERRORS.get(self.code, InputError)(f"{self.where}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Unread:
    """Something of a folder that is not read: a file of another format, a hidden or special one, a linked folder.

    Attributes:
        name: Path relative to the folder. The names of files may tell of people: escape them before they are shown.
        kind: What it is: a suffix such as ``.jpg``, or some words such as ``hidden``.
    """

    name: str
    kind: str


Item = AnnotatedDocument | Broken | Unread


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Neighbouring documents of one record, with their spans."""

    id: str
    documents: tuple[AnnotatedDocument, ...] = field(repr=False)

    def as_record(self) -> Record:
        """The record without its spans.

        Raises:
            InputError: If two documents share an id.
        """
        return Record(self.id, tuple(item.document for item in self.documents))


def group_records(items: Iterable[AnnotatedDocument | Broken]) -> Iterator[RecordGroup | Broken]:
    """Groups **neighbouring** documents of the same record; a document without a record is one of its own.

    Holds one record in memory. Documents of a record that lie apart come out as several groups with the same id:
    sort the input by record where that matters. Broken items pass through as soon as they are met.
    """
    waiting: list[AnnotatedDocument] = []
    for item in items:
        if isinstance(item, Broken):
            yield item
            continue
        record = item.document.record
        if waiting and (not record or record != waiting[0].document.record):
            yield _grouped(waiting)
            waiting = []
        waiting.append(item)
    if waiting:
        yield _grouped(waiting)


def _grouped(items: list[AnnotatedDocument]) -> RecordGroup:
    first = items[0].document
    return RecordGroup(first.record or first.id, tuple(items))
