"""Word vectors from text files: word2vec and fastText (with a first line of two numbers), GloVe (without)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from maskerad.core.errors import FormatError, MissingError
from maskerad.recognisers.neural.tokens import word_form


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Words and their vectors, shape (words, dimensions)."""

    words: list[str] = field(repr=False)
    vectors: NDArray[np.float32] = field(repr=False)


def read_vectors(path: Path, limit: int = 500_000) -> WordVectors:
    """Reads the first vectors of a file; the most frequent words come first in all three formats.

    Words are kept as texts are looked up in them: composed (NFC), in lower case, digits as noughts; of several words
    that are then one (``Ystad``, ``ystad``) the first counts.

    Args:
        path: UTF-8 text, one word a line: the word, then its numbers, with blanks between.
        limit: Greatest number of words that are kept; all lines are checked.

    Raises:
        MissingError: If the file is not there.
        FormatError: If a line is broken, the message giving its number, or the first line promises another number of
            vectors than there are.
    """
    if not path.is_file():
        raise MissingError(f"file of word vectors {path} is not there")
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    seen: set[str] = set()
    n_dimensions, n_promised, number = 0, None, 0
    for number, fields in _lines(path):
        if number == 1 and len(fields) == 2 and all(map(str.isdecimal, fields)):
            n_promised, n_dimensions = map(int, fields)
            continue
        n_dimensions = n_dimensions or len(fields) - 1
        row = _row(fields, n_dimensions, path, number)
        form = word_form(normalize("NFC", fields[0]))
        if form not in seen and len(words) < limit:
            seen.add(form)
            words.append(form)
            rows.append(row)
    if not rows:
        raise FormatError(f"file of word vectors {path} holds no vector")
    if n_promised is not None and n_promised != number - 1:
        raise FormatError(f"{path}, line 1: {n_promised:,} vectors promised, {number - 1:,} found; is a part missing?")
    return WordVectors(words, np.stack(rows))


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            try:
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n ")
            except UnicodeDecodeError:
                raise FormatError(f"{path}, line {number}: not UTF-8") from None
            yield number, line.split(" ")


def _row(fields: list[str], n_dimensions: int, path: Path, number: int) -> NDArray[np.float32]:
    if n_dimensions < 1:
        raise FormatError(f"{path}, line {number}: no numbers, with blanks between them, behind the word")
    if len(fields) != n_dimensions + 1:
        n_numbers = max(0, len(fields) - 1)
        raise FormatError(f"{path}, line {number}: {n_numbers} numbers behind the word, {n_dimensions} expected")
    try:
        row = np.array(fields[1:], dtype=np.float32)
    except ValueError:
        raise FormatError(f"{path}, line {number}: something behind the word is no number") from None
    if not np.isfinite(row).all():
        raise FormatError(f"{path}, line {number}: a number is not finite")
    return row
