"""What a run over a database has quarantined, read from the table beside the one that it made or is making."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import column, inspect, select, table

from maskerad.batch.databases.connecting import opened, told
from maskerad.batch.databases.growing import HELD, PARTIAL, QUARANTINE
from maskerad.core import Quarantined
from maskerad.core.errors import MissingError


def read_quarantined(address: str, name: str) -> list[Quarantined]:
    """What is quarantined, in the order in which it was met.

    Args:
        address: Of the database.
        name: Of the table that was made or is being made, or of the table that lists what it lacks.

    Raises:
        ConfigError: If the address is of no database that can be opened.
        MissingError: If there is no such table.
        DatabaseError: If it cannot be read.
    """
    schema, _, bare = name.removesuffix(QUARANTINE).rpartition(".")
    names = [field.name for field in fields(Quarantined)]
    with opened(address) as database, told("read"):
        there = {
            ending
            for ending in ("", PARTIAL, HELD, QUARANTINE)
            if inspect(database.reader).has_table(bare + ending, schema=schema or None)
        }
        if not there:
            raise MissingError(f"there is no table {bare!r} that a run made, and none in the making")
        listed = QUARANTINE if QUARANTINE in there else HELD
        if listed not in there:
            return []
        own = table(bare + listed, *map(column, names), schema=schema or None)
        return [Quarantined(*row) for row in database.reader.execute(select(*own.columns))]
