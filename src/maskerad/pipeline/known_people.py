"""The table of known identifiers: who is who in each record.

A CSV file with a header. ``record`` (or ``record_id``) names the record, all other columns may be missing or empty:
``role`` (a label of the core scheme such as PATIENT, RELATIVE, CLINICIAN; PATIENT when missing), ``given``,
``family``, ``birth_date`` (ISO), ``ids``, ``phone``, ``address``, ``email``, ``relatives``, ``clinicians``. Cells of
ids, phone, address, email, relatives and clinicians may hold several values with ``;`` between them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


NOBODY = KnownPeople()


def read_known_people(path: Path) -> KnownPeople:
    """Reads the table.

    Raises:
        MissingError: If there is no such file.
        EncodingError: If it is not UTF-8.
        FormatError: If a column is unknown, the record column is missing, or a row is broken; names the line.
    """
    where = f"known identifiers {path}"
    if not path.is_file():
        raise MissingError(f"{where}: no such file")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            column = _record_column(where, reader.fieldnames or ())
            return _gathered(column, ((f"{where}, line {reader.line_num}", row) for row in reader))
    except UnicodeDecodeError as error:
        raise EncodingError(f"{where}: not UTF-8 at byte {error.start}") from None
    except csv.Error:
        raise FormatError(f"{where}: broken CSV near line {reader.line_num}") from None


def known_people_of(rows: Iterable[Mapping[str, str]]) -> KnownPeople:
    """The same of rows that a program has in hand, each with the columns that it needs.

    Raises:
        FormatError: If a column is unknown, the record is missing, or a row is broken; names its number.

    Example:
        >>> known_people_of([{"record": "p1", "given": "Anna"}]).by_record["p1"][0].kind
        'given'
    """
    in_hand = list(rows)
    column = _record_column("known identifiers", list(dict.fromkeys(name for row in in_hand for name in row)))
    numbered = enumerate(in_hand, start=1)
    return _gathered(column, ((f"known identifiers, row {number}", row) for number, row in numbered))


def _gathered(column: str, rows: Iterable[tuple[str, Mapping[str, str]]]) -> KnownPeople:
    """Identifiers by record, of rows that say where they stand."""
    people: dict[str, list[Identifier]] = {}
    for where, row in rows:
        known = people.setdefault(_record_id(row, column, where), [])
        known.extend(_identifiers(row, where, max((identifier.person for identifier in known), default=0) + 1))
    return KnownPeople({record: tuple(identifiers) for record, identifiers in people.items()})


def _record_column(where: str, columns: Sequence[str]) -> str:
    unknown = set(columns) - COLUMNS
    if unknown:
        raise FormatError(f"{where}: {len(unknown)} unknown columns; known: {', '.join(sorted(COLUMNS))}")
    named = [name for name in columns if name in RECORD_COLUMNS]
    if len(named) != 1:
        raise FormatError(f"{where}: need one column of {' or '.join(RECORD_COLUMNS)}")
    return named[0]


def _record_id(row: Mapping[str, str], column: str, where: str) -> str:
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
