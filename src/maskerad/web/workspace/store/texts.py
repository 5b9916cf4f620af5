"""Records and documents: how they come in, once and for all, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256

from sqlalchemy import Connection, RowMapping, and_, bindparam, func, insert, select

from maskerad.core.document import Document
from maskerad.core.errors import InputError, MissingError
from maskerad.web.workspace.decisions.strings import Text
from maskerad.web.workspace.store.tables import documents, records, versions

# Built once, as in ``store.layers``.
_DOCUMENT = select(documents).where(documents.c.id == bindparam("of_number"))
_RECORD = select(documents.c.record).where(documents.c.id == bindparam("of_number"))
_ALL = select(documents, records.c.name.label("record_name")).join(records, records.c.id == documents.c.record)
_DOCUMENTS = _ALL.where(documents.c.record == bindparam("of_record"))
_WITH = _ALL.where(documents.c.record == _RECORD.scalar_subquery())
_IN = _WITH.add_columns(versions.c.version).outerjoin(
    versions, and_(versions.c.document == documents.c.id, versions.c.layer == bindparam("of_layer"))
)


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """One document of the project. Its text stays out of ``repr``.

    Attributes:
        id: Its number.
        record: Number of its record.
        name: Its id in the corpus it came from.
        text: As received.
        sha256: Of the text in UTF-8.
        language: Code, "" when not known.
        date: ISO date, "" when not known.
        metadata: What the reader found beside it.
    """

    id: int
    record: int
    name: str
    text: str = field(repr=False)
    sha256: str
    language: str
    date: str
    metadata: Mapping[str, object] = field(repr=False)

    def as_text(self) -> Text:
        """What the decisions see of it."""
        return Text(self.id, self.text, self.language)

    def as_document(self, record_name: str) -> Document:
        """What the corpora and the pipeline see of it."""
        written = date.fromisoformat(self.date) if self.date else None
        return Document(self.name, self.text, self.language, record_name, written, self.metadata)


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record and its documents, in the order in which they were written."""

    id: int
    name: str
    documents: tuple[StoredDocument, ...] = field(repr=False)

    @property
    def texts(self) -> dict[int, Text]:
        """By number."""
        return {document.id: document.as_text() for document in self.documents}

    def document(self, number: int) -> StoredDocument:
        """One of them.

        Raises:
            MissingError: If it is not of this record.
        """
        stored = next((document for document in self.documents if document.id == number), None)
        if stored is None:
            raise MissingError(f"record {self.id} has no document {number}")
        return stored


def hash_of(text: str) -> str:
    """The SHA-256 of a text; surrogates without partner are kept as they are."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def add_document(connection: Connection, document: Document) -> tuple[StoredDocument, bool]:
    """Takes a document in; its record is made if it is new. The same document again is the one that is there.

    Returns:
        The document as it is stored, and whether it is new.

    Raises:
        InputError: If a document of that name and record has another text: texts never change under annotations.
    """
    record = _record_number(connection, document.record or document.id)
    where = (documents.c.record == record) & (documents.c.name == document.id)
    row = connection.execute(select(documents).where(where)).mappings().first()
    text_hash = hash_of(document.text)
    if row is not None:
        if row["sha256"] != text_hash:
            raise InputError(
                f"document {document.id!r} of record {document.record or document.id!r} is there with another text; "
                "the one in the project stays: give the new one another id"
            )
        return _document(row), False
    written = document.date.isoformat() if document.date else ""
    extra = json.dumps(dict(document.metadata), default=str, ensure_ascii=False)
    values = {
        "record": record,
        "name": document.id,
        "text": document.text,
        "sha256": text_hash,
        "n_chars": len(document.text),
        "language": document.language,
        "date": written,
        "metadata": extra,
    }
    number = connection.execute(insert(documents).values(values).returning(documents.c.id)).scalar_one()
    metadata = dict(document.metadata)
    stored = StoredDocument(number, record, document.id, document.text, text_hash, document.language, written, metadata)
    return stored, True


def _record_number(connection: Connection, name: str) -> int:
    number = connection.execute(select(records.c.id).where(records.c.name == name)).scalar()
    if number is None:
        number = connection.execute(insert(records).values(name=name).returning(records.c.id)).scalar_one()
    return int(number)


def read_record(connection: Connection, number: int) -> StoredRecord:
    """One record.

    Raises:
        MissingError: If there is none of that number.
    """
    rows = connection.execute(_DOCUMENTS, {"of_record": number}).mappings().all()
    if not rows:
        raise MissingError(f"there is no record {number}")
    return _record(rows)


def record_with(connection: Connection, document: int) -> StoredRecord:
    """The record that a document is of.

    Raises:
        MissingError: If there is no document of that number.
    """
    return _record_with(document, connection.execute(_WITH, {"of_number": document}).mappings().all())


def record_in(connection: Connection, layer: str, document: int) -> tuple[StoredRecord, dict[int, int]]:
    """The same, and how many changes each of its documents has had in a layer; those that had none are left out.

    Raises:
        MissingError: As ``record_with``.
    """
    rows = connection.execute(_IN, {"of_layer": layer, "of_number": document}).mappings().all()
    return _record_with(document, rows), {row["id"]: row["version"] for row in rows if row["version"]}


def read_document(connection: Connection, number: int) -> StoredDocument:
    """One document.

    Raises:
        MissingError: If there is none of that number.
    """
    row = connection.execute(_DOCUMENT, {"of_number": number}).mappings().first()
    if row is None:
        raise MissingError(f"there is no document {number}")
    return _document(row)


def record_of(connection: Connection, document: int) -> int:
    """The number of a document's record.

    Raises:
        MissingError: If there is no document of that number.
    """
    record = connection.execute(_RECORD, {"of_number": document}).scalar()
    if record is None:
        raise MissingError(f"there is no document {document}")
    return int(record)


def record_numbers(connection: Connection) -> Sequence[int]:
    """Numbers of all records, in the order in which they came."""
    return connection.execute(select(records.c.id).order_by(records.c.id)).scalars().all()


def waiting_records(connection: Connection, layer: str) -> list[int]:
    """Numbers of the records to whose layer nothing was ever written."""
    written = select(versions.c.document).where(versions.c.layer == layer)
    waiting = select(documents.c.record).where(documents.c.id.not_in(written)).distinct()
    return list(connection.execute(waiting.order_by(documents.c.record)).scalars())


def n_documents(connection: Connection) -> int:
    """How many documents there are."""
    return int(connection.execute(select(func.count()).select_from(documents)).scalar_one())


def _record_with(document: int, rows: Sequence[RowMapping]) -> StoredRecord:
    if not rows:
        raise MissingError(f"there is no document {document}")
    return _record(rows)


def _record(rows: Sequence[RowMapping]) -> StoredRecord:
    stored = sorted(map(_document, rows), key=lambda document: (document.date or "9", document.id))
    return StoredRecord(stored[0].record, str(rows[0]["record_name"]), tuple(stored))


def _document(row: RowMapping) -> StoredDocument:
    return StoredDocument(
        int(str(row["id"])),
        int(str(row["record"])),
        str(row["name"]),
        str(row["text"]),
        str(row["sha256"]),
        str(row["language"]),
        str(row["date"]),
        json.loads(str(row["metadata"])),
    )
