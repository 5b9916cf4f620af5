"""What a mention is by the words beside it, whatever its label says: a pet taken for a person, a boat for a firm.

The label stays in the report; what stands in the released text is of the right nature.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from maskerad.core.span import Span
from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.text.scripts import is_cjk

UNSURE = frozenset({"PERSON", "OTHER_PERSON", "GIVEN_NAME", "FAMILY_NAME", "ORGANIZATION", "HOSPITAL", "LOCATION"})
OTHER, STREET = "OTHER_PHI", "STREET"
BEFORE_CHARS = 24
_NAMED = r"(?:[ \t]*[«„“\"'‘「『(]?[ \t]*)$"


def label_by_nature(text: str, spans: Iterable[Span], pack: LanguagePack) -> str:
    """The label that the mentions of one thing in a document are replaced under.

    Args:
        text: The document.
        spans: Mentions of one thing in it.
        pack: Its language.

    Returns:
        "" where nothing tells against their own.
    """
    labels = (_of_one(text, span, pack) for span in spans if span.label in UNSURE)
    return next(filter(None, labels), "")


def _of_one(text: str, span: Span, pack: LanguagePack) -> str:
    mention = text[span.start : span.end]
    if span.label == "LOCATION":  # "湖岸通り5-11-50", but "Lyon 7e"
        return STREET if is_cjk(mention) and any(map(str.isdecimal, mention)) else ""
    return OTHER if _is_other(text, span, pack) else ""


def _is_other(text: str, span: Span, pack: LanguagePack) -> bool:
    """Whether a word for an animal or a vessel stands right before a mention, or ends it."""
    table = pack.late_table(FILE, "other_phi")
    is_boat = span.label not in ("PERSON", "OTHER_PERSON") or is_cjk(text[span.start : span.end])
    ends = strings(table, "boat_endings")
    if ends and is_boat and text[: span.end].endswith(ends):
        return True
    return _before(pack).search(text[max(0, span.start - BEFORE_CHARS) : span.start]) is not None


@lru_cache(maxsize=32)
def _before(pack: LanguagePack) -> re.Pattern[str]:
    """The words for animals and vessels of a language at the end of a text, before what may stand before a name."""
    words = strings(pack.late_table(FILE, "other_phi"), "named_words")
    either = "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word))) or r"(?!)"
    edge = "" if any(map(is_cjk, words)) else r"(?<!\w)"
    return re.compile(rf"{edge}(?:{either}){_NAMED}", re.IGNORECASE)
