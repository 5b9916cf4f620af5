"""Rows of delimited text as raw fields, so that what is not touched is written back byte for byte.

Quoting is that of RFC 4180: a field may be enclosed in ``"``, and a ``"`` inside is doubled; line feeds inside quotes
belong to the field. A ``"`` inside an unquoted field is an ordinary character. Rows end at a line feed, with or without
a carriage return before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from maskerad.corpora.files.encoding import Line
from maskerad.corpora.tables.csv_forms import RowForms

MAX_ROW_CHARS = 1 << 26
"""A quoted field that does not end within 64 Mi characters is taken for a stray quote."""

_LINES_UNDOUBTED = 3
_UNPAIRED = "a quote too many, or one too few"
_NO_WAY_ON = "no column tells where the next row begins, so nothing behind it is read"
_QUOTED = r'"[^"]*+(?:""[^"]*+)*+"'
_AFTER_QUOTE = re.compile(r'[^"]*+(?:""[^"]*+)*+"')


class RawRow(NamedTuple):
    """One row, or lines that no rows can be made of.

    Attributes:
        line: Number of its first line, from 1.
        fields: As they stand in the file, quotes included; empty when the row is broken.
        end: Its line end: ``\\n``, ``\\r\\n`` or nothing at the end of the file.
        fault: Why it is broken, "" if it is not.
        bad_byte: Offset of undecodable bytes, -1 if there are none.
        last: Number of its last line; 0 where it has one only.
        n_rows: How many rows it may be.
    """

    line: int
    fields: list[str]
    end: str
    fault: str = ""
    bad_byte: int = -1
    last: int = 0
    n_rows: int = 1


class _Patterns(NamedTuple):
    fields: re.Pattern[str]
    closed: re.Pattern[str]
    quoted: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(delimiter: str) -> _Patterns:
    mark = re.escape(delimiter)
    field = rf'(?:{_QUOTED}|[^"{mark}][^{mark}]*+|)'
    closed = rf'(?:(?:{_QUOTED}|[^"{mark}\n][^{mark}\n]*+|){mark})*+'
    return _Patterns(re.compile(rf"(?:\A|{mark})({field})"), re.compile(closed), re.compile(_QUOTED))


def read_rows(lines: Iterable[Line], delimiter: str, forms: RowForms | None = None) -> Iterator[RawRow]:
    """Rows of a table; blank lines are passed over. Time is linear, memory holds one row.

    After a row with broken quotes, or one with quotes that has more or fewer fields than the header, reading goes on at
    the first line that ``forms`` takes for a row; all lines before are one broken row. Where no column tells, it does
    not go on: a line of a text may look like a row, and its first words would pass as an id.
    """
    return _Reader(delimiter, forms or RowForms()).rows(lines)


class _Reader:
    """Where reading stands."""

    def __init__(self, delimiter: str, forms: RowForms) -> None:
        self._delimiter = delimiter
        self._patterns = _patterns(delimiter)
        self._forms = forms
        self._open: list[Line] = []  # of a row whose quoted field has not ended
        self._wreck: list[Line] = []  # first and last of the lines that no rows can be made of
        self._n_wrecked = 0
        self._fault = ""  # of its first line

    def rows(self, lines: Iterable[Line]) -> Iterator[RawRow]:
        n_chars = 0
        for line in lines:
            if self._wreck:
                yield from self._searched(line)
            elif not self._open and '"' not in line.text:
                if line.text.strip("\r\n") or line.bad_byte >= 0:
                    yield self._learnt(_unquoted_row(line, self._delimiter))
            else:
                n_chars = n_chars + len(line.text) if self._open else len(line.text)
                is_open = bool(self._open)
                self._open.append(line)
                is_open = _stays_open(line.text, is_open, self._patterns) if '"' in line.text else is_open
                if not is_open:
                    yield from self._closed()
                elif n_chars > MAX_ROW_CHARS:
                    yield from self._apart()
        if self._open:
            yield from self._apart()
        yield from self._end_wreck()

    def _closed(self) -> Iterator[RawRow]:
        """The row of the lines that wait, unless its quotes show that it is none."""
        record = "".join(line.text for line in self._open)
        bad = next((line.bad_byte for line in self._open if line.bad_byte >= 0), -1)
        row = _row(self._open[0].number, record, self._patterns, bad)
        fault = row.fault or self._forms.misfit(row.fields)
        if fault or self._has_swallowed():
            yield from self._apart(fault)
            return
        last = self._open[-1].number if len(self._open) > 1 else 0
        self._open = []
        yield self._learnt(row._replace(last=last))

    def _has_swallowed(self) -> bool:
        if len(self._open) <= _LINES_UNDOUBTED:
            return False
        return self._forms.swallowed(_cut(line, self._patterns) for line in self._open[1:])

    def _apart(self, fault: str = "") -> Iterator[RawRow]:
        """The lines that wait one by one: those that are rows beyond doubt, and the others as broken."""
        (first, *others), self._open = self._open, []
        self._fault = fault or _UNPAIRED
        self._add_to_wreck(first)
        for line in others:
            yield from self._searched(line)

    def _searched(self, line: Line) -> Iterator[RawRow]:
        """A row beyond doubt, with the broken lines before it; else one more broken line."""
        fields = _cut(line, self._patterns)
        if line.bad_byte >= 0 or not self._forms.fit(fields):
            self._add_to_wreck(line)
            return
        yield from self._end_wreck()
        yield RawRow(line.number, fields, _without_end(line.text)[1])

    def _add_to_wreck(self, line: Line) -> None:
        self._wreck = [*self._wreck[:1], line]
        self._n_wrecked += bool(line.text.strip("\r\n"))

    def _end_wreck(self) -> Iterator[RawRow]:
        if self._wreck:
            first, last = self._wreck[0], self._wreck[-1]
            number = last.number if last is not first else 0
            fault = self._fault if self._forms.tells else f"{self._fault}; {_NO_WAY_ON}"
            yield RawRow(first.number, [], "", fault, last=number, n_rows=self._n_wrecked)
        self._wreck, self._n_wrecked = [], 0

    def _learnt(self, row: RawRow) -> RawRow:
        if self._forms.is_learning and row.bad_byte < 0:
            self._forms.learn(row.fields)
        return row


def unquoted(field: str) -> str:
    """Value of a raw field.

    Example:
        >>> unquoted('"a ""b"" c"')
        'a "b" c'
    """
    return field[1:-1].replace('""', '"') if field.startswith('"') else field


def quoted(value: str, delimiter: str, like: str = "") -> str:
    """Raw field of a value: in quotes if it needs them, or if ``like``, the raw field in its place, had them.

    Example:
        >>> quoted("a,b", ",")
        '"a,b"'
    """
    if like.startswith('"') or delimiter in value or any(mark in value for mark in '"\r\n'):
        return '"' + value.replace('"', '""') + '"'
    return value


def _stays_open(line: str, is_open: bool, patterns: _Patterns) -> bool:
    """Whether a quoted field is still open at the end of a line, given whether one was at its start."""
    at = 0
    if is_open:
        close = _AFTER_QUOTE.match(line)
        if close is None:
            return True
        at = close.end()
        closed = patterns.closed.match(line, at)
        if closed is None or closed.end() == at:
            return False
        at = closed.end()
    else:
        closed = patterns.closed.match(line)
        at = closed.end() if closed else 0
    return line.startswith('"', at) and patterns.quoted.match(line, at) is None


def _unquoted_row(line: Line, delimiter: str) -> RawRow:
    body, end = _without_end(line.text)
    return RawRow(line.number, body.split(delimiter), end, bad_byte=line.bad_byte)


def _cut(line: Line, patterns: _Patterns) -> list[str]:
    """Fields of a line taken by itself; none if it is no whole row."""
    if '"' in line.text and _stays_open(line.text, False, patterns):
        return []
    return _row(line.number, line.text, patterns, -1).fields


def _row(first: int, record: str, patterns: _Patterns, bad_byte: int) -> RawRow:
    body, end = _without_end(record)
    fields: list[str] = patterns.fields.findall(body)
    if sum(map(len, fields)) + len(fields) - 1 != len(body):
        return RawRow(first, [], end, "text beside a quoted field, or a quoted field without end", bad_byte)
    return RawRow(first, fields, end, bad_byte=bad_byte)


def _without_end(line: str) -> tuple[str, str]:
    if line.endswith("\r\n"):
        return line[:-2], "\r\n"
    return (line[:-1], "\n") if line.endswith("\n") else (line, "")
