"""Texts and spans that make trouble, and what each format keeps of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from maskerad.core import Document, Source, Span
from maskerad.corpora import AnnotatedDocument, Destination, FormatOptions, open_writer, read_documents

_PIECES = [
    "Anna", "Björk", "7", " ", "  ", ".", ",", ";", '"', '""', "'", "\t", "\n", "\r\n", "\r", "\n\n", "\0", "\x0b",
    "\x0c", "\x1c", "\x85", "\u2028", "\u00a0", "\ufeff", "\u200b", "\u00ad", "😀", "👩\u200d⚕️", "e\u0301", "שלום",
    "\u202e", "東京", "<b>", "&amp;", "]]>", "\\n", "\\", "#", "# text = x", "-DOCSTART-", "\n\nT1\tCITY 0 1\tx\n", "_",
    "O", "=1+1",
]  # fmt: skip
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Kept:
    """What a format keeps.

    Attributes:
        target: Name of the output.
        texts: Texts that it can hold.
        has_spans: Whether spans come back, and all of them.
        has_further: Whether score, source and entity come back.
    """

    target: str
    texts: st.SearchStrategy[str]
    has_spans: bool = True
    has_further: bool = True


def make_texts(unwanted: str = "") -> st.SearchStrategy[str]:
    """Texts without lone surrogates and without what a pattern matches."""
    pieces = st.one_of(st.sampled_from(_PIECES), st.text(st.characters(exclude_categories=["Cs"]), max_size=3))
    texts = st.lists(pieces, max_size=8).map("".join)
    return texts.map(lambda text: re.sub(unwanted, "", text)) if unwanted else texts


TEXTS = make_texts()
XML_TEXTS = make_texts(_NOT_IN_XML.pattern)
# At the start of a file the mark is its signature, not its text.
UNMARKED = TEXTS.map(lambda text: text.lstrip("\ufeff"))
LINES = make_texts(_NOT_IN_XML.pattern + "|\r")

MARKED = make_texts("[⟦⟧]|=== doc")

FORMATS_KEPT = {
    "text": Kept("out", UNMARKED, has_spans=False),
    "jsonl": Kept("out.jsonl", TEXTS),
    "json": Kept("out.json", TEXTS),
    "csv": Kept("out.csv", TEXTS),
    "parquet": Kept("out.parquet", TEXTS),
    "xlsx": Kept("out.xlsx", XML_TEXTS),
    "brat": Kept("out", TEXTS),
    "conll": Kept("out.conll", TEXTS, has_spans=False),
    "i2b2": Kept("out", XML_TEXTS, has_further=False),
    "meddocan": Kept("out", XML_TEXTS, has_further=False),
    "marked": Kept("out", MARKED, has_spans=False),
    "docx": Kept("out", LINES, has_spans=False),
}

_SOURCES = st.builds(Source, st.sampled_from(["rules.dates.v1", "é"]), st.sampled_from(["", "iso"]), st.just("words"))


@st.composite
def spans_in(draw: st.DrawFn, text: str) -> tuple[Span, ...]:
    """Spans anywhere in a text, overlaps and all."""
    if not text:
        return ()
    points = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(points, points), max_size=4))
    return tuple(
        Span(
            min(pair),
            max(pair),
            draw(st.sampled_from(["CITY", "LOCATION-OTHER", "PATIENT"])),
            draw(st.sampled_from([1.0, 0.5, 0.123456789])),
            draw(st.one_of(st.just(Source("unknown")), _SOURCES)),
            draw(st.sampled_from(["", "P1"])),
        )
        for pair in pairs
        if pair[0] != pair[1]
    )


@st.composite
def annotated(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> list[AnnotatedDocument]:
    """A few documents with spans."""
    drawn = draw(st.lists(texts, max_size=3))
    return [
        AnnotatedDocument(Document(f"ward {n}/note-{n}", text), draw(spans_in(text))) for n, text in enumerate(drawn)
    ]


def write_and_read(
    name: str, items: list[AnnotatedDocument], options: FormatOptions | None = None
) -> list[AnnotatedDocument]:
    """Documents after a trip through a format."""
    with TemporaryDirectory() as folder:
        target = Path(folder, FORMATS_KEPT[name].target)
        with open_writer(Destination(target), options, format_name=name) as writer:
            for item in items:
                writer.write(item.document, item.spans)
        return list(read_documents(target, options, format_name=name))


def bare(span: Span) -> tuple[int, int, str]:
    """Place and label."""
    return span.start, span.end, span.label
