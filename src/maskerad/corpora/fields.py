"""Fields of a document in formats that have names for them: JSONL, CSV, Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import NamedTuple

from maskerad.core.document import Document
from maskerad.core.errors import FormatError
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions

LANGUAGE = ("language", "lang")
DATE = "date"


_USUAL = frozenset({"text", "id", "record", "entities", "note", "patient", *LANGUAGE, DATE})


def told_columns(names: Sequence[str]) -> str:
    """How many columns there are, and those whose names are usual: what stands in a header may be data.

    Example:
        >>> told_columns(["id", "note", "Anna Berg"])
        "3 columns, among them 'id', 'note'"
    """
    usual = ", ".join(repr(name) for name in dict.fromkeys(names) if name in _USUAL)
    count = f"{len(names)} column{'' if len(names) == 1 else 's'}"
    return f"{count}, among them {usual}" if usual else count


class Slot(Enum):
    """Stands in a kept line where the document itself was, so that no metadata ever holds its text."""

    TEXT = "text"
    ENTITIES = "entities"


class KeptFields(Mapping[str, object]):
    """The fields of one line in their order. As a mapping it shows only those beside text and entities."""

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, object]) -> None:
        self._fields = fields

    def __getitem__(self, name: str) -> object:
        value = self._fields[name]
        if isinstance(value, Slot):
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for name, value in self._fields.items() if not isinstance(value, Slot))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def changed(self, values: Mapping[str, object]) -> KeptFields:
        """The same with some other values."""
        return KeptFields({**self._fields, **values})

    def filled(self, text: object, entities: list[dict[str, object]] | None, entities_name: str) -> dict[str, object]:
        """The line again with a text, and with entities or (None) without any."""
        fields = dict(self._fields)
        for name, value in self._fields.items():
            if value is Slot.TEXT:
                fields[name] = text
            elif value is Slot.ENTITIES:
                entities_name = name
        if entities is None:
            fields.pop(entities_name, None)
        else:
            fields[entities_name] = entities
        return fields


class Known(NamedTuple):
    """What a document knows of itself from its fields."""

    id: str
    record: str
    language: str
    date: date | None


def known_fields(fields: Mapping[str, object], options: FormatOptions, number: int) -> Known:
    """Reads id, record, language and date.

    Args:
        fields: By name.
        options: Names the columns.
        number: Of the line or row; the id of a document without one.

    Raises:
        FormatError: If there is an id column and no id in it, if a record column was asked for and there is no record
            in it, or if one holds neither string nor number.
    """
    has_id = bool(options.id_column) or options.id_name in fields
    document_id = _name(fields, options.id_name, is_needed=True) if has_id else str(number)
    record = _name(fields, options.record_name, is_needed=bool(options.record_column))
    language = next((value for name in LANGUAGE if isinstance(value := fields.get(name), str)), "")
    return Known(document_id, record, language, read_date(fields.get(DATE)))


def read_date(value: object) -> date | None:
    """A day from an ISO 8601 string or a date; None for anything else.

    Example:
        >>> read_date("2024-02-06T10:00")
        datetime.date(2024, 2, 6)
    """
    if isinstance(value, date):
        return value.date() if isinstance(value, datetime) else value
    if not isinstance(value, str) or len(value) < 10:
        return None
    try:
        return date.fromisoformat(value[:10])
    except ValueError:
        return None


def fresh_fields(document: Document, options: FormatOptions) -> dict[str, object]:
    """Fields of a document that came from another format: what it knows of itself, then its metadata."""
    fields: dict[str, object] = {options.id_name: document.id}
    if document.record:
        fields[options.record_name] = document.record
    if document.language and not any(name in document.metadata for name in LANGUAGE):
        fields[LANGUAGE[0]] = document.language
    if document.date is not None and DATE not in document.metadata:
        fields[DATE] = document.date.isoformat()
    return fields | {name: value for name, value in document.metadata.items() if name not in fields}


def note_lost_fields(losses: LossReport, document: Document, *kept: str) -> None:
    """Counts what a document knows beside its id and text, where the format keeps only some of it."""
    facts = {"record": document.record, "language": document.language, "date": document.date}
    for name, value in facts.items():
        losses.note(Loss.FIELDS, bool(value) and name not in kept, name)
    shown = {document.id, document.record, document.language}
    for name in document.metadata:
        if name not in (*kept, *LANGUAGE, DATE) and str(document.metadata[name]) not in shown:
            losses.note(Loss.FIELDS, 1, name)


def _name(fields: Mapping[str, object], column: str, *, is_needed: bool) -> str:
    value = fields.get(column)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is not None and not isinstance(value, str):
        raise FormatError(f"field {column!r} is neither a string nor a whole number")
    if is_needed and not (value or "").strip():
        raise FormatError(f"field {column!r} is empty" if column in fields else f"no field {column!r}")
    return value or ""
