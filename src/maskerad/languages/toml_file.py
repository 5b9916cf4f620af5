"""A TOML file that knows on which line its keys stand, so that what is wrong in it can be shown."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from maskerad.core.errors import FormatError

Key = tuple[str | int, ...]  # ("text", 1, "score"): of the second [[text]]

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_NAMED = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file of the user's own.

    Attributes:
        where: File, and line and key where there are such.
        what: What is wrong, and what is allowed.
    """

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True)
class TomlFile:
    """A TOML file.

    Attributes:
        path: Where it is.
        name: How messages call it.
        table: What it says.
        text: As written.
    """

    path: Path
    name: str
    table: dict[str, object] = field(repr=False)
    text: str = field(repr=False)

    @classmethod
    def read(cls, path: Path, name: str = "") -> TomlFile:
        """Reads a file.

        Raises:
            FormatError: If it is not TOML in UTF-8; tells the line.
        """
        shown = name or f"{path.parent.name}/{path.name}"
        try:
            text = path.read_text(encoding="utf-8-sig")
            return cls(path, shown, tomllib.loads(text), text)
        except UnicodeDecodeError as error:
            raise FormatError(f"{shown}: not UTF-8 at byte {error.start}") from None
        except tomllib.TOMLDecodeError as error:
            raise FormatError(f"{shown}: not TOML: {error}") from None

    def problem(self, key: Key, what: str) -> Problem:
        """What is wrong at a key, with its line where that can be told."""
        line = next((self._lines[place] for place in (key, (*key, 0), key[:-1]) if place in self._lines), 0)
        where = f"{self.name}, line {line}" if line else self.name
        written = ".".join(str(part) for part in key if isinstance(part, str))
        return Problem(f"{where}, {written}" if written else where, what)

    @cached_property
    def _lines(self) -> dict[Key, int]:
        lines: dict[Key, int] = {}
        for key, line in self._keys():
            lines.setdefault(key, line)
        return lines

    def _keys(self) -> Iterator[tuple[Key, int]]:
        """Every table and key with its line; of two that look alike, one of them inside a text, the first counts."""
        table: Key = ()
        seen: Counter[str] = Counter()
        for line, written in enumerate(self.text.splitlines(), start=1):
            if header := _HEADER.match(written):
                table = _parts(header[2])
                if header[1] == "[[":
                    table = (*table, seen[header[2].strip()])
                    seen[header[2].strip()] += 1
                yield table, line
            elif named := _NAMED.match(written):
                yield (*table, *_parts(named[1])), line


def _parts(written: str) -> Key:
    return tuple(part.strip("\"'") for part in _PART.findall(written))
