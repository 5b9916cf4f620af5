"""Entries that are sealed where no vault can be reached, to be put into it later: workers on other machines.

A sealed entry tells nobody without the key of the vault anything but roughly how long it is, and opens nowhere else
in a vault: it is sealed for the way.
"""

from __future__ import annotations

from maskerad.core import Document, Released
from maskerad.core.errors import TamperError
from maskerad.vault.entry import Entry, entry_of
from maskerad.vault.sealing import Sealer, SealError

PLACE = "posted entry"


class Posting:
    """Seals entries under the key of a vault.

    Args:
        key: 32 bytes, the vault's.

    Raises:
        ExtraError: If the library for it is not installed.
    """

    def __init__(self, key: bytes) -> None:
        self._sealer = Sealer(key)

    def sealed(self, record: str, document: Document, released: Released) -> bytes:
        """What leads back from a release, for ``Vault.take_in``.

        Args:
            record: Id under which the record leaves.
            document: As it came in, under the id under which it leaves.
            released: What became of it.

        Raises:
            RestoreError: If the release does not lead back to the document.
            FormatError: If a cell is of a type that cannot be kept.
        """
        return self._sealer.seal(entry_of(record, document, released).to_bytes(), PLACE)


def posted(sealer: Sealer, sealed: bytes) -> Entry:
    """The entry that was sealed.

    Raises:
        TamperError: If it was sealed under another key, or changed since.
    """
    try:
        return Entry.from_bytes(sealer.open(sealed, PLACE))
    except SealError:
        raise TamperError("an entry on its way to the vault was changed, or sealed under another key") from None
