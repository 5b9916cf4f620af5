"""Small annotated corpora of invented notes, for tests that learn something."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument

GIVEN = ("Tyra", "Sixten", "Gunvor", "Ebbe", "Alfhild", "Torvald", "Signe", "Halvar")
FAMILY = ("Falkbring", "Ekelöv", "Lindhag", "Strömvik", "Ahlkvist", "Björkdal")
PLACES = ("Grönköping", "Sandhamra", "Västerlunda", "Kråkvik")
TEMPLATES = (
    "Patient: {PATIENT}\nPatienten bor i {CITY} och kom den {DATE} med hosta.\nSignerat {CLINICIAN}",
    "{PATIENT} ringde {DATE}. Mår bättre, inga nya besvär.\nUndertecknat av {CLINICIAN}",
    "Återbesök {DATE}\nPatient: {PATIENT}\nFlyttade nyligen till {CITY}. Blodtryck 120/80.",
)


def notes(n_documents: int, seed: int = 1, *, per_record: int = 1) -> list[AnnotatedDocument]:
    """Notes with PATIENT, CLINICIAN, CITY and DATE."""
    draw = random.Random(seed)
    return [_note(f"n{seed}-{at}", f"r{seed}-{at // per_record}", draw) for at in range(n_documents)]


def _note(name: str, record: str, draw: random.Random) -> AnnotatedDocument:
    values = {
        "PATIENT": f"{draw.choice(GIVEN)} {draw.choice(FAMILY)}",
        "CLINICIAN": f"{draw.choice(GIVEN)} {draw.choice(FAMILY)}",
        "CITY": draw.choice(PLACES),
        "DATE": f"{draw.randint(1, 28)}/{draw.randint(1, 12)} {draw.randint(2018, 2024)}",
    }
    text, spans = "", []
    for piece in draw.choice(TEMPLATES).replace("}", "{").split("{"):
        if piece in values:
            spans.append(Span(len(text), len(text) + len(values[piece]), piece))
        text += values.get(piece, piece)
    return AnnotatedDocument(Document(name, text, record=record), tuple(spans))


def write(path: Path, items: Sequence[AnnotatedDocument]) -> None:
    """Writes documents with their annotations as JSONL."""
    rows = [
        {
            "id": item.document.id,
            "text": item.document.text,
            "entities": [{"start": s.start, "end": s.end, "label": s.label} for s in item.spans],
        }
        for item in items
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
