"""Marked text: written by hand, so what is wrong in it is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskerad.core import Document, Span
from maskerad.core.errors import FormatError
from maskerad.corpora import Broken, Destination, open_writer, read_documents, read_items

RECORD = """\
=== doc: a | genre: nursing note | date: 2024-03-05
⟦RELATIVE:R1|Gunilla Ek⟧ ringde ⟦DATE:T1|i mars⟧.
Hon mår bra.
=== doc: b | genre: letter | ends: 0
Hälsningar, ⟦RELATIVE:R1|Gunilla⟧
"""


def written(folder: Path, text: str, name: str = "record_01.txt") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_documents_spans_entities_and_header_fields(tmp_path: Path) -> None:
    first, second = read_documents(written(tmp_path / "in", RECORD))
    assert first.document.text == "Gunilla Ek ringde i mars.\nHon mår bra.\n"
    assert (first.document.record, first.document.id) == ("record_01", "a")
    assert str(first.document.date) == "2024-03-05" and first.document.metadata == {"genre": "nursing note"}
    assert first.spans == (Span(0, 10, "RELATIVE", entity="R1"), Span(18, 24, "DATE", entity="T1"))
    assert second.document.text == "Hälsningar, Gunilla"
    assert second.spans == (Span(12, 19, "RELATIVE", entity="R1"),)


def test_a_folder_comes_back_byte_for_byte(tmp_path: Path) -> None:
    source = written(tmp_path / "in", RECORD)
    with open_writer(Destination(tmp_path / "out", source), format_name="marked") as writer:
        for item in read_documents(source):
            writer.write(item.document, item.spans)
    assert (tmp_path / "out/record_01.txt").read_text(encoding="utf-8") == RECORD


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("no header\n", "record_01.txt"),
        ("=== doc: a\n⟦CITY:L1|Lund\n", "document 1"),
        ("=== doc: a\n⟦CITY|Lund⟧\n", "document 1"),
        ("=== doc: a\nLund⟧\n", "document 1"),
        ("=== doc: a\nfine\n=== doc: | genre: x\nLund\n", "document 2"),
        ("=== doc: a | genre\nLund\n", "document 1"),
        ("=== doc: a | ends: many\nLund\n", "document 1"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_without_its_text(tmp_path: Path, text: str, place: str) -> None:
    items = list(read_items(written(tmp_path / "in", text), format_name="marked"))
    (broken,) = (item for item in items if isinstance(item, Broken))
    assert place in broken.where and "Lund" not in broken.where + broken.reason


@pytest.mark.parametrize("text", ["⟦", "Anna\n=== doc: b\n"])
def test_a_text_that_holds_the_marks_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(FormatError), open_writer(Destination(tmp_path / "out"), format_name="marked") as writer:
        writer.write(Document("d", text))
