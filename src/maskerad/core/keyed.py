"""Every choice comes from a key: HMAC-SHA256 (RFC 2104, FIPS 198-1) of what the choice is about.

Nothing is drawn in sequence, so the answer is the same in any order, process, partition or machine that holds the
same key. Fields are length-prefixed before they are joined: ("ab", "c") and ("a", "bc") never meet.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from math import gcd, isqrt
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, MissingError

KEY_BYTES = 32
VAULT_KEY_FILE = "vault.key"  # not that of the surrogates
KEY_MODE = 0o600
_BLOCK_BYTES = 64  # of SHA-256
_INNER, _OUTER = 0x36, 0x5C  # RFC 2104, section 2
ROUNDS = 10  # as FF1 of NIST SP 800-38G has


def make_key(path: Path) -> None:
    """Writes a new random key of 256 bits, readable by its owner alone.

    Raises:
        ConfigError: If the file is already there; a key is never overwritten.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, KEY_MODE)
    except FileExistsError:
        raise ConfigError(f"key file {path}: already there; a key is never overwritten") from None
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)  # half a key is none
        raise


def read_key(path: Path) -> bytes:
    """Reads a key file.

    Raises:
        MissingError: If there is none.
        ConfigError: If others than its owner may read it.
        FormatError: If it does not hold 64 hexadecimal digits.
    """
    if not path.is_file():
        raise MissingError(
            f"key file {path}: no such file. If it is lost, look for a copy: without it new texts get other surrogates "
            f"than those released before. To go on with a new one: maskerad key new {path}"
        )
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise ConfigError(f"key file {path}: others may read it; run chmod 600 on it")
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise FormatError(f"key file {path}: must hold {2 * KEY_BYTES} hexadecimal digits")
    return key


def fingerprint(key: bytes) -> str:
    """What tells keys apart and nothing about them: 16 hexadecimal digits.

    Example:
        >>> fingerprint(bytes(32))
        '2512c536a0c6a949'
    """
    return Keyed(key).digest("fingerprint").hex()[:16]


def _joined(fields: Sequence[str]) -> bytes:
    """Each field behind its length in characters, as a netstring (Bernstein, 1997) has it in bytes."""
    return "".join([f"{len(field)}:{field}," for field in fields]).encode("utf-8", "surrogatepass")


class Keyed:
    """Choices of one key. The key is in no ``repr``.

    Args:
        key: 32 random bytes.

    Raises:
        ConfigError: If it has another length.
    """

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ConfigError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        block = key.ljust(_BLOCK_BYTES, b"\0")
        # Hashing the two padded keys once halves the cost of every later digest.
        self._inner = hashlib.sha256(bytes(byte ^ _INNER for byte in block))
        self._outer = hashlib.sha256(bytes(byte ^ _OUTER for byte in block))

    def digest(self, *fields: str) -> bytes:
        """HMAC-SHA256 of the length-prefixed fields, 32 bytes."""
        inner = self._inner.copy()
        inner.update(_joined(fields))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def number(self, n: int, *fields: str) -> int:
        """A number in [0, n), even to within n / 2**256.

        Raises:
            ConfigError: If ``n`` is not positive.
        """
        if n < 1:
            raise ConfigError(f"cannot choose among {n} candidates")
        return int.from_bytes(self.digest(*fields), "big") % n

    def choice(self, scope: str, label: str, entity: str, n: int, attempt: int = 0) -> int:
        """The candidate, of ``n``, that an entity tries at its ``attempt``-th time.

        The first is where its digest falls; the next ones follow at a keyed distance that shares no factor with ``n``
        (double hashing: Knuth, The Art of Computer Programming 3, section 6.4), so an entity comes to every candidate
        once in ``n`` attempts.

        Args:
            scope: What the choice is consistent over: a record, a corpus.
            label: Keeps choices of different kinds apart.
            entity: What the choice is for.
            n: Number of candidates.
            attempt: From 0.

        Raises:
            ConfigError: If ``n`` is not positive.
        """
        if n < 1:
            raise ConfigError(f"cannot choose among {n} candidates")
        digest = self.digest("choice", scope, label, entity)
        start = start_of(digest, n)
        return start if not attempt else (start + attempt * stride(digest, n)) % n

    def walk(self, scope: str, label: str, entity: str, n: int) -> tuple[int, int]:
        """The first candidate that an entity tries and the distance to each next one, for ``choice`` many times."""
        digest = self.digest("choice", scope, label, entity)
        return start_of(digest, n), stride(digest, n)

    def permuted(self, index: int, n: int, *fields: str) -> int:
        """Where a keyed permutation of [0, n) puts ``index``: different numbers never meet.

        A generalised Feistel network over two numbers whose product is little more than ``n``, walked until it comes
        back into the range (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002).

        Args:
            index: In [0, n).
            n: Size of the range.
            fields: What the permutation is about.

        Raises:
            ConfigError: If ``index`` is not in the range.

        Example:
            >>> sorted(Keyed(bytes(32)).permuted(index, 5, "seats") for index in range(5))
            [0, 1, 2, 3, 4]
        """
        if not 0 <= index < n:
            raise ConfigError(f"cannot permute: not one of {n} numbers")
        key = self.digest("permuted", str(n), *fields)
        n_left = isqrt(n - 1) + 1
        n_right = -(-n // n_left)
        index = _feistel(index, n_left, n_right, key)
        while index >= n:
            index = _feistel(index, n_left, n_right, key)
        return index


def _feistel(index: int, n_left: int, n_right: int, key: bytes) -> int:
    left, right = divmod(index, n_right)
    for turn in range(0, ROUNDS, 2):
        left = (left + _round(key, turn, right)) % n_left
        right = (right + _round(key, turn + 1, left)) % n_right
    return left * n_right + right


def _round(key: bytes, turn: int, half: int) -> int:
    return int.from_bytes(hmac.digest(key, b"%d:%d" % (turn, half), "sha256"), "big")


def start_of(digest: bytes, n: int) -> int:
    """Where the first half of a digest falls among ``n``."""
    return int.from_bytes(digest[:16], "big") % n


def stride(digest: bytes, n: int) -> int:
    """A step, taken from the second half of a digest, that comes to every residue of ``n`` before it comes back."""
    step = int.from_bytes(digest[16:], "big") % n
    while gcd(step, n) != 1:
        step = step % n + 1
    return step
