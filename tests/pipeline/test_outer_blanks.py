"""No span begins or ends with a blank, in any language, after all modules and the joining of names."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

import maskerad
from maskerad.core import Document, Record
from maskerad.languages import language_codes

CASES = Path(__file__).parent.parent / "cases"
TEXTS_PER_FILE = 12


@pytest.mark.parametrize("code", language_codes())
def test_no_span_has_blanks_at_its_ends(code: str):
    files = sorted((CASES / code).glob("*.jsonl"))
    texts = [json.loads(line)["text"] for file in files for line in islice(file.open(encoding="utf-8"), TEXTS_PER_FILE)]
    wide = [text.replace(" ", "  ").replace(",", " , ") for text in texts]
    loud = [text.upper() for text in texts]
    documents = tuple(Document(str(number), text) for number, text in enumerate([*texts, *wide, *loud]))
    found = maskerad.load(code, key=bytes(32)).detect_record(Record("r", documents))
    assert sum(map(len, found)) > len(texts)
    for document, spans in zip(documents, found, strict=True):
        for span in spans:
            marked = document.text[span.start : span.end]
            assert marked == marked.strip(), (span.label, span.source)
