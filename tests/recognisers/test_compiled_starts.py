"""The compiled search tries the same rules at the same tokens as its twin in Python, and refuses what does not fit."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook, load_rulebook
from maskerad.recognisers.rules.starts import CompiledStarts, PureStarts, Rules, Starts, load_core

CORE = load_core()
needs_core = pytest.mark.skipif(CORE is None, reason="the core is not compiled here")
LANGUAGES = ("sv", "es", "ja")


@cache
def twins(language: str) -> list[tuple[Rules, PureStarts, CompiledStarts]]:
    """Both searches for each kind of rules of a language."""
    book: RuleBook = load_rulebook(language)
    groups: tuple[Rules, ...] = (book.text_rules, book.token_rules)
    return [(r, PureStarts(r, book.alphabet), CompiledStarts(r, book.alphabet, CORE)) for r in groups]


def analysed(language: str, seed: int, n_tokens: int) -> Analysed:
    """A document of any classes, line ends and gaps among them."""
    draw = random.Random(seed)
    known = sorted(set("".join(load_rulebook(language).alphabet.rows.values())))
    letters = [draw.choice(known) if draw.random() < 0.8 else draw.choice("\n\t") for _ in range(n_tokens)]
    return Analysed(Document("d", "x" * n_tokens, language), [], ["x"] * n_tokens, list(range(n_tokens)), letters)


def noted(number: int) -> Callable[[str, int], Any]:
    """A matcher that finds something at every third place."""
    return lambda text, place: (number, place) if (number + place) % 3 == 0 else None


@needs_core
@settings(deadline=None)
@given(st.sampled_from(LANGUAGES), st.integers(0, 2**32), st.integers(0, 60))
def test_both_twins_try_the_same_rules_at_the_same_places(language: str, seed: int, n_tokens: int) -> None:
    document = analysed(language, seed, n_tokens)
    for rules, *searches in twins(language):
        matchers, told = [noted(number) for number in range(len(rules))], []
        for search in searches:
            one: Starts = search
            anchors = document.starts
            told.append(
                [
                    list(one.matches(document, document.document.text, anchors, matchers)),
                    list(one.line_matches(document, document.document.text, anchors, matchers)),
                ]
            )
        assert told[0] == told[1]


def test_the_drawn_documents_begin_rules() -> None:
    document = analysed("es", 1, 60)
    search = PureStarts(load_rulebook("es").text_rules, load_rulebook("es").alphabet)
    matchers = [noted(number) for number in range(len(load_rulebook("es").text_rules))]
    assert len(list(search.matches(document, "x", document.starts, matchers))) > 10


def nothing(text: str, place: int) -> None:
    """A matcher that finds nothing."""


ROWS, SETS = array("i", [0] * 33), array("Q", [1])  # 11 classes, as far as the line end


@needs_core
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("\n", ROWS, SETS, "x", [], [nothing]), IndexError),  # no anchor for the token
        (("a", ROWS, SETS, "x", [0], [nothing]), IndexError),  # a class beyond the rows
        (("\n", array("i", [-1] * 33), SETS, "x", [0], [nothing]), IndexError),
        (("\n", array("i", [1] * 33), SETS, "x", [0], [nothing]), IndexError),
        (("\n", array("i"), SETS, "x", [0], [nothing]), IndexError),
        (("\n", ROWS, array("Q", [2]), "x", [0], [nothing]), IndexError),  # a rule that has no matcher
        (("\n", array("q", [0] * 33), SETS, "x", [0], [nothing]), TypeError),
        (("\n", ROWS, array("i", [1, 0]), "x", [0], [nothing]), TypeError),
        (("\n", ROWS, SETS, "x", [0], (nothing,)), TypeError),
        ((b"\n", ROWS, SETS, "x", [0], [nothing]), TypeError),
        (("\n", ROWS, SETS, "x", [0], [len]), TypeError),  # what a matcher raises
        (("\n", "rows", SETS, "x", [0], [nothing]), TypeError),
    ],
)
def test_what_does_not_fit_is_refused(arguments: tuple[object, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        CORE.matches(*arguments)


@needs_core
def test_a_matcher_may_put_another_into_the_list_while_it_runs() -> None:
    matchers: list[Callable[[str, int], Any]] = []

    def first(text: str, place: int) -> str:
        matchers[0] = lambda text, place: f"second {place}"
        return f"first {place}"

    matchers.append(first)
    found = CORE.matches("\n\n", ROWS, SETS, "x", [7, 8], matchers)
    assert found == [(0, 0, "first 7"), (1, 0, "second 8")]
