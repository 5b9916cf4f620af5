"""Input that makes trouble: texts of odd pieces, and files that were right before somebody changed their bytes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.corpora import Destination, FormatOptions, open_writer
from maskerad.corpora.formats import FORMATS

CANARY = "Zzyzxqvist"
CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
LABELS = ("PATIENT", "CITY", "DATE", "PHONE", "ID", "OTHER_PHI")
TEXT = f"Patient: Anna {CANARY}\nTfn 070-174 06 18, född 12 mars 1950.\n"
PIECES = (
    "Anna", "Lind", "Zetterhake", "Dr ", "Mamma ", "van der ", "O'", "Jürgen", "SCHÄFER, ", "宮下", "さん",
    "佐和子", "林", "12/3", "2020-03-12", "12 mars", "den 3:e ", "le 1er mai ", "令和2年3月4日", "kl. 14", "90",
    "år", "Lund", "Storgatan 12", "070-174 06 18", "19811228-9874", "anna.lind@exempel.se",
    "http://a.se/Anna-Lind", "&eacute;", "&#228;", "<b>", "</b>", "<br/>", "\\u00e5", "%C3%A5", "QW5uYQ==",
    "\u200b", "\u00ad", "\u202e", "\x00", "\ufeff", "e\u0301", "ｶﾞ", "Ａ１", "㍻", "ﬁ", "А", "👩\u200d⚕️",
    "\U000e0100", "\ud800", "-\n", "\n> ", "\r\n", "\t", "  ", "\u3000", "\u2028", "|", ":", ",", "- ", "=1+1",
    "ZETTER-\n  HAKE", "L i n d", "A.", "¿", "’s", "1e9", "-0", "²",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=24).map("".join)
DATE_PIECES = (
    "1", "12", "31", "02", "2020", "1899", "99", "0", "00", "9999", "/", "-", ".", " ", "mars", "March", "mai",
    "maart", "Mär.", "marzo", "enero de ", "1er ", "3rd", "年", "月", "日", "令和", "元年", "昭和", "٣", "mån",
    "Montag", "vecka 7", "Q3", "påsk", "Weihnachten", "sommaren ", "early ", "mid-", "début ", "’98",
    "80-talet", "1990s", "XII", "al ", "t.o.m. ", "–", "14:30", "T", "Z", "+02:00", "kl. ", "n.Chr.", "\u00a0",
    "０３", "²", "½",
)  # fmt: skip
DATES = st.lists(st.sampled_from(DATE_PIECES), min_size=1, max_size=9).map("".join)
BITS = (
    b"", b'"', b"'", b"\n", b"\r", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b",", b"\t", b";", b"{", b"}", b"[",
    b"]]>", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"\xed\xa0\x80", b"\\ud800", b"-1", b"1e999", b"null",
    b"NaN", b"[" * 3_000, b"\x1f\x8b", b"PK\x03\x04", b"T1\tCITY 9 3\tx\n", b"R1\tx Arg1:T1 Arg2:T1\n",
    b"=== doc ", b"\xe2\x9f\xa6",
)  # fmt: skip


@st.composite
def spans_of(draw: st.DrawFn, text: str, n_max: int = 6) -> list[Span]:
    """Spans anywhere in a text, overlaps and all."""
    points = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(points, points, st.sampled_from(LABELS)), max_size=n_max))
    return [Span(min(one, other), max(one, other), label) for one, other, label in pairs if one != other]


@st.composite
def changed(draw: st.DrawFn, content: bytes) -> bytes:
    """A file in which stretches were put, taken out, doubled, or had a bit turned."""
    for _ in range(draw(st.integers(0, 5))):
        at = draw(st.integers(0, len(content)))
        stop = min(len(content), at + draw(st.integers(0, 40)))
        match draw(st.integers(0, 4)):
            case 0:
                content = content[:at] + draw(st.sampled_from(BITS)) + content[at:]
            case 1:
                content = content[:at] + content[stop:]
            case 2:
                content = content[:stop] + content[at:]
            case 3:
                content = content[:at] + bytes(byte ^ 0x10 for byte in content[at : at + 1]) + content[at + 1 :]
            case _:
                content = content[:at] + draw(st.binary(max_size=8)) + content[stop:]
    return content


@cache
def right_files(name: str) -> dict[str, bytes]:
    """Files of a format that are as they should be, by their path in a folder."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "in" if FORMATS[name].is_folder else f"in{FORMATS[name].suffixes[0]}")
        options = FormatOptions(has_spans=name not in ("text", "docx"))
        with open_writer(Destination(target), options, format_name=name) as writer:
            for number in range(2):
                writer.write(Document(f"d{number}", TEXT, record="r"), (Span(14, 14 + len(CANARY), "PATIENT"),))
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(target)}


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
