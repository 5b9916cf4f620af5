"""Putting gold and predicted documents side by side."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from maskerad.core import Document, Span
from maskerad.core.errors import BoundsError, InputError, MissingError
from maskerad.evaluation import Pair, pair_up


@dataclass(frozen=True)
class Annotated:
    document: Document
    spans: tuple[Span, ...] = ()


def note(name: str, text: str = "Anna Ek", record: str = "", *spans: Span) -> Annotated:
    return Annotated(Document(name, text, record=record), spans)


def test_documents_are_matched_by_id_in_the_order_of_the_gold() -> None:
    span = Span(0, 4, "PATIENT")
    made = pair_up([note("b"), note("a", "Anna Ek", "r1", span)], [note("a"), note("b")])
    assert [pair.document for pair in made] == ["b", "a"]
    assert (made[1].record, made[1].gold, made[1].predicted) == ("r1", (span,), ())
    assert (made[0].unit, made[1].unit) == ("b", "r1")


def test_ids_that_repeat_over_records_are_told_apart_by_record() -> None:
    made = pair_up([note("a", "x", "r1"), note("a", "y", "r2")], [note("a", "y", "r2"), note("a", "x", "r1")])
    assert [(pair.record, pair.text) for pair in made] == [("r1", "x"), ("r2", "y")]


def test_a_document_that_was_not_predicted_is_an_error() -> None:
    with pytest.raises(MissingError, match="1 gold documents were not predicted: b"):
        pair_up([note("a"), note("b")], [note("a")])


def test_a_document_that_is_not_in_the_gold_is_an_error() -> None:
    with pytest.raises(InputError, match="not in the gold: b"):
        pair_up([note("a")], [note("a"), note("b")])


def test_a_document_that_stands_twice_is_an_error() -> None:
    with pytest.raises(InputError, match="predicted documents stand twice: a"):
        pair_up([note("a")], [note("a"), note("a")])
    with pytest.raises(InputError, match="gold documents stand twice: r/a"):
        pair_up([note("a", "x", "r"), note("a", "x", "r")], [note("a", "x", "r")])


def test_texts_that_differ_are_an_error_that_shows_no_text() -> None:
    with pytest.raises(InputError, match="differ from character 5 on") as error:
        pair_up([note("a", "Anna Ek")], [note("a", "Anna Al")])
    assert "Anna" not in str(error.value)
    with pytest.raises(InputError, match="from character 7 on"):
        pair_up([note("a", "Anna Ek")], [note("a", "Anna Ek!")])


def test_spans_beyond_the_text_are_refused() -> None:
    with pytest.raises(BoundsError, match=r"document 'a': predicted span 3\.\.9 CITY ends beyond its 4 characters"):
        Pair("a", "", "Anna", (), (Span(3, 9, "CITY"),))


def test_text_stays_out_of_repr() -> None:
    assert "Anna" not in repr(Pair("a", "", "Anna Ek", (), ()))
