"""The table of known identifiers: who is who in each record.

A CSV file with a header. ``record`` (or ``record_id``) names the record, all other columns may be missing or empty:
``role`` (a label of the core scheme such as PATIENT, RELATIVE, CLINICIAN; PATIENT when missing), ``given``,
``family``, ``birth_date`` (ISO), ``ids``, ``phone``, ``address``, ``email``, ``relatives``, ``clinicians``. Cells of
ids, phone, address, email, relatives and clinicians may hold several values with ``;`` between them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from maskerad.core.document import Identifier, Record
from maskerad.core.errors import EncodingError, FormatError, MissingError
from maskerad.core.schemes import load_scheme

RECORD_COLUMNS = ("record", "record_id")
SINGLE = {"given": "given", "family": "family"}
SEVERAL = {"ids": "id", "phone": "phone", "address": "address", "email": "email"}
OTHERS = {"relatives": "RELATIVE", "clinicians": "CLINICIAN"}
COLUMNS = frozenset({*RECORD_COLUMNS, "role", "birth_date", *SINGLE, *SEVERAL, *OTHERS})
DEFAULT_ROLE = "PATIENT"


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """Identifiers by record id."""

    by_record: Mapping[str, tuple[Identifier, ...]] = field(default_factory=dict, repr=False)

    def completed(self, record: Record) -> Record:
        """The record with what the table knows of it."""
        known = self.by_record.get(record.id, ())
        return replace(record, known=record.known + known) if known else record


def read_known_people(path: Path) -> KnownPeople:
    """Reads the table.

    Raises:
        MissingError: If there is no such file.
        EncodingError: If it is not UTF-8.
        FormatError: If a column is unknown, the record column is missing, or a row is broken; names the line.
    """
    if not path.is_file():
        raise MissingError(f"known identifiers {path}: no such file")
    people: dict[str, list[Identifier]] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            record_column = _record_column(path, reader.fieldnames or ())
            for row in reader:
                where = f"known identifiers {path}, line {reader.line_num}"
                known = people.setdefault(_record_id(row, record_column, where), [])
                known.extend(_identifiers(row, where, max((one.person for one in known), default=0) + 1))
    except UnicodeDecodeError as error:
        raise EncodingError(f"known identifiers {path}: not UTF-8 at byte {error.start}") from None
    except csv.Error:
        raise FormatError(f"known identifiers {path}: broken CSV near line {reader.line_num}") from None
    return KnownPeople({record: tuple(identifiers) for record, identifiers in people.items()})


def _record_column(path: Path, columns: object) -> str:
    names = [str(name) for name in columns] if isinstance(columns, list | tuple) else []
    unknown = sorted(set(names) - COLUMNS)
    if unknown:
        raise FormatError(
            f"known identifiers {path}: {len(unknown)} unknown columns; known: {', '.join(sorted(COLUMNS))}"
        )
    found = [name for name in names if name in RECORD_COLUMNS]
    if len(found) != 1:
        raise FormatError(f"known identifiers {path}: need one column of {' or '.join(RECORD_COLUMNS)}")
    return found[0]


def _record_id(row: Mapping[str | None, object], column: str, where: str) -> str:
    value = row.get(column)
    if None in row or None in row.values():
        raise FormatError(f"{where}: not as many cells as columns")
    if not isinstance(value, str) or not value.strip():
        raise FormatError(f"{where}: no record id")
    return value.strip()


def _identifiers(row: Mapping[str, str], where: str, person: int) -> Iterator[Identifier]:
    """What a row tells of its own person, number ``person`` of the record, and of those whom it names besides."""
    role = (row.get("role") or "").strip().upper() or DEFAULT_ROLE
    if role not in load_scheme("core").labels:
        raise FormatError(f"{where}: the role is no label of the core scheme")
    for column, kind in SINGLE.items():
        yield from (Identifier(role, kind, value, person) for value in _values(row.get(column), parted=False))
    for value in _values(row.get("birth_date"), parted=False):
        yield Identifier(role, "birth_date", _iso(value, where), person)
    for column, kind in SEVERAL.items():
        yield from (Identifier(role, kind, value, person) for value in _values(row.get(column), parted=True))
    for column, other in OTHERS.items():
        for value in _values(row.get(column), parted=True):
            person += 1
            yield Identifier(other, "name", value, person)


def _values(cell: str | None, *, parted: bool) -> list[str]:
    parts = (cell or "").split(";") if parted else [cell or ""]
    return [part.strip() for part in parts if part.strip()]


def _iso(value: str, where: str) -> str:
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise FormatError(f"{where}: birth_date must be YYYY-MM-DD") from None
