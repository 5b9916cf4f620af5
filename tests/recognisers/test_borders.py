"""A name ends where the next phrase begins."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Record, Span, SpanSet
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.edges import with_edges


@pytest.mark.parametrize(
    ("language", "text", "name", "institution"),
    [
        ("sv", "Pat: Anna Lindqvist, Falu lasarett", "Anna Lindqvist", "Falu lasarett"),
        ("en", "Seen by Dr. Anthony Osei, Mercy Valley Hospital.", "Anthony Osei", "Mercy Valley Hospital"),
    ],
)
def test_a_name_ends_before_an_institution(language: str, text: str, name: str, institution: str) -> None:
    (spans,) = Detector(settings_for(language)).detect(Record("r", (Document("d", text),)))
    assert [text[span.start : span.end] for span in spans] == [name, institution]


def test_a_given_name_behind_the_comma_stays_with_its_surname() -> None:
    text = "Lindqvist, Anna; Falu lasarett"
    (spans,) = Detector(settings_for("sv")).detect(Record("r", (Document("d", text),)))
    assert text[spans[0].start : spans[0].end] == "Lindqvist, Anna"


def test_the_sign_at_the_edge_of_a_number_or_of_initials_belongs_to_it() -> None:
    text = "Ft G.B., fall #118204 and St. Mary #2"
    spans = SpanSet.of([Span(3, 6, "INITIALS"), Span(15, 21, "ID"), Span(26, 34, "HOSPITAL")])
    assert [text[span.start : span.end] for span in with_edges(spans, text)] == ["G.B.", "#118204", "St. Mary"]


def test_a_mark_that_parts_phrases_is_at_no_edge_unless_it_joins_two_spans() -> None:
    text = "Ek, tel 12, Falu lasarett (Falun), Ferreira, Kim."
    spans = SpanSet.of([Span(0, 3, "PERSON"), Span(12, 28, "HOSPITAL"), Span(35, 43, "PERSON"), Span(43, 48, "PERSON")])
    marked = [text[span.start : span.end] for span in with_edges(spans, text)]
    assert marked == ["Ek", "Falu lasarett (F", "Ferreira", ", Kim"]


def test_what_is_nothing_but_marks_stays() -> None:
    spans = SpanSet.of([Span(0, 1, "OTHER_PHI")])
    assert with_edges(spans, ", a") == spans
