"""Every format gives back what it was given, for texts that make trouble."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.corpora import FORMATS, AnnotatedDocument, FormatOptions
from maskerad.text.codes import Code, encode
from maskerad.text.tokens import tokenise

from .drawing import FORMATS_KEPT, TEXTS, annotated, bare, spans_in, write_and_read

FORMAT = pytest.mark.parametrize("name", sorted(FORMATS_KEPT))


def test_every_registered_format_is_tested() -> None:
    assert FORMATS_KEPT.keys() == FORMATS.keys()


@FORMAT
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_documents_come_back(name: str, data: st.DataObject) -> None:
    kept = FORMATS_KEPT[name]
    items = data.draw(annotated(kept.texts))
    back = write_and_read(name, items)
    assert [(i.document.id, i.document.text) for i in back] == [(i.document.id, i.document.text) for i in items]
    if kept.has_spans and kept.has_further:
        assert [item.spans for item in back] == [item.spans for item in items]
    elif kept.has_spans:
        assert [list(map(bare, item.spans)) for item in back] == [list(map(bare, item.spans)) for item in items]


@pytest.mark.parametrize("code", list(Code))
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_conll_gives_back_every_span_that_it_did_not_report(code: Code, data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    spans = data.draw(spans_in(text))
    encoded = encode(tokenise(text), spans, code)
    (back,) = write_and_read("conll", [AnnotatedDocument(Document("d", text), spans)], FormatOptions(code=code))
    assert back.document.text == text
    if not encoded.merged:
        whole = set(map(bare, spans)) - {bare(s) for s in (*encoded.unencodable, *encoded.trimmed)}
        assert whole <= set(map(bare, back.spans))
        assert len(back.spans) == len(spans) - len(encoded.unencodable)


@FORMAT
def test_without_spans_none_are_written(name: str) -> None:
    item = AnnotatedDocument(Document("d", "Anna i Lund"), (Span(7, 11, "CITY"),))
    (back,) = write_and_read(name, [item], FormatOptions(has_spans=False))
    assert (back.document.text, back.spans) == ("Anna i Lund", ())


@FORMAT
def test_a_corpus_without_documents_is_read_back_as_such(name: str) -> None:
    assert write_and_read(name, []) == []
