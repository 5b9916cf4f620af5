"""Every format gives back what it was given, for texts that make trouble."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.corpora.drawing import FORMATS_KEPT, TEXTS, annotated, bare, spans_in, write_and_read

from maskerad.core import Document, Span
from maskerad.corpora import (
    FORMATS,
    AnnotatedDocument,
    Destination,
    FormatOptions,
    open_writer,
    read_documents,
)
from maskerad.text.codes import Code, encode
from maskerad.text.tokens import tokenise

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
def test_documents_can_travel_to_another_process_and_back(name: str, tmp_path: Path) -> None:
    """What a reader keeps for its writer survives pickling, and holds no more than its own document."""
    source, target = tmp_path / f"in-{FORMATS_KEPT[name].target}", tmp_path / FORMATS_KEPT[name].target
    with open_writer(Destination(source), format_name=name) as writer:
        for number in range(50):
            writer.write(Document(f"d{number}", f"{number} " + "Anna i Lund " * 20), [Span(0, 1, "ID")])
    raw = [pickle.dumps(item) for item in read_documents(source, format_name=name)]
    assert max(map(len, raw)) < 4_000
    with open_writer(Destination(target, source), format_name=name) as writer:
        for item in map(pickle.loads, raw):
            writer.write(item.document, item.spans)
    before, after = (list(read_documents(path, format_name=name)) for path in (source, target))
    assert [(item.document.id, item.document.text, item.spans) for item in after] == [
        (item.document.id, item.document.text, item.spans) for item in before
    ]


@FORMAT
def test_a_corpus_without_documents_is_read_back_as_such(name: str) -> None:
    assert write_and_read(name, []) == []
