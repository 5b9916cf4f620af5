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

from maskerad.corpora.encoding import Line

MAX_ROW_CHARS = 1 << 26
"""A quoted field that does not end within 64 Mi characters is taken for a stray quote."""

_QUOTED = r'"[^"]*+(?:""[^"]*+)*+"'
_AFTER_QUOTE = re.compile(r'[^"]*+(?:""[^"]*+)*+"')


class RawRow(NamedTuple):
    """One row.

    Attributes:
        line: Number of its first line, from 1.
        fields: As they stand in the file, quotes included; empty when the row is broken.
        end: Its line end: ``\\n``, ``\\r\\n`` or nothing at the end of the file.
        fault: Why it is broken, "" if it is not.
        bad_byte: Offset of undecodable bytes, -1 if there are none.
    """

    line: int
    fields: list[str]
    end: str
    fault: str = ""
    bad_byte: int = -1


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


def read_rows(lines: Iterable[Line], delimiter: str) -> Iterator[RawRow]:
    """Rows of a table; blank lines are passed over. Time is linear, memory holds one row.

    After a broken row, reading goes on at the next line.
    """
    patterns = _patterns(delimiter)
    parts: list[str] = []
    first = n_chars = 0
    bad = -1
    is_open = False
    for number, line, bad_byte in lines:
        if not is_open and '"' not in line:
            if line.strip("\r\n") or bad_byte >= 0:
                body, end = _without_end(line)
                yield RawRow(number, body.split(delimiter), end, bad_byte=bad_byte)
            continue
        if not is_open:
            parts, first, n_chars, bad = [], number, 0, -1
        parts.append(line)
        n_chars += len(line)
        bad = bad_byte if bad < 0 else bad
        is_open = _stays_open(line, is_open, patterns) if '"' in line else is_open
        if not is_open or n_chars > MAX_ROW_CHARS:
            yield _row(first, "".join(parts), patterns, bad)
            is_open = False
    if is_open:
        yield RawRow(first, [], "", "a quoted field has no end", bad)


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
