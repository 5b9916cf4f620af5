"""The words before the new texts of a document, made to agree with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from maskerad.core import Document, SpanSet
from maskerad.languages import LanguagePack
from maskerad.pipeline.rewrite import Joint
from maskerad.seams import joined, joined_inside

OF_SEVERAL_WORDS = frozenset({"HOSPITAL", "ORGANIZATION", "STREET", "DATE", "TIME"})
REACH_CHARS = 12  # longer than any word that is put right


def with_joints(
    document: Document, spans: SpanSet, replacements: Sequence[str], pack: LanguagePack
) -> tuple[list[str], list[Joint]]:
    """The replacements, an article that stands before them left off, and the words before them that change.

    Args:
        document: The old text.
        spans: What is replaced in it.
        replacements: One text for each span.
        pack: Its language.
    """
    texts: list[str] = []
    joints: list[Joint] = []
    at = 0
    for span, new in zip(spans, replacements, strict=True):
        before = document.text[max(at, span.start - REACH_CHARS) : span.start]
        old = document.text[span.start : span.end]
        inner = joined_inside(new, span.label, pack) if span.label in OF_SEVERAL_WORDS and new != old else new
        seam = joined(before, old, inner, span.label, pack)
        texts.append(seam.text)
        if seam.before != before:
            shared = takewhile(lambda pair: pair[0] == pair[1], zip(before, seam.before, strict=False))
            kept = len(list(shared))
            joints.append(Joint(span.start - len(before) + kept, span.start, seam.before[kept:]))
        at = span.end
    return texts, joints
