"""Megabytes a second on one core: detection and the full path, short documents and long ones."""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.data import CORPORA, LANGUAGES, text_of
from maskerad.core import Document, Record
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for

TOTAL_CHARS = 1_000_000
SIZES = (100, 2_000, 100_000)
RUNS = 2


# Notes with few identifiers, as most clinical text is; the hand-composed ones are a quarter identifiers by mention.
PLAIN = (
    ("unlabelled/1177_sv.jsonl", "sv"),
    ("unlabelled/hr_physio_nl.jsonl", "nl"),
    ("unlabelled/aci_bench_en.jsonl", "en"),
    ("meddocan/background.jsonl", "es"),
)


def main() -> None:
    """Prints a row a text: best of two runs, after one that warms the caches."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return
    print("Targets: detection >= 1.5 MB/s; full path >= 1 MB/s (ja >= 0.5). UTF-8 bytes on one core, documents of")
    print("so many characters. marked: share of characters in spans.\n")
    sizes = "".join(f"{'detect ' + format(size, ','):>16}" for size in SIZES)
    print(f"{'text':30}{'marked':>8}{sizes}{'full 2,000':>16}{'full 100,000':>16}")
    for name, language in (*((f"hand/{code}/dev.jsonl", code) for code in LANGUAGES), *PLAIN):
        _print_row(name, language)


def _print_row(name: str, language: str) -> None:
    text = text_of(name, TOTAL_CHARS)
    detector = Detector(settings_for(language))
    engine = Deidentifier(settings_for(language), bytes(32))
    marked = detector.detect(Record("m", (Document("m", text[:200_000]),)))[0].covered_chars / 200_000
    figures = [rate(detector.detect, text, size) for size in SIZES]
    figures += [rate(engine.release, text, size) for size in (2_000, 100_000)]
    print(f"{name:30}{marked:8.3f}" + "".join(f"{figure:16.2f}" for figure in figures), flush=True)


def rate(work: Callable[[Record], object], text: str, size: int) -> float:
    """MB/s of ``work`` over the text cut into documents of ``size`` characters."""
    records = [Record(str(at), (Document(str(at), text[at : at + size]),)) for at in range(0, len(text), size)]
    n_bytes = len(text.encode())
    work(records[0])
    return max(n_bytes / _seconds(work, records) / 1e6 for _ in range(RUNS))


def _seconds(work: Callable[[Record], object], records: list[Record]) -> float:
    start = time.perf_counter()
    for record in records:
        work(record)
    return time.perf_counter() - start
