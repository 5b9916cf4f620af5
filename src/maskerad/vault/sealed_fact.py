"""What a vault tells of itself, sealed: a few fields under a name of their own."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from maskerad.core.errors import TamperError
from maskerad.vault.framing import framed, unframed
from maskerad.vault.sealing import Sealer, SealError


@dataclass(frozen=True, slots=True)
class SealedFact:
    """One row of the table ``about``; used inside transactions.

    Attributes:
        connection: To the vault.
        sealer: Of its key.
        path: For errors.
        name: Of the row.
        title: What it is, for errors.
        advice: What may be done where it is missing, for errors.
    """

    connection: sqlite3.Connection = field(repr=False)
    sealer: Sealer = field(repr=False)
    path: Path
    name: str
    title: str
    advice: str = ""

    @property
    def is_there(self) -> bool:
        """Whether there is such a row."""
        return self._row() is not None

    def read(self) -> list[str]:
        """The fields.

        Raises:
            TamperError: If they were changed or are missing.
        """
        row = self._row()
        if row is None:
            raise TamperError(f"vault {self.path}: {self.title} is missing{self.advice}")
        try:
            return unframed(self.sealer.open(row[0], self.name))
        except SealError:
            raise TamperError(f"vault {self.path}: {self.title} was changed") from None

    def write(self, *fields: str) -> None:
        """Puts them in the place of what was there."""
        sealed = self.sealer.seal(framed(fields), self.name)
        self.connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (self.name, sealed))

    def _row(self) -> tuple[object] | None:
        row: tuple[object] | None = self.connection.execute(
            "SELECT value FROM about WHERE name = ?", (self.name,)
        ).fetchone()
        return row
