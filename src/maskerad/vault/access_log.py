"""Who went back to which record, and why: sealed, each entry bound to the one before it.

An entry holds the SHA-256 of the entry before it, and a sealed head tells how many there are and the hash of the last.
So nothing can be changed, taken out, put in or cut off at the end unseen by the holder of the key. What cannot be seen
from the file alone is that all of it is an older copy: the printed hash of the head, noted elsewhere, shows that.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from maskerad.core.errors import TamperError
from maskerad.vault.framing import framed, unframed
from maskerad.vault.sealed_fact import SealedFact
from maskerad.vault.sealing import Sealer, SealError

HEAD = "log head"
NO_HASH = "0" * 64


@dataclass(frozen=True, slots=True)
class Access:
    """One entry of the log.

    Attributes:
        number: From 1.
        when: UTC, ISO 8601 to the second.
        who, why: As they were given.
        action: "reidentify", "rotate" or "census".
        record: Id of the record, "" where the action is about the whole vault.
        digest: SHA-256 of this entry and, through it, of all before it.
    """

    number: int
    when: str
    who: str
    why: str
    action: str
    record: str = field(repr=False)
    digest: str


class AccessLog:
    """The log of an open vault; used inside transactions.

    Args:
        connection: To the vault.
        sealer: Of its key.
        path: For errors.
    """

    def __init__(self, connection: sqlite3.Connection, sealer: Sealer, path: Path) -> None:
        self._connection, self._sealer, self._path = connection, sealer, path
        self._head = SealedFact(connection, sealer, path, HEAD, "the head of the access log")

    def begin(self) -> None:
        """An empty log."""
        self._head.write("0", NO_HASH)

    def append(self, who: str, why: str, action: str, record: str = "") -> None:
        """Adds an entry.

        Raises:
            TamperError: If the head was changed.
        """
        number, before = self.head()
        when = datetime.now(UTC).isoformat(timespec="seconds")
        payload = framed((before, when, who, why, action, record))
        sealed = self._sealer.seal(payload, "log", str(number + 1))
        self._connection.execute("INSERT INTO log VALUES (?, ?)", (number + 1, sealed))
        self._head.write(str(number + 1), hashlib.sha256(payload).hexdigest())

    def entries(self) -> Iterator[Access]:
        """All entries, checked from the first to the head.

        Raises:
            TamperError: If an entry was changed, is missing or does not belong.
        """
        before, count = NO_HASH, 0
        for number, sealed in self._connection.execute("SELECT number, sealed FROM log ORDER BY number"):
            count += 1
            payload = self._opened(sealed, count) if number == count else b""
            fields = unframed(payload) if payload else [""]
            if fields[0] != before:
                raise TamperError(f"vault {self._path}: access log entry {count} was changed or is missing")
            before = hashlib.sha256(payload).hexdigest()
            _, when, who, why, action, record = fields
            yield Access(count, when, who, why, action, record, before)
        if self.head() != (count, before):
            raise TamperError(f"vault {self._path}: access log entries after number {count} are missing")

    def head(self) -> tuple[int, str]:
        """How many entries there are, and the hash of the last.

        Raises:
            TamperError: If the head was changed or is missing.
        """
        number, digest = self._head.read()
        return int(number), digest

    def reseal(self, new: Sealer) -> None:
        """The same log under another key; inside a transaction in which the log may be edited."""
        number, digest = self.head()
        for row, sealed in self._connection.execute("SELECT number, sealed FROM log").fetchall():
            payload = self._opened(sealed, row)
            resealed = new.seal(payload, "log", str(row))
            self._connection.execute("UPDATE log SET sealed = ? WHERE number = ?", (resealed, row))
        self._sealer, self._head = new, replace(self._head, sealer=new)
        self._head.write(str(number), digest)

    def _opened(self, sealed: object, number: int) -> bytes:
        try:
            return self._sealer.open(sealed, "log", str(number))
        except SealError:
            raise TamperError(f"vault {self._path}: access log entry {number} was changed") from None
