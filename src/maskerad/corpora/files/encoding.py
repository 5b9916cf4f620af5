"""Bytes to text and back without a change: byte order marks, line ends and control characters stay.

A byte order mark is the signature of a file, not of its text: it is taken off, remembered, and put back.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from maskerad.core.document import Document
from maskerad.core.errors import ConfigError, EncodingError
from maskerad.corpora.files.streams import is_standard, opened, read_whole

OTHERS = "--encoding cp1252, or cp932 for Japanese"
_CHUNK_BYTES = 1 << 20
_ASCII = bytes(range(128))
_UTF8 = "utf-8"
# Characters outside the Char production of XML 1.0.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Codec of the bytes behind each signature, by the name that a user gives. The first is used when there is none.
_SIGNED: dict[str, tuple[tuple[str, bytes], ...]] = {
    "utf-8": ((_UTF8, codecs.BOM_UTF8),),
    "utf-8-sig": ((_UTF8, codecs.BOM_UTF8),),
    "utf-16": (("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)),
    "utf-32": (("utf-32-le", codecs.BOM_UTF32_LE), ("utf-32-be", codecs.BOM_UTF32_BE)),
}
_EXACT = {_UTF8, "ascii", "latin-1", "iso8859-1", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"}


class Encoding(NamedTuple):
    """How text becomes bytes: a codec that writes no signature of its own, and the signature before it."""

    codec: str
    signature: bytes = b""


class Line(NamedTuple):
    """One line of a file with its line end; ``bad_byte`` is an offset in the file, -1 where all could be decoded."""

    number: int
    text: str
    bad_byte: int = -1


@lru_cache(maxsize=32)
def codec_name(name: str) -> str:
    """The canonical name of an encoding.

    Raises:
        ConfigError: If Python has no such text encoding.
    """
    try:
        "".encode(name)
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        raise ConfigError(f"encoding {name!r} is not known; common ones: utf-8, utf-16, cp1252, shift_jis") from None


def encoding_of(path: Path, name: str) -> Encoding:
    """Encoding of a file that is said to be in ``name``.

    Raises:
        EncodingError: If the name leaves the order of bytes open, and the file does too.
    """
    codec = codec_name(name)
    signed = _SIGNED.get(codec)
    if signed is None:
        return Encoding(codec)
    head = file_head(path)
    encoding = next((Encoding(*pair) for pair in signed if head.startswith(pair[1])), None)
    if encoding is None and head and len(signed) > 1:
        raise EncodingError(f"no byte order mark in the file; name {codec}-le or {codec}-be")
    return encoding or Encoding(signed[0][0])


def encoding_for(name: str, source: Path | None = None) -> Encoding:
    """Encoding of a new file: with a signature if ``source`` has one of that family, or if the name asks for one."""
    codec = codec_name(name)
    signed = _SIGNED.get(codec, ())
    head = file_head(source) if source is not None and (is_standard(source) or source.is_file()) else b""
    encoding = next((Encoding(*pair) for pair in signed if head.startswith(pair[1])), None)
    return encoding or signed_encoding(name, None)


def signed_encoding(name: str, signed_codec: object) -> Encoding:
    """Encoding of a new file whose original carried the signature of ``signed_codec`` (None: carried none)."""
    codec = codec_name(name)
    pairs = [Encoding(*pair) for pair in _SIGNED.get(codec, ())]
    if not pairs or (codec == _UTF8 and signed_codec != _UTF8):
        return Encoding(codec)
    return next((pair for pair in pairs if pair.codec == signed_codec), pairs[0])


def file_head(path: Path, n_bytes: int = 4) -> bytes:
    """First bytes of a file."""
    with opened(path) as file:
        return file.read(n_bytes)


def read_text(path: Path, name: str) -> tuple[str, Encoding]:
    """A whole file as text, without its signature.

    Raises:
        EncodingError: At bytes that the encoding does not have, or would write back in another way.
    """
    encoding = encoding_of(path, name)
    raw = read_whole(path)
    body = raw[len(encoding.signature) :]
    text, bad = _decoded(body, encoding.codec)
    if bad >= 0:
        raise EncodingError(bad_bytes(bad + len(encoding.signature), encoding.codec, raw))
    return text, encoding


def bad_bytes(offset: int, codec: str, head: bytes = b"") -> str:
    """The reason when bytes of a file cannot be decoded."""
    hint = f"; perhaps {OTHERS}" if codec_name(codec) == _UTF8 else ""
    if head[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        hint = "; the file begins like UTF-16: --encoding utf-16"
    return f"bytes at offset {offset} of the file are not {codec}{hint}"


def read_lines(path: Path, name: str) -> Iterator[Line]:
    """Lines of a file, split at line feeds only. Holds one line in memory.

    A line that cannot be decoded is yielded with ``bad_byte``, its bad bytes as U+FFFD. Encodings in which a
    line feed is not one byte, or that keep a state from line to line, stop at bad bytes instead.

    Raises:
        EncodingError: At bad bytes of such an encoding.
    """
    encoding = encoding_of(path, name)
    if _is_ascii_superset(encoding.codec):
        return _byte_lines(path, encoding)
    return _stream_lines(path, encoding)


def encode_text(text: str, codec: str, document: Document) -> bytes:
    """Bytes of a text that holds (a part of) a document.

    Raises:
        EncodingError: If the codec has no such character; names the document and the offset.
    """
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        place = _first_unencodable(document.text, codec)
    where = f"the character at offset {place}" if place >= 0 else "a character beside the text"
    raise EncodingError(f"document {document.id!r}: {where} cannot be written in {codec}")


def check_xml_text(document: Document) -> None:
    """Refuses a text that no XML file can hold.

    Raises:
        EncodingError: At NUL, most other control characters and lone surrogates; names the document and the offset.
    """
    forbidden = NOT_XML.search(document.text)
    if forbidden is not None:
        place = forbidden.start()
        raise EncodingError(f"document {document.id!r}: the character at offset {place} is not allowed in XML")


def _first_unencodable(text: str, codec: str) -> int:
    try:
        text.encode(codec)
    except UnicodeEncodeError as error:
        return error.start
    return -1


@lru_cache(maxsize=32)
def _is_ascii_superset(codec: str) -> bool:
    """Whether lines can be split before they are decoded. Escape sequences of stateful codecs fail the test."""
    try:
        return _ASCII.decode(codec) == _ASCII.decode("ascii")
    except UnicodeDecodeError:
        return False


def _byte_lines(path: Path, encoding: Encoding) -> Iterator[Line]:
    codec = encoding.codec
    with opened(path) as file:
        file.read(len(encoding.signature))
        offset = len(encoding.signature)
        for number, raw in enumerate(file, start=1):
            text, bad = _decoded(raw, codec)
            yield Line(number, text, bad if bad < 0 else offset + bad)
            offset += len(raw)


def _stream_lines(path: Path, encoding: Encoding) -> Iterator[Line]:
    number, rest = 0, [""]
    for text in text_chunks(path, encoding):
        first, *lines = text.split("\n")
        rest.append(first)
        for line in lines:
            number += 1
            yield Line(number, "".join(rest) + "\n")
            rest = [line]
    last = "".join(rest)
    if last:
        yield Line(number + 1, last)


def text_chunks(path: Path, encoding: Encoding) -> Iterator[str]:
    """The text of a file without its signature, piece by piece.

    Raises:
        EncodingError: At bad bytes.
    """
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    offset, bad = len(encoding.signature), -1
    with opened(path) as file:
        file.read(offset)
        while bad < 0:
            chunk = file.read(_CHUNK_BYTES)
            waiting = len(decoder.getstate()[0])
            try:
                yield decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                bad = offset - waiting + error.start
            if not chunk:
                break
            offset += len(chunk)
    if bad >= 0:
        raise EncodingError(bad_bytes(bad, encoding.codec, file_head(path)))


def _decoded(raw: bytes, codec: str) -> tuple[str, int]:
    """Text, and -1 or the offset of the first bytes that do not decode or would be written back differently."""
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError as error:
        return raw.decode(codec, "replace"), error.start
    if codec in _EXACT or text.encode(codec) == raw:
        return text, -1
    return text, 0
