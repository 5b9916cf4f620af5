"""Telling formats, registry, folders, records, conversion."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.corpora.drawing import FORMATS_KEPT

from maskerad.core import Document, SchemeMap, Span, load_scheme
from maskerad.core.errors import ConfigError, EncodingError, FormatError, InputError, MissingError, UnknownNameError
from maskerad.corpora import (
    FORMATS,
    AnnotatedDocument,
    Broken,
    Conversion,
    Destination,
    FormatOptions,
    Loss,
    RecordGroup,
    convert,
    detect_format,
    find_format,
    format_names,
    group_records,
    open_writer,
    read_documents,
    read_items,
    target_format,
)

FORMAT = pytest.mark.parametrize("name", sorted(FORMATS_KEPT))


def write(target: Path, name: str) -> None:
    with open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "Anna i Lund"), [Span(7, 11, "CITY")])


@FORMAT
def test_each_format_is_told_from_what_it_writes(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    write(target, name)
    assert detect_format(target) == name


@FORMAT
def test_the_table_is_consistent(name: str) -> None:
    entry = find_format(name)
    assert entry.name == name
    assert entry.title
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in entry.suffixes)


@FORMAT
def test_what_is_not_there_is_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(MissingError, match="is not there"):
        list(read_items(tmp_path / "nothing", format_name=name))
    with pytest.raises(MissingError, match="is not there"):
        list(read_items(tmp_path / "nothing"))


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'word'; known: brat, conll, csv"):
        find_format("word")
    assert format_names() == list(FORMATS)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b'\xef\xbb\xbf {"text": "x"}', "jsonl"),
        (b"<?xml version='1.0'?><MEDDOCAN>", "meddocan"),
        (b"<!-- x --><deIdi2b2>", "i2b2"),
        (b"<html>", "text"),
        (b"PAR1", "parquet"),
        (b"Dear", "text"),
        (b"", "text"),
    ],
)
def test_formats_by_first_bytes(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert detect_format(path) == name


@pytest.mark.parametrize(
    ("target", "source", "name"),
    [
        ("out.csv", "jsonl", "csv"),
        ("out.JSONL", "text", "jsonl"),
        ("out", "brat", "brat"),
        ("out.xml", "meddocan", "meddocan"),
        ("out.xml", "text", "i2b2"),
        ("out", "", ""),
    ],
)
def test_the_format_of_a_target(target: str, source: str, name: str) -> None:
    assert target_format(Path(target), None, source) == name


def test_a_target_without_any_hint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be told"):
        open_writer(Destination(tmp_path / "out"))


def test_a_folder_is_not_one_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is a folder"):
        list(read_items(tmp_path, format_name="jsonl"))
    with pytest.raises(FormatError, match="holds no"):
        detect_format(tmp_path)


def test_a_text_folder_is_read_in_order_of_paths(tmp_path: Path) -> None:
    for name in ("b.txt", "a/2.TXT", "a/1.txt", "a/x.doc", ".hidden/x.txt", ".y.txt", "z.note"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
    assert [item.document.id for item in read_documents(tmp_path)] == ["b", "a/1", "a/2"]
    notes = read_documents(tmp_path, FormatOptions(pattern="*.note"))
    assert [item.document.id for item in notes] == ["z"]


def test_importing_the_room_loads_no_heavy_package() -> None:
    heavy = "{'pyarrow', 'docx', 'lxml', 'defusedxml'}"
    code = f"import sys, maskerad.corpora; sys.exit(bool({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def items_of(*records: str) -> list[AnnotatedDocument | Broken]:
    return [AnnotatedDocument(Document(f"d{n}", "x", record=record)) for n, record in enumerate(records)]


def test_neighbours_of_one_record_are_grouped() -> None:
    groups = list(group_records(items_of("a", "a", "b", "", "", "a")))
    assert [group.id for group in groups if isinstance(group, RecordGroup)] == ["a", "b", "d3", "d4", "a"]
    first = groups[0]
    assert isinstance(first, RecordGroup)
    assert [document.id for document in first.as_record().documents] == ["d0", "d1"]


def test_broken_items_pass_through_a_group() -> None:
    broken = Broken("f, line 2", "E102", "not JSON")
    one, two = items_of("a", "a")
    groups = list(group_records([one, broken, two]))
    assert groups[0] is broken
    assert isinstance(groups[1], RecordGroup) and len(groups[1].documents) == 2


def test_grouping_holds_one_record() -> None:
    taken = []

    def endless():
        for number in range(10**9):
            taken.append(number)
            yield AnnotatedDocument(Document(str(number), "x", record=str(number // 3)))

    groups = group_records(endless())
    next(groups)
    next(groups)
    assert len(taken) <= 7


def test_two_documents_of_one_id_make_no_record() -> None:
    one, _ = items_of("a", "a")
    (group,) = group_records([one, one])
    assert isinstance(group, RecordGroup)
    with pytest.raises(InputError, match="must differ"):
        group.as_record()


@pytest.mark.parametrize("name", ["in.jsonl.zst", "in.csv.bz2", "notes.zip", "in.tar.gz"])
def test_other_packings_are_told_with_what_to_do(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b'{"text": "Lund"}\n')
    for ask in (lambda: detect_format(tmp_path / name), lambda: target_format(tmp_path / name, None, "jsonl")):
        with pytest.raises(FormatError, match=r"unpack it, or pack it with gzip \(\*\.gz\)"):
            ask()


def test_conversion_maps_labels_and_reports(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out"
    entities = [{"start": 0, "end": 4, "label": "PATIENT"}, {"start": 5, "end": 6, "label": "SEX"}]
    source.write_text(json.dumps({"id": "a", "text": "Anna K", "entities": entities, "genre": "note"}) + "\n")
    labels = SchemeMap(load_scheme("core"), load_scheme("hipaa18"))
    losses = convert(source, target, Conversion(target_format="brat", labels=labels))
    assert losses.lines() == [f"{Loss.LABELS.value}: 1 (SEX 1)", f"{Loss.FIELDS.value}: 1 (genre 1)"]
    (item,) = read_documents(target)
    assert item.spans == (Span(0, 4, labels.label("PATIENT") or ""),)
    assert source.read_text().count("Anna K") == 1


def test_conversion_stops_or_goes_on_at_broken_items(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.xml"
    source.write_text('{"text": "a\\u0000"}\n{"text": \n{"id": "3", "text": "fine"}\n')
    with pytest.raises(EncodingError, match="document '1'"):
        convert(source, target)
    assert not target.exists()
    broken: list[Broken] = []
    convert(source, target, on_broken=broken.append)
    assert [(item.where, item.code, item.document) for item in broken] == [
        ("output", "E101", "1"),
        ("in.jsonl, line 2", "E102", ""),
    ]
    assert [item.document.text for item in read_documents(target)] == ["fine"]


def test_conversion_never_writes_over_its_source(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"text": "x"}\n')
    with pytest.raises(ConfigError, match="is the input"):
        convert(source, source, Conversion(overwrite=True))


def test_metadata_travels_between_formats_with_fields(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    line = {
        "id": "a",
        "record": "r",
        "lang": "sv",
        "date": "2024-02-06",
        "genre": "note",
        "text": "Lund",
        "entities": [],
    }
    source.write_text(json.dumps(line) + "\n")
    convert(source, tmp_path / "a.csv")
    convert(tmp_path / "a.csv", tmp_path / "b.parquet")
    losses = convert(tmp_path / "b.parquet", tmp_path / "c.jsonl")
    assert json.loads((tmp_path / "c.jsonl").read_text()) == line
    assert not losses
