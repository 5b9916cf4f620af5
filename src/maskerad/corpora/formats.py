"""The formats: one table from name to reader and writer, and how a format is told from a path.

Reading is streamed everywhere: memory holds one document or one batch of rows. An item that cannot be read comes out
as ``Broken`` and reading goes on with the next; ``read_documents`` stops there instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from maskerad.core.document import Document
from maskerad.core.errors import FormatError, UnknownNameError
from maskerad.core.extras import DOCUMENTS, require
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item, Unread
from maskerad.corpora.annotations import brat, conll, marked, xml_tags
from maskerad.corpora.documents import docx_text, docx_writer, plain_text
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.files.encoding import file_head
from maskerad.corpora.files.folders import walk_files
from maskerad.corpora.files.streams import bare, is_standard
from maskerad.corpora.files.survey import check_plain
from maskerad.corpora.losses import LossReport
from maskerad.corpora.objects import json_array, json_lines
from maskerad.corpora.options import FormatOptions
from maskerad.corpora.tables import csv_table, parquet, parquet_writer, xlsx, xlsx_writer


class Writer(Protocol):
    """Takes documents one by one. ``losses`` counts what the format cannot express."""

    losses: LossReport

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one document with spans of its text, all of it or nothing.

        Metadata that the reader of the same format left in the document is written back with it.

        Raises:
            InputError: If the format cannot hold it; the output stays as it was before.
        """


