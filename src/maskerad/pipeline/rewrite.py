"""Builds the new text from the old one, the spans and what stands for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from maskerad.core.document import Document
from maskerad.core.errors import SpanError
from maskerad.core.release import OffsetMap, Released
from maskerad.core.span import Span, SpanSet


class Joint(NamedTuple):
    """A word before a span that has to agree with what stands there now: "il " becomes "l'".

    Attributes:
        start, end: Where it stands in the old text; it ends where the span begins.
        text: What stands for it.
    """

    start: int
    end: int
    text: str


def rewrite(document: Document, spans: SpanSet, replacements: Sequence[str], joints: Iterable[Joint] = ()) -> Released:
    """Replaces each span; every character outside the spans and the joints before them stays as it was.

    Args:
        document: The old text.
        spans: Disjoint and sorted, as a ``SpanSet`` is.
        replacements: One text for each span; "" takes the span out, an unchanged text keeps it.
        joints: Of any of the spans; none reaches into the span before.

    Raises:
        SpanError: If there is not exactly one replacement for each span.
        BoundsError: If a span ends beyond the text.

    Example:
        >>> document = Document("d", "Anna bor i Lund.")
        >>> spans = SpanSet.of([Span(0, 4, "PATIENT"), Span(11, 15, "CITY")])
        >>> rewrite(document, spans, ["Karin", "Mora"]).text
        'Karin bor i Mora.'
    """
    if len(spans) != len(replacements):
        raise SpanError(f"document {document.id!r}: {len(spans)} spans but {len(replacements)} replacements")
    if spans:
        document.check(spans[-1])
    text, joint_at = document.text, {joint.end: joint for joint in joints}
    parts: list[str] = []
    new_spans: list[Span] = []
    pieces: list[tuple[int, int, int, int]] = []
    old_at = new_at = 0
    for span, replacement in zip(spans, replacements, strict=True):
        joint = joint_at.get(span.start, Joint(span.start, span.start, ""))
        left = new_at + joint.start - old_at
        start = left + len(joint.text)
        end = start + len(replacement)
        parts += (text[old_at : joint.start], joint.text, replacement)
        if joint.start < joint.end:
            pieces.append((joint.start, joint.end, left, start))
        if replacement:
            new_spans.append(Span(start, end, span.label, span.score, span.source, span.entity))
        if replacement != text[span.start : span.end]:
            pieces.append((span.start, span.end, start, end))
        old_at, new_at = span.end, end
    parts.append(text[old_at:])
    new_set = SpanSet(tuple(new_spans), spans.scheme)
    return Released(document.id, "".join(parts), spans, new_set, OffsetMap(tuple(pieces), len(document.text)))


def joints_of(released: Released) -> list[Joint]:
    """The joints that were put right in a release.

    Args:
        released: What ``rewrite`` returned.
    """
    starts = {span.start for span in released.spans}
    pieces = released.offsets.pieces
    return [Joint(start, end, released.text[left:right]) for start, end, left, right in pieces if start not in starts]


def replacements_of(released: Released) -> list[str]:
    """What stands in the new text for each span of the old one.

    Args:
        released: What ``rewrite`` returned.
    """
    ends = [released.offsets.to_new(span.end) for span in released.spans]
    starts = [released.offsets.to_new(span.start) for span in released.spans]
    return [released.text[start:end] for start, end in zip(starts, ends, strict=True)]
