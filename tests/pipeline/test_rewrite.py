import pytest

from maskerad.core import Document, Span, SpanSet
from maskerad.core.errors import BoundsError, OverlapError, SpanError
from maskerad.pipeline.rewrite import rewrite

DOCUMENT = Document("d1", "Anna bor i Lund.")


def test_counts_must_agree_and_no_text_is_told() -> None:
    with pytest.raises(SpanError) as error:
        rewrite(DOCUMENT, SpanSet.of([Span(0, 4, "PATIENT")]), ["Karin", "Mora"])
    assert "d1" in str(error.value) and "Karin" not in str(error.value)


def test_span_beyond_the_text_is_refused() -> None:
    with pytest.raises(BoundsError):
        rewrite(DOCUMENT, SpanSet.of([Span(11, 17, "CITY")]), ["Mora"])


def test_overlaps_cannot_reach_a_rewrite() -> None:
    with pytest.raises(OverlapError):
        SpanSet.of([Span(0, 4, "PATIENT"), Span(3, 8, "CITY")])


def test_suppressed_piece_is_left_out_of_the_new_spans() -> None:
    released = rewrite(DOCUMENT, SpanSet.of([Span(0, 5, "PATIENT"), Span(11, 15, "CITY")]), ["", "Mora"])
    assert released.text == "bor i Mora."
    assert [(span.start, span.label) for span in released.new_spans] == [(6, "CITY")]


def test_kept_span_is_no_piece_of_the_offset_map() -> None:
    released = rewrite(DOCUMENT, SpanSet.of([Span(0, 4, "PATIENT"), Span(11, 15, "CITY")]), ["Karin", "Lund"])
    assert released.offsets.pieces == ((0, 4, 0, 5),)
    assert released.offsets.to_new(13) == 14
