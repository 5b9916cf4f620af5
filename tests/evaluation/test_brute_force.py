"""The whole evaluation against loops over characters and spans, and against seqeval, on random corpora."""

from __future__ import annotations

import random
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.v1 import precision_recall_fscore_support
from seqeval.scheme import IOB2

from maskerad.core import Span
from maskerad.evaluation import Pair, Settings, evaluate

from .drawing import characters, iob2, pairs, text_of, token_spans

FAST = Settings(resamples=0)
CORPORA = st.integers(1, 4).flatmap(lambda n: st.tuples(*(pairs(document=str(i)) for i in range(n))))


def under(spans: list[Span]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@given(CORPORA)
def test_figures_are_what_loops_count(corpus: tuple[Pair, ...]) -> None:
    tp = n_gold = n_predicted = covered = leaking = marked = both = chars_gold = chars_predicted = exposed = 0
    for pair in corpus:
        gold = {(s.start, s.end, s.label) for s in pair.gold}
        predicted = {(s.start, s.end, s.label) for s in pair.predicted}
        tp, n_gold, n_predicted = tp + len(gold & predicted), n_gold + len(gold), n_predicted + len(predicted)
        ours, theirs = under(list(pair.gold)), under(list(pair.predicted))
        both, chars_gold, chars_predicted = (
            both + len(ours & theirs),
            chars_gold + len(ours),
            chars_predicted + len(theirs),
        )
        inked = [{at for at in range(start, end) if not pair.text[at].isspace()} for start, end, _ in gold]
        missing = [places - theirs for places in inked]
        covered += sum(not gap for gap in missing)
        exposed += sum(any(pair.text[at].isalnum() for at in gap) for gap in missing)
        leaking, marked = leaking + any(missing), marked + bool(gold)
    evaluation = evaluate(corpus, FAST)
    figures = {figure.definition.key: figure.value for figure in evaluation.figures}
    assert figures["mention_recall"] == share(covered, n_gold)
    assert figures["mentions_exposed"] == share(exposed, n_gold)
    assert figures["documents_with_leak"] == share(leaking, marked)
    assert figures["character_precision"] == share(both, chars_predicted)
    assert figures["character_recall"] == share(both, chars_gold)
    assert figures["exact_f1"] == share(2 * tp, n_gold + n_predicted)
    assert sum(hits.part for hits in evaluation.scores.values()) == tp


def test_the_line_that_is_printed_is_seqevals() -> None:
    draws = random.Random(7)
    for _ in range(60):
        sizes = [draws.randint(1, 12) for _ in range(3)]
        gold, predicted = ([token_spans(draws, size) for size in sizes] for _ in "gp")
        if not any(gold) or not any(predicted):
            continue
        corpus = [
            Pair(str(at), "", text_of(size), characters(gold[at]), characters(predicted[at]))
            for at, size in enumerate(sizes)
        ]
        sides = ([iob2(runs, n) for runs, n in zip(side, sizes, strict=True)] for side in (gold, predicted))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = precision_recall_fscore_support(*sides, average="micro", scheme=IOB2)
        score = evaluate(corpus, FAST).line("exact").score
        assert (score.precision, score.recall, score.f1) == pytest.approx(tuple(theirs[:3]))
