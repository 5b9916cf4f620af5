"""The id of a record that is one text and was given none."""

from __future__ import annotations

from maskerad.core.keyed import Keyed

ANONYMOUS_CHARS = 32  # of a record id: 128 bits


def anonymous_id(text: str, keyed: Keyed) -> str:
    """An id that is the same for the same text; nobody without the key can tell it from the text."""
    return f"text-{keyed.digest('anonymous record', text).hex()[:ANONYMOUS_CHARS]}"
