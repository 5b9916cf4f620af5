"""Parquet tables: types, nulls, coded columns, broken files."""

from __future__ import annotations

import pickle
import struct
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.batch import DetectWork, Job, run_job
from maskerad.core import Document, Span
from maskerad.core.errors import EncodingError, FormatError, MissingError
from maskerad.corpora import (
    Broken,
    Destination,
    FormatOptions,
    Loss,
    LossReport,
    open_writer,
    read_documents,
    read_items,
)
from maskerad.corpora.tables.parquet_writer import GROUP_BYTES
from maskerad.pipeline.configuration.settings import settings_for

UNLABELLED = FormatOptions(has_spans=False)

TABLE = pa.table(
    {
        "id": pa.array([1, 2, 3], pa.int32()),
        "when": pa.array([1, None, 1_700_000_000_000_000_001], pa.timestamp("ns", "Europe/Stockholm")),
        "dose": pa.array([Decimal("1.50"), None, Decimal("-0.01")], pa.decimal128(9, 2)),
        "raw": pa.array([b"\xff", b"", None], pa.binary()),
        "codes": pa.array([["a"], [], None], pa.list_(pa.string())),
        "place": pa.array([{"x": 1.5}, None, {"x": float("nan")}], pa.struct([("x", pa.float32())])),
        "ward": pa.array(["A", "B", "A"]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string())),
        "text": pa.array(["Anna i Lund", None, "😀\0\r\n"], pa.large_string()),
        "empty": pa.nulls(3),
    }
).replace_schema_metadata({"pandas": "{}", "by": "the ward"})


def rewrite(folder: Path, table: pa.Table, options: FormatOptions, **fields: str) -> pa.Table:
    """A table after reading and writing, with other fields of the documents if they are given."""
    source, target = folder / "in.parquet", folder / "out.parquet"
    pq.write_table(table, source, compression="zstd")
    with open_writer(Destination(target, source, overwrite=True), options) as writer:
        for item in read_documents(source, options):
            writer.write(replace(item.document, **fields), item.spans)
    return pq.read_table(target)


def test_everything_comes_back(tmp_path: Path) -> None:
    back = rewrite(tmp_path, TABLE, UNLABELLED)
    assert back.schema.equals(pq.read_schema(tmp_path / "in.parquet"), check_metadata=True)
    assert back["when"].cast(pa.int64()).equals(TABLE["when"].cast(pa.int64()))
    assert str(back.drop_columns("when").to_pylist()) == str(TABLE.drop_columns("when").to_pylist())
    file = pq.ParquetFile(tmp_path / "out.parquet")
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_values_that_python_cannot_hold_are_shown_as_text(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "in.parquet")
    *_, last = read_documents(tmp_path / "in.parquet")
    assert str(last.document.metadata["when"]).startswith("2023-11-14 ")
    assert last.document.metadata["dose"] == Decimal("-0.01")
    assert "text" not in last.document.metadata


def test_only_the_text_changes(tmp_path: Path) -> None:
    back = rewrite(tmp_path, TABLE, UNLABELLED, text="safe")
    assert back["text"].to_pylist() == ["safe"] * 3
    assert back.schema == TABLE.schema
    assert back.drop_columns("text").slice(0, 2).equals(TABLE.drop_columns("text").slice(0, 2))


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_the_text_keeps_its_type(tmp_path: Path, kind: pa.DataType) -> None:
    texts = pa.array(["Anna", None, "", "Anna"], pa.string()).cast(kind)
    table = pa.table({"text": texts, "other": texts})
    assert rewrite(tmp_path, table, UNLABELLED).equals(table)


def test_a_coded_text_becomes_a_plain_one(tmp_path: Path) -> None:
    back = rewrite(tmp_path, pa.table({"text": pa.array(["a", None, "a"]).dictionary_encode()}), UNLABELLED)
    assert back.equals(pa.table({"text": ["a", None, "a"]}))


@settings(max_examples=30, deadline=None)
@given(texts=st.lists(st.none() | st.text(st.characters(exclude_categories=["Cs"])), max_size=4))
def test_null_and_empty_texts_stay_apart(tmp_path_factory: pytest.TempPathFactory, texts: list[str | None]) -> None:
    table = pa.table({"text": pa.array(texts, pa.string())})
    assert rewrite(tmp_path_factory.mktemp("pq"), table, UNLABELLED).equals(table)


