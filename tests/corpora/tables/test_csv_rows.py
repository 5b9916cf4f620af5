"""Raw rows of delimited text, against the standard library's reader."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.corpora.files.encoding import Line
from maskerad.corpora.tables import csv_rows
from maskerad.corpora.tables.csv_forms import RowForms
from maskerad.corpora.tables.csv_rows import RawRow, quoted, read_rows, unquoted

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
    csv.writer(stream, delimiter=delimiter, quoting=quoting).writerows(table)
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


def test_reading_goes_on_behind_a_broken_row_where_rows_can_be_told() -> None:
    rows = read_table(table('10,"b" c', '10,"b",c', "11,d", '"f'))
    assert [row.line for row in rows if row.fault] == [11, 14]
    assert [row.fields[0] for row in rows if not row.fault][9:12] == ["9", "11", "11"]


def table(*bad: str, n: int = 20, at: int = 10) -> str:
    """Rows 0 to n - 1 of numbers and words, with some lines in place of one of them."""
    rows = [f"{number},word" for number in range(n)]
    return "\n".join([*rows[:at], *bad, *rows[at + 1 :]]) + "\n"


def read_table(content: str, n_fields: int = 2, text: int = 1) -> list[RawRow]:
    forms = RowForms()
    forms.expect(n_fields, {text})
    return list(read_rows(lines_of(content), ",", forms))


def test_a_stray_quote_costs_its_own_row_where_rows_can_be_told() -> None:
    for bad in ('10,"no end', '10,"5" tall"', '10,"said "hi'):
        rows = read_table(table(bad))
        assert [row.line for row in rows if row.fault] == [11]
        assert [row.fields[0] for row in rows if not row.fault] == [str(n) for n in range(20) if n != 10]


def test_a_stray_quote_costs_all_behind_it_where_rows_cannot_be_told() -> None:
    """A line of a text may look like a row; taken for one, its first words would pass as an id."""
    content = "".join(f"{name},word\n" for name in ("eva", "ann", "ida", 'eve,"no end\nliv', "una"))
    rows = read_table(content)
    assert [row.fields[0] for row in rows if not row.fault] == ["eva", "ann", "ida"]
    assert [(row.line, row.last, row.n_rows) for row in rows if row.fault] == [(4, 6, 3)]


@pytest.mark.parametrize(
    "text",
    [
        '"she said "hello and\nMaria Berg, born 1950\nleft"',
        '"she said "hello" and\nMaria Berg, born 1950\nleft"',
        '"no ",\nMaria Berg, born 1950\nleft"',
        '"no\n", and\nMaria Berg, born 1950"',
        '"two ""doubled"" and "one"\nMaria Berg, born 1950\nleft"',
    ],
)
@pytest.mark.parametrize("ids", [("eva", "ann", "ida"), ("1", "2", "3"), ()])
def test_a_piece_of_a_text_is_no_id_whether_quotes_are_paired_or_not(text: str, ids: tuple[str, ...]) -> None:
    content = "".join(f"{row},word\n" for row in (*ids, "4")).replace("4,word", f"4,{text}") + "5,word\n"
    rows = read_table(content)
    assert {row.fields[0] for row in rows if not row.fault} <= {*ids, "5"}
    assert [row.line for row in rows if row.fault] == [len(ids) + 1]
    told = [row.fault for row in rows if row.fault]
    assert all(fault.endswith("nothing behind it is read") == (ids[:1] != ("1",)) for fault in told)


def test_lines_of_a_broken_text_do_not_pass_as_rows() -> None:
    rows = read_table(table('10,"note, said "hi', "Anna Berg, 1950", "on day 3, and left", '12 March, came"', at=10))
    assert [(row.line, row.last) for row in rows if row.fault] == [(11, 14)]
    assert len([row for row in rows if not row.fault]) == 19


def test_rows_between_two_stray_quotes_are_not_one_text() -> None:
    content = table('10,"word', n=40).replace("30,word", '30,word"')
    rows = read_table(content)
    assert [row.line for row in rows if row.fault] == [11]
    assert [row.fields[0] for row in rows if not row.fault] == [str(n) for n in range(40) if n != 10]


def test_a_text_that_holds_a_table_is_a_text() -> None:
    cell = "values:\n" + "".join(f"Na, {number}\n" for number in range(30))
    rows = read_table(table(f'10,"{cell}"'))
    assert not any(row.fault for row in rows)
    assert unquoted(rows[10].fields[1]) == cell


@given(st.text(st.sampled_from('ab1",\r\n'), max_size=60))
def test_every_line_is_in_a_row_or_in_a_fault(content: str) -> None:
    text = table(content)
    held = [number for row in read_table(text) for number in range(row.line, (row.last or row.line) + 1)]
    filled = [line.number for line in lines_of(text) if line.text.strip("\r\n")]
    assert sorted(set(held)) == held
    assert set(filled) <= set(held)


def test_a_field_without_end_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_rows, "MAX_ROW_CHARS", 40)
    rows = read_table(table('10,"no end', n=100))
    assert [row.line for row in rows if row.fault] == [11]
    assert rows[-1].fields == ["99", "word"]


@pytest.mark.parametrize("unit", ['"', '""', ',"', '"\n', 'a"\n', '"a",\n', '1,y\n5",y,"z\n', '1,"\n'])
def test_hostile_rows_are_read_in_one_pass(unit: str) -> None:
    """Steps grow with the length, not its square: 200,000 characters would else take minutes."""
    content = 'x,"' + unit * (200_000 // len(unit))
    for text, rows in (
        (content, list(read_rows(lines_of(content), ","))),
        (table(content), read_table(table(content))),
    ):
        held = sum((row.last or row.line) - row.line + 1 for row in rows)
        assert held >= sum(bool(line.text.strip("\r\n")) for line in lines_of(text))
