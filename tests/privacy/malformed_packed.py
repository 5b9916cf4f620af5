"""Malformed files of the newer formats: XLSX, JSON arrays, gzip, text with marks. See ``malformed``."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile

import openpyxl

from .canary import CANARY, NOTE, zipped

_C = CANARY.encode()
_GZIP_HEAD = 10  # bytes

Content = bytes | dict[str, bytes]


def workbook(*rows: tuple[object, ...]) -> bytes:
    """A workbook of one sheet."""
    book, sink = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(sink)
    return sink.getvalue()


def _with(raw: bytes, name: str, pattern: str, instead: str) -> bytes:
    """A workbook with a part of it changed."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {member: archive.read(member) for member in archive.namelist()}
    parts[name], n_found = re.subn(pattern.encode(), instead.encode(), parts[name], count=1)
    assert n_found
    return zipped(parts)


def xlsx_cases() -> dict[str, Content]:
    """Workbooks."""
    whole = workbook(("id", "text", "note"), ("1", f"Dr {CANARY} ringde.", CANARY))
    sheet, book = "xl/worksheets/sheet1.xml", "xl/workbook.xml"
    bomb = f'<!DOCTYPE x [<!ENTITY a "{CANARY}">]><worksheet'
    return {
        "empty": b"",
        "prose": NOTE,
        "cut": whole[: len(whole) // 2],
        "a zip of others": zipped({"a.txt": NOTE}),
        "no text": workbook(("id", CANARY), ("1", "x")),
        "no header": workbook(("1", CANARY), ("2", "x")),
        "no rows": workbook(),
        "text twice": workbook(("text", "text"), (CANARY, "x")),
        "id empty": workbook(("id", "text"), (None, CANARY)),
        "id a truth": workbook(("id", "text"), (True, CANARY)),
        "entities no json": workbook(("id", "text", "entities"), ("1", "x", CANARY)),
        "entities outside": workbook(("text", "entities"), ("x", '[{"start": 0, "end": 9, "label": "CITY"}]')),
        "sheet not xml": _with(whole, sheet, r"(?s).+", CANARY),
        "sheet cut": _with(whole, sheet, r"(?s)</sheetData>.*", CANARY),
        "sheet with an entity": _with(whole, sheet, "<worksheet", bomb),
        "text without end": _with(whole, sheet, r"</t></is></c></row>", CANARY),
        "number of a text": _with(
            whole, sheet, r'(r="B2"[^>]*?)t="inlineStr"><is><t>', rf'\1t="n"><v>{CANARY}</v><is><t>'
        ),
        "text of a number that is not there": _with(whole, sheet, r'r="B2" t="inlineStr">', 'r="B2" t="s"><v>999</v>'),
        "place of a word": _with(whole, sheet, r'r="B2"', f'r="{CANARY}"'),
        "book cut": _with(whole, book, r"(?s)</sheets>.*", CANARY),
        "old excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + NOTE * 100,
        "csv": b"id,text\n1," + _C + b"\n",
    }


def json_cases() -> dict[str, Content]:
    """Arrays of objects, and objects one behind the other."""

    def array(*values: object) -> bytes:
        return json.dumps(values).encode()

    entity = {"start": 0, "end": 99, "label": "CITY"}
    return {
        "cut in a text": b'[{"id": "1", "text": "' + _C,
        "cut behind an object": array({"text": CANARY})[:-1],
        "no comma": b'[{"text": "' + _C + b'"} {"text": "x"}]',
        "comma behind": b'[{"text": "' + _C + b'"},]',
        "text behind": array({"text": "x"}) + _C,
        "two arrays": array({"text": CANARY}) + array({"text": CANARY}),
        "of texts": array(CANARY, CANARY),
        "of arrays": array([{"text": CANARY}]),
        "a text": json.dumps(CANARY).encode(),
        "a number": b"7 " + _C,
        "no text": array({"id": "1", "note": CANARY}),
        "text a list": array({"text": [CANARY]}),
        "text null": array({"text": None, "note": CANARY}),
        "id a list": array({"id": [CANARY], "text": CANARY}),
        "entity outside": array({"text": CANARY, "entities": [entity]}),
        "entities a text": array({"text": CANARY, "entities": CANARY}),
        "too deep": b'[{"text": ' + b"[" * 100_000 + _C + b"]" * 100_000 + b"}]",
        "not utf-8": b'[{"text": "' + _C + b'\xff"}]',
        "utf-16": array({"text": CANARY}).decode().encode("utf-16"),
        "control character": b'[{"text": "' + _C + b'\x01"}]',
        "single quotes": b"[{'text': '" + _C + b"'}]",
        "prose": NOTE,
    }


def marked_cases() -> dict[str, Content]:
    """Texts with marks."""

    def document(body: str, header: str = "=== doc: 1") -> bytes:
        return f"{header}\n{body}\n".encode()

    return {
        "text before": NOTE + document("x"),
        "no id": document(CANARY, "=== doc: "),
        "field without colon": document("x", f"=== doc: 1 | {CANARY}"),
        "ends a word": document("x", f"=== doc: 1 | ends: {CANARY}"),
        "ends negative": document(CANARY, "=== doc: 1 | ends: -1"),
        "mark not closed": document(f"⟦CITY:|{CANARY} ringde"),
        "mark not opened": document(f"{CANARY}⟧ ringde"),
        "mark without label": document(f"⟦:|{CANARY}⟧ ringde"),
        "mark without text": document(f"⟦CITY:|⟧ {CANARY}"),
        "mark without colon": document(f"⟦CITY|{CANARY}⟧"),
        "mark in a mark": document(f"⟦CITY:|{CANARY} ⟦DATE:|x⟧⟧"),
        "mark over two lines": document(f"⟦CI\nTY:|{CANARY}⟧"),
        "not utf-8": document(CANARY) + b"\xff",
        "utf-16 unsaid": document(CANARY).decode().encode("utf-16"),
        "folder of bad": {"a.txt": document(f"⟦{CANARY}"), "ward/b.txt": NOTE},
    }


def gzip_cases() -> dict[str, dict[str, Content]]:
    """Packed files, by the format that is packed."""
    lines = json.dumps({"id": "1", "text": f"Dr {CANARY} ringde. " * 50}).encode() + b"\n"
    packed = gzip.compress(lines, mtime=0)
    table = gzip.compress(b"id,text\n" + b"".join(b"%d," % n + _C + b" ringde\n" for n in range(2_000)), mtime=0)
    damaged = packed[: len(packed) // 2] + b"\xff" * 8 + packed[len(packed) // 2 + 8 :]
    broken = {
        "not packed": lines,
        "empty": b"",
        "only a head": packed[:_GZIP_HEAD],
        "cut": packed[:-12],
        "without its end": packed[:-8],
        "another sum": packed[:-8] + b"\0\0\0\0" + packed[-4:],
        "another length": packed[:-4] + b"\0\0\0\0",
        "damaged": damaged,
        "another method": packed[:2] + b"\x07" + packed[3:],
        "text behind": packed + NOTE,
        "packed twice": gzip.compress(packed, mtime=0),
        "holds no text": gzip.compress(b"\xff\xfe\x00" + _C, mtime=0),
        "holds a fault": gzip.compress(lines + b'{"text": ' + _C, mtime=0),
    }
    return {
        "jsonl": {f"gzip, {name}": raw for name, raw in broken.items()},
        "csv": {"gzip, cut": table[:-20], "gzip, not packed": b"id,text\n1," + _C + b"\n"},
        "json": {"gzip, cut": gzip.compress(b"[" + lines.strip() + b"]", mtime=0)[:-12]},
        "xlsx": {"gzip, cut": gzip.compress(workbook(("id", "text"), ("1", CANARY)), mtime=0)[:-12]},
    }
