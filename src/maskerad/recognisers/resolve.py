"""Many overlapping candidates become one sorted, disjoint set that covers every character any candidate covered.

Dropping the loser of an overlap would uncover letters of a name, so nothing is dropped but blanks at the ends of a
span, where the text is at hand. Candidates of one label that share a character are merged into their union; where two
labels meet, the better candidate keeps all it had and the other keeps the pieces that are left.

The sweep over borders with a heap of open intervals is the textbook one (de Berg et al., Computational Geometry,
chapter 2): O(n log n) for n candidates, however they nest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from operator import attrgetter

from maskerad.core.span import Span, SpanSet

Rank = Callable[[Span], tuple[float, ...]]


def by_score_and_length(span: Span) -> tuple[float, ...]:
    """The default rank: a higher score wins, then a longer span."""
    return (span.score, span.length)


def resolve(spans: Iterable[Span], rank: Rank = by_score_and_length, text: str | None = None) -> SpanSet:
    """Resolves all overlaps.

    Args:
        spans: Candidates in any order; their order does not matter.
        rank: The greater rank wins an overlap of two labels. Ties go to the earlier start, then to the label and
            source that sort first.
        text: The text they lie in. With it, pieces of a loser that hold no letter or digit are given to the
            neighbour that cut them off, so that no span is a lone comma, and no span begins or ends with a blank.

    Example:
        >>> found = resolve([Span(0, 14, "HOSPITAL", 0.6), Span(0, 7, "CITY", 0.9), Span(5, 8, "CITY", 0.5)])
        >>> [(span.start, span.end, span.label) for span in found]
        [(0, 8, 'CITY'), (8, 14, 'HOSPITAL')]
    """
    pieces: list[Span] = []
    for cluster in _clusters(spans):
        pieces += cluster if len(cluster) == 1 else _sweep(_merged(cluster), rank)
    if text is None:
        return SpanSet(tuple(pieces))
    return SpanSet(tuple(_without_outer_blanks(_without_crumbs(pieces, text), text)))


def _clusters(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Candidates that overlap, one with the next: what one cluster becomes does not depend on the others."""
    cluster: list[Span] = []
    end = 0
    for span in sorted(spans, key=attrgetter("start")):
        if span.start >= end and cluster:
            yield cluster
            cluster = []
        cluster.append(span)
        end = max(end, span.end)
    if cluster:
        yield cluster


def _merged(spans: Sequence[Span]) -> list[Span]:
    """Unions of the overlapping candidates of each label."""
    by_label: dict[str, list[Span]] = {}
    for span in spans:
        by_label.setdefault(span.label, []).append(span)
    return [union for same in by_label.values() for union in _unions(same)]


def _unions(in_order: Iterable[Span]) -> Iterator[Span]:
    """Unions of spans of one label, sorted by start. The union has the score, label and source of its best part."""
    group: list[Span] = []
    end = 0
    for span in in_order:
        if group and span.start >= end:
            yield _union(group, end)
            group = []
        end = max(end, span.end) if group else span.end
        group.append(span)
    if group:
        yield _union(group, end)


def _union(group: Sequence[Span], end: int) -> Span:
    if len(group) == 1:
        return group[0]
    best = min(group, key=lambda span: (-span.score, -span.length, span.start, span.source))
    return _cut(best, group[0].start, end)


def _sweep(spans: list[Span], rank: Rank) -> list[Span]:
    """Cuts the line at every border and gives each stretch to the best candidate that is open there."""
    if len(spans) == 1:
        return spans
    ranked = sorted(spans, key=lambda span: (span.start, span.label, span.source))
    ranked.sort(key=rank, reverse=True)  # stable: ties stay in the order above
    place = {id(span): index for index, span in enumerate(ranked)}
    starting = sorted(spans, key=lambda span: span.start)
    borders = sorted({span.start for span in spans} | {span.end for span in spans})
    opened: list[int] = []
    pieces: list[tuple[Span, int, int]] = []
    following = 0
    for left, right in pairwise(borders):
        while following < len(starting) and starting[following].start == left:
            heappush(opened, place[id(starting[following])])
            following += 1
        while opened and ranked[opened[0]].end <= left:
            heappop(opened)
        if opened:
            _extend(pieces, ranked[opened[0]], left, right)
    return [_cut(span, start, end) for span, start, end in pieces]


def _extend(pieces: list[tuple[Span, int, int]], winner: Span, left: int, right: int) -> None:
    if pieces and pieces[-1][0] is winner and pieces[-1][2] == left:
        pieces[-1] = (winner, pieces[-1][1], right)
    else:
        pieces.append((winner, left, right))


def _cut(span: Span, start: int, end: int) -> Span:
    if span.start == start and span.end == end:
        return span
    return Span(start, end, span.label, span.score, span.source, span.entity)


def _without_crumbs(pieces: Sequence[Span], text: str) -> list[Span]:
    """Gives pieces without a letter or digit to the neighbour they touch, the left one first."""
    kept: list[Span] = []
    owed = 0  # characters before this piece that nobody has taken yet
    for index, piece in enumerate(pieces):
        piece = _cut(piece, piece.start - owed, piece.end)
        owed = 0
        if text[piece.start].isalnum() or any(map(str.isalnum, text[piece.start : piece.end])):
            kept.append(piece)
        elif kept and kept[-1].end == piece.start:
            kept[-1] = _cut(kept[-1], kept[-1].start, piece.end)
        elif index + 1 < len(pieces) and pieces[index + 1].start == piece.end:
            owed = piece.length
        else:
            kept.append(piece)
    return kept


def _without_outer_blanks(pieces: Iterable[Span], text: str) -> Iterator[Span]:
    """Cuts blanks off both ends; a piece of nothing else goes."""
    for piece in pieces:
        if not text[piece.start].isspace() and not text[piece.end - 1].isspace():
            yield piece
            continue
        inner = text[piece.start : piece.end]
        start = piece.end - len(inner.lstrip())
        end = piece.start + len(inner.rstrip())
        if start < end:
            yield _cut(piece, start, end)
