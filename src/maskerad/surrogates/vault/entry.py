"""One entry of a vault: what a safe text needs to become its original again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from maskerad.core import Document, Released
from maskerad.core.errors import RestoreError
from maskerad.surrogates.vault.framing import framed, unframed


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of one document. Ids and texts stay out of ``repr``.

    Attributes:
        record, document: Ids.
        safe_digest, original_digest: SHA-256 of the two texts.
        pieces: (start, end) in the safe text, and what stood there, in order.
    """

    record: str = field(repr=False)
    document: str = field(repr=False)
    safe_digest: str
    original_digest: str
    pieces: tuple[tuple[int, int, str], ...] = field(repr=False)

    def to_bytes(self) -> bytes:
        """As it is sealed."""
        pieces = [text for start, end, old in self.pieces for text in (str(start), str(end), old)]
        return framed((self.record, self.document, self.safe_digest, self.original_digest, *pieces))

    @classmethod
    def from_bytes(cls, data: bytes) -> Entry:
        """From what was sealed."""
        record, document, safe, original, *rest = unframed(data)
        pieces = zip(map(int, rest[::3]), map(int, rest[1::3]), rest[2::3], strict=True)
        return cls(record, document, safe, original, tuple(pieces))

    def original(self, safe_text: str) -> str:
        """The original of the safe text.

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
        return original


def entry_of(record: str, document: Document, released: Released) -> Entry:
    """What must be kept of a document that is released.

    Raises:
        RestoreError: If the release does not lead back to the document.
    """
    pieces = ((new[0], new[1], document.text[old[0] : old[1]]) for old, new in _pairs(released))
    digests = (text_digest(released.text), text_digest(document.text))
    entry = Entry(record, document.id, *digests, tuple(pieces))
    entry.original(released.text)
    return entry


def _pairs(released: Released) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [((a, b), (c, d)) for a, b, c, d in released.offsets.pieces]


def text_digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
