"""Lines of a CoNLL file: documents, columns, comments, and blanks spelt out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from maskerad.core.counted import counted
from maskerad.core.errors import FormatError
from maskerad.corpora.files.encoding import Line
from maskerad.corpora.options import FormatOptions

HEADER = "# global.columns ="
NEW_DOCUMENT = "# newdoc"
_DOCSTART = "-DOCSTART-"
_TAG = re.compile(r"O|[BIESLU]-.+")
_COMMENT = re.compile(r"#\s*([^=]+?)\s*=\s?(.*)", re.DOTALL)
_SPELT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MEANT = {"s": " ", "n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|([snrt\\]))")
_SPECIAL = re.compile(r"[\\\s]")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column holds what, from 0 (negative: from the end); None where there is none."""

    token: int
    tag: int
    start: int | None = None
    spaces: int | None = None
    is_tabbed: bool = False

    def fields(self, line: str) -> list[str]:
        """Columns of a line."""
        if self.is_tabbed or "\t" in line:
            return line.split("\t")
        return [part for part in line.split(" ") if part]


class Row(NamedTuple):
    """One token: number of its line, its columns, whether it begins a sentence."""

    line: int
    fields: list[str]
    is_first: bool


@dataclass(slots=True)
class RawDocument:
    """Lines of one document. ``line`` is the first of them, ``bad_byte`` an offset in the file or -1."""

    line: int
    columns: Columns
    comments: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    bad_byte: int = -1


def read_documents(lines: Iterable[Line], options: FormatOptions) -> Iterator[RawDocument]:
    """Documents of a file; each sentence is one until the first document mark."""
    document = RawDocument(1, Columns(options.token_column, options.tag_column))
    is_marked, is_first = False, True
    for number, text, bad_byte in lines:
        line = text.rstrip("\r\n")
        is_mark = line.startswith((NEW_DOCUMENT, _DOCSTART))
        if is_mark or (not is_marked and not line.strip()):
            if is_marked or document.rows or document.bad_byte >= 0:
                yield document
            document = RawDocument(number, document.columns)
            is_marked = is_marked or is_mark
        document.bad_byte = bad_byte if document.bad_byte < 0 else document.bad_byte
        is_first = is_first or is_mark or not line.strip()
        if line.startswith(HEADER):
            document.columns = named_columns(line, options)
        elif line.strip() and not line.startswith(_DOCSTART) and not _took_comment(line, document):
            document.rows.append(Row(number, document.columns.fields(line), is_first))
            is_first = False
    if is_marked or document.rows or document.bad_byte >= 0:
        yield document


def named_columns(header: str, options: FormatOptions) -> Columns:
    """Columns from the first line of a CoNLL-U Plus file; the options where a name is missing."""
    names = header.removeprefix(HEADER).split()
    at = {name: place for place, name in enumerate(names)}
    columns = Columns(at.get("FORM", options.token_column), at.get("TAG", options.tag_column), is_tabbed=True)
    return replace(columns, start=at.get("START"), spaces=at.get("SPACES"))


def column(row: Row, place: int) -> str:
    """One column of a token.

    Raises:
        FormatError: If the line has too few; gives its number.
    """
    if not -len(row.fields) <= place < len(row.fields):
        raise FormatError(f"line {row.line}: {counted(len(row.fields), 'column')} where column {place} is asked for")
    return row.fields[place]


def spell(text: str) -> str:
    """Spells out blanks and backslashes.

    Example:
        >>> spell(" \\n")
        '\\\\s\\\\n'
    """
    return _SPECIAL.sub(_spelt, text)


def spell_lines(text: str) -> str:
    """Spells out all that is not a plain blank: for comments."""
    return _SPECIAL.sub(lambda match: " " if match[0] == " " else _spelt(match), text)


def unspell(spelt: str) -> str:
    """The text behind ``spell`` and ``spell_lines``.

    Example:
        >>> unspell("a\\\\sb")
        'a b'
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else _MEANT[match[2]], spelt)


def _spelt(match: re.Match[str]) -> str:
    mark = match[0]
    if mark == " ":
        return "\\s"
    return _SPELT.get(mark) or f"\\u{ord(mark):04x}"


def _took_comment(line: str, document: RawDocument) -> bool:
    """Takes a line that begins with ``#`` and whose tag column holds no tag."""
    if not line.startswith("#"):
        return False
    fields = document.columns.fields(line)
    place = document.columns.tag
    if -len(fields) <= place < len(fields) and len(fields) > 1 and _TAG.fullmatch(fields[place]):
        return False
    match = _COMMENT.fullmatch(line)
    if match is not None:
        document.comments[match[1]] = unspell(match[2])
    return True
