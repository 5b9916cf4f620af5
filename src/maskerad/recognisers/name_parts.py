"""Given and family names that stand side by side are one name.

The modules for names mark word by word, the grammar marks whole names; where their pieces touch, or only a blank, a
hyphen or the full stop of an initial lies between, they become one span with the most telling label of the two.
"""

from __future__ import annotations

import re
from dataclasses import replace

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span, SpanSet

_GLUE = re.compile(r"(?:|[ \u00a0\u3000]|[-'’]|(?<=\b[^\W\d_])\. ?)")
_PLAIN = ("GIVEN_NAME", "FAMILY_NAME")
NAME_MAX_CHARS = 120


def join_name_parts(spans: SpanSet, text: str, apart: frozenset[str] = frozenset()) -> SpanSet:
    """Joins neighbours that are parts of one name.

    Args:
        spans: Resolved spans.
        text: Where they lie.
        apart: Recognisers whose names are left as they were cut.

    Example:
        >>> found = SpanSet.of([Span(0, 4, "GIVEN_NAME"), Span(5, 14, "FAMILY_NAME")])
        >>> [(span.start, span.end, span.label) for span in join_name_parts(found, "Anna Lindqvist")]
        [(0, 14, 'PERSON')]
    """
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if (
            last is not None
            and not _is_cut(last, span, apart)
            and _are_parts(last, span)
            and _GLUE.fullmatch(text, last.end, span.start)
        ):
            joined[-1] = _one_name(last, span)
        else:
            joined.append(span)
    return spans if len(joined) == len(spans) else SpanSet(tuple(joined), spans.scheme)


def _is_cut(left: Span, right: Span, apart: frozenset[str]) -> bool:
    return bool(apart) and bool(apart & {left.source.recogniser, right.source.recogniser})


def _are_parts(left: Span, right: Span) -> bool:
    """Whether both are names of people and at most one of them says whose."""
    both_people = left.label in people_labels() and right.label in people_labels()
    if right.end - left.start > NAME_MAX_CHARS:
        return False
    return both_people and (left.label == right.label or left.label in _PLAIN or right.label in _PLAIN)


def _one_name(left: Span, right: Span) -> Span:
    best = max(left, right, key=lambda span: (span.label not in _PLAIN, span.score))
    label = "PERSON" if best.label in _PLAIN else best.label
    return replace(best, start=left.start, end=right.end, label=label)
