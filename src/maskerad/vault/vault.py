"""The vault itself: keeping, giving back, and the log of who asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Self

from maskerad.core import Document, Record, Released
from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError, RestoreError, TamperError, VaultKeyError
from maskerad.vault.access_log import Access, AccessLog
from maskerad.vault.census import Census
from maskerad.vault.entry import Entry, Restored, entry_of, text_digest
from maskerad.vault.key_files import KEY_ID, key_id_in
from maskerad.vault.posting import posted
from maskerad.vault.sealing import Sealer, SealError
from maskerad.vault.storage import connect, errors_of, is_empty, lay_out, make_file, transaction, write_ahead


@dataclass(frozen=True, slots=True)
class VaultAccess:
    """Where a vault is and its key: what a worker needs to open it."""

    path: Path
    key: bytes = field(repr=False)

    def open(self) -> Vault:
        """The vault, made if it is not there.

        Raises:
            As ``Vault``.
        """
        return Vault.make(self.path, self.key)


class Vault:
    """An open vault; one for each process and thread.

    Args:
        path: Of the file.
        key: 32 bytes.

    Raises:
        MissingError: If there is no such file.
        FormatError: If it is another kind of file.
        ConfigError: If others than its owner may read it.
        VaultKeyError: If the key is another one.
        TamperError: If it is damaged.
        VaultError: If it cannot be read or written.
        ExtraError: If the library for sealing is not installed.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self._sealer = Sealer(key)
        self._path = path
        self._connection = connect(path)
        self._log = AccessLog(self._connection, self._sealer, path)
        self._census = Census(self._connection, self._sealer, path)
        try:
            self._check_key()
        except BaseException:
            self.close()
            raise

    @classmethod
    def make(cls, path: Path, key: bytes) -> Self:
        """Opens a vault, or makes an empty one where there is no file.

        Raises:
            As the constructor.
        """
        sealer = Sealer(key)
        make_file(path)
        with closing(connect(path)) as connection:
            if is_empty(connection, path):
                _begin(connection, sealer, path)
        return cls(path, key)

    def keep(self, record: Record, released: Iterable[Released]) -> None:
        """Keeps what leads back from the released documents of a record; what is kept already is not kept twice.

        Args:
            record: The original.
            released: Those of its documents that are released.

        Raises:
            RestoreError: If a release does not lead back to its document.
            VaultError: If it cannot be kept.
        """
        documents = {document.id: document for document in record.documents}
        entries = [entry_of(record.id, documents[safe.document], safe) for safe in released]
        with transaction(self._connection, self._path):
            self._check_key()
            for entry in entries:
                self._keep(entry)

    def take_in(self, sealed: Iterable[bytes]) -> int:
        """Keeps entries that were sealed elsewhere (``Posting``), all of them or none.

        Returns:
            Number of entries that came; one that is kept already is not kept twice.

        Raises:
            TamperError: If one was changed, or sealed under another key.
            VaultError: If they cannot be kept.
        """
        entries = [posted(self._sealer, packet) for packet in sealed]
        with transaction(self._connection, self._path):
            self._check_key()
            for entry in entries:
                self._keep(entry)
        return len(entries)

    def give_back(
        self, record: str, documents: Iterable[Document], who: str, why: str
    ) -> list[Restored | RestoreError]:
        """What safe documents were, in their order, or why one cannot be given; notes the access with them.

        The log names the records whose entries are opened, as the vault knows them, whatever the caller calls them.

        Args:
            record: Id of the record.
            documents: With their safe texts.
            who, why: For the log.

        Raises:
            VaultError: If the vault cannot be read or the access not noted; then nothing is given.
        """
        asked = {record: None}
        with transaction(self._connection, self._path):
            self._check_key()
            answers = [self._attempt(record, document) for document in documents]
            asked.update((entry.record, None) for entry, _ in answers if entry is not None)
            for name in asked:
                self._log.append(who, why, "reidentify", name)
        return [answer for _, answer in answers]

    def settle(self) -> None:
        """Sees to it that everything kept so far outlives a power cut.

        A commit with full synchronisation flushes the whole write-ahead log to the disk, what other processes wrote
        to it included (https://sqlite.org/pragma.html#pragma_synchronous).
        """
        with errors_of(self._path):
            self._connection.execute("PRAGMA synchronous=FULL")
            with transaction(self._connection, self._path):
                self._connection.execute("UPDATE about SET value = value WHERE name = ?", (KEY_ID,))
            self._connection.execute("PRAGMA synchronous=NORMAL")

    def accesses(self) -> Iterator[Access]:
        """The access log, checked.

        Raises:
            TamperError: If it was changed.
        """
        with self._reading():
            yield from self._log.entries()

    def check(self) -> int:
        """Opens every entry and the whole log.

        Returns:
            Number of entries.

        Raises:
            TamperError: If one was changed, or is missing.
        """
        with self._reading():
            (state,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
            if state != "ok":
                raise TamperError(f"vault {self._path}: the database is damaged")
            for _ in self._log.entries():
                pass
            return self._census.check(tag for tag, _ in self._all_entries())

    def take_census(self, n_entries: int, who: str, why: str) -> None:
        """Counts the entries of a vault that was made before vaults kept a census, and notes that in the log.

        What was taken out before cannot be known from the file: hence the number that the caller expects.

        Args:
            n_entries: How many there must be.
            who, why: For the log.

        Raises:
            ConfigError: If there is a census already, or another number of entries.
            TamperError: If an entry or the log was changed.
        """
        with transaction(self._connection, self._path):
            self._check_key()
            if self._census.is_there:
                raise ConfigError(f"vault {self._path}: it has its census; look at it with: maskerad vault check")
            for _ in self._log.entries():
                pass
            tags = [tag for tag, _ in self._all_entries()]
            if len(tags) != n_entries:
                raise ConfigError(f"vault {self._path}: it holds {counted(len(tags), 'entry')}, not {n_entries:,}")
            self._census.write(tags)
            self._log.append(who, why, "census")

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def __enter__(self) -> Self:
        """The vault itself, which is closed behind the ``with``."""
        return self

    def __exit__(self, *error: object) -> None:
        """Closes it."""
        self.close()

    def _check_key(self) -> None:
        key_id = key_id_in(self._connection, self._path)
        if key_id != self._sealer.key_id:
            mine = self._sealer.key_id
            raise VaultKeyError(f"vault {self._path}: its key is {key_id}, the one given is {mine}")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """One state of the vault, whatever others write meanwhile."""
        with errors_of(self._path):
            self._connection.execute("BEGIN")
            try:
                self._check_key()
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def _keep(self, entry: Entry) -> None:
        for tag, kept in self._places(entry.record, entry.document, entry.safe_digest):
            if kept is None:
                sealed = self._sealer.seal(entry.to_bytes(), "entry", tag.hex())
                self._connection.execute("INSERT INTO entries VALUES (?, ?)", (tag, sealed))
                self._census.add(tag)
                return
            if (kept.original_digest, kept.columns) == (entry.original_digest, entry.columns):
                return

    def _attempt(self, record: str, document: Document) -> tuple[Entry | None, Restored | RestoreError]:
        try:
            return self._original(record, document)
        except RestoreError as error:
            return None, error
        except TamperError as error:  # one broken entry keeps no other document from being restored
            return None, RestoreError(f"document {document.id!r}: {error.args[0]}")

    def _original(self, record: str, document: Document) -> tuple[Entry, Restored]:
        """From the entry of its ids, or, where the ids are others now, from those of the same text."""
        digest = text_digest(document.text)
        entries = [entry for _, entry in self._places(record, document.id, digest) if entry is not None]
        entries = entries or [self._entry(tag) for tag in self._by_text.get(digest[:16], ())]
        fitting = [entry for entry in entries if entry.safe_digest == digest]
        originals = {(entry.original_digest, entry.columns): entry for entry in fitting}
        if len(originals) != 1:
            why = "several originals have this safe text" if originals else "not in the vault as it stands here"
            raise RestoreError(f"document {document.id!r}: {why}")
        (entry,) = originals.values()
        return entry, entry.original(document.text)

    def _places(self, record: str, document: str, digest: str) -> Iterator[tuple[bytes, Entry | None]]:
        """The tags under which an entry of these ids and this safe text may be, with the entries.

        The first free one ends it.
        """
        for number in count():
            tag = self._sealer.tag(record, document, digest, str(number))
            row = self._connection.execute("SELECT sealed FROM entries WHERE tag = ?", (tag,)).fetchone()
            yield tag, self._opened(tag, row[0]) if row else None
            if row is None:
                return

    def _entry(self, tag: bytes) -> Entry:
        row = self._connection.execute("SELECT sealed FROM entries WHERE tag = ?", (tag,)).fetchone()
        if row is None:
            raise RestoreError("its entry is gone")
        return self._opened(tag, row[0])

    def _opened(self, tag: bytes, sealed: object) -> Entry:
        return opened(self._sealer, tag, sealed, self._path)

    def _all_entries(self) -> Iterator[tuple[bytes, Entry]]:
        for tag, sealed in self._connection.execute("SELECT tag, sealed FROM entries"):
            yield tag, self._opened(tag, sealed)

    @cached_property
    def _by_text(self) -> dict[str, list[bytes]]:
        """Tags by the beginning of the safe text's digest; made only when a document's ids are not in the vault."""
        by_text: dict[str, list[bytes]] = {}
        for tag, entry in self._all_entries():
            by_text.setdefault(entry.safe_digest[:16], []).append(tag)
        return by_text


def _begin(connection: sqlite3.Connection, sealer: Sealer, path: Path) -> None:
    """An empty vault under this key, unless another process is faster."""
    write_ahead(connection, path)
    with transaction(connection, path):
        if is_empty(connection, path):
            lay_out(connection)
            connection.execute("INSERT INTO about VALUES (?, ?)", (KEY_ID, sealer.key_id.encode()))
            AccessLog(connection, sealer, path).begin()
            Census(connection, sealer, path).write(())


def opened(sealer: Sealer, tag: object, sealed: object, path: Path) -> Entry:
    """An entry from its row, which in a damaged file may hold anything.

    Raises:
        TamperError: If it was changed, or stands under another tag than its own.
    """
    name = tag.hex() if isinstance(tag, bytes) else ""
    try:
        return Entry.from_bytes(sealer.open(sealed, "entry", name))
    except SealError:
        raise TamperError(f"vault {path}: entry {name[:8] or '?'}… was changed") from None
