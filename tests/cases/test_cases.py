"""Small texts with what must be found in them, per language; ``known_failure`` cases must fail as stated.

A case is a line of ``<language>/<label>.jsonl``: ``{"text": …, "spans": [["string", "LABEL"], …]}``. The strings found
and their labels must be these and no others.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from maskerad.core import Document, Record, SpanSet
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.jsonl"))


@lru_cache
def detector(language: str) -> Detector:
    return Detector(settings_for(language))


def problems(case: dict[str, object], found: SpanSet) -> list[str]:
    text = str(case["text"])
    wanted = Counter((str(string), str(label)) for string, label in case["spans"])
    marked = Counter((text[span.start : span.end], span.label) for span in found)
    missing, extra = wanted - marked, marked - wanted
    return [f"not found: {item}" for item in missing] + [f"should not be found: {item}" for item in extra]


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
