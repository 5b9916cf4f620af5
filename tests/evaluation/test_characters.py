"""Character and token level against counting one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Span
from maskerad.evaluation import Counts, Pair
from maskerad.evaluation.characters import blind_character_counts, character_counts
from maskerad.evaluation.tokens import token_counts, token_labels
from maskerad.text.tokens import tokenise_finely

from .drawing import pairs, span_lists


def under(spans: list[Span]) -> set[int]:
    return {position for span in spans for position in range(span.start, span.end)}


@given(pairs())
def test_characters_are_counted_one_by_one(pair: Pair) -> None:
    gold, predicted = list(pair.gold), list(pair.predicted)
    assert blind_character_counts(gold, predicted) == Counts.of(under(gold), under(predicted))
    for label, counts in character_counts(gold, predicted).items():
        ours = under([span for span in gold if span.label == label])
        theirs = under([span for span in predicted if span.label == label])
        assert counts == Counts.of(ours, theirs)


@st.composite
def tokens_and_spans(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[Span]]:
    cuts = sorted(draw(st.sets(st.integers(0, 30), min_size=2, max_size=14)))
    tokens = [(a, b) for a, b in pairwise(cuts) if draw(st.booleans())]
    return tokens, draw(span_lists(31, max_size=8))


@given(tokens_and_spans())
def test_a_token_belongs_to_the_first_then_longest_span_that_touches_it(
    case: tuple[list[tuple[int, int]], list[Span]],
) -> None:
    tokens, spans = case
    ordered = sorted(spans, key=lambda s: (s.start, -s.end, s.label))
    slow = [next((s.label for s in ordered if s.start < end and start < s.end), "") for start, end in tokens]
    assert token_labels(tokens, spans) == slow


@given(pairs())
def test_tokens_are_counted_one_by_one(pair: Pair) -> None:
    tokens = tokenise_finely(pair.text)
    ours, theirs = token_labels(tokens, pair.gold), token_labels(tokens, pair.predicted)
    right = Counter(a for a, b in zip(ours, theirs, strict=True) if a == b and a)
    counts = token_counts(pair.text, pair.gold, pair.predicted)
    assert Counter({label: c.tp for label, c in counts.items() if c.tp}) == right
    assert {label: c.n_gold for label, c in counts.items() if c.n_gold} == dict(Counter(a for a in ours if a))
    assert {label: c.n_predicted for label, c in counts.items() if c.n_predicted} == dict(
        Counter(b for b in theirs if b)
    )


def test_tokens_of_unspaced_scripts_are_characters() -> None:
    assert tokenise_finely("山田 Ek12") == [(0, 1), (1, 2), (3, 5), (5, 7)]


def test_another_tokeniser_may_be_used() -> None:
    counts = token_counts("Ek-Lund", [Span(0, 7, "PATIENT")], [Span(0, 2, "PATIENT")], lambda text: [(0, len(text))])
    assert counts == {"PATIENT": Counts(tp=1)}
