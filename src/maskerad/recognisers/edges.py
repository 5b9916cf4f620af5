"""Signs at the edge of what was found: "G.B." ends in a stop, "#C-118", "@anna_72" begin with one, none in a comma."""

from __future__ import annotations

import re
from dataclasses import replace

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span, SpanSet

_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.[ -]?)+[^\W\d_]{1,3}")
_LEADING, _TRAILING = re.compile(r"[,;:)]\s*"), re.compile(r"\s*[,;:(]+\Z")
_SIGNS = {"ID": "#", "USERNAME": "@＠"}  # that a text of this label may begin with
_INITIAL_LAST = re.compile(r"[^\W\d_][ ][A-ZÀ-Þ]\Z")
_STOP_INSIDE = re.compile(r"\.[ ]")  # "Oriane L. IDE"; that of a last line may end the sentence
_DOTTED_LABELS = frozenset({"INITIALS", "ORGANIZATION", "HOSPITAL"})


def with_edges(spans: SpanSet, text: str) -> SpanSet:
    """The spans, each with the sign at its edge that is a part of it, and without those that part it from the rest.

    Args:
        spans: Resolved spans.
        text: Where they lie.

    Example:
        >>> found = SpanSet.of([Span(3, 6, "INITIALS"), Span(15, 21, "ID")])
        >>> [(span.start, span.end) for span in with_edges(found, "Ft G.B., fall #118204")]
        [(3, 7), (14, 21)]
    """
    edged: list[Span] = []
    for at, span in enumerate(spans):
        last = edged[-1].end if edged else 0
        following = spans[at + 1].start if at + 1 < len(spans) else len(text)
        start, end = _without_marks(text, span, last, following)
        start -= start > last and text[start - 1] in _SIGNS.get(span.label, "")
        if span.label in _DOTTED_LABELS and text[end : end + 1] == "." and following > end:
            end += _DOTTED.fullmatch(text, start, end) is not None
        if span.label in people_labels() and following > end:
            end += _INITIAL_LAST.search(text, start, end) is not None and _STOP_INSIDE.match(text, end) is not None
        edged.append(span if (start, end) == (span.start, span.end) else replace(span, start=start, end=end))
    return SpanSet(tuple(edged), spans.scheme)


def _without_marks(text: str, span: Span, last: int, following: int) -> tuple[int, int]:
    """Start and end without a mark that parts phrases, unless it joins the span to its neighbour: "Ferreira, Kim"."""
    start, end = span.start, span.end
    if leading := _LEADING.match(text, start, end):
        start = leading.end() if text[last:start].strip() else start
    if trailing := _TRAILING.search(text, start, end):
        end = trailing.start() if text[end:following].strip() or following == len(text) else end
    return (start, end) if start < end else (span.start, span.end)
