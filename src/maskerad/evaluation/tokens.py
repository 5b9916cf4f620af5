"""Token level: each token of the text is right or wrong by itself."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from maskerad.core import Span
from maskerad.evaluation.counts import Counts
from maskerad.text.tokens import tokenise_finely

Tokeniser = Callable[[str], Sequence[tuple[int, int]]]


def token_counts(
    text: str, gold: Iterable[Span], predicted: Iterable[Span], tokeniser: Tokeniser = tokenise_finely
) -> dict[str, Counts]:
    """Counts of tokens by label: a token of the wrong label is a false negative and a false positive.

    Example:
        >>> token_counts("Anna Ek", [Span(0, 7, "PATIENT")], [Span(0, 4, "PATIENT")])
        {'PATIENT': Counts(tp=1, fp=0, fn=1)}
    """
    tokens = tokeniser(text)
    ours, theirs = token_labels(tokens, gold), token_labels(tokens, predicted)
    tp: Counter[str] = Counter()
    fp: Counter[str] = Counter()
    fn: Counter[str] = Counter()
    for right, other_label in zip(ours, theirs, strict=True):
        if right == other_label:
            tp[right] += 1
        else:
            fn[right] += 1
            fp[other_label] += 1
    labels = sorted((tp.keys() | fp.keys() | fn.keys()) - {""})
    return {label: Counts(tp[label], fp[label], fn[label]) for label in labels}


def token_labels(tokens: Sequence[tuple[int, int]], spans: Iterable[Span]) -> list[str]:
    """The label of each token, "" outside. A token belongs to the first, then longest, span that touches it.

    Args:
        tokens: T offsets, ascending and disjoint.
        spans: Any spans of the same text; they may overlap.

    Returns:
        T labels.
    """
    starts, ends = [start for start, _ in tokens], [end for _, end in tokens]
    labels = [""] * len(tokens)
    painted = 0
    # In this order, whatever a later span touches before ``painted`` is taken already: each token is written once.
    for span in sorted(spans, key=lambda s: (s.start, -s.end, s.label)):
        first, last = bisect_right(ends, span.start), bisect_left(starts, span.end)
        for index in range(max(first, painted), last):
            labels[index] = span.label
        painted = max(painted, last)
    return labels
