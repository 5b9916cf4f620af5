"""Makes of things that were taken for people: "Jay cushion", "spatules de Thierry"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span

NEAR_CHARS = 30
_MAKE = re.compile(r"[^\W\d_]+(?:[ -]|['’.][ ]?)?(?:[^\W\d_]+[ '’-]){0,2}[^\W\d_]+")
_LABELS = people_labels() | {"ORGANIZATION", "HOSPITAL"}


class Devices:
    """Judges candidates that are words.

    Args:
        before: Things that stand before their make, lower case.
        behind: Things that stand behind it, and not behind their owner ("Jay's cushion").
    """

    def __init__(self, before: Iterable[str], behind: Iterable[str]) -> None:
        self._before = re.compile(rf"(?<![^\W\d_])({_any(before)})[ ](?:de[ ])?$", re.IGNORECASE)
        self._begins = re.compile(rf"({_any(before)})[ ]", re.IGNORECASE)
        self._behind = re.compile(rf"[ ]({_any(behind)})(?![^\W\d_])", re.IGNORECASE)

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is a make; "" if nothing says so."""
        inner = text[span.start : span.end]
        if span.label not in _LABELS or not _MAKE.fullmatch(inner) or inner.islower():
            return ""
        before = self._before.search(text, max(0, span.start - NEAR_CHARS), span.start)
        thing = before or self._begins.match(inner) or self._behind.match(text, span.end)
        return f"{thing[1].lower()!r} beside" if thing else ""


def _any(words: Iterable[str]) -> str:
    """One of some words, the longest first; nothing if there are none."""
    entries = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(map(re.escape, entries)) or "(?!)"