def test_spans_stand_in_a_column(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(TABLE, source)
    spans = [Span(0, 4, "PATIENT", 0.5, entity="P1")]
    with open_writer(Destination(target, source)) as writer:
        for item in read_documents(source):
            writer.write(item.document, spans if item.document.id == "1" else [])
    items = list(read_documents(target))
    assert [list(item.spans) for item in items] == [spans, [], []]
    without = rewrite(tmp_path, pq.read_table(target), UNLABELLED)
    assert without.schema.names == TABLE.schema.names


def test_rows_left_out_leave_no_value_behind(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    wards = pa.array(["open", "canary"]).dictionary_encode()
    pq.write_table(pa.table({"text": ["a", "canary"], "ward": wards}), source)
    with open_writer(Destination(target, source), UNLABELLED) as writer:
        writer.write(next(read_documents(source)).document)
    assert b"canary" in source.read_bytes()
    assert b"canary" not in target.read_bytes()


def test_fields_are_read(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    table = pa.table(
        {"nr": [7], "note": ["Anna"], "patient": ["p"], "language": ["sv"], "date": pa.array([0], pa.date32())}
    )
    pq.write_table(table, source)
    options = FormatOptions(text_column="note", id_column="nr", record_column="patient")
    (item,) = read_documents(source, options)
    document = item.document
    assert (document.id, document.record, document.language, str(document.date)) == ("7", "p", "sv", "1970-01-01")
    assert set(document.metadata) == {"nr", "patient", "language", "date"}


def test_many_row_groups_and_batches(tmp_path: Path) -> None:
    text = "x" * 60_000
    table = pa.table({"id": range(600), "text": [f"{n} {text}" for n in range(600)]})
    back = rewrite(tmp_path, table, UNLABELLED)
    assert back.equals(table)
    groups = pq.ParquetFile(tmp_path / "out.parquet").metadata
    assert groups.num_row_groups > 1
    assert groups.row_group(0).total_byte_size < 2 * GROUP_BYTES


def test_a_row_is_pickled_by_itself(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table({"id": range(100), "text": ["x" * 1000] * 100})
    pq.write_table(table, source)
    raw = [pickle.dumps(item) for item in read_documents(source)]
    assert max(map(len, raw)) < 5_000
    with open_writer(Destination(target, source), UNLABELLED) as writer:
        for item in map(pickle.loads, raw):
            writer.write(item.document)
    assert pq.read_table(target).equals(table)


def test_an_empty_table_keeps_its_columns(tmp_path: Path) -> None:
    empty = TABLE.schema.empty_table()
    back = rewrite(tmp_path, empty, UNLABELLED)
    assert back.schema.equals(pq.read_schema(tmp_path / "in.parquet"), check_metadata=True)


def test_a_new_table_has_the_fields_of_its_documents(tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    losses = LossReport()
    with open_writer(Destination(target, losses=losses), UNLABELLED) as writer:
        writer.write(Document("a", "x", "sv", "r", metadata={"n": 1}))
        writer.write(Document("b", "y", metadata={"genre": "note"}))
    assert pq.read_table(target).to_pylist() == [
        {"id": "a", "record": "r", "language": "sv", "n": "1", "genre": None, "text": "x"},
        {"id": "b", "record": None, "language": None, "n": None, "genre": "note", "text": "y"},
    ]
    assert losses.total(Loss.TYPES) == 1


def test_columns_must_be_there_and_hold_strings(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": [1], "note": ["x"]}), source)
    with pytest.raises(FormatError, match=r"in\.parquet: column 'text' holds int64"):
        list(read_items(source))
    with pytest.raises(
        MissingError,
        match=r"no column 'body' \(--text-column names another\); the table has 2 columns, among them 'text', 'note'",
    ):
        list(read_items(source, FormatOptions(text_column="body")))


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    source.write_bytes(b"PAR1canary")
    with pytest.raises(FormatError, match=r"in\.parquet: not a Parquet file") as caught:
        list(read_items(source))
    assert caught.value.__context__ is None


def test_damage_in_the_middle_is_broken(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": ["canary" * 100] * 100}), source, compression="none", use_dictionary=False)
    raw = bytearray(source.read_bytes())
    raw[4:200] = b"\xff" * 196
    source.write_bytes(raw)
    *_, last = read_items(source)
    assert isinstance(last, Broken)
    assert "canary" not in repr(last)


def test_spans_outside_the_text_are_broken(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    entities = [[{"start": 0, "end": 5, "label": "CITY"}], [{"start": 0, "end": 4, "label": "CITY"}]]
    pq.write_table(pa.table({"text": ["Lund", "Lund"], "entities": entities}), source)
    broken, item = read_items(source)
    assert isinstance(broken, Broken)
    assert (broken.where, broken.code) == ("in.parquet, row 1", "E201")
    assert not isinstance(item, Broken) and item.spans == (Span(0, 4, "CITY"),)


def test_a_lone_surrogate_is_refused_without_showing_it(tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    with pytest.raises(EncodingError, match="offset 6") as caught, open_writer(Destination(target)) as writer:
        writer.write(Document("a", "canary\ud800"))
    assert "canary" not in repr(caught.value) + repr(caught.value.__context__)
    assert not target.exists()


@pytest.mark.parametrize("name", ["text", "id", "entities", "ward"])
def test_a_cell_that_is_not_utf8_costs_its_row(tmp_path: Path, name: str) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.jsonl"
    offsets, data = pa.py_buffer(struct.pack("<3i", 0, 7, 11)), pa.py_buffer(b"can\xffary" + b"null")
    bad = pa.Array.from_buffers(pa.string(), 2, [None, offsets, data])
    columns = {"id": ["1", "2"], "text": ["Anna", "null"], "ward": ["a", "b"], "entities": [None, None]} | {name: bad}
    pq.write_table(pa.table(columns), source)
    job = Job(source, target)
    account = run_job(job, DetectWork(settings_for("sv"))).account
    assert (account.n_in, account.n_out, account.n_quarantined) == (2, 1, 1)
    assert account.quarantined[0].code == "E101"
    assert "can" not in repr(account) + target.read_text()


def test_rows_behind_damage_are_counted(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": ["canary" * 100] * 100}), source, compression="none", use_dictionary=False)
    raw = bytearray(source.read_bytes())
    raw[4:200] = b"\xff" * 196
    source.write_bytes(raw)
    items = list(read_items(source))
    n_read = len([item for item in items if not isinstance(item, Broken)])
    assert n_read + sum(item.n_documents for item in items if isinstance(item, Broken)) == 100
