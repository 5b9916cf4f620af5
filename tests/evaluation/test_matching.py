"""Entity level against seqeval (strict, IOB2) and nervaluate on random data, and against the definitions."""

from __future__ import annotations

import random
import warnings

import pytest
from hypothesis import given
from nervaluate import Evaluator
from seqeval.metrics.v1 import precision_recall_fscore_support
from seqeval.scheme import IOB2

from maskerad.core import Span
from maskerad.evaluation import Counts, Pair
from maskerad.evaluation.counts import Score, macro
from maskerad.evaluation.matching import blind_counts, exact_counts, overlap_credits

from .drawing import LABELS, characters, iob2, pairs, token_spans

Runs = list[tuple[int, int, str]]
N_CASES = 250


def corpora() -> list[tuple[list[int], list[Runs], list[Runs]]]:
    """Random corpora of one to four documents: sizes, gold runs, predicted runs (some of them copied gold)."""
    draws = random.Random(20190930)
    made = []
    for _ in range(N_CASES):
        sizes = [draws.randint(1, 14) for _ in range(draws.randint(1, 4))]
        gold = [token_spans(draws, size) for size in sizes]
        predicted = [
            list(runs) if draws.random() < 0.3 else token_spans(draws, n) for runs, n in zip(gold, sizes, strict=True)
        ]
        made.append((sizes, gold, predicted))
    return made


def ours(gold: list[Runs], predicted: list[Runs]) -> dict[str, Counts]:
    total: dict[str, Counts] = {}
    for right, found in zip(gold, predicted, strict=True):
        for label, counts in exact_counts(characters(right), characters(found)).items():
            total[label] = total.get(label, Counts()) + counts
    return total


def test_exact_is_seqeval_strict() -> None:
    for sizes, gold, predicted in corpora():
        by_label = ours(gold, predicted)
        if not by_label:
            continue
        true = [iob2(runs, n) for runs, n in zip(gold, sizes, strict=True)]
        pred = [iob2(runs, n) for runs, n in zip(predicted, sizes, strict=True)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            per_label = precision_recall_fscore_support(true, pred, average=None, scheme=IOB2)
            micro = precision_recall_fscore_support(true, pred, average="micro", scheme=IOB2)
            mean = precision_recall_fscore_support(true, pred, average="macro", scheme=IOB2)
        for i, label in enumerate(sorted(by_label)):
            assert zeroed(by_label[label].score) == pytest.approx(tuple(column[i] for column in per_label[:3]))
            assert by_label[label].n_gold == per_label[3][i]
        total = sum(by_label.values(), Counts())
        assert zeroed(total.score) == pytest.approx(tuple(micro[:3]))
        assert macro(counts.score for counts in by_label.values()).f1 == pytest.approx(mean[2])


def zeroed(score: Score) -> tuple[float, float, float]:
    """Seqeval says zero where we say undefined."""
    return score.precision or 0.0, score.recall or 0.0, score.f1 or 0.0


def test_exact_and_blind_are_nervaluate_strict_and_exact() -> None:
    for sizes, gold, predicted in corpora():
        true = [iob2(runs, n) for runs, n in zip(gold, sizes, strict=True)]
        pred = [iob2(runs, n) for runs, n in zip(predicted, sizes, strict=True)]
        theirs = Evaluator(true, pred, tags=list(LABELS), loader="list").evaluate()["overall"]
        total = sum(ours(gold, predicted).values(), Counts())
        blind = sum(
            (blind_counts(characters(g), characters(p)) for g, p in zip(gold, predicted, strict=True)), Counts()
        )
        for counts, result in ((total, theirs["strict"]), (blind, theirs["exact"])):
            assert counts.tp == result.correct
            assert counts.n_gold == result.possible
            assert counts.n_predicted == result.actual
            assert zeroed(counts.score) == pytest.approx((result.precision, result.recall, result.f1))


@given(pairs())
def test_swapping_the_sides_swaps_precision_and_recall(pair: Pair) -> None:
    there, back = exact_counts(pair.gold, pair.predicted), exact_counts(pair.predicted, pair.gold)
    assert {label: (c.fn, c.fp) for label, c in there.items()} == {label: (c.fp, c.fn) for label, c in back.items()}


@given(pairs())
def test_identical_sides_are_perfect_and_label_blind_is_never_worse(pair: Pair) -> None:
    same = sum(exact_counts(pair.gold, pair.gold).values(), Counts())
    assert (same.fp, same.fn) == (0, 0)
    exact = {(s.start, s.end) for s in pair.gold} & {(s.start, s.end) for s in pair.predicted}
    assert blind_counts(pair.gold, pair.predicted).tp == len(exact)


@given(pairs())
def test_overlap_credit_counts_characters_one_by_one(pair: Pair) -> None:
    for label, credit in overlap_credits(pair.gold, pair.predicted).items():
        gold = {(s.start, s.end) for s in pair.gold if s.label == label}
        predicted = {(s.start, s.end) for s in pair.predicted if s.label == label}
        assert credit.relevant == pytest.approx(slow_credit(gold, predicted))
        assert credit.retrieved == pytest.approx(slow_credit(predicted, gold))
        assert (credit.n_relevant, credit.n_retrieved) == (len(gold), len(predicted))


def slow_credit(spans: set[tuple[int, int]], others: set[tuple[int, int]]) -> float:
    under = {position for start, end in others for position in range(start, end)}
    return sum(len(under & set(range(start, end))) / (end - start) for start, end in spans)


def test_partial_credit_by_hand() -> None:
    """Gold of ten characters, prediction of five of them and five beside: half right on both sides."""
    credit = overlap_credits([Span(0, 10, "AGE")], [Span(5, 15, "AGE")])["AGE"]
    assert credit.score == Score(0.5, 0.5, 0.5)
    wider = overlap_credits([Span(0, 10, "AGE")], [Span(0, 20, "AGE")])["AGE"].score
    assert (wider.precision, wider.recall) == (0.5, 1.0)


def test_a_span_stated_twice_counts_once() -> None:
    twice = [Span(0, 4, "CITY", score=0.2), Span(0, 4, "CITY", score=0.9)]
    assert exact_counts([Span(0, 4, "CITY")], twice) == {"CITY": Counts(tp=1)}
