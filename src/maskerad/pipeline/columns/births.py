"""Tells a date of birth by the words around it."""

from __future__ import annotations

import re
from functools import lru_cache

from maskerad.core import Span
from maskerad.languages import LanguagePack

BEFORE_CHARS, AFTER_CHARS = 24, 8


def stands_as_birth(text: str, span: Span, pack: LanguagePack) -> bool:
    """Whether a word before or behind a date says that somebody was born then.

    Example:
        >>> from maskerad.languages import load_pack
        >>> stands_as_birth("Patient born 4 May 1950", Span(13, 23, "DATE"), load_pack("en"))
        True
    """
    before, after = _cues(pack)
    if before.search(text[max(span.start - BEFORE_CHARS, 0) : span.start]):
        return True
    return after is not None and after.match(text[span.end : span.end + AFTER_CHARS]) is not None


@lru_cache(maxsize=32)
def _cues(pack: LanguagePack) -> tuple[re.Pattern[str], re.Pattern[str] | None]:
    """Patterns of the words before a date of birth, and of those behind it."""
    before, after = pack.strings("birth_before", "dates"), pack.strings("birth_after", "dates")
    words = "|".join(re.escape(word) for word in sorted(before, key=len, reverse=True))
    links = "|".join(re.escape(word) for word in pack.strings("birth_links", "dates")) or "(?!)"
    ahead = re.compile(
        rf"(?:(?<![^\W\d_])(?:{words}))[\s.:,(*=]*(?:(?:{links})\s+)?$" if words else "(?!)", re.IGNORECASE
    )
    behind = "|".join(map(re.escape, after))
    return ahead, re.compile(rf"[\s)]?(?:{behind})", re.IGNORECASE) if behind else None
