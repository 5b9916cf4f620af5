"""Small texts with what must be found in them, per language; ``known_failure`` cases must fail as stated.

A case is a line of ``<language>/<label>.jsonl``: ``{"text": …, "spans": [["string", "LABEL"], …]}``. Each string must
be covered exactly by one span of its label, of a parent or of a child of it; with no spans, nothing may be found.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from maskerad.core import Document, Record, SpanSet, load_scheme
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for

HERE = Path(__file__).parent
CORE = load_scheme("core")
FILES = sorted(HERE.glob("*/*.jsonl"))


@lru_cache
def detector(language: str) -> Detector:
    return Detector(settings_for(language))


def is_kin(found: str, wanted: str) -> bool:
    """Whether two labels are the same, or children of one class of the core scheme."""
    return CORE.lineage(found)[-1] == CORE.lineage(wanted)[-1]


def problems(case: dict[str, object], found: SpanSet) -> list[str]:
    text = str(case["text"])
    wanted = [(str(string), str(label)) for string, label in case["spans"]]  # type: ignore[attr-defined]
    marked = [(text[span.start : span.end], span.label) for span in found]
    missing = [w for w in wanted if not any(m[0] == w[0] and is_kin(m[1], w[1]) for m in marked)]
    extra = marked if not wanted else []
    return [f"not found: {m}" for m in missing] + [f"should not be found: {e}" for e in extra]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_cases(path: Path) -> None:
    wrong = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        case = json.loads(line)
        record = Record("case", (Document("case", case["text"], path.parent.name),))
        found = problems(case, detector(path.parent.name).detect(record)[0])
        if bool(found) != bool(case.get("known_failure")):
            wrong.append(f"line {number}: {found or 'a known failure that passes now'}")
    assert not wrong, f"{path.name}: {len(wrong)} cases\n" + "\n".join(wrong)
