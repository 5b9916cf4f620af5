"""Files that are broken in every way that each format can be, with a canary wherever the format has room for one."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .canary import CANARY, zipped
from .canary import NOTE as _NOTE
from .malformed_packed import Content, gzip_cases, json_cases, marked_cases, xlsx_cases

_C = CANARY.encode()


def _text() -> dict[str, Content]:
    return {
        "not utf-8": _NOTE + b"\xff\xfe",
        "utf-16 unsaid": _NOTE.decode().encode("utf-16"),
        "utf-16 cut": b"\xff\xfe" + _NOTE.decode().encode("utf-16-le")[:-1],
        "cut sequence": _NOTE + b"\xc3",
        "overlong": _NOTE + b"\xc0\xaf",
        "surrogate bytes": _NOTE + b"\xed\xa0\x80",
        "latin": f"{CANARY} höll".encode("latin-1"),
        "gzip": b"\x1f\x8b\x08\0" + _NOTE + b"\xff",
        "elf": b"\x7fELF\xff" + _NOTE,
        "png": b"\x89PNG\r\n\x1a\n" + _NOTE,
        "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3" + _NOTE,
        "shift jis": f"{CANARY} 東京".encode("shift_jis"),
        "folder of bad": {"a.txt": _NOTE + b"\xff", "ward/b.txt": b"\xfe" + _NOTE},
        "folder of others": {"a.doc": _NOTE, "b.rtf": _NOTE},
    }


def _jsonl() -> dict[str, Content]:
    def line(**fields: object) -> bytes:
        return json.dumps(fields).encode() + b"\n"

    def spans(*entities: object) -> bytes:
        return line(id="1", text=CANARY, entities=list(entities))

    deep = b'{"text": ' + b"[" * 100_000 + _C
    return {
        "cut": b'{"id": "1", "text": "' + _C,
        "no text": line(id="1", note=CANARY),
        "text a number": line(id="1", text=7, note=CANARY),
        "text a list": line(id="1", text=[CANARY]),
        "text null": line(id="1", text=None, note=CANARY),
        "not json": _NOTE + b"\n",
        "an array": json.dumps([CANARY]).encode() + b"\n",
        "a string": json.dumps(CANARY).encode() + b"\n",
        "single quotes": b"{'text': '" + _C + b"'}\n",
        "two on a line": line(text=CANARY).strip() + line(text=CANARY),
        "comma behind": b'{"text": "' + _C + b'",}\n',
        "not utf-8": b'{"text": "' + _C + b'\xff"}\n',
        "control character": b'{"text": "' + _C + b'\x01"}\n',
        "too deep": deep + b"]" * 100_000 + b"}\n",
        "long number": b'{"text": "' + _C + b'", "n": ' + b"9" * 5000 + b"}\n",
        "id a list": line(id=[CANARY], text=CANARY),
        "id empty": line(id="", text=CANARY),
        "record a list": line(id="1", record={"a": CANARY}, text=CANARY),
        "entities a string": line(id="1", text=CANARY, entities=CANARY),
        "entity a string": spans(CANARY),
        "entity without label": spans({"start": 0, "end": 2, "note": CANARY}),
        "entity outside": spans({"start": 0, "end": 99, "label": "CITY"}),
        "entity backwards": spans({"start": 3, "end": 1, "label": "CITY"}),
        "entity with another quote": spans({"start": 0, "end": 2, "label": "CITY", "text": CANARY[3:]}),
        "offset a text": spans({"start": CANARY, "end": 2, "label": "CITY"}),
        "score too high": spans({"start": 0, "end": 2, "label": "CITY", "score": 95}),
        "score a text": spans({"start": 0, "end": 2, "label": "CITY", "score": CANARY}),
        "label a list": spans({"start": 0, "end": 2, "label": [CANARY]}),
        "recogniser a list": spans({"start": 0, "end": 2, "label": "CITY", "recogniser": [CANARY]}),
        "utf-16": line(text=CANARY).decode().encode("utf-16"),
    }


def _csv() -> dict[str, Content]:
    rows = b"".join(b"%d,word\n" % number for number in range(5))
    head = b"id,text\n" + rows
    return {
        "empty": b"",
        "only line ends": b"\n\n\r\n",
        "no header": b"1," + _C + b"\n2,x\n",
        "no header, one column": _C + b"\n",
        "header another": b"id," + _C + b"\n1,x\n",
        "header of many": b",".join(_C + b"%d" % number for number in range(50)) + b"\n",
        "header with an open quote": b'id,"text\n1,' + _C + b"\n",
        "header with text beside a quote": b'id,"text" ' + _C + b"\n",
        "header not utf-8": b"id,text," + _C + b"\xff\n",
        "text twice": b"text,text\n" + _C + b",x\n",
        "id twice": b"id,id,text\n1," + _C + b",x\n,,\n",
        "too few": head + b"9\n",
        "too many": head + b"9," + _C + b"," + _C + b"\n",
        "open quote": head + b'9,"' + _C + b"\n10,x\n",
        "text beside a quote": head + b'9,"' + _C + b'" ' + _C + b"\n",
        "quotes inside": head + b'9,"said "' + _C + b'" to"\n',
        "not utf-8": head + b"9," + _C + b"\xff\n",
        "utf-16": (head + b"9," + _C).decode().encode("utf-16"),
        "empty id": head + b"," + _C + b"\n",
        "entities no json": b"id,text,entities\n1,x," + _C + b"\n",
        "entities outside": b'id,text,entities\n1,x,"[{""start"": 0, ""end"": 9, ""label"": ""CITY""}]"\n',
        "semicolons mixed": b"id;text\n1," + _C + b"\n",
        "binary": b"id,text\n\xff\xfe\x00\x01" + _C,
        "zip": b"PK\x03\x04" + _C,
    }


def _table(**columns: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


def _bad_strings() -> pa.Array:
    offsets = pa.py_buffer(struct.pack("<2i", 0, len(_C) + 1))
    return pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(_C + b"\xff")])


def _parquet() -> dict[str, Content]:
    whole = _table(id=["1"], text=[CANARY])
    sink = io.BytesIO()
    rows = pa.table({"text": [CANARY * 100] * 100})
    pq.write_table(rows, sink, compression="none", use_dictionary=False)
    damaged = bytearray(sink.getvalue())
    damaged[4:200] = b"\xff" * 196
    return {
        "empty": b"",
        "only magic": b"PAR1" + _C + b"PAR1",
        "cut": whole[:-9],
        "cut head": whole[9:],
        "footer length": whole[:-8] + b"\xff\xff\xff\x7fPAR1",
        "footer damaged": whole[:-200] + b"\0" * 192 + whole[-8:],
        "page damaged": bytes(damaged),
        "no text": _table(id=["1"], **{CANARY: ["x"]}),
        "text a number": _table(text=[7], **{CANARY: ["x"]}),
        "text a list": _table(text=[[CANARY]]),
        "text binary": _table(text=[_C]),
        "text not utf-8": _table(text=_bad_strings()),
        "id not utf-8": _table(id=_bad_strings(), text=[CANARY]),
        "id null": _table(id=pa.array([None], pa.string()), text=[CANARY]),
        "id a float": _table(id=[1.5], text=[CANARY]),
        "entities a string": _table(text=[CANARY], entities=[CANARY]),
        "entities outside": _table(text=["x"], entities=[[{"start": 0, "end": 9, "label": CANARY}]]),
        "csv": b"id,text\n1," + _C + b"\n",
    }


def _brat() -> dict[str, Content]:
    def pair(lines: bytes) -> Content:
        return {"a.txt": _NOTE, "a.ann": lines}

    return {
        "not a span": pair(b"T1 " + _C),
        "words for offsets": pair(b"T1\tCITY " + _C + b" 4\tx\n"),
        "outside": pair(b"T1\tCITY 0 999\t" + _C + b"\n"),
        "backwards": pair(b"T1\tCITY 5 2\t" + _C + b"\n"),
        "another quote": pair(b"T1\tCITY 0 2\t" + _C + b"\n"),
        "id twice": pair(b"T" + _C + b"\tCITY 0 2\nT" + _C + b"\tCITY 0 2\n"),
        "not brat": pair(_NOTE + b"\n"),
        "no tabs": pair(b"T1 CITY 0 2 " + _C + b"\n"),
        "huge offsets": pair(b"T1\tCITY 999999999999 9999999999999\t" + _C + b"\n"),
        "not utf-8": pair(b"T1\tCITY 0 2\t" + _C + b"\xff\n"),
        "text not utf-8": {"a.txt": _NOTE + b"\xff", "a.ann": b"T1\tCITY 0 2\n"},
        "no text": {"a.ann": b"T1\tCITY 0 2\t" + _C + b"\n", "b.txt": b"x"},
        "pieces outside": pair(b"T1\tCITY 0 2;5 999\t" + _C + b"\n"),
        "note with a wrong score": pair(b'T1\tCITY 0 2\tDr\n#1\tAnnotatorNotes T1\t{"score": "' + _C + b'"}\n'),
    }


def _conll() -> dict[str, Content]:
    plus = b"# global.columns = FORM START END SPACES TAG\n# newdoc id = a\n"
    return {
        "no tag": _C + b"\n",
        "a tag of no code": _C + b"\t" + _C + b"\n",
        "a tag without label": _C + b"\tB-\n",
        "an unknown letter": _C + b"\tQ-CITY\n",
        "not utf-8": _C + b"\xff\tO\n",
        "start elsewhere": plus + _C + b"\t7\t17\t_\tO\n",
        "start a word": plus + _C + b"\t" + _C + b"\t17\t_\tO\n",
        "too few columns": plus + _C + b"\t0\n",
        "spaces": plus + _C + b" 0 10 _ O\n",
        "odd escapes": plus + _C + b"\t0\t10\t\\q\\u12\tX-" + _C + b"\n",
        "utf-16": (_C + b"\tO\n").decode().encode("utf-16"),
        "json": json.dumps({"text": CANARY}).encode() + b"\n",
        "prose": _NOTE + b"\n",
        "control characters": b"\x00\x01" + _C + b"\n",
    }


def _xml(root: str) -> dict[str, Content]:
    def page(body: str, tags: str = "") -> bytes:
        return f"<?xml version='1.0'?><{root}><TEXT><![CDATA[{body}]]></TEXT><TAGS>{tags}</TAGS></{root}>".encode()

    def tag(**fields: str) -> bytes:
        return page(CANARY, "<NAME " + " ".join(f'{name}="{value}"' for name, value in fields.items()) + "/>")

    bomb = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "{CANARY}">]><{root}><TEXT>&a;</TEXT></{root}>'
    outside = f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><{root}><TEXT>&a;{CANARY}</TEXT></{root}>'
    return {
        "cut": page(CANARY)[:-12],
        "no text": f"<{root}><NOTE>{CANARY}</NOTE></{root}>".encode(),
        "entity": bomb.encode(),
        "entity from outside": outside.encode(),
        "unknown entity": f"<{root}><TEXT>&{CANARY};</TEXT></{root}>".encode(),
        "not closed": f"<{root}><TEXT>{CANARY}<b></TEXT></{root}>".encode(),
        "two roots": page(CANARY) + page(CANARY),
        "not utf-8": page(CANARY) + b"\xff",
        "unknown encoding": page(CANARY).replace(b"version='1.0'", f"version='1.0' encoding='{CANARY}'".encode()),
        "control character": page(CANARY + "\x01"),
        "offset a word": tag(id="1", start=CANARY, end="2", TYPE="DATE"),
        "offset missing": tag(id="1", end="2", TYPE="DATE"),
        "offset outside": tag(id="1", start="0", end="999", TYPE="DATE"),
        "offset negative": tag(id="1", start="-1", end="2", TYPE="DATE"),
        "another quote": tag(id="1", start="0", end="2", text=CANARY, TYPE="DATE"),
        "prose": _NOTE,
        "empty": b"",
    }


def _docx() -> dict[str, Content]:
    names = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

    def body(inner: str, before: str = "") -> str:
        return f'<?xml version="1.0"?>{before}<w:document xmlns:w="{names}"><w:body>{inner}</w:body></w:document>'

    paragraph = f"<w:p><w:r><w:t>{CANARY}</w:t></w:r></w:p>"
    entity = f'<!DOCTYPE x [<!ENTITY a "{CANARY}">]>'
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    whole = docx_file(body(paragraph))
    return {
        "empty": b"",
        "prose": _NOTE,
        "cut": whole[: len(whole) // 2],
        "a zip of others": zipped({"a.txt": _NOTE}),
        "no document": zipped({name: raw for name, raw in _parts("").items() if "document" not in name}),
        "not xml": docx_file(CANARY),
        "cut xml": docx_file(body(paragraph)[:-20]),
        "an entity": docx_file(body("<w:p><w:r><w:t>x&a;y</w:t></w:r></w:p>", entity)),
        "an entity from outside": docx_file(body("<w:p><w:r><w:t>x&a;y</w:t></w:r></w:p>", outside)),
        "an unknown entity": docx_file(body(f"<w:p><w:r><w:t>x&{CANARY};y</w:t></w:r></w:p>")),
        "another root": docx_file(f"<x>{CANARY}</x>"),
        "no body": docx_file(f'<w:document xmlns:w="{names}">{CANARY}</w:document>'),
        "bytes changed": whole[:60] + b"\xff" * 20 + whole[80:],
        "old word": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + _NOTE * 100,
        "broken relations": docx_file(body(paragraph), relations=CANARY),
        "broken types": docx_file(body(paragraph), types=CANARY),
    }


def _parts(document: str, relations: str = "", types: str = "") -> dict[str, bytes]:
    home = "http://schemas.openxmlformats.org"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    own_types = (
        f'<Types xmlns="{home}/package/2006/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="{main}"/></Types>'
    )
    own_relations = (
        f'<Relationships xmlns="{home}/package/2006/relationships"><Relationship Id="rId1" Type='
        f'"{home}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    return {
        "[Content_Types].xml": (types or own_types).encode(),
        "_rels/.rels": (relations or own_relations).encode(),
        "word/document.xml": document.encode(),
    }


def docx_file(document: str, relations: str = "", types: str = "") -> bytes:
    """A DOCX file with the XML of its document as it is given."""
    return zipped(_parts(document, relations, types))


_MAKERS: dict[str, tuple[str, Callable[[], dict[str, Content]]]] = {
    "text": (".txt", _text),
    "jsonl": (".jsonl", _jsonl),
    "csv": (".csv", _csv),
    "parquet": (".parquet", _parquet),
    "brat": ("", _brat),
    "conll": (".conll", _conll),
    "i2b2": (".xml", lambda: _xml("deIdi2b2")),
    "meddocan": (".xml", lambda: _xml("MEDDOCAN")),
    "docx": (".docx", _docx),
    "xlsx": (".xlsx", xlsx_cases),
    "json": (".json", json_cases),
    "marked": (".txt", marked_cases),
}

CASES: dict[tuple[str, str], tuple[str, Content]] = {
    (format_name, name): (suffix, content)
    for format_name, (suffix, make) in _MAKERS.items()
    for name, content in make().items()
} | {
    (format_name, name): (f"{_MAKERS[format_name][0]}.gz", content)
    for format_name, cases in gzip_cases().items()
    for name, content in cases.items()
}
"""(format, what is wrong) to the suffix and the content."""


def put(folder: Path, format_name: str, name: str) -> Path:
    """Writes a malformed file or folder; returns its path."""
    suffix, content = CASES[format_name, name]
    path = folder / f"in{suffix if isinstance(content, bytes) else ''}"
    if isinstance(content, bytes):
        path.write_bytes(content)
        return path
    for file, raw in content.items():
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(raw)
    return path
