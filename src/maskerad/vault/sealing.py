"""AES-256-GCM under keys that are made of the vault's key, one for each purpose."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from maskerad.core.extras import VAULT, require
from maskerad.core.keyed import Keyed, fingerprint

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12  # NIST SP 800-38D, section 8.2: random nonces are safe for 2**32 seals under one key
TAG_BYTES = 16
VERSION = "1"


class SealError(Exception):
    """Bytes that were not sealed so: by another key, for another place, or changed since."""


class Sealer:
    """Seals and opens under one vault key. The key is in no ``repr``.

    Args:
        key: 32 random bytes.

    Raises:
        ExtraError: If the library for it is not installed.
    """

    def __init__(self, key: bytes) -> None:
        self.key_id = fingerprint(key)
        purposes = Keyed(key)
        self._tags = Keyed(purposes.digest("vault", VERSION, "tags"))
        self._cipher_key = purposes.digest("vault", VERSION, "entries")
        _ = self._cipher

    @cached_property
    def _cipher(self) -> AESGCM:
        require(VAULT, "the vault")
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(self._cipher_key)

    def tag(self, *fields: str) -> bytes:
        """What stands for the fields in the file: 16 bytes that tell nothing of them."""
        return self._tags.digest(*fields)[:TAG_BYTES]

    def seal(self, plain: bytes, *place: str) -> bytes:
        """Nonce and sealed bytes, which open only for the same place.

        Args:
            plain: What is sealed.
            place: Where it belongs; not stored, but authenticated.
        """
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, self._context(place))

    def open(self, sealed: object, *place: str) -> bytes:
        """What was sealed for this place.

        Args:
            sealed: From the file: bytes, unless that is damaged.
            place: Where it was found.

        Raises:
            SealError: If it was not, or was changed since.
        """
        from cryptography.exceptions import InvalidTag

        if not isinstance(sealed, bytes) or len(sealed) < NONCE_BYTES + TAG_BYTES:
            raise SealError
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._context(place))
        except InvalidTag:
            raise SealError from None

    def _context(self, place: tuple[str, ...]) -> bytes:
        """Version, key id and place, each behind its length."""
        return "".join(f"{len(part)}:{part}," for part in ("maskerad vault", VERSION, self.key_id, *place)).encode()
