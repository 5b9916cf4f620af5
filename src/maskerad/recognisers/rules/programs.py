"""What ``re`` makes of the expressions of a language, kept on disk as each is first compiled.

An expression over classes of words is a few sets of some thousand characters; ``re`` reads and packs them in Python,
which takes most of the first second of a process. What it makes is a list of numbers, its program, and that is kept:
one line for each expression, added when it was compiled, believed if its digest is that of the line, the sources and
this build of Python. Where this Python's ``re`` is made otherwise than the one known here, nothing is kept.
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
import zlib
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import regex

from maskerad.recognisers.rules.kept import Kept

ENDING = "programs"
_DIGEST_CHARS = 64
_FURTHER_ARGUMENTS = 11


class Programs:
    """The kept expressions of one rule book.

    Args:
        kept: Where they are kept; None keeps nothing.
    """

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept if kept is not None and _engine() is not None else None
        self._lines = _read_lines(self._kept) if self._kept else None

    def pattern(self, name: str, source: Callable[[], str], flags: int) -> re.Pattern[str]:
        """The compiled expression of a name that no other has.

        Args:
            name: For an expression that no other of this rule book shares.
            source: Writes the expression; called if its program is not there.
            flags: Of ``re``.

        Raises:
            re.error: If the expression is none.
        """
        if self._lines is None or self._kept is None:
            return re.compile(source(), flags)
        content = _told(self._lines.pop(name, b""), self._kept)
        return _pattern_of(name, *content) if content else _compiled(name, source(), flags, self._kept)

    def has_further(self, name: str) -> bool:
        """Whether the expression of a name was one for ``regex`` when it was compiled."""
        return self._lines is not None and _further(name) in self._lines

    def further(self, name: str, source: str, flags: int) -> regex.Pattern[str]:
        """The same of an expression that ``re`` does not understand.

        Raises:
            regex.error: If the expression is none.
        """
        if self._lines is None or self._kept is None:
            return regex.compile(source, flags)
        content = _told(self._lines.pop(_further(name), b""), self._kept)
        return _further_of(source, *content) if content else _further_compiled(name, source, flags, self._kept)


@cache
def _engine() -> tuple[ModuleType, ModuleType, ModuleType] | None:
    """Parser, compiler and matcher of ``re``, if they are the ones known here."""
    try:
        modules = import_module("re._parser"), import_module("re._compiler"), import_module("_sre")
    except ImportError:
        return None
    parser, compiler, matcher = modules
    known = hasattr(parser, "parse") and hasattr(compiler, "_code") and hasattr(matcher, "compile")
    return modules if known and array("I").itemsize == matcher.CODESIZE else None


def _compiled(name: str, source: str, flags: int, kept: Kept) -> re.Pattern[str]:
    engine = _engine()
    assert engine is not None  # or nothing would be kept
    parser, compiler, _ = engine
    parsed = parser.parse(source, flags)
    numbers = compiler._code(parsed, flags)
    content = (flags | parsed.state.flags, parsed.state.groups, dict(parsed.state.groupdict))
    _add(kept, name, json.dumps([*content, _packed(numbers)]).encode())
    return _made(name, numbers, *content)


def _told(line: bytes, kept: Kept) -> list[Any] | None:
    """What a line says; None of one that is not there or not to be believed."""
    digest, body = line[:_DIGEST_CHARS], line[_DIGEST_CHARS + 1 :]
    if not line or digest != _digest(kept, body):
        return None
    content: list[Any] = json.loads(body.partition(b"\t")[2])
    return content


def _pattern_of(name: str, flags: int, n_groups: int, names: dict[str, int], packed: str) -> re.Pattern[str]:
    numbers = array("I", zlib.decompress(base64.b64decode(packed)))
    return _made(name, numbers.tolist(), flags, n_groups, names)


def _further(name: str) -> str:
    """The name of a line: what ``regex`` makes is of use to its own version alone."""
    return f"regex {regex.__version__} {name}"


def _further_compiled(name: str, source: str, flags: int, kept: Kept) -> regex.Pattern[str]:
    pattern = regex.compile(source, flags)
    # What the library pickles of a pattern: its arguments for its own matcher, the source first.
    made: tuple[Any, ...] = getattr(pattern, "_pickled_data", ())
    if len(made) == _FURTHER_ARGUMENTS and isinstance(made[2], bytes) and not made[5]:
        _, flags, code, names, by_number, _, *rest = made
        content = [flags, base64.b64encode(code).decode(), names, list(by_number.items()), rest]
        _add(kept, _further(name), json.dumps(content).encode())
    return pattern


def _further_of(
    source: str, flags: int, code: str, names: dict[str, int], by_number: Sequence[tuple[int, str]], rest: Sequence[Any]
) -> regex.Pattern[str]:
    lists, offset, chars, *others = rest
    matcher = import_module("regex._regex")
    pattern: regex.Pattern[str] = matcher.compile(
        source, flags, base64.b64decode(code), names, dict(by_number), {}, lists, offset, tuple(chars), *others
    )
    return pattern


def _made(name: str, numbers: list[int], flags: int, n_groups: int, names: dict[str, int]) -> re.Pattern[str]:
    engine = _engine()
    assert engine is not None
    by_number: list[str | None] = [None] * n_groups
    for group, number in names.items():
        by_number[number] = group
    pattern: re.Pattern[str] = engine[2].compile(name, flags, numbers, n_groups - 1, names, tuple(by_number))
    return pattern


def _packed(numbers: Sequence[int]) -> str:
    return base64.b64encode(zlib.compress(array("I", numbers).tobytes(), 1)).decode()


def _read_lines(kept: Kept) -> dict[str, bytes] | None:
    """The line of each name; None where none can be kept. Lines of other sources are thrown away with their file."""
    first, *lines = kept.read(ENDING).split(b"\n")
    if first == _digest(kept, b""):
        return {line[_DIGEST_CHARS + 1 :].partition(b"\t")[0].decode(errors="replace"): line for line in lines if line}
    return {} if kept.put(ENDING, _digest(kept, b"") + b"\n") else None


def _add(kept: Kept, name: str, content: bytes) -> None:
    """Appends a line at once, so that processes do not write into one another's; it may fail, then nothing is kept."""
    body = name.encode() + b"\t" + content
    try:
        with os.fdopen(os.open(kept.path(ENDING), os.O_WRONLY | os.O_APPEND), "wb", buffering=0) as file:
            file.write(_digest(kept, body) + b" " + body + b"\n")
    except OSError:
        pass


def _digest(kept: Kept, body: bytes) -> bytes:
    engine = _engine()
    assert engine is not None
    return kept.digest(f"{sys.implementation.cache_tag} {sys.version} {engine[2].MAGIC}\n".encode() + body)
