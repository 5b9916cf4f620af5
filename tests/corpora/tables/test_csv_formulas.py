"""Cells that a spreadsheet would take for formulas."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from maskerad.core import Document, Span
from maskerad.corpora import Destination, FormatOptions, open_writer, read_documents


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1+1", "'=1+1"),
        ("+46 70 note", "'+46 70 note"),
        ("-x", "'-x"),
        ("@cmd", "'@cmd"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ('=a,b\n"c"', '\'=a,b\n"c"'),
        ("-5", "-5"),
        ("+3,25", "+3,25"),
        ("a=1", "a=1"),
        ("", ""),
    ],
)
def test_formulas_get_an_apostrophe_where_that_is_asked_for(tmp_path: Path, text: str, safe: str) -> None:
    for defuses, expected in ((True, safe), (False, text)):
        target = tmp_path / f"{defuses}.csv"
        with open_writer(Destination(target), FormatOptions(defuses=defuses, has_spans=False)) as writer:
            writer.write(Document("=id", text, metadata={"ward": text}))
        with target.open(newline="", encoding="utf-8") as file:
            _, row = csv.reader(file)
        assert row == ["'=id" if defuses else "=id", expected, expected]


def test_spans_move_with_their_text(tmp_path: Path) -> None:
    with open_writer(Destination(tmp_path / "a.csv"), FormatOptions(defuses=True)) as writer:
        writer.write(Document("1", "=Lund"), [Span(1, 5, "CITY")])
    (item,) = read_documents(tmp_path / "a.csv")
    (span,) = item.spans
    assert item.document.text[span.start : span.end] == "Lund"


def test_columns_of_the_source_are_defused_too(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text('id,=sum,text\n1,"=1,2",=x\n2,3,y\n')
    destination = Destination(tmp_path / "out.csv", tmp_path / "in.csv")
    with open_writer(destination, FormatOptions(defuses=True, has_spans=False)) as writer:
        for item in read_documents(tmp_path / "in.csv"):
            writer.write(item.document)
    assert (tmp_path / "out.csv").read_text() == "id,'=sum,text\n1,\"'=1,2\",'=x\n2,3,y\n"
