"""Span merged against a plain restatement of the task's rule."""

from __future__ import annotations

from hypothesis import given

from maskerad.core import Span
from maskerad.evaluation import Counts, Pair
from maskerad.evaluation.meddocan import merged_counts

from .drawing import pairs


def slow(pair: Pair) -> Counts:
    def offsets(spans: list[Span]) -> set[tuple[int, int]]:
        return {(span.start, span.end) for span in spans}

    def merged(stretches: set[tuple[int, int]]) -> set[tuple[int, int]]:
        pile: list[tuple[int, int]] = []
        for start, end in sorted(stretches):
            if pile and all(not c.isalnum() for c in pair.text[pile[-1][1] : start]):
                before = pile.pop()
                pile.append((before[0], max(before[1], end)))
            else:
                pile.append((start, end))
        return set(pile)

    gold, predicted = offsets(list(pair.gold)), offsets(list(pair.predicted))
    hits = (gold & predicted) | (merged(gold) & merged(predicted))

    def beside(stretches: set[tuple[int, int]]) -> int:
        return sum(not any(h[0] <= s[0] and s[1] <= h[1] for h in hits) for s in stretches)

    return Counts(len(hits), beside(predicted - gold), beside(gold - predicted))


@given(pairs())
def test_merged_is_the_plain_rule(pair: Pair) -> None:
    assert merged_counts(pair.text, pair.gold, pair.predicted) == slow(pair)


def test_neighbours_with_only_marks_between_are_one() -> None:
    text = "Calle Mayor 3, 28001 Madrid"
    gold = [Span(0, 13, "CALLE"), Span(15, 20, "TERRITORIO"), Span(21, 27, "TERRITORIO")]
    assert merged_counts(text, gold, [Span(0, 27, "CALLE")]) == Counts(1, 0, 0)
    assert merged_counts(text, gold, [Span(0, 20, "CALLE")]) == Counts(0, 1, 3)


def test_letters_between_keep_spans_apart() -> None:
    gold = [Span(0, 3, "A"), Span(6, 9, "A")]
    assert merged_counts("Ana y Gil", gold, [Span(0, 9, "A")]) == Counts(0, 1, 2)