@dataclass(frozen=True, slots=True)
class Format:
    """One way to store documents.

    Attributes:
        name: As on the command line.
        title: For people.
        suffixes: Of its files, in lower case, the usual one first.
        is_folder: Whether a folder holds one file (or pair of files) a document.
        read: Yields the items of a path.
        write: Opens a writer whose output appears whole at the end of the block, or not at all.
        extra: The optional part that it needs, "" for none.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    is_folder: bool
    read: Callable[[Path, FormatOptions, LossReport], Iterator[Item]]
    write: Callable[[Destination, FormatOptions], AbstractContextManager[Writer]]
    extra: str = ""


_TABLE = (
    Format("text", "text files", (".txt",), True, plain_text.read_texts, plain_text.write_texts),
    Format("jsonl", "JSON lines", json_lines.SUFFIXES, False, json_lines.read_json_lines, json_lines.write_json_lines),
    Format("json", "JSON array or objects", json_array.SUFFIXES, False, json_array.read_json, json_array.write_json),
    Format("csv", "CSV or TSV table", csv_table.SUFFIXES, False, csv_table.read_csv, csv_table.write_csv),
    Format("parquet", "Parquet table", parquet.SUFFIXES, False, parquet.read_parquet, parquet_writer.write_parquet),
    Format("xlsx", "Excel workbook", xlsx.SUFFIXES, False, xlsx.read_xlsx, xlsx_writer.write_xlsx),
    Format("brat", "brat stand-off", (".ann",), True, brat.read_brat, brat.write_brat),
    Format("conll", "CoNLL columns", conll.SUFFIXES, False, conll.read_conll, conll.write_conll),
    Format("i2b2", "i2b2 2014 XML", (".xml",), True, xml_tags.read_xml, xml_tags.write_i2b2),
    Format("meddocan", "MEDDOCAN XML", (".xml",), True, xml_tags.read_xml, xml_tags.write_meddocan),
    Format("marked", "text with marks", (marked.SUFFIX,), True, marked.read_marked, marked.write_marked),
    Format("docx", "Word documents", (".docx",), True, docx_text.read_docx, docx_writer.write_docx, DOCUMENTS),
)
FORMATS: dict[str, Format] = {entry.name: entry for entry in _TABLE}

_HEAD_BYTES = 4096
_BY_SUFFIX = {suffix: entry.name for entry in reversed(FORMATS.values()) for suffix in entry.suffixes}
_OTHER_PACKINGS = frozenset({".zst", ".bz2", ".xz", ".lzma", ".lz4", ".z", ".zip", ".7z", ".rar", ".tar", ".tgz"})
_MAGIC = ((b"PAR1", "parquet"), (b"PK\x03\x04", "docx"))


def format_names() -> list[str]:
    """Names of all formats."""
    return list(FORMATS)


def find_format(name: str) -> Format:
    """One format.

    Raises:
        UnknownNameError: If there is none of that name.
        ExtraError: If it needs a part that is not installed.
    """
    if name not in FORMATS:
        raise UnknownNameError("format", name, FORMATS)
    entry = FORMATS[name]
    if entry.extra:
        require(entry.extra, entry.title)
    return entry


def detect_format(path: Path) -> str:
    """Name of the format of something that is there: by its suffix, else by its first bytes; a folder by its files.

    Raises:
        MissingError, InputError: If it is not there, or neither a plain file nor a folder.
        FormatError: If it cannot be told.
    """
    if path.is_dir():
        return _format_of_folder(path)
    check_plain(path)
    suffix = _suffix(path)
    head = file_head(path, _HEAD_BYTES)
    name = _BY_SUFFIX.get(suffix) or _format_of_bytes(head) or ("" if suffix or is_standard(path) else "text")
    if not name:
        what = "standard input" if is_standard(path) else f"{path.name!r}: {suffix!r}"
        raise FormatError(f"{what} tells no format; name one (--from, --to): {_listed()}")
    return _kind_of(name, head)


def target_format(path: Path, source: Path | None, source_format: str) -> str:
    """Name of the format of something to be written: by its suffix, else that of the source.

    Raises:
        FormatError: If it has a suffix that no format has, and the source is no folder.
    """
    suffix = _suffix(path)
    named = _BY_SUFFIX.get(suffix)
    if suffix and named is None and not is_standard(path) and not (source is not None and source.is_dir()):
        raise FormatError(f"{path.name!r}: {suffix!r} tells no format; name one (--from, --to): {_listed()}")
    is_other_xml = named == "i2b2" and source_format == "meddocan"
    return source_format if named is None or is_other_xml else named


def _suffix(path: Path) -> str:
    """What tells the format in a name, in lower case.

    Raises:
        FormatError: If the name says that the file is packed by something else than gzip.
    """
    suffix = bare(path).suffix.lower()
    if suffix in _OTHER_PACKINGS:
        raise FormatError(
            f"{path.name!r}: {suffix!r} files are neither read nor written; unpack it, or pack it with gzip (*.gz)"
        )
    return suffix


def _listed() -> str:
    return ", ".join(f"{entry.name} ({' '.join(entry.suffixes)})" for entry in FORMATS.values())


def read_items(
    path: Path, options: FormatOptions | None = None, *, format_name: str = "", losses: LossReport | None = None
) -> Iterator[Item]:
    """Documents with their spans, a ``Broken`` in place of each that cannot be read, an ``Unread`` for what is not.

    Args:
        path: File or folder.
        options: Encoding, columns and so on.
        format_name: "" detects it.
        losses: Counts what a ``Span`` or ``Document`` cannot hold.

    Raises:
        MissingError, FormatError, EncodingError: If nothing of it can be read (no such file, no such column …).
    """
    entry = find_format(format_name or detect_format(path))
    check_plain(path)
    if path.is_dir() and not entry.is_folder:
        raise FormatError(f"{path} is a folder; {entry.title} is one file")
    return entry.read(path, options or FormatOptions(), losses if losses is not None else LossReport())


def read_documents(
    path: Path, options: FormatOptions | None = None, *, format_name: str = "", losses: LossReport | None = None
) -> Iterator[AnnotatedDocument]:
    """Like ``read_items``, but stops at the first item that cannot be read, and passes over what is not read.

    Raises:
        MaskeradError: With the file, the place in it and the reason; never the text.
    """
    for item in read_items(path, options, format_name=format_name, losses=losses):
        if isinstance(item, Broken):
            raise item.as_error()
        if not isinstance(item, Unread):
            yield item


def open_writer(
    destination: Destination, options: FormatOptions | None = None, *, format_name: str = ""
) -> AbstractContextManager[Writer]:
    """A writer whose output appears at the end of the ``with`` block, and not at all if the block fails.

    Args:
        destination: Where to, from what, and whether an existing output may be replaced.
        options: Encoding, columns and so on; ``has_spans`` says whether spans are written.
        format_name: "" takes it from the name of the target, else from the source.

    Raises:
        ConfigError: On entering, if the target must not be written.
        FormatError: If the format cannot be told.
    """
    name = format_name
    if not name:
        source = destination.source
        name = target_format(destination.path, source, detect_format(source) if source is not None else "")
    if not name:
        raise FormatError(f"the format of {destination.path.name} cannot be told from its name; name it")
    if name == "brat" and is_standard(destination.path):
        raise FormatError("brat is a folder of two files a document; for standard output name a format of lines: jsonl")
    return find_format(name).write(destination, options or FormatOptions())


def _format_of_folder(path: Path) -> str:
    named = (("*.ann", "brat"), ("*.txt", "text"), ("*.txt.gz", "text"), ("*.docx", "docx"), ("*.xml", "i2b2"))
    for pattern, name in named:
        first = next(walk_files(path, pattern), None)
        if first is not None:
            return _kind_of(name, _head_of(first))
    raise FormatError(f"folder {path} holds no .txt, .ann, .xml or .docx (links are not followed); name the format")


def _format_of_bytes(head: bytes) -> str:
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return name
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        return "jsonl"
    if re.match(rb"\[\s*\{", start):
        return "json"
    if start.startswith((b"-DOCSTART-", b"# global.columns", b"# newdoc")):
        return "conll"
    if start.startswith(b"<") and xml_tags.root_of(start) in (xml_tags.I2B2_ROOT, xml_tags.MEDDOCAN_ROOT):
        return "i2b2"
    return ""


def _head_of(path: Path) -> bytes:
    """First bytes of one file of many; none of one that is damaged, which its reader will tell."""
    try:
        return file_head(path, _HEAD_BYTES)
    except FormatError:
        return b""


def _kind_of(name: str, head: bytes) -> str:
    """The format of a file among those that share its suffix."""
    if name == "text" and head.startswith(marked.HEADER.encode()):
        return "marked"
    return _xml_kind(head) if name == "i2b2" else name


def _xml_kind(head: bytes) -> str:
    return "meddocan" if xml_tags.root_of(head) == xml_tags.MEDDOCAN_ROOT else "i2b2"
