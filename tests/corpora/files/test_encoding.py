"""Text files: every byte comes back, or the place of the first that does not is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document
from maskerad.core.errors import ConfigError, EncodingError
from maskerad.corpora import Broken, Destination, FormatOptions, open_writer, read_documents, read_items
from maskerad.corpora.files.encoding import read_lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("text")


def rewrite(folder: Path, raw: bytes, encoding: str) -> bytes:
    source, target = folder / "in.txt", folder / "out.txt"
    source.write_bytes(raw)
    options = FormatOptions(encoding=encoding)
    with open_writer(Destination(target, source, overwrite=True), options) as writer:
        for item in read_documents(source, options):
            writer.write(item.document)
    return target.read_bytes()


BYTES = st.lists(
    st.sampled_from([b"Anna", b"\r\n", b"\r", b"\n", b"\0", b"\xc3\xa5", b"\xe5", b"\x82\xa0", b"\x81", b"\xfe", b"~"]),
    max_size=8,
).map(b"".join)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "latin-1", "cp1252", "shift_jis", "cp932", "euc_jp", "gb18030", "utf-16-le"]
)
@settings(deadline=None, max_examples=60)
@given(raw=BYTES)
def test_every_byte_comes_back_or_the_file_is_refused(folder: Path, encoding: str, raw: bytes) -> None:
    try:
        assert rewrite(folder, raw, encoding) == raw
    except EncodingError as error:
        assert "offset" in str(error)


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-8", b""),
        ("utf-16", b"\xff\xfe"),
        ("utf-16", b"\xfe\xff"),
        ("utf-32", b"\x00\x00\xfe\xff"),
    ],
)
def test_byte_order_marks_are_kept_out_of_the_text(tmp_path: Path, encoding: str, mark: bytes) -> None:
    codec = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\x00\x00\xfe\xff": "utf-32-be"}.get(mark, "utf-8")
    raw = mark + "Åsa 😀\r\n".encode(codec)
    assert rewrite(tmp_path, raw, encoding) == raw
    (item,) = read_documents(tmp_path / "in.txt", FormatOptions(encoding=encoding))
    assert item.document.text == "Åsa 😀\r\n"


def test_bad_bytes_are_named_by_file_and_offset(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfcanary\xff")
    (tmp_path / "b.txt").write_text("fine")
    broken, item = read_items(tmp_path)
    assert isinstance(broken, Broken) and not isinstance(item, Broken)
    assert (broken.where, broken.code, broken.document) == ("a.txt", "E101", "a")
    assert broken.reason.startswith("bytes at offset 9 of the file are not utf-8; perhaps --encoding cp1252")
    with pytest.raises(EncodingError, match=r"a\.txt: bytes at offset 9") as caught:
        list(read_documents(tmp_path))
    assert caught.value.__context__ is None


def test_utf16_without_a_mark_asks_for_the_order(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Anna".encode("utf-16-be"))
    with pytest.raises(EncodingError, match="name utf-16-le or utf-16-be"):
        list(read_documents(tmp_path, FormatOptions(encoding="utf-16")))


def test_utf16_read_as_utf8_gets_a_hint(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Anna".encode("utf-16"))
    (tmp_path / "a.csv").write_bytes("id,text\n1,Anna".encode("utf-16"))
    with pytest.raises(EncodingError, match="begins like UTF-16"):
        list(read_documents(tmp_path / "a.csv"))
    with pytest.raises(EncodingError, match="begins like UTF-16"):
        list(read_documents(tmp_path))


@pytest.mark.parametrize("encoding", ["nonsense", "base64", "undefined", "a\0b"])
def test_unknown_encodings_are_refused(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(ConfigError, match="is not known"):
        list(read_documents(tmp_path, FormatOptions(encoding=encoding)))


def test_a_character_that_the_encoding_lacks(tmp_path: Path) -> None:
    target, options = tmp_path / "out.txt", FormatOptions(encoding="latin-1")
    where = "document 'a': the character at offset 4 cannot be written in"
    with pytest.raises(EncodingError, match=where) as caught, open_writer(Destination(target), options) as writer:
        writer.write(Document("a", "Åsa Łuk"))
    assert "Ł" not in str(caught.value)
    assert caught.value.__context__ is None
    assert not target.exists()


@settings(deadline=None, max_examples=60)
@given(
    text=st.text(st.sampled_from("a\n\r\u2028é😀"), max_size=20),
    encoding=st.sampled_from(["utf-8", "utf-16-be", "utf-7"]),
)
def test_lines_end_at_line_feeds_only(folder: Path, text: str, encoding: str) -> None:
    path = folder / "lines"
    path.write_bytes(text.encode(encoding))
    lines = list(read_lines(path, encoding))
    assert "".join(line.text for line in lines) == text
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(line.text.index("\n") == len(line.text) - 1 for line in lines[:-1])


@pytest.mark.parametrize("n_before", [0, 1, (1 << 20) - 2, 1 << 20, (1 << 20) + 1])
def test_bad_bytes_of_wide_encodings_are_named_by_offset(tmp_path: Path, n_before: int) -> None:
    path = tmp_path / "lines"
    path.write_bytes("a".encode("utf-16-le") * (n_before // 2) + b"\x00\xdc" + "a".encode("utf-16-le"))
    with pytest.raises(EncodingError, match=f"offset {n_before // 2 * 2} "):
        list(read_lines(path, "utf-16-le"))
