"""The definitions that the project is judged by, against counting one by one."""

from __future__ import annotations

from hypothesis import given

from maskerad.core import Span
from maskerad.evaluation import Pair
from maskerad.evaluation.counts import Share
from maskerad.evaluation.leaks import cover_by_label, covered_mentions, exposed_mentions

from .drawing import pairs


def positions(spans: list[Span]) -> set[int]:
    return {position for span in spans for position in range(span.start, span.end)}


@given(pairs())
def test_covered_and_exposed_are_counted_one_by_one(pair: Pair) -> None:
    safe = positions(list(pair.predicted))
    left = [[i for i in range(span.start, span.end) if i not in safe] for span in pair.gold]
    assert covered_mentions(pair.text, pair.gold, pair.predicted) == [
        all(pair.text[i].isspace() for i in positions) for positions in left
    ]
    assert exposed_mentions(pair.text, pair.gold, pair.predicted) == [
        any(pair.text[i].isalnum() for i in positions) for positions in left
    ]


@given(pairs())
def test_a_covered_mention_is_never_exposed(pair: Pair) -> None:
    covered = covered_mentions(pair.text, pair.gold, pair.predicted)
    exposed = exposed_mentions(pair.text, pair.gold, pair.predicted)
    assert not any(a and b for a, b in zip(covered, exposed, strict=True))


def test_several_predictions_of_any_label_may_cover_together() -> None:
    gold = [Span(0, 7, "PATIENT")]
    assert covered_mentions("Anna Ek -", gold, [Span(0, 4, "CITY"), Span(4, 9, "AGE")]) == [True]
    assert covered_mentions("Anna Ek -", gold, [Span(0, 4, "PATIENT"), Span(5, 7, "PATIENT")]) == [True]
    assert covered_mentions("Anna-Ek -", gold, [Span(0, 4, "PATIENT"), Span(5, 7, "PATIENT")]) == [False]


def test_blanks_and_marks_expose_nobody() -> None:
    text = "Ek,  Bo!"
    parts = [Span(0, 2, "PATIENT"), Span(5, 7, "PATIENT")]
    assert covered_mentions(text, [Span(0, 8, "PATIENT")], parts) == [False]
    assert exposed_mentions(text, [Span(0, 8, "PATIENT")], parts) == [False]
    assert exposed_mentions(text, [Span(0, 8, "PATIENT")], parts[:1]) == [True]


def test_digits_and_letters_of_any_script_expose() -> None:
    for text in ("7", "é", "山", "ő", "٣"):
        assert exposed_mentions(text, [Span(0, 1, "ID")], []) == [True]
    for text in (" ", ".", "○", "-", "\u00a0"):
        assert exposed_mentions(text, [Span(0, 1, "ID")], []) == [False]


def test_cover_by_label() -> None:
    gold = [Span(0, 2, "AGE"), Span(3, 5, "AGE"), Span(6, 8, "CITY")]
    assert cover_by_label(gold, [True, False, True]) == {"AGE": Share(1, 2), "CITY": Share(1, 1)}
