"""Documents and records, exactly as they were received."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from maskerad.core.errors import BoundsError, InputError
from maskerad.core.span import Span


@dataclass(frozen=True, slots=True)
class Document:
    """One text and what is known about it. Text and metadata stay out of ``repr``.

    Args:
        id: Unique within its record.
        text: As received; never normalised.
        language: ISO 639-1 code, or "" when not known.
        record: Id of the patient record or session it belongs to ("" = a record of its own).
        date: The day it was written, if known; completes partial dates.
        metadata: Whatever the reader found beside the text (other columns, genre, speaker).
    """

    id: str
    text: str = field(repr=False)
    language: str = ""
    record: str = ""
    date: date | None = None
    metadata: Mapping[str, object] = field(default_factory=dict, repr=False)

    def check(self, span: Span) -> Span:
        """Returns ``span`` if it lies inside the text.

        Raises:
            BoundsError: If it ends beyond the text.
        """
        if span.end > len(self.text):
            raise BoundsError(
                f"document {self.id!r}: span {span.start}..{span.end} ends beyond its {len(self.text)} characters"
            )
        return span


@dataclass(frozen=True, slots=True)
class Identifier:
    """One known identifier of a record: ``role`` is a label of the core scheme, ``kind`` a column of the table.

    ``value`` is left out of ``repr``. Identifiers with one ``person`` are one person's; 0 says that nobody knows.
    """

    role: str
    kind: str
    value: str = field(repr=False)
    person: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """All documents of one patient, or all turns of one session: the unit of linking and of the date shift.

    Raises:
        InputError: If two documents share an id, or one is no document.
    """

    id: str
    documents: tuple[Document, ...] = field(repr=False)
    known: tuple[Identifier, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        wrong = next((document for document in self.documents if not isinstance(document, Document)), None)
        if wrong is not None:
            raise InputError(f"record {self.id!r}: holds Documents, not {type(wrong).__name__}")
        ids = [document.id for document in self.documents]
        if len(set(ids)) != len(ids):
            twice = sorted({i for i in ids if ids.count(i) > 1})
            raise InputError(f"record {self.id!r}: document ids must differ; seen twice: {', '.join(twice[:5])}")


def record_of(document: Document) -> Record:
    """A record that holds one document."""
    return Record(document.record or document.id, (document,))
