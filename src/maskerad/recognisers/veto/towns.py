"""Gradings that are called after a town: "Vienna 4.3", "Montreal A2 L3 B2", "(Berlin, moderate)", "GDS 6, Gijón 16"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.text.folding import fold

NEAR_CHARS = 24
_LABELS = people_labels() | {"CITY", "REGION", "COUNTRY", "ORGANIZATION", "HOSPITAL", "LOCATION"}
_CLASS = re.compile(
    r"""[ :(]{1,2} (?:
        \d\.\d (?! \.?[ ]?\d ) | 0-I+[a-z]* | [A-EL]\d[a-z]? (?: [ ,]{0,2} [A-EL]\d[a-z]? )+
      | (?: grade? | gr\.? | classe? | klass | stade? | type? | grado | clase | score ) [ ]? [\dIVX]
      | \d{1,3} [ ] (?: pts? | points? | puntos? | punti | poäng ) (?! \w )
      | [IVX]+ [a-cA-C]? (?= [ ]* (?: [,.;)\n] | $ ) )
    )""",
    re.VERBOSE,
)
_CLASSES = re.compile(r"\d\.\d(?:[ ]?[-–/][ ]?\d\.\d)?\.?")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[ ]$")
_OPENED = re.compile(r"\($")
_SEVERITY = re.compile(
    r"[,:]?[ ](?:mild|mod|sev|lätt|måttl|svår|licht|matig|ernstig|leicht|mittel|schwer|légère?|sévère|leve|grave)\w*"
)
_SCORES_BEFORE = re.compile(r"(?<!\w)[A-Z][A-Za-z-]*[A-Z][\w-]*[ ]\d{1,3}[,;][ ]$")  # of a row of them
_NUMBER = re.compile(r"[ ]\d{1,3}(?=[ ]?(?:[,.;)\n]|$))")


class GradingTowns:
    """Judges candidates that are the name of a town, or stand behind one.

    Args:
        towns: After which a grading is called, in any spelling.
    """

    def __init__(self, towns: Iterable[str]) -> None:
        self._towns = frozenset(map(fold, towns))

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is a grading; "" if it may be a town."""
        inner, before = text[span.start : span.end], text[max(0, span.start - NEAR_CHARS) : span.start]
        if span.label == "DATE" and _CLASSES.fullmatch(inner):
            word = _WORD_BEFORE.search(before)
            return "a class of a grading" if word and fold(word[1]) in self._towns else ""
        if span.label not in _LABELS or fold(inner) not in self._towns:
            return ""
        is_graded = _CLASS.match(text, span.end) or (_OPENED.search(before) and _SEVERITY.match(text, span.end))
        is_in_row = _SCORES_BEFORE.search(before) and _NUMBER.match(text, span.end)
        return "a grading called after a town" if is_graded or is_in_row else ""
