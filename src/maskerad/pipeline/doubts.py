"""Where linking was not sure, told by document and offsets for whoever looks a release through."""

from __future__ import annotations

from collections.abc import Iterator

from maskerad.core import Doubt
from maskerad.linking import Linked


def doubts_of(links: Linked, document: str) -> tuple[Doubt, ...]:
    """The doubts about the mentions of one document, in the order of its text."""
    if not links.ambiguous and not links.conflicts:
        return ()
    return tuple(sorted(_doubts(links, document), key=lambda doubt: (doubt.start, doubt.end, doubt.kind)))


def _doubts(links: Linked, document: str) -> Iterator[Doubt]:
    for ambiguity in links.ambiguous:
        if ambiguity.document == document:
            yield Doubt("ambiguous", ambiguity.start, ambiguity.end, ambiguity.candidates)
    for conflict in links.conflicts:
        between = tuple(f"{source}: {value}" for source, value in conflict.told)
        for place, start, end in conflict.places:
            if place == document:
                yield Doubt(conflict.kind, start, end, between)
