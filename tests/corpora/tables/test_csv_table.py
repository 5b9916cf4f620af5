"""CSV and TSV tables."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.core.errors import EncodingError, FormatError, MissingError
from maskerad.corpora import (
    AnnotatedDocument,
    Broken,
    Destination,
    FormatOptions,
    open_writer,
    read_documents,
    read_items,
)

UNLABELLED = FormatOptions(has_spans=False)
CELLS = st.text(st.sampled_from('a",;\t\r\n é\0😀'), max_size=6)


def rewrite(
    folder: Path, raw: bytes, options: FormatOptions, *, suffix: str = ".csv", text: str | None = None
) -> bytes:
    """A table after reading and writing, with another text if one is given."""
    source, target = folder / f"in{suffix}", folder / f"out{suffix}"
    source.write_bytes(raw)
    with open_writer(Destination(target, source, overwrite=True), options) as writer:
        for item in read_documents(source, options):
            document = item.document if text is None else replace(item.document, text=text)
            writer.write(document, item.spans)
    return target.read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("csv")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@settings(deadline=None, max_examples=60)
@given(
    table=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=4),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    delimiter=st.sampled_from(",;\t"),
)
def test_a_table_comes_back_byte_for_byte(
    folder: Path, mark: bytes, table: list[tuple[str, str, str]], quoting: int, delimiter: str
) -> None:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, quoting=quoting)
    writer.writerows([("a", "text", "b"), *table])
    raw = mark + stream.getvalue().encode()
    assert rewrite(folder, raw, UNLABELLED) == raw


def test_only_the_text_changes(tmp_path: Path) -> None:
    raw = b'id,empty,null,text,odd\n"01","",,"Anna, i\nLund",5" pipe\n2,"",x,Lund,"q ""r"""'
    new = b'id,empty,null,text,odd\n"01","",,"safe",5" pipe\n2,"",x,safe,"q ""r"""\n'
    assert rewrite(tmp_path, raw, UNLABELLED, text="safe") == new


def test_a_new_text_is_quoted_where_it_must(tmp_path: Path) -> None:
    out = rewrite(tmp_path, b"id,text\n1,Lund\n", UNLABELLED, text='a,"b"\r\nc')
    assert list(csv.reader(io.StringIO(out.decode(), newline="")))[1] == ["1", 'a,"b"\r\nc']


