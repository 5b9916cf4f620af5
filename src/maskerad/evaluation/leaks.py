"""The definitions this project is judged by: what stays readable, and what was blacked out for nothing.

- **Covered mention**: a gold mention with *every* character but blanks under some predicted span, of any label.
- **Recall of all mentions**: the share of gold mentions that are covered.
- **Recall of person names**: the same among mentions whose core label is PERSON or below it.
- **Documents with a leak**: the share of documents with gold mentions in which at least one is not covered.
- **Character precision**: the share of characters under predicted spans that are also under gold spans.
- **Exposed mention**: a gold mention with at least one *identifier character* under no predicted span. Identifier
  characters are letters and digits (``str.isalnum``); white space, punctuation and other marks betray nobody by
  themselves, so "Anna[,] Ek" with only the comma left is not covered, but not exposed either.
- **Over-redaction**: predicted characters outside gold mentions, per 100 characters outside them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from maskerad.core import Span
from maskerad.evaluation.characters import union
from maskerad.evaluation.counts import Share
from maskerad.evaluation.intervals import Intervals


def covered_mentions(text: str, gold: Sequence[Span], predicted: Iterable[Span]) -> list[bool]:
    """For each gold mention, whether every character of it but blanks is under some predicted span.

    Example:
        >>> covered_mentions("Ek, Bo", [Span(0, 6, "PATIENT")], [Span(0, 3, "CITY"), Span(4, 6, "AGE")])
        [True]
    """
    return [n == 0 for n in _n_uncovered([not char.isspace() for char in text], gold, predicted)]


def exposed_mentions(text: str, gold: Sequence[Span], predicted: Iterable[Span]) -> list[bool]:
    """For each gold mention, whether a letter or digit of it is under no predicted span.

    Example:
        >>> exposed_mentions("Ek, Bo", [Span(0, 6, "PATIENT")], [Span(0, 2, "AGE"), Span(4, 6, "AGE")])
        [False]
    """
    return [n > 0 for n in _n_uncovered(map(str.isalnum, text), gold, predicted)]


def _n_uncovered(counts: Iterable[bool], gold: Sequence[Span], predicted: Iterable[Span]) -> list[int]:
    """For each gold mention, how many of the characters that count are under no predicted span."""
    # Offsets are changed into ranks among the characters that count, in which all others have no length.
    rank = array("I", accumulate(counts, initial=0))
    cover = Intervals.of((rank[start], rank[end]) for start, end in union(predicted))
    return [rank[s.end] - rank[s.start] - cover.covered(rank[s.start], rank[s.end]) for s in gold]


def cover_by_label(gold: Sequence[Span], covered: Sequence[bool]) -> dict[str, Share]:
    """Share of covered mentions of each gold label."""
    mentions: Counter[str] = Counter(span.label for span in gold)
    safe: Counter[str] = Counter(span.label for span, is_covered in zip(gold, covered, strict=True) if is_covered)
    return {label: Share(safe[label], n) for label, n in sorted(mentions.items())}
