"""XLSX workbooks: rows to documents and back."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest

from maskerad.batch import DeidentifyWork, Job, run_job
from maskerad.core import Document
from maskerad.core.errors import FormatError, InputError, MissingError
from maskerad.corpora import Conversion, Destination, FormatOptions, convert, open_writer, read_documents, read_items
from maskerad.corpora.annotated import Broken, Unread
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import Settings

KEY = bytes(range(32))
PLAIN = FormatOptions(has_spans=False)


def make(path: Path) -> None:
    book = openpyxl.Workbook()
    first = book.active
    first.title = "avd 3 & 4"
    first.append(["id", "patient", "name", "admitted", "weight", "text", "seen", None])
    first.append(
        [1, "p1", "Anna Lindqvist", date(2024, 3, 10), 61.5, "Lindqvist inkom 10/3.\nAnna mår bra.", True, "x"]
    )
    first.append([2, "p1", "Anna Lindqvist", datetime(2024, 3, 24, 8, 30), 62, "=1+1 säger Anna", False, None])
    first.append([])
    first.append([3, "p2", None, None, None, None, time(8, 15), None])
    first["E2"].number_format = "0.00"
    first["F3"].data_type = "s"
    first["C3"] = '=UPPER("Anna Lindqvist")'
    book.create_sheet("legend").append(["code", "meaning"])
    book.create_sheet("empty").append(["id", "patient", "name", "admitted", "weight", "text"])
    book.save(path)


def test_everything_but_the_text_stays(tmp_path: Path) -> None:
    source, target = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    make(source)
    convert(source, target, Conversion(reading=PLAIN, writing=PLAIN))
    old, new = openpyxl.load_workbook(source), openpyxl.load_workbook(target)
    assert new.sheetnames == ["avd 3 & 4", "empty"]
    before, after = old["avd 3 & 4"], new["avd 3 & 4"]
    rows = [row for row in before.iter_rows() if any(cell.value is not None for cell in row)]
    assert len(rows) == after.max_row == 4
    for was, now in zip(rows, after.iter_rows(), strict=True):
        for one, other in zip(was, now, strict=True):
            if one.coordinate != "C3":
                assert (one.value, one.number_format) == (other.value, other.number_format)
    assert after["C3"].value is None  # a formula whose value was never saved
    assert [cell.value for cell in next(new["empty"].iter_rows())][-1] == "text"
    (unread,) = (item for item in read_items(source) if isinstance(item, Unread))
    assert unread.kind == "sheet without the text column"


def test_rules_keep_the_types_of_cells(tmp_path: Path) -> None:
    source, target = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    make(source)
    rules = ColumnRules({"name": "PATIENT", "admitted": "DATE", "weight": "drop"})
    options = FormatOptions(record_column="patient")
    job = Job(source, target, options=options, has_spans=False)
    summary = run_job(job, DeidentifyWork(Settings(("sv",), columns=rules), KEY))
    assert not summary.quarantined
    sheet = openpyxl.load_workbook(target)["avd 3 & 4"]
    header, first, second, _ = ([cell.value for cell in row] for row in sheet.iter_rows())
    assert header == ["id", "patient", "name", "admitted", "text", "seen", None]
    moved = (first[3] - datetime(2024, 3, 10)).days
    assert (
        moved % 7 == 0 and moved and second[3] == datetime.fromordinal(second[3].toordinal()).replace(hour=8, minute=30)
    )
    assert (second[3] - first[3]).days == 14 and sheet["D2"].is_date
    given, family = first[2].split()
    assert first[4].startswith(f"{family} inkom ") and f"\n{given} mår bra." in first[4]
    assert second[4] == f"=1+1 säger {given}" and sheet["E3"].data_type == "s"


def test_text_that_no_cell_holds(tmp_path: Path) -> None:
    target = tmp_path / "out.xlsx"
    with open_writer(Destination(target), PLAIN) as writer:
        for text in ("a\0b", "a" * 40_000):
            with pytest.raises(InputError, match="cell") as caught:
                writer.write(Document("d", text))
            assert text not in str(caught.value)
        writer.write(Document("e", " =HYPERLINK(1)\r\n\tx "))
    assert [item.document.text for item in read_documents(target)] == [" =HYPERLINK(1)\r\n\tx "]


def test_what_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    path.write_bytes(b"PK\x03\x04none")
    with pytest.raises(FormatError, match="not an XLSX workbook"):
        list(read_items(path))
    make(path)
    with pytest.raises(MissingError, match="no sheet has a column 'note'"):
        list(read_items(path, FormatOptions(text_column="note")))
    with pytest.raises(MissingError, match="no column 'ward'"):
        list(read_items(path, FormatOptions(record_column="ward")))
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(FormatError, match="not an XLSX workbook"):
        list(read_items(path))


def test_a_member_that_does_not_unpack(tmp_path: Path) -> None:
    make(tmp_path / "in.xlsx")
    whole = (tmp_path / "in.xlsx").read_bytes()
    with zipfile.ZipFile(tmp_path / "in.xlsx") as archive:
        packed = [(one.header_offset + 30 + len(one.filename), one.filename) for one in archive.infolist()]
    refused = set()
    for place, name in packed:
        (tmp_path / "in.xlsx").write_bytes(whole[:place] + b"\xff" * 9 + whole[place + 9 :])
        try:
            list(read_items(tmp_path / "in.xlsx"))
        except FormatError:
            refused.add(name)
    assert refused >= {"xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"}


def test_a_bad_row_is_its_own(tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    book = openpyxl.Workbook()
    for row in (["id", "text"], ["1", "Anna"], [None, "Bo"], ["3", "Eva"]):
        book.active.append(row)
    book.save(path)
    one, broken, three = read_items(path)
    assert isinstance(broken, Broken) and "sheet 1, row 3" in broken.where
    assert not isinstance(one, Broken) and not isinstance(three, Broken)


@pytest.mark.parametrize("text", ["a\x01b", "a" * 40_000])
def test_a_workbook_that_cannot_be_written_is_told_once(tmp_path: Path, text: str) -> None:
    texts = ["x"] * 3 + [text]
    (tmp_path / "in.jsonl").write_text(
        "".join(json.dumps({"id": str(n), "text": t}) + "\n" for n, t in enumerate(texts))
    )
    command = [sys.executable, "-W", "error", "-m", "maskerad", "convert", "in.jsonl", "out.xlsx"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: [E10") and "document '3'" in line
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
