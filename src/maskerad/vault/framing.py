"""Several texts as one string of bytes, and its length blurred."""

from __future__ import annotations

import struct
from collections.abc import Iterable

LENGTH = struct.Struct(">I")
BLOCK_BYTES = 256


def framed(fields: Iterable[str]) -> bytes:
    """The fields, each behind its length in bytes, filled up with zeros to one of a few lengths.

    Lone surrogates survive.

    Raises:
        OverflowError: If a field has 4 GiB or more.

    Example:
        >>> unframed(framed(["a", "", "bé"]))
        ['a', '', 'bé']
    """
    encoded = [field.encode("utf-8", "surrogatepass") for field in fields]
    try:
        body = b"".join(LENGTH.pack(len(field)) + field for field in encoded)
    except struct.error:
        raise OverflowError("a field of 4 GiB or more") from None
    whole = LENGTH.pack(len(encoded)) + body
    return whole.ljust(padded_bytes(len(whole)), b"\0")


def unframed(data: bytes) -> list[str]:
    """The fields of what ``framed`` made."""
    at, fields = LENGTH.size, list[str]()
    for _ in range(*LENGTH.unpack_from(data)):
        (size,) = LENGTH.unpack_from(data, at)
        at += LENGTH.size + size
        fields.append(data[at - size : at].decode("utf-8", "surrogatepass"))
    return fields


def padded_bytes(n_bytes: int) -> int:
    """The length to which so many bytes are filled up: at most a ninth more, and one of few.

    Above 2 KiB this is Padmé (Nikitin and others, "Reducing metadata leakage from encrypted files", PETS 2019,
    section 4.2), where a length tells O(log log n) bits; below, multiples of 256 bytes.

    Example:
        >>> padded_bytes(10), padded_bytes(300), padded_bytes(1_000_001)
        (256, 512, 1015808)
    """
    if n_bytes <= 8 * BLOCK_BYTES:
        return -(-n_bytes // BLOCK_BYTES) * BLOCK_BYTES
    exponent = n_bytes.bit_length() - 1
    free_bits = exponent - exponent.bit_length()
    mask = (1 << free_bits) - 1
    return (n_bytes + mask) & ~mask
