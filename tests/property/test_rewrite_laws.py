"""What must hold for any rewrite."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Span, SpanSet
from maskerad.pipeline.rewrite import replacements_of, rewrite


@st.composite
def rewrites(draw: st.DrawFn) -> tuple[Document, SpanSet, list[str]]:
    text = draw(st.text(max_size=60))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12, unique=True)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    if draw(st.booleans()):
        pairs = list(itertools.pairwise(cuts))  # adjacent spans
    spans = SpanSet.of(Span(start, end, "PATIENT") for start, end in pairs)
    texts = [draw(st.one_of(st.text(max_size=6), st.just(text[s.start : s.end]))) for s in spans]
    return Document("d", text), spans, texts


@given(rewrites())
def test_text_outside_the_spans_is_untouched(case: tuple[Document, SpanSet, list[str]]) -> None:
    document, spans, texts = case
    released = rewrite(document, spans, texts)
    expected, at = "", 0
    for span, text in zip(spans, texts, strict=True):
        expected += document.text[at : span.start] + text
        at = span.end
    assert released.text == expected + document.text[at:]


@given(rewrites())
def test_offsets_outside_the_spans_go_there_and_back(case: tuple[Document, SpanSet, list[str]]) -> None:
    document, spans, texts = case
    released = rewrite(document, spans, texts)
    inside = {at for span in spans for at in range(span.start, span.end)}
    for old in range(len(document.text)):
        if old not in inside:
            new = released.offsets.to_new(old)
            assert released.text[new] == document.text[old]
            assert released.offsets.to_old(new) == old


@given(rewrites())
def test_new_spans_hold_the_replacements(case: tuple[Document, SpanSet, list[str]]) -> None:
    document, spans, texts = case
    released = rewrite(document, spans, texts)
    assert [released.text[s.start : s.end] for s in released.new_spans] == [text for text in texts if text]
    assert replacements_of(released) == texts
