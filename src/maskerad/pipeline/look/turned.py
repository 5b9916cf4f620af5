"""Names told with the family name first: "Skott, Siri" in a record that knows a Siri Maria Skott is one name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from maskerad.core import SpanSet
from maskerad.core.schemes import people_labels

_COMMA = re.compile(r", ?")

Ends = frozenset[tuple[str, str]]


def ends_of_names(mentions: Iterable[tuple[str, str]]) -> Ends:
    """First and last word of every name of several words, folded.

    Args:
        mentions: Text and label.

    Example:
        >>> ends_of_names([("Siri Maria Skott", "PATIENT"), ("Umeå", "CITY")])
        frozenset({('siri', 'skott')})
    """
    names = (text.casefold().split() for text, label in mentions if label in people_labels())
    return frozenset((words[0], words[-1]) for words in names if len(words) > 1)


def joined_turned(spans: SpanSet, text: str, ends: Ends) -> SpanSet:
    """Joins a family name, a comma and a given name that belong to one name of the record."""
    joined = list(spans[:1])
    for span in spans[1:]:
        last = joined[-1]
        is_name = {last.label, span.label} <= people_labels() and _COMMA.fullmatch(text, last.end, span.start)
        family = text[last.start : last.end].casefold().split()[-1:]
        given = text[span.start : span.end].casefold().split()[:1]
        if is_name and (*given, *family) in ends:
            joined[-1] = replace(max(last, span, key=lambda piece: piece.score), start=last.start, end=span.end)
        else:
            joined.append(span)
    return spans if len(joined) == len(spans) else SpanSet(tuple(joined), spans.scheme)
