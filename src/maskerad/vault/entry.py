"""One entry of a vault: what a safe document needs to become its original again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from maskerad.core import Document, Released
from maskerad.core.errors import RestoreError
from maskerad.vault.cells import read_cell, written_cell
from maskerad.vault.framing import framed, unframed


@dataclass(frozen=True, slots=True)
class Restored:
    """What a document was. Text and values stay out of ``repr``.

    Attributes:
        text: Its text.
        columns: Old values of the fields beside the text that were changed, by name.
    """

    text: str = field(repr=False)
    columns: Mapping[str, object] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of one document. Ids and texts stay out of ``repr``.

    Attributes:
        record, document: Ids.
        safe_digest, original_digest: SHA-256 of the two texts.
        pieces: (start, end) in the safe text, and what stood there, in order.
        columns: Name and old value, as ``written_cell`` writes it, of every other field that was changed.
    """

    record: str = field(repr=False)
    document: str = field(repr=False)
    safe_digest: str
    original_digest: str
    pieces: tuple[tuple[int, int, str], ...] = field(repr=False)
    columns: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def to_bytes(self) -> bytes:
        """As it is sealed."""
        pieces = [text for start, end, old in self.pieces for text in (str(start), str(end), old)]
        columns = [text for pair in self.columns for text in pair]
        ids = (self.record, self.document, self.safe_digest, self.original_digest)
        return framed((*ids, str(len(columns)), *columns, *pieces))

    @classmethod
    def from_bytes(cls, data: bytes) -> Entry:
        """From what was sealed."""
        record, document, safe, original, n_columns, *rest = unframed(data)
        names, rest = rest[: int(n_columns)], rest[int(n_columns) :]
        columns = zip(names[::2], names[1::2], strict=True)
        pieces = zip(map(int, rest[::3]), map(int, rest[1::3]), rest[2::3], strict=True)
        return cls(record, document, safe, original, tuple(pieces), tuple(columns))

    def original(self, safe_text: str) -> Restored:
        """The original of the document with this safe text.

        Raises:
            RestoreError: If the safe text is another one than was released.
        """
        if text_digest(safe_text) != self.safe_digest:
            raise RestoreError(f"document {self.document!r}: the text is not the one that was released")
        parts, at = list[str](), 0
        for start, end, old in self.pieces:
            parts += (safe_text[at:start], old)
            at = end
        original = "".join([*parts, safe_text[at:]])
        if text_digest(original) != self.original_digest:
            raise RestoreError(f"document {self.document!r}: what is kept does not give its original")
        return Restored(original, {name: read_cell(cell) for name, cell in self.columns})


def entry_of(record: str, document: Document, released: Released) -> Entry:
    """What must be kept of a document that is released.

    Raises:
        RestoreError: If the release does not lead back to the document.
    """
    pieces = ((new[0], new[1], document.text[old[0] : old[1]]) for old, new in _pairs(released))
    digests = (text_digest(released.text), text_digest(document.text))
    columns = ((name, written_cell(document.metadata.get(name))) for name in released.columns)
    entry = Entry(record, document.id, *digests, tuple(pieces), tuple(columns))
    entry.original(released.text)
    return entry


def _pairs(released: Released) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [((a, b), (c, d)) for a, b, c, d in released.offsets.pieces]


def text_digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
