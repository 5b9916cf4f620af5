"""Invented records in which everybody is named several times."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument

GIVEN = ("Anna", "Berit", "Cecilia", "Doris", "Elin", "Frida", "Gun", "Hanna", "Ida", "Julia", "Karin", "Lena")
FAMILY = ("Alm", "Bergqvist", "Dahl", "Ekman", "Fors", "Granlund", "Holmberg", "Isaksson", "Jonsson", "Lindqvist")
RARE = ("Qvarnsjö", "Zetterhake", "Wrammelin", "Xanderholt", "Yxkvist", "Övraberg", "Ångvall", "Thrymgård")


def annotated(name: str, record: str, pieces: list[str | tuple[str, str]]) -> AnnotatedDocument:
    """A document from texts and (text, label) pairs."""
    text, spans = "", []
    for piece in pieces:
        if isinstance(piece, tuple):
            spans.append(Span(len(text), len(text) + len(piece[0]), piece[1]))
            text += piece[0]
        else:
            text += piece
    return AnnotatedDocument(Document(name, text, "sv", record), tuple(spans))


def visit(record: int, number: int, patient: str, doctor: str) -> AnnotatedDocument:
    given, _, family = patient.partition(" ")
    return annotated(
        f"r{record}-{number}",
        f"r{record}",
        [
            "Mottagningsbesök. ",
            (patient, "PATIENT"),
            " kommer efter remiss från doktor ",
            (doctor, "CLINICIAN"),
            ".\nHusten är bättre. ",
            (family, "PATIENT"),
            " sover gott och ",
            (given, "PATIENT"),
            " röker inte.\nKontroll om en vecka hos ",
            (doctor, "CLINICIAN"),
            ".\n",
        ],
    )


def corpus(n_records: int = 12, family: tuple[str, ...] = FAMILY) -> list[AnnotatedDocument]:
    """Two visits a record; patients are all different, each record has its own doctor."""
    found = []
    for record in range(n_records):
        patient = f"{GIVEN[record % len(GIVEN)]} {family[record % len(family)]}"
        doctor = f"{GIVEN[(record + 5) % len(GIVEN)]} {family[(record + 3) % len(family)]}"
        found += [visit(record, number, patient, doctor) for number in (1, 2)]
    return found


def with_visitors(documents: list[AnnotatedDocument]) -> list[AnnotatedDocument]:
    """The same, and somebody named once in every other document."""
    found = []
    for i, item in enumerate(documents):
        name = f"{GIVEN[(i + 2) % len(GIVEN)]} {FAMILY[(i + 7) % len(FAMILY)]}"
        if i % 2 == 0:
            text = item.document.text
            span = Span(len(text) + 9, len(text) + 9 + len(name), "OTHER_PERSON")
            document = replace(item.document, text=f"{text}Besök av {name}.\n")
            item = AnnotatedDocument(document, (*item.spans, span))
        found.append(item)
    return found


def write(documents: list[AnnotatedDocument], path: Path) -> Path:
    """The documents as JSONL."""
    rows = (
        {
            "id": item.document.id,
            "record": item.document.record,
            "language": "sv",
            "text": item.document.text,
            "entities": [{"start": s.start, "end": s.end, "label": s.label} for s in item.spans],
        }
        for item in documents
    )
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path
