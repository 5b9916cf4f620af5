"""Numbers of a form that medicine has everywhere: sizes of catheters, mean pressures, codes of pathology."""

from __future__ import annotations

import re
from collections.abc import Iterable

from maskerad.core.span import Span

NEAR_CHARS = 30
SIZE_MAX = 36  # in French; what is more is somebody's age and sex: "72F"
_SIZE = re.compile(r"\d{1,2}(?:[.,]5)?[ ]?(?:F|Fr|FR|fr|Ch|CH|ch|G)?")
_SIZE_UNIT = re.compile(r"[ ]?(?:F|Fr|FR|Ch|CH|Charr|G)(?!\w)")
_HAS_UNIT = re.compile(r"[^\d.,]$")
_PRESSURE_BEFORE = re.compile(r"(?<![\d/.-])(?:[6-9]\d|[12]\d\d)\s?/\s?\d{2,3}[ ]?\($")  # "104/52 (69)": the mean
_MEAN = re.compile(r"\d{2,3}\)?")
_AXES = re.compile(r"(?<!\w)[TMPEDF]-?\d{2,5}(?![\w/])")  # SNOMED: T77100 M81403
_CODES = re.compile(r"[TMPEDF]-?\d{4,5}(?:[ ,;]+[TMPEDF]-?\d{2,5})*")
_SIZED = frozenset({"AGE", "ID", "PHONE"})


class Sizes:
    """Judges candidates that hold a digit.

    Args:
        bores: Words for what is measured in French sizes or gauge, lower case.
    """

    def __init__(self, bores: Iterable[str]) -> None:
        words = sorted(set(bores), key=lambda word: (-len(word), word))
        bore = "|".join(map(re.escape, words)) or "(?!)"
        self._before = re.compile(rf"(?<![^\W\d_])({bore})[ \t:,]{{1,2}}$", re.IGNORECASE)
        self._behind = re.compile(rf"[ ]?(?:F|Fr|Ch|Charr|G)?[ \t]({bore})(?![^\W\d_])", re.IGNORECASE)

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is a size or a code; "" if nothing says so."""
        inner = text[span.start : span.end]
        before = text[max(0, span.start - NEAR_CHARS) : span.start]
        if span.label == "AGE" and _MEAN.fullmatch(inner) and _PRESSURE_BEFORE.search(before):
            return "a mean pressure"
        if span.label in _SIZED and _SIZE.fullmatch(inner):
            return self._size(text, span, inner)
        return "codes of pathology" if span.label == "ID" and _is_of_pathology(text, span, inner) else ""

    def _size(self, text: str, span: Span, inner: str) -> str:
        if not (_HAS_UNIT.search(inner) or _SIZE_UNIT.match(text, span.end)):
            return ""
        if int(re.split("[^0-9]", inner)[0]) > SIZE_MAX:
            return ""
        before = self._before.search(text, max(0, span.start - NEAR_CHARS), span.start)
        bore = before or self._behind.match(text, span.end)
        return f"size, {bore[1].lower()!r} beside" if bore else ""


def _is_of_pathology(text: str, span: Span, inner: str) -> bool:
    """Whether codes of two axes stand beside one another."""
    if not _CODES.fullmatch(inner):
        return False
    around = text[max(0, span.start - NEAR_CHARS) : span.end + NEAR_CHARS]
    return len({code[0] for code in _AXES.findall(around)}) > 1
