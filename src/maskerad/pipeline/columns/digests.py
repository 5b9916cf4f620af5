"""Keyed digests in place of cells and ids: equal where the cells are, over all columns, tables and runs of a key."""

from __future__ import annotations

from collections.abc import Mapping

from maskerad.core import Document
from maskerad.pipeline.configuration.column_rules import HASH, ColumnRules
from maskerad.surrogates import Keyed

DIGEST_CHARS = 32  # 128 bits: two of a billion values share one with a chance of 10⁻²¹


def digest_of(text: str, keyed: Keyed) -> str:
    """The first 128 bits of the HMAC-SHA256 of a text, in hexadecimal digits.

    Example:
        >>> len(digest_of("19660503-1234", Keyed(bytes(32))))
        32
    """
    return keyed.digest("column", text).hex()[:DIGEST_CHARS]


def hashed_columns(document: Document, rules: ColumnRules, keyed: Keyed) -> dict[str, object]:
    """New values of the columns that are hashed; an empty cell stays empty."""
    fields: Mapping[str, object] = document.metadata
    return {name: _hashed(fields[name], keyed) for name in rules.named(HASH) if name in fields}


def _hashed(value: object, keyed: Keyed) -> object:
    if isinstance(value, list | tuple):
        return [_hashed(element, keyed) for element in value]
    return digest_of(str(value), keyed) if value is not None and str(value).strip() else value
