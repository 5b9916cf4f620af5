"""Places in texts, with what stands around them, as cards and lists show them."""

from __future__ import annotations

from typing import Any

CONTEXT_CHARS = 40


def place(document: int, text: str, start: int, end: int) -> dict[str, Any]:
    """A place: where it is, what stands there, and what before and behind."""
    return {
        "document": document,
        "start": start,
        "end": end,
        "before": text[max(0, start - CONTEXT_CHARS) : start],
        "text": text[start:end],
        "after": text[end : end + CONTEXT_CHARS],
    }
