"""Every development corpus is read, and comes back from every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.corpora.drawing import bare

from maskerad.corpora import Conversion, Loss, convert, read_documents

pytestmark = pytest.mark.corpora


def test_every_jsonl_file_is_read_whole(corpora: Path) -> None:
    files = sorted(corpora.rglob("*.jsonl"))
    assert files
    for path in files:
        with path.open("rb") as lines:
            n_lines = sum(1 for line in lines if line.strip())
        assert sum(1 for _ in read_documents(path)) == n_lines, path


@pytest.mark.parametrize(("name", "target"), [("brat", "out"), ("i2b2", "out"), ("csv", "a.csv"), ("parquet", "a.pq")])
@pytest.mark.parametrize("language", ["sv", "ja"])
def test_notes_come_back_with_their_spans(corpora: Path, tmp_path: Path, name: str, target: str, language: str) -> None:
    source = corpora / "hand" / language / "dev.jsonl"
    convert(source, tmp_path / target, Conversion(target_format=name))
    back = {item.document.id: item for item in read_documents(tmp_path / target, format_name=name)}
    items = list(read_documents(source))
    assert any(item.spans for item in items)
    for item in items:
        other = back[item.document.id]
        assert other.document.text == item.document.text
        assert list(map(bare, other.spans)) == list(map(bare, item.spans))


@pytest.mark.parametrize("language", ["sv", "ja"])
def test_columns_hold_every_span_of_the_notes(corpora: Path, tmp_path: Path, language: str) -> None:
    source = corpora / "hand" / language / "dev.jsonl"
    losses = convert(source, tmp_path / "a.conll")
    n_spans = sum(len(item.spans) for item in read_documents(source))
    n_back = sum(len(item.spans) for item in read_documents(tmp_path / "a.conll"))
    assert n_back == n_spans - losses.total(Loss.UNENCODABLE)


def test_a_corpus_is_written_back_as_it_was(corpora: Path, tmp_path: Path) -> None:
    source = corpora / "hand" / "sv" / "dev.jsonl"
    convert(source, tmp_path / "a.jsonl")
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    for old, new in zip(source.read_text(encoding="utf-8").splitlines(), lines, strict=True):
        before, after = json.loads(old), json.loads(new)
        for entity in before["entities"]:
            entity.pop("text", None)
        assert after == before
