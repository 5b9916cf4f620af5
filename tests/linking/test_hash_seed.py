"""What a mention stands for does not hang on the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import sys
from maskerad.core import Document, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import link
sys.stdout.reconfigure(encoding="utf-8")
for code, pieces in (
    ("sv", ("Lars-Göran Ström", "Lasse", "Lars", "Karl-Erik Alm", "Kalle", "Eriksson Erikson", "Erikssn")),
    ("ja", ("服部 幸子", "ハットリ", "さちこ", "Hattori")),
    ("en", ("Elizabeth Ann Cole", "Liz", "Beth", "Annie", "Lizabeth", "Robert Roberts", "Bob", "Robrt")),
):
    text, spans = "", []
    for piece in pieces:
        spans.append(Span(len(text), len(text) + len(piece), "PATIENT"))
        text += piece + ", "
    for entity in link(Record("r", (Document("d", text),)), [SpanSet.of(spans)], [load_pack(code)]).entities:
        print(entity.id, entity.key, [(m.span.start, m.form, m.distance, [(s.word, s.name) for s in m.stands_for])
              for m in entity.mentions])
"""


def test_links_are_the_same_under_every_hash_seed() -> None:
    outputs = set()
    for seed in ("0", "1", "2", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)
        outputs.add(done.stdout)
    assert len(outputs) == 1
