"""Word vectors from text files, and what is said of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskerad.core.errors import FormatError, MissingError
from maskerad.training.neural.vectors import read_vectors


@pytest.mark.parametrize("head", ["", "2 3\n"])
def test_all_three_formats(tmp_path: Path, head: str) -> None:
    path = tmp_path / "words.vec"
    path.write_text(head + "calle 1 -2.5 3e-2\nmañana 0 0 1 \n", encoding="utf-8")
    read = read_vectors(path)
    assert read.words == ["calle", "mañana"]
    assert read.vectors.tolist()[1] == [0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (b"calle 1 2\nplaza 1\n", "line 2: 1 numbers behind the word, 2 expected"),
        (b"2 2\ncalle 1 2\nplaza 1 2 3\n", "line 3: 3 numbers"),
        (b"calle 1 2\nplaza 1 dos\n", "line 2: something behind the word is no number"),
        (b"calle 1 2\nplaza 1 nan\n", "line 2: a number is not finite"),
        (b"calle 1 2\n\n", "line 2: 0 numbers"),
        (b"calle 1 2\npla\xffza 1 2\n", "line 2: not UTF-8"),
        (b"2 2\n", "holds no vector"),
        (b"calle\t1\t2\n", "line 1: no numbers, with blanks between them, behind the word"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, lines: bytes, reason: str) -> None:
    path = tmp_path / "words.vec"
    path.write_bytes(lines)
    with pytest.raises(FormatError, match=reason):
        read_vectors(path)


def test_a_missing_file_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        read_vectors(tmp_path / "none.vec")


def test_words_are_kept_as_texts_are_looked_up(tmp_path: Path) -> None:
    path = tmp_path / "words.vec"
    path.write_bytes("\ufeff4 2\r\nYstad 1 2\r\nystad 3 4\r\n2018 5 6\r\ncafe\u0301 7 8\r\n".encode())
    read = read_vectors(path)
    assert read.words == ["ystad", "0000", "café"]
    assert read.vectors.tolist() == [[1, 2], [5, 6], [7, 8]]
