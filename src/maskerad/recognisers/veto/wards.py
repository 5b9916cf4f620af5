"""Numbers that were taken for that of a ward or clinic and begin a date: "ward 7 March", "stat. 02.03.–29.03."."""

from __future__ import annotations

import re

from maskerad.core.span import Span
from maskerad.recognisers.veto.people import PersonSyntax

DAY_MAX = 31
_NUMBER = re.compile(r"[^\W\d_]+\.?[ ](\d{1,2})")
_MONTH_BEHIND = re.compile(r"(?:st|nd|rd|th|º|\.)?[ ](?:of[ ]|de[ ])?([^\W\d_]{3,})")
_DATE_BEHIND = re.compile(r"\.(?:0?\d|1[0-2])\.|[/.](?:0?\d|1[0-2])[/.](?:\d\d){1,2}(?!\d)")


class Wards:
    """Judges care places that end in a number.

    Args:
        people: Knows the months.
    """

    def __init__(self, people: PersonSyntax) -> None:
        self._people = people

    def reason(self, text: str, span: Span) -> str:
        """Why the number is a day of a month; "" if nothing says so."""
        number = _NUMBER.fullmatch(text, span.start, span.end) if span.label == "HOSPITAL" else None
        if number is None or not 0 < int(number[1]) <= DAY_MAX:
            return ""
        month = _MONTH_BEHIND.match(text, span.end)
        is_date = (month and self._people.is_month(month[1])) or _DATE_BEHIND.match(text, span.end)
        return "a day of a month" if is_date else ""
