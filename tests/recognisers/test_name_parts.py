"""Given and family names side by side become one name, and sentences stay two."""

from __future__ import annotations

import pytest

from maskerad.core import Span, SpanSet
from maskerad.core.span import Source
from maskerad.recognisers.name_parts import join_name_parts


def joined(text: str, *pieces: tuple[str, str]) -> list[tuple[str, str]]:
    spans = SpanSet.of(Span(text.index(piece), text.index(piece) + len(piece), label) for piece, label in pieces)
    return [(text[span.start : span.end], span.label) for span in join_name_parts(spans, text)]


@pytest.mark.parametrize("text", ["Anna Lind", "Anna-Lind", "Anna　Lind"])
def test_neighbours_join(text: str):
    assert joined(text, ("Anna", "GIVEN_NAME"), ("Lind", "FAMILY_NAME")) == [(text, "PERSON")]


def test_the_role_stays():
    assert joined("Anna Lind", ("Anna", "PATIENT"), ("Lind", "FAMILY_NAME")) == [("Anna Lind", "PATIENT")]


def test_a_full_stop_joins_after_an_initial_only():
    assert joined("A. Lind", ("A", "GIVEN_NAME"), ("Lind", "FAMILY_NAME")) == [("A. Lind", "PERSON")]
    assert len(joined("bror Johan. Annas bror", ("Johan", "RELATIVE"), ("Annas", "GIVEN_NAME"))) == 2


@pytest.mark.parametrize("text", ["Anna, Lind", "Anna\nLind", "Anna och Lind"])
def test_others_stay_apart(text: str):
    assert len(joined(text, ("Anna", "GIVEN_NAME"), ("Lind", "FAMILY_NAME"))) == 2


def test_two_roles_are_two_people():
    assert len(joined("Anna Lind", ("Anna", "PATIENT"), ("Lind", "CLINICIAN"))) == 2


def test_no_name_is_longer_than_a_line():
    text = "Anna " * 100
    spans = SpanSet.of(Span(5 * n, 5 * n + 4, "GIVEN_NAME") for n in range(100))
    assert max(span.length for span in join_name_parts(spans, text)) <= 120


@pytest.mark.parametrize(("cutter", "n_names"), [("hybrid.v1", 2), ("rules.grammar.v1", 1)])
def test_what_a_recogniser_cut_stays_cut_where_that_is_asked_for(cutter: str, n_names: int):
    pieces = [Span(0, 4, "GIVEN_NAME", source=Source(cutter)), Span(5, 9, "FAMILY_NAME", source=Source(cutter))]
    spans = SpanSet.of(pieces)
    assert len(join_name_parts(spans, "Anna Lind", frozenset({"hybrid.v1"}))) == n_names
    assert len(join_name_parts(spans, "Anna Lind")) == 1