def test_spans_stand_in_a_column(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("id;text\n1;Lund\n")
    with open_writer(Destination(target, source)) as writer:
        for item in read_documents(source):
            writer.write(item.document, [Span(0, 4, "CITY", 0.5)])
    assert target.read_text().startswith("id;text;entities\n1;Lund;")
    (item,) = read_documents(target)
    assert item.spans == (Span(0, 4, "CITY", 0.5),)
    assert rewrite(tmp_path, target.read_bytes(), FormatOptions()) == target.read_bytes()


def test_old_spans_do_not_stay_beside_a_new_text(tmp_path: Path) -> None:
    cell = json.dumps([{"start": 0, "end": 4, "label": "CITY"}]).replace('"', '""')
    raw = f'id,entities,text\n1,"{cell}",Lund\n'.encode()
    assert rewrite(tmp_path, raw, UNLABELLED, text="x") == b"id,text\n1,x\n"


def test_columns_are_read(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("nr|patient|note|lang|date|unit\n7|p1|Anna|sv|2024-02-06|Löwet\n", encoding="utf-8")
    options = FormatOptions(text_column="note", id_column="nr", record_column="patient")
    (item,) = read_documents(source, options)
    document = item.document
    assert (document.id, document.record, document.text, document.language) == ("7", "p1", "Anna", "sv")
    assert str(document.date) == "2024-02-06"
    assert document.metadata["unit"] == "Löwet"
    assert "note" not in document.metadata
    assert sorted(document.metadata) == ["date", "lang", "nr", "patient", "unit"]


def test_rows_without_an_id_are_numbered(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text('text\n"a\nb"\nc\n')
    assert [item.document.id for item in read_documents(source)] == ["1", "2"]


def test_tabs_by_name(tmp_path: Path) -> None:
    raw = b"a,b\ttext\n1,2\tx;y\n"
    assert rewrite(tmp_path, raw, UNLABELLED, suffix=".tsv") == raw


def test_from_commas_to_tabs(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.tsv"
    source.write_text('id,text,b\n1,"a\tb","c,d"\n')
    with open_writer(Destination(target, source), UNLABELLED) as writer:
        for item in read_documents(source):
            writer.write(item.document)
    assert target.read_text() == 'id\ttext\tb\n1\t"a\tb"\tc,d\n'


@pytest.mark.parametrize("options", [FormatOptions(), FormatOptions(text_column="text", id_column="nr")])
def test_a_missing_column_is_told_with_those_that_have_usual_names(tmp_path: Path, options: FormatOptions) -> None:
    source = tmp_path / "in.csv"
    source.write_text("id,text\n1,x\n" if options.id_column else "id,note\n1,x\n")
    with pytest.raises(MissingError, match=r"in\.csv: no column .*2 columns, among them 'id'"):
        list(read_items(source, options))


def test_two_text_columns_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("text,text\na,b\n")
    with pytest.raises(FormatError, match="two columns"):
        list(read_items(source))


def test_an_empty_file_has_no_header(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("\n")
    with pytest.raises(MissingError, match="no header"):
        list(read_items(source))


def test_a_table_without_rows_keeps_its_header(tmp_path: Path) -> None:
    raw = b'"id";text;"x"\r\n'
    assert rewrite(tmp_path, raw, UNLABELLED) == raw


BROKEN = {
    "too few": (b"1", "E102"),
    "too many": (b"1,canary,3", "E102"),
    "text beside a quoted field": (b'1,"canary" x', "E102"),
    "bytes": (b"1,canary\xff", "E101"),
    "bytes in quotes": (b'1,"canary\n\xff"', "E101"),
}


@pytest.mark.parametrize(("row", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_row_is_named_and_the_rest_is_read(tmp_path: Path, row: bytes, code: str) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b'id,text\n0,"a\nb"\n1,x\n2,y\n' + row + b"\n2,two\n")
    *before, broken, last = read_items(source)
    assert len(before) == 3 and isinstance(last, AnnotatedDocument)
    assert isinstance(broken, Broken)
    where = "in.csv, lines 6 to 7" if b"\n" in row else "in.csv, line 6"
    assert (broken.where, broken.code) == (where, code)
    assert "canary" not in repr(broken)
    assert last.document.text == "two"


def test_bytes_are_named_by_their_offset_in_the_file(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b'\xef\xbb\xbfid,text\n0,"a\nb\xfe"\n')
    (broken,) = read_items(source)
    assert isinstance(broken, Broken)
    assert f"offset {source.read_bytes().index(0xFE)} " in broken.reason


def test_a_column_of_spans_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("text,entities\nAnna,canary\n")
    (broken,) = read_items(source)
    assert isinstance(broken, Broken)
    assert "canary" not in repr(broken)
    (item,) = read_documents(source, FormatOptions(entities_column="spans"))
    assert item.document.metadata["entities"] == "canary"


def test_encodings(tmp_path: Path) -> None:
    for encoding in ("cp1252", "utf-16", "utf-16-be", "iso2022_jp"):
        text = "東京" if encoding == "iso2022_jp" else "Malmö"
        raw = f'id,text\r\n1,"{text}\n,"\r\n'.encode(encoding)
        options = FormatOptions(encoding=encoding, has_spans=False)
        assert rewrite(tmp_path, raw, options) == raw, encoding


def test_a_character_that_the_encoding_lacks_is_named_by_place(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    options = FormatOptions(encoding="cp1252")
    where = r"document 'a': the character at offset 2 "
    with pytest.raises(EncodingError, match=where) as caught, open_writer(Destination(target), options) as writer:
        writer.write(Document("a", "x,東京"))
    assert "東" not in str(caught.value)
    assert not target.exists()


def test_memory_does_not_grow_with_the_table(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    with source.open("w") as file:
        file.write("id,text\n")
        for number in range(2_000):
            file.write(f'{number},"{"some words, and more " * 200}"\n')
    tracemalloc.start()
    with open_writer(Destination(target, source), UNLABELLED) as writer:
        for item in read_documents(source):
            writer.write(item.document)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert source.stat().st_size > 8_000_000
    assert peak_bytes < 1_000_000
