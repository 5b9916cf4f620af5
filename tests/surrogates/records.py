"""Records for tests of surrogates, from (text, label) pairs."""

from __future__ import annotations

from datetime import date

from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for

KEY = bytes(range(32))
OTHER_KEY = bytes(reversed(range(32)))


def originals(code: str, *mentions: tuple[str, str], written: date | None = None) -> tuple[Original, ...]:
    pack = load_pack(code)
    return tuple(Original(text, label, pack, written=written) for text, label in mentions)


def surrogates(
    code: str,
    *mentions: tuple[str, str],
    written: date | None = None,
    scope: str = "r1",
    key: bytes = KEY,
) -> list[str]:
    """The surrogate of every mention of one record."""
    found = originals(code, *mentions, written=written)
    record = RecordContext(scope, Keyed(key), found)
    return [surrogate_for(original, record) for original in found]
