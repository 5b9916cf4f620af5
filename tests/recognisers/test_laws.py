"""What holds of every recogniser and any text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Identifier
from maskerad.recognisers import DEFAULT_CHAIN, first_evidence, make_chain, recogniser_names, run_chain
from maskerad.text.tokens import piece_starts, split_pieces

TEXTS = st.text(st.sampled_from("Ann Lidqvst.,:-/@+(19820)\n\t'’éß山田さん&#;x\u00ad\u200b😀"), max_size=80)


@given(st.text(max_size=60))
def test_pieces_concatenate_to_the_text(text: str):
    pieces = split_pieces(text)
    assert "".join(pieces) == text
    assert piece_starts(pieces)[-1] == len(text)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(TEXTS)
def test_spans_lie_inside_the_text_and_the_answer_is_the_same_twice(book, text: str):
    analysed = [book.analyser.analyse(Document("d", text))]
    chain = make_chain(DEFAULT_CHAIN, book)
    first = run_chain(chain, first_evidence(analysed)).spans[0]
    assert all(span.end <= len(text) for span in first)
    assert first == run_chain(make_chain(DEFAULT_CHAIN, book), first_evidence(analysed)).spans[0]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(TEXTS)
def test_no_recogniser_marks_a_blank_at_either_end(book, text: str):
    analysed = [book.analyser.analyse(Document("d", text))]
    known = [Identifier("PATIENT", "name", "Ann-Li Lidqvst"), Identifier("PATIENT", "id", "1982 01")]
    for span in run_chain(make_chain(recogniser_names(), book), first_evidence(analysed, known)).spans[0]:
        found = text[span.start : span.end]
        assert found == found.strip(), span.source


@pytest.mark.parametrize("name", recogniser_names())
def test_every_registered_recogniser_takes_an_empty_record_and_an_empty_text(book, name: str):
    (recogniser,) = make_chain([name], book)
    assert list(recogniser.recognise(first_evidence([])).spans) == []
    empty = [book.analyser.analyse(Document("d", ""))]
    assert [list(spans) for spans in recogniser.recognise(first_evidence(empty)).spans] == [[]]
