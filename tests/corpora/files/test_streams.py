"""Packed files, standard input and output, and endings that tell no format."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from maskerad.core import Document
from maskerad.core.errors import ConfigError, FormatError
from maskerad.corpora import (
    Conversion,
    Destination,
    FormatOptions,
    convert,
    detect_format,
    open_writer,
    read_documents,
    read_items,
    target_format,
)
from maskerad.corpora.annotated import Broken
from maskerad.corpora.files import streams

DOCUMENTS = [Document("1", "Anna é här"), Document("2", "två\nrader")]
STANDARD = Path("-")


class Channel(NamedTuple):
    """What stands for a standard stream."""

    buffer: io.BytesIO


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """What standard input will give."""
    channel = Channel(io.BytesIO())
    monkeypatch.setattr(sys, "stdin", channel)
    streams.standard_input.cache_clear()
    return channel.buffer


def write(path: Path, *documents: Document) -> None:
    with open_writer(Destination(path), FormatOptions(has_spans=False)) as writer:
        for document in documents:
            writer.write(document)


@pytest.mark.parametrize("name", ["a.csv.gz", "a.tsv.GZ", "a.jsonl.gz", "a.json.gz", "a.parquet.gz", "a.conll.gz"])
def test_packed_files(tmp_path: Path, name: str) -> None:
    path, again = tmp_path / name, tmp_path / f"b{name}"
    write(path, *DOCUMENTS)
    write(again, *DOCUMENTS)
    assert gzip.decompress(path.read_bytes()) and path.read_bytes() == again.read_bytes()
    back = [item.document for item in read_documents(path)]
    assert [(one.id, one.text) for one in back] == [(one.id, one.text) for one in DOCUMENTS]
    convert(path, tmp_path / "plain.jsonl")
    assert len(list(read_documents(tmp_path / "plain.jsonl"))) == 2


@pytest.mark.parametrize("name", ["note.txt.gz", "note.xml.gz", "note.docx.gz"])
def test_packed_texts(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, Document("note", "Anna är här"))
    (back,) = read_documents(tmp_path / name)
    assert (back.document.id, back.document.text) == ("note", "Anna är här")


def test_packed_texts_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt.gz").write_bytes(gzip.compress(b"Anna"))
    convert(folder, tmp_path / "safe")
    assert (tmp_path / "safe" / "a.txt").read_bytes() == b"Anna"


DAMAGES: list[Callable[[bytes], bytes]] = [lambda raw: raw[:-12], lambda raw: b"none", lambda raw: raw[:30] + bytes(20)]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_packed_file(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "a.csv.gz"
    write(path, *[Document(str(number), "Anna är här") for number in range(2000)])
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(FormatError, match="gzip"):
        list(read_documents(path))
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt.gz").write_bytes(b"none")
    (broken,) = read_items(folder)
    assert isinstance(broken, Broken) and "gzip" in broken.reason


@pytest.mark.parametrize("name", ["csv", "jsonl", "json", "parquet", "text"])
def test_standard_input_and_output(
    tmp_path: Path, given: io.BytesIO, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    source = tmp_path / ("in.txt" if name == "text" else f"in.{name}")
    write(source, *DOCUMENTS[:1])
    given.write(source.read_bytes())
    given.seek(0)
    out = Channel(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    options = FormatOptions(has_spans=False)
    convert(STANDARD, STANDARD, Conversion(name, "", options, options))
    assert out.buffer.getvalue() == source.read_bytes()


def test_standard_output_shows_all_or_nothing(
    tmp_path: Path, given: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.write(b'{"id": "1", "text": "Anna"}\n{"id"\n')
    given.seek(0)
    out = Channel(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(FormatError):
        convert(STANDARD, STANDARD)
    assert out.buffer.getvalue() == b""
    (tmp_path / "a.txt").write_text("Anna")
    with pytest.raises(ConfigError, match="one document"):
        convert(tmp_path, STANDARD)


def test_an_ending_that_tells_no_format(tmp_path: Path, given: io.BytesIO) -> None:
    path = tmp_path / "notes.log"
    path.write_text("Anna är här", encoding="utf-8")
    with pytest.raises(FormatError, match=r"'\.log' tells no format.*jsonl \(\.jsonl \.ndjson\)"):
        detect_format(path)
    with pytest.raises(FormatError, match="standard input tells no format"):
        detect_format(STANDARD)
    assert [item.document.text for item in read_documents(path, format_name="text")] == ["Anna är här"]
    path.write_text('{"text": "Anna"}', encoding="utf-8")
    assert detect_format(path) == "jsonl"
    with pytest.raises(FormatError, match=r"'\.log' tells no format"):
        target_format(tmp_path / "safe.log", path, "jsonl")
