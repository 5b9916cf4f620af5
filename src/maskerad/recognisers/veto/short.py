"""Names that a short word in capitals, a role of a transcript or a grade behind a word seemed to make."""

from __future__ import annotations

import re

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.recognisers.veto.people import PersonSyntax

_PEOPLE = people_labels()
_LISTED = frozenset({"GIVEN_NAME", "FAMILY_NAME"})  # what a list of names alone says
_ROLES = _PEOPLE | {"HOSPITAL", "ORGANIZATION", "CITY"}
_ACRONYM = re.compile(r"[A-ZÀ-Þ]{2,4}")
_CAPITALS_BEFORE, _CAPITALS_BEHIND = (
    re.compile(r"[A-ZÀ-Þ]{2,}[-,]?[ \t]*$"),
    re.compile(r"[-,]?[ \t]*[A-ZÀ-Þ]{3,}(?!\w)"),
)
_NUMBER_BEHIND = re.compile(r"[ \t]\d{4}")  # of a car or a member: "TO 55418"
_DECIMAL_BEHIND = re.compile(  # but for an age: "Nora 2,5 år"
    r"[ \t]\d{1,3}[.,]\d{1,3}(?!\d|[.,/]\d)"
    r"(?![ \t]?-?(?:år|jaar|jr|Jahre|años|ans|anni|years|yrs|yo|歳|a\.?)(?!\w))"
)
_GRADE_BEHIND = re.compile(  # "Sanders 3AC", "Miller II", "Ely +"; and no "Yvonne 4A: ok"
    r"[ \t](?:I{1,3}|IV)(?:[ab]|[ /-]?[A-C])?(?=[ \t]*[,;)/\n]|[ \t]*$)"
    r"|[ \t][0-6](?:[a-c]|[A-C]{1,2})(?=[ \t]*[,;)])|[ \t](?:\+{1,3}|neg|pos)(?=[ \t]*[,.;)\n]|[ \t]*$)"
)
_ROLE = re.compile(r"[^\W\d_]{2,5}\.?")
_ROLE_BEHIND = re.compile(r"\.?[ \t]?:")
_LINE_BEFORE = re.compile(r"(?:^|\n)[ \t>*•–-]*$")
_UNIT = re.compile(r"(?:U[IE]?|I[EU]|m?g|kg|ml|mL|mmol|mEq|cm|mm)(?!\w)")  # "10 UI, Duncan"
_NUMBER_BEFORE = re.compile(r"\d[ ]?$")
_GRADED = re.compile(r"(?P<word>[^\W\d_]{3,})[ \t](?P<grade>I{1,3}|I?[VX]|VI{1,3})(?P<letter>[a-cA-C]?)")
NEAR_CHARS = 24


class ShortWords:
    """Judges them.

    Args:
        people: Knows names.
    """

    def __init__(self, people: PersonSyntax) -> None:
        self._people = people

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is nobody; "" if it may be somebody."""
        inner, label = text[span.start : span.end], span.label
        if label in _LISTED and _ACRONYM.fullmatch(inner) and not _is_part(text, span):
            return "an acronym"
        if label in _LISTED and _DECIMAL_BEHIND.match(text, span.end):
            return "a value behind"
        if label in _LISTED and _GRADE_BEHIND.match(text, span.end) and " " not in inner:
            return "a grade behind"
        if label in _PEOPLE and _UNIT.match(inner) and _NUMBER_BEFORE.search(text[max(0, span.start - 2) : span.start]):
            return "a unit behind a number"
        if label in _ROLES and _is_role(text, span, inner):
            return "a role"
        return "a grade" if label in _PEOPLE and self._is_graded(inner) else ""

    def _is_graded(self, inner: str) -> bool:
        """Whether a lone name has a numeral behind: "Mason II"; "I", "V" and "X" may be somebody's initials."""
        match = _GRADED.fullmatch(inner)
        if match is None:
            return False
        return len(match["grade"] + match["letter"]) > 1 or not self._people.is_name(match["word"])


def _is_part(text: str, span: Span) -> bool:
    """Whether capitals stand beside a short word, as in a name in capitals, or a long number behind."""
    if _NUMBER_BEHIND.match(text, span.end):
        return True
    before, behind = text[max(0, span.start - NEAR_CHARS) : span.start], text[span.end : span.end + NEAR_CHARS]
    return bool(_CAPITALS_BEFORE.search(before) or _CAPITALS_BEHIND.match(behind))


def _is_role(text: str, span: Span, inner: str) -> bool:
    """Whether an abbreviation begins its line and a colon stands behind its full stop: "Op.:", "Int.:"."""
    has_stop = inner.endswith(".") or text[span.end : span.end + 1] == "."
    if not has_stop or not _ROLE.fullmatch(inner) or not _ROLE_BEHIND.match(text, span.end):
        return False
    return _LINE_BEFORE.search(text[max(0, span.start - NEAR_CHARS) : span.start]) is not None
