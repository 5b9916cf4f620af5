"""Raw rows of delimited text, against the standard library's reader."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.corpora import csv_rows
from maskerad.corpora.csv_rows import quoted, read_rows, unquoted
from maskerad.corpora.encoding import Line

MARKS = ["a", '"', '""', ",", ";", "\n", "\r\n", "\r", " ", "é", "\0", "\u2028"]
CELLS = st.lists(st.sampled_from(MARKS), max_size=5).map("".join)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width).filter(any), max_size=5)
)
DELIMITER = pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^"])


def lines_of(content: str) -> list[Line]:
    parts = content.split("\n")
    lines = [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
    return [Line(number, line) for number, line in enumerate(lines, start=1)]


@DELIMITER
@given(table=TABLES, quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_rows_are_those_that_were_written(delimiter: str, table: list[list[str]], quoting: int) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, quoting=quoting).writerows(table)  # type: ignore[arg-type]
    content = stream.getvalue()
    rows = list(read_rows(lines_of(content), delimiter))
    assert [[unquoted(field) for field in row.fields] for row in rows] == table
    assert "".join(delimiter.join(row.fields) + row.end for row in rows) == content


@DELIMITER
@given(row=st.lists(CELLS, min_size=2, max_size=4))
def test_quoted_fields_are_read_by_the_standard_library(delimiter: str, row: list[str]) -> None:
    line = delimiter.join(quoted(cell, delimiter) for cell in row) + "\r\n"
    (back,) = csv.reader(io.StringIO(line, newline=""), delimiter=delimiter, strict=True)
    assert back == row


@given(st.text(st.sampled_from('ab",\r\n'), max_size=30))
def test_any_text_is_rows_or_faults(content: str) -> None:
    """Nothing is swallowed: what is not in a row is in a fault."""
    rows = list(read_rows(lines_of(content), ","))
    for row in rows:
        assert bool(row.fields) != bool(row.fault)
        for field in row.fields:
            assert field.startswith('"') == (len(field) > 1 and field.endswith('"') and field.startswith('"'))
    if not any(row.fault for row in rows):
        joined = "".join(",".join(row.fields) + row.end for row in rows)
        assert joined.replace("\r", "").replace("\n", "") == content.replace("\r", "").replace("\n", "")


def test_a_quote_inside_an_unquoted_field_is_a_character() -> None:
    rows = read_rows(lines_of('5" pipe,6" pipe\nnext,row\n'), ",")
    assert [row.fields for row in rows] == [['5" pipe', '6" pipe'], ["next", "row"]]


def test_reading_goes_on_behind_a_broken_row() -> None:
    rows = list(read_rows(lines_of('a,"b" c\nd,e\n"f\n'), ","))
    assert [(row.line, bool(row.fault)) for row in rows] == [(1, True), (2, False), (3, True)]


def test_a_stray_quote_does_not_swallow_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_rows, "MAX_ROW_CHARS", 20)
    rows = list(read_rows(lines_of('a,"b\n' + "c,d\n" * 10), ","))
    assert rows[0].fault
    assert rows[-1].fields == ["c", "d"]


@pytest.mark.parametrize("unit", ['"', '""', ',"', '"\n', 'a"\n', '"a",\n'])
def test_hostile_rows_are_read_in_one_pass(unit: str) -> None:
    """Steps grow with the length, not its square: 200,000 characters would else take minutes."""
    list(read_rows(lines_of('x,"' + unit * (200_000 // len(unit))), ","))
