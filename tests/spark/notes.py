"""Composed notes in eight languages, as a frame and as one process releases them."""

from __future__ import annotations

from typing import Any

from pyspark.sql import SparkSession

from maskerad.core import Document, Record, Released
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.spark import Columns

KEY = bytes(range(32))
CANARY = "Zebedee Quillfeather"
COLUMNS = Columns(text="text", record="patient", id="note", language="lang")
SETTINGS = settings_for("sv,nl,ja,en,de,fr,es,it")
NOTES = {
    "sv": "Anna Lindqvist kom tisdag 12 mars 2020. Tfn 0652-72 56. Mamma Gunilla Lindqvist följde med.",
    "nl": "Mevr. Jansen uit Utrecht belde op 3 april 2021. Tel. 06-12345678.",
    "ja": "田中太郎さんは3月5日に東京の病院を受診した。電話は03-1234-5678です。",
    "en": f"Dr Hargreaves saw {CANARY} on March 6, 2023. Phone 802-555-0143.",
    "de": "Frau Heike Schneider wurde am 3.4.2021 im Klinikum Kassel aufgenommen.",
    "fr": "Mme Claire Moreau, née le 12/03/1956, habite à Lyon.",
    "es": "La paciente María García acudió el 3 de abril de 2021 en Sevilla.",
    "it": "La sig.ra Giulia Ferrari è nata il 12/03/1956 a Torino.",
}


def composed_rows() -> list[tuple[str, str, str, str, int]]:
    """Three notes a record, ten records a language, their rows shuffled as a table may have them."""
    rows = [
        (f"{code}-{record}", f"{number}", code, f"{text} ({number})", number)
        for code, text in NOTES.items()
        for record in range(4)
        for number in range(3)
    ]
    return sorted(rows, key=lambda row: (row[1], row[0][::-1]))


def in_one_process(rows: list[tuple[str, str, str, str, int]]) -> dict[tuple[str, str], str]:
    """What one process makes of them."""
    engine = Deidentifier(SETTINGS, KEY)
    texts: dict[tuple[str, str], str] = {}
    for name in sorted({row[0] for row in rows}):
        mine = sorted(row for row in rows if row[0] == name)
        documents = tuple(Document(row[1], row[3], row[2], name) for row in mine)
        for row, outcome in zip(mine, engine.release(Record(name, documents)), strict=True):
            assert isinstance(outcome, Released)
            texts[name, row[1]] = outcome.text
    return texts


def framed(session: SparkSession, rows: list[Any] | None = None) -> Any:
    return session.createDataFrame(rows or composed_rows(), ["patient", "note", "lang", "text", "ward"]).repartition(5)
