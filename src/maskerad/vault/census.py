"""How many entries a vault holds and which, sealed: an entry that is taken out is missed.

No entry is ever removed on purpose. The exclusive or of their tags tells which there are, in whatever order they lie;
a tag is keyed, so nobody without the key finds other entries that come to the same. What cannot be seen from the file
alone is that all of it is an older copy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from maskerad.core.errors import TamperError
from maskerad.vault.sealed_fact import SealedFact
from maskerad.vault.sealing import Sealer

NAME = "census of entries"


class Census:
    """The census of an open vault; used inside transactions.

    Args:
        connection: To the vault.
        sealer: Of its key.
        path: For errors.
    """

    def __init__(self, connection: sqlite3.Connection, sealer: Sealer, path: Path) -> None:
        advice = "; if an older version made it, take stock of it with: maskerad vault census"
        self._path = path
        self._fact = SealedFact(connection, sealer, path, NAME, "the census of its entries", advice)

    def write(self, tags: Iterable[bytes]) -> None:
        """Counts the vault's entries, given by their tags."""
        self._write(*_counted(tags))

    @property
    def is_there(self) -> bool:
        """Whether there is one; vaults of the first versions had none."""
        return self._fact.is_there

    def add(self, tag: bytes) -> None:
        """Counts one more entry.

        Raises:
            TamperError: If the census was changed or is missing.
        """
        n_entries, together = self._read()
        self._write(n_entries + 1, together ^ int.from_bytes(tag, "big"))

    def check(self, tags: Iterable[bytes]) -> int:
        """The number of entries.

        Raises:
            TamperError: If they are not those that were kept.
        """
        counts, expected = _counted(tags), self._read()
        if counts != expected:
            raise TamperError(
                f"vault {self._path}: it holds {counts[0]} entries of {expected[0]}, or others than were kept"
            )
        return counts[0]

    def _read(self) -> tuple[int, int]:
        n_entries, together = self._fact.read()
        return int(n_entries), int(together, 16)

    def _write(self, n_entries: int, together: int) -> None:
        self._fact.write(str(n_entries), f"{together:x}")


def _counted(tags: Iterable[bytes]) -> tuple[int, int]:
    """How many tags, and the exclusive or of them all."""
    n_tags = together = 0
    for tag in tags:
        n_tags, together = n_tags + 1, together ^ int.from_bytes(tag, "big")
    return n_tags, together
