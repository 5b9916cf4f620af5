"""JSONL: fields kept, exact numbers, lone surrogates, broken lines."""

from __future__ import annotations

import json
import traceback
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.core.errors import EncodingError, FormatError, MaskeradError
from maskerad.corpora import (
    AnnotatedDocument,
    Broken,
    Destination,
    FormatOptions,
    Loss,
    LossReport,
    open_writer,
    read_documents,
    read_items,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
OWN = {"text", "entities", "id", "record", "language", "lang", "date"}
FIELDS = st.dictionaries(st.text(max_size=4).filter(lambda name: name not in OWN), JSON, max_size=4)


def rewrite(tmp_path: Path, content: str | bytes, options: FormatOptions | None = None) -> bytes:
    """A file after reading and writing."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(content if isinstance(content, bytes) else content.encode())
    with open_writer(Destination(target, source, overwrite=True), options) as writer:
        for item in read_documents(source, options):
            writer.write(item.document, item.spans)
    return target.read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("jsonl")


@settings(deadline=None, max_examples=100)
@given(before=FIELDS, after=FIELDS, text=st.text())
def test_other_fields_come_back_in_order(folder: Path, before: dict, after: dict, text: str) -> None:
    fields = {**before, "text": text, **after}
    back = json.loads(rewrite(folder, json.dumps(fields) + "\n", FormatOptions(has_spans=False)))
    assert back == fields
    assert list(back) == list(fields)


@pytest.mark.parametrize("number", ["1.10", "1e400", "-0.0", "12345678901234567890.123456789", "1E-7", "10", "0.1"])
def test_numbers_keep_all_digits(tmp_path: Path, number: str) -> None:
    back = rewrite(tmp_path, f'{{"text": "x", "n": [{number}], "m": {{"a": {number}}}}}\n')
    parsed = json.loads(back, parse_float=Decimal, parse_int=Decimal)
    assert parsed["n"] == [Decimal(number)]
    assert parsed["m"] == {"a": Decimal(number)}


def test_lone_surrogates_and_nul_survive(tmp_path: Path) -> None:
    line = r'{"id": "a", "text": "x\ud800y\u0000\udfff", "entities": [{"start": 1, "end": 2, "label": "CITY"}]}'
    assert rewrite(tmp_path, line + "\n").decode() == line + "\n"


def test_two_surrogates_that_would_merge_are_refused(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with pytest.raises(EncodingError, match="offset 1"), open_writer(Destination(target)) as writer:
        writer.write(Document("a", "x" + chr(0xD83D) + chr(0xDE00)))
    assert not target.exists()


def test_own_fields_are_read(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"id": 7, "record": "r", "lang": "sv", "date": "2024-02-06", "genre": "note", "text": "x"}\n')
    (item,) = read_documents(source)
    document = item.document
    assert (document.id, document.record, document.language, str(document.date)) == ("7", "r", "sv", "2024-02-06")
    assert document.metadata["genre"] == "note"
    assert "text" not in document.metadata


def test_metadata_never_holds_the_text_or_the_spans(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    entity = {"start": 0, "end": 6, "label": "CITY", "text": "canary"}
    source.write_text(json.dumps({"id": "a", "text": "canary", "entities": [entity]}) + "\n")
    (item,) = read_documents(source)
    assert dict(item.document.metadata) == {"id": "a"}
    assert len(item.document.metadata) == 1


def test_new_text_takes_the_place_of_the_old(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    entity = {"start": 0, "end": 6, "label": "CITY", "text": "canary"}
    source.write_text(json.dumps({"text": "canary", "entities": [entity], "x": 1}) + "\n")
    with open_writer(Destination(target, source), FormatOptions(has_spans=False)) as writer:
        for item in read_documents(source):
            writer.write(replace(item.document, text="safe"))
    assert json.loads(target.read_text()) == {"text": "safe", "x": 1}


def test_entity_fields_that_a_span_does_not_have_are_counted(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    entity = {"start": 0, "end": 4, "label": "CITY", "text": "Lund", "entity_id": "L1", "confidential": "no"}
    source.write_text(json.dumps({"text": "Lund", "entities": [entity]}) + "\n")
    losses = LossReport()
    (item,) = read_documents(source, losses=losses)
    assert item.spans == (Span(0, 4, "CITY", entity="L1"),)
    assert losses.lines() == [f"{Loss.SPAN_FIELDS.value}: 1 (confidential 1)"]


BROKEN = {
    "not json": (b'{"text": "canary"', "E102"),
    "a list": (b'["canary"]', "E102"),
    "no text": (b'{"id": "a"}', "E102"),
    "text is no string": (b'{"text": ["canary"]}', "E102"),
    "text is null": (b'{"text": null}', "E102"),
    "bytes": (b'{"text": "canary\xff"}', "E101"),
    "span outside": (b'{"text": "canary", "entities": [{"start": 3, "end": 7, "label": "CITY"}]}', "E201"),
    "span empty": (b'{"text": "canary", "entities": [{"start": 3, "end": 3, "label": "CITY"}]}', "E201"),
    "span negative": (b'{"text": "canary", "entities": [{"start": -3, "end": 3, "label": "CITY"}]}', "E201"),
    "wrong quote": (b'{"text": "canary", "entities": [{"start":0,"end":2,"label":"X","text":"canary"}]}', "E201"),
    "offset is no number": (b'{"text": "canary", "entities": [{"start": "0", "end": 3, "label": "CITY"}]}', "E102"),
    "offset is a boolean": (b'{"text": "canary", "entities": [{"start": false, "end": true, "label": "X"}]}', "E102"),
    "no label": (b'{"text": "canary", "entities": [{"start": 0, "end": 3}]}', "E102"),
    "score": (b'{"text": "canary", "entities": [{"start":0,"end":3,"label":"X","score":"canary"}]}', "E102"),
    "score too high": (b'{"text": "canary", "entities": [{"start":0,"end":3,"label":"X","score":2}]}', "E102"),
    "entities are no list": (b'{"text": "canary", "entities": {"canary": 1}}', "E102"),
    "entity is no object": (b'{"text": "canary", "entities": ["canary"]}', "E102"),
    "id": (b'{"id": ["canary"], "text": "canary"}', "E102"),
    "too deep": (b'{"text": "canary", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "E102"),
    "number too long": (b'{"text": "canary", "x": ' + b"9" * 5_000 + b"}", "E102"),
}


@pytest.mark.parametrize(("line", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_line_is_named_and_the_rest_is_read(tmp_path: Path, line: bytes, code: str) -> None:
    source = tmp_path / "notes.jsonl"
    source.write_bytes(b'{"text": "one"}\n' + line + b'\n\r\n{"text": "two"}')
    first, broken, last = read_items(source)
    assert isinstance(first, AnnotatedDocument) and isinstance(last, AnnotatedDocument)
    assert isinstance(broken, Broken)
    assert (broken.where, broken.code) == ("notes.jsonl, line 2", code)
    assert "canary" not in repr(broken)
    assert [first.document.text, last.document.text] == ["one", "two"]


@pytest.mark.parametrize(("line", "code"), BROKEN.values(), ids=BROKEN)
def test_errors_do_not_drag_the_text_along(tmp_path: Path, line: bytes, code: str) -> None:
    """An exception that keeps the one before it would hold the line in its attributes."""
    source = tmp_path / "notes.jsonl"
    source.write_bytes(line)
    with pytest.raises(MaskeradError) as caught:
        list(read_documents(source))
    assert caught.value.code == code
    assert caught.value.__context__ is None
    assert "canary" not in "".join(traceback.format_exception(caught.value))


def test_reading_documents_stops_at_a_broken_line(tmp_path: Path) -> None:
    source = tmp_path / "notes.jsonl"
    source.write_text('{"text": "one"}\n{"text": \n{"text": "two"}\n')
    documents = read_documents(source)
    assert next(documents).document.text == "one"
    with pytest.raises(FormatError, match=r"notes\.jsonl, line 2: not JSON"):
        next(documents)


def test_undecodable_bytes_are_named_by_their_offset_in_the_file(tmp_path: Path) -> None:
    source = tmp_path / "notes.jsonl"
    source.write_bytes(b'\xef\xbb\xbf{"text": "one"}\n{"text": "\xc3"}\n')
    _, broken = read_items(source)
    assert isinstance(broken, Broken)
    assert f"offset {source.read_bytes().index(0xC3)} " in broken.reason


def test_custom_field_names(tmp_path: Path) -> None:
    options = FormatOptions(text_column="note", id_column="nr", record_column="pat", entities_column="spans")
    line = b'{"nr": 4, "note": "Lund", "pat": "p", "spans": [{"start": 0, "end": 4, "label": "CITY"}]}\n'
    assert rewrite(tmp_path, line, options) == line
    (item,) = read_documents(tmp_path / "in.jsonl", options)
    assert (item.document.id, item.document.record, item.spans) == ("4", "p", (Span(0, 4, "CITY"),))


def test_a_named_id_field_must_be_there(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"id": "a", "text": "x"}\n')
    with pytest.raises(FormatError, match="no field 'nr'"):
        list(read_documents(source, FormatOptions(id_column="nr")))


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16", "utf-16-be", "shift_jis", "utf-7"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = ['{"id": "a", "text": "Lund\\r\\n"}', '{"id": "b", "text": "x+y~"}']
    source.write_bytes("\n".join(lines).encode(encoding))
    options = FormatOptions(encoding=encoding)
    items = list(read_documents(source, options))
    assert [item.document.text for item in items] == ["Lund\r\n", "x+y~"]
    with open_writer(Destination(target, source), options) as writer:
        writer.write(Document("a", "Malmö 東京 😀"))
    (back,) = read_documents(target, options)
    assert back.document.text == "Malmö 東京 😀"


def test_a_byte_order_mark_is_kept(tmp_path: Path) -> None:
    raw = b'\xef\xbb\xbf{"id": "a", "text": "Lund", "entities": []}\n'
    assert rewrite(tmp_path, raw) == raw
