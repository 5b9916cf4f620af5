"""XML of the i2b2 2014 and MEDDOCAN shared tasks: text in ``TEXT``, spans as empty elements in ``TAGS``.

    <deIdi2b2><TEXT><![CDATA[Anna i Lund]]></TEXT>
    <TAGS><NAME id="P0" start="0" end="4" text="Anna" TYPE="PATIENT" comment="" /></TAGS></deIdi2b2>

The label is TYPE. The element is the class of the label in the i2b2 2014 scheme (NAME, LOCATION, DATE, AGE, CONTACT,
ID, PROFESSION, OTHER), which both tasks use; only the root element differs. Carriage returns are written as
``&#13;``, which XML would else turn into line feeds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from maskerad.core.document import Document
from maskerad.core.errors import BoundsError, EncodingError, FormatError, InputError, SpanError
from maskerad.core.label_scheme import LabelScheme
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.entities import check_quote
from maskerad.corpora.fields import note_lost_fields
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.files.encoding import check_xml_text
from maskerad.corpora.files.folders import Sink, broken_file, document_folder, id_of, read_folder
from maskerad.corpora.files.streams import read_whole
from maskerad.corpora.losses import Loss, LossReport, note_bare_spans
from maskerad.corpora.options import FormatOptions

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

I2B2_ROOT = "deIdi2b2"
MEDDOCAN_ROOT = "MEDDOCAN"
_BODY = re.compile(r"\]\]>|\r")
_CUT = {"]]>": "]]]]><![CDATA[>", "\r": "]]>&#13;<![CDATA["}
_NAME = re.compile(r"[^\W\d][\w.-]*")
_DECLARED = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")


def read_xml(path: Path, options: FormatOptions, losses: LossReport) -> Iterator[Item]:
    """Documents of a folder or a file; their ids are the relative paths, without suffix."""
    return read_folder(path, ("*.xml", "*.xml.gz"), lambda file: _read_file(file, id_of(file, path, ".xml"), losses))


def _read_file(file: Path, document_id: str, losses: LossReport) -> Item:
    try:
        return _parse(document_id, read_whole(file), losses)
    except (InputError, SpanError) as error:
        return Broken.of(file.name, error, document_id)
    except OSError as error:
        return broken_file(file, document_id, error)


def root_of(head: bytes) -> str:
    """Name of the root element that begins in the first bytes of a file, "" if there is none."""
    match = re.search(rb"<([A-Za-z_][\w.-]*)", head)
    return match[1].decode("ascii") if match else ""


def _parse(document_id: str, raw: bytes, losses: LossReport) -> AnnotatedDocument:
    root = _parsed(raw)
    body = root.find("TEXT")
    if body is None:
        raise FormatError("no element TEXT")
    text = "".join(body.itertext())
    spans = tuple(_span(number, tag, text, losses) for number, tag in enumerate(_tags(root), start=1))
    return AnnotatedDocument(Document(document_id, text), spans, is_annotated=root.find("TAGS") is not None)


def _parsed(raw: bytes) -> Element:
    """The root element; entities, document types and anything outside the file are refused.

    Raises:
        EncodingError: At bytes that are not UTF-8, where the file does not declare another encoding.
        FormatError: If it is not XML; gives line and column.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    _check_utf8(raw)
    try:
        root: Element = fromstring(raw, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        reason = f"not XML at line {line}, column {column}"
    except DefusedXmlException:
        reason = "document types and entities are not allowed"
    except (ValueError, LookupError):
        reason = "its encoding is not known"
    else:
        return root
    raise FormatError(reason)


def _check_utf8(raw: bytes) -> None:
    declared = _DECLARED.match(raw)
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or (declared and declared[1].lower() not in (b"utf-8", b"utf8")):
        return
    bad = -1
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        bad = error.start
    if bad >= 0:
        raise EncodingError(f"bytes at offset {bad} of the file are not utf-8, and it declares no other encoding")


def _tags(root: Element) -> Iterator[Element]:
    tags = root.find("TAGS")
    return iter(()) if tags is None else iter(tags)


def _span(number: int, tag: Element, text: str, losses: LossReport) -> Span:
    start, end = _offset(number, tag, "start"), _offset(number, tag, "end")
    label = tag.get("TYPE") or tag.tag
    if not 0 <= start < end <= len(text):
        raise BoundsError(f"tag {number}: {start}..{end} is not inside the {len(text)} characters, or empty")
    quote = tag.get("text")
    if quote is not None and not check_quote(text, [(start, end)], quote):
        raise BoundsError(f"tag {number}: what stands at {start}..{end} is not what it quotes")
    losses.note(Loss.NOTES, bool(tag.get("comment")))
    return Span(start, end, label)


def _offset(number: int, tag: Element, name: str) -> int:
    value = tag.get(name, "")
    if not re.fullmatch(r"[0-9]{1,12}", value):
        raise FormatError(f"tag {number}: {name} is not a whole number")
    return int(value)


class XmlWriter:
    """Writes one XML file a document."""

    def __init__(self, sink: Sink, root: str, options: FormatOptions, losses: LossReport) -> None:
        self._sink = sink
        self._root = root
        self._scheme = load_scheme(options.scheme)
        self._has_spans = options.has_spans
        self.losses = losses

    def write(self, document: Document, spans: Sequence[Span] = ()) -> None:
        """Writes one file.

        Raises:
            EncodingError: If the text holds a character that XML forbids (NUL, most control characters).
            InputError: If the id cannot name a file.
        """
        shown = spans if self._has_spans else ()
        check_xml_text(document)
        raw = self._page(document.text, shown).encode()
        self._sink.write(document.id, raw)
        note_bare_spans(self.losses, shown)
        note_lost_fields(self.losses, document)

    def _page(self, text: str, spans: Sequence[Span]) -> str:
        body = _BODY.sub(lambda match: _CUT[match[0]], text)
        tags = "".join(self._tag(number, text, span) for number, span in enumerate(spans))
        return (
            f'<?xml version="1.0" encoding="UTF-8" ?>\n<{self._root}>\n<TEXT><![CDATA[{body}]]></TEXT>\n'
            f"<TAGS>\n{tags}</TAGS>\n</{self._root}>\n"
        )

    def _tag(self, number: int, text: str, span: Span) -> str:
        quote = _attribute(text[span.start : span.end])
        return (
            f'<{element_for(span.label, self._scheme)} id="P{number}" start="{span.start}" end="{span.end}" '
            f'text={quote} TYPE={_attribute(span.label)} comment="" />\n'
        )


def element_for(label: str, scheme: LabelScheme) -> str:
    """Name of the element of a label: its i2b2 class, or the label itself if the scheme does not have it.

    Example:
        >>> element_for("STREET", load_scheme("core"))
        'LOCATION'
    """
    if label in scheme.labels:
        i2b2 = load_scheme("i2b2_2014")
        mapped = SchemeMap(scheme, i2b2).label(label)
        return i2b2.lineage(mapped)[-1] if mapped else "OTHER"
    name = re.sub(r"[^\w.-]", "_", label)
    return name if _NAME.fullmatch(name) else f"_{name}"


def _attribute(value: str) -> str:
    return quoteattr(value, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


@contextmanager
def write_i2b2(destination: Destination, options: FormatOptions) -> Iterator[XmlWriter]:
    """A folder of i2b2 files, or one file."""
    with document_folder(destination, ".xml") as sink:
        yield XmlWriter(sink, I2B2_ROOT, options, destination.losses)


@contextmanager
def write_meddocan(destination: Destination, options: FormatOptions) -> Iterator[XmlWriter]:
    """A folder of MEDDOCAN files, or one file."""
    with document_folder(destination, ".xml") as sink:
        yield XmlWriter(sink, MEDDOCAN_ROOT, options, destination.losses)
