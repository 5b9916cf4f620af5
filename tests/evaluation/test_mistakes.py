"""Kinds of mistakes, and the partner of each mention."""

from __future__ import annotations

import pytest
from hypothesis import given

from maskerad.core import Span
from maskerad.evaluation import Pair
from maskerad.evaluation.mistakes import (
    CONTEXT_CHARS,
    SHOWN_CHARS,
    Kind,
    excerpt_of,
    matched,
    mistake_of,
    without_partner,
)

from .drawing import pairs

PAIR = Pair("d", "r", "x" * 1000, (), ())


@pytest.mark.parametrize(
    ("gold", "predicted", "kind"),
    [
        (Span(0, 4, "CITY"), None, Kind.MISSED),
        (None, Span(0, 4, "CITY"), Kind.SPURIOUS),
        (Span(0, 4, "CITY"), Span(0, 5, "CITY"), Kind.BOUNDARY),
        (Span(0, 4, "CITY"), Span(0, 4, "AGE"), Kind.LABEL),
        (Span(0, 4, "CITY"), Span(2, 9, "AGE"), Kind.LABEL),
    ],
)
def test_kinds(gold: Span | None, predicted: Span | None, kind: Kind) -> None:
    mistake = mistake_of(PAIR, gold, predicted)
    assert mistake is not None
    assert (mistake.kind, mistake.document, mistake.record) == (kind, "d", "r")


def test_an_exact_hit_is_no_mistake() -> None:
    assert mistake_of(PAIR, Span(0, 4, "CITY"), Span(0, 4, "CITY", score=0.1)) is None


@given(pairs())
def test_each_mention_gets_an_exact_partner_or_the_one_that_shares_most(pair: Pair) -> None:
    for span, partner in matched(pair.gold, list(pair.predicted)):
        shared = [len(set(range(span.start, span.end)) & set(range(p.start, p.end))) for p in pair.predicted]
        if partner is None:
            assert not any(shared)
        else:
            mine = len(set(range(span.start, span.end)) & set(range(partner.start, partner.end)))
            assert mine == max(shared)


@given(pairs())
def test_without_partner_shares_no_character(pair: Pair) -> None:
    taken = {position for span in pair.gold for position in range(span.start, span.end)}
    lonely = [span for span in pair.predicted if not taken & set(range(span.start, span.end))]
    assert sorted(without_partner(pair.predicted, pair.gold)) == sorted(lonely)


def test_fragments_of_a_mention_are_one_boundary_mistake() -> None:
    gold, fragments = [Span(0, 9, "PATIENT")], [Span(0, 4, "PATIENT"), Span(5, 9, "PATIENT")]
    assert [partner for _, partner in matched(gold, fragments)] == [fragments[0]]
    assert list(without_partner(fragments, gold)) == []


def test_excerpts_are_bounded_and_stay_out_of_repr() -> None:
    text = "Hemlig " * 200
    mistake = mistake_of(Pair("d", "", text, (), ()), Span(500, 1300, "CITY"), None)
    assert mistake is not None
    excerpt = excerpt_of(text, mistake)
    assert excerpt.offset == 500 - CONTEXT_CHARS
    assert len(excerpt.text) == SHOWN_CHARS + 2 * CONTEXT_CHARS
    assert text[excerpt.offset :].startswith(excerpt.text)
    assert "Hemlig" not in repr(excerpt)
