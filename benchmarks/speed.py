"""Megabytes a second on one core: detection and the full path, short documents and long ones; time by stage."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

from benchmarks.bounds import Missed, at_least
from benchmarks.data import CORPORA, LANGUAGES, text_of
from maskerad.core import Document, Record
from maskerad.languages import load_pack
from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.replace import Replacements
from maskerad.pipeline.rewrite import rewrite
from maskerad.pipeline.settings import settings_for
from maskerad.pipeline.verify import verify
from maskerad.surrogates import Keyed

TOTAL_CHARS = 1_000_000
SIZES = (100, 2_000, 100_000)
DETECT_MB_S, FULL_MB_S, FULL_MB_S_JA = 1.5, 1.0, 0.5  # targets
RUNS = 2
STAGES = ("detect", "link", "surrogates", "rewrite", "verify")
NOTE_CHARS, STAGE_CHARS, STAGE_RUNS = 2_000, 200_000, 5


# Notes with few identifiers, as most clinical text is; the hand-composed ones are a quarter identifiers by mention.
PLAIN = (
    ("unlabelled/1177_sv.jsonl", "sv"),
    ("unlabelled/hr_physio_nl.jsonl", "nl"),
    ("unlabelled/aci_bench_en.jsonl", "en"),
    ("meddocan/background.jsonl", "es"),
)


def main() -> Missed:
    """Prints a row a text: best of two runs, after one that warms the caches."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print(f"Targets: detection >= {DETECT_MB_S} MB/s; full path >= {FULL_MB_S} MB/s (ja >= {FULL_MB_S_JA}).")
    print("UTF-8 bytes on one core, documents of")
    print("so many characters. marked: share of characters in spans.\n")
    sizes = "".join(f"{'detect ' + format(size, ','):>16}" for size in SIZES)
    print(f"{'text':30}{'marked':>8}{sizes}{'full 2,000':>16}{'full 100,000':>16}")
    missed = Missed()
    for name, language in (*((f"hand/{code}/dev.jsonl", code) for code in LANGUAGES), *PLAIN):
        missed += _print_row(name, language)
    print(f"\nBy stage: microseconds a note of {NOTE_CHARS:,} characters of hand dev, and share\n")
    print(f"{'language':10}" + "".join(f"{stage:>16}" for stage in STAGES) + f"{'in all':>10}{'mentions':>10}")
    for code in LANGUAGES:
        print_stages(code)
    return missed


def _print_row(name: str, language: str) -> Missed:
    text = text_of(name, TOTAL_CHARS)
    detector = Detector(settings_for(language))
    engine = Deidentifier(settings_for(language), bytes(32))
    marked = detector.detect(Record("m", (Document("m", text[:200_000]),)))[0].covered_chars / 200_000
    detecting = [rate(detector.detect, text, size) for size in SIZES]
    full = [rate(engine.release, text, size) for size in (2_000, 100_000)]
    print(f"{name:30}{marked:8.3f}" + "".join(f"{figure:16.2f}" for figure in (*detecting, *full)), flush=True)
    return [
        *at_least(f"MB/s of detection in {name}", min(detecting), DETECT_MB_S),
        *at_least(f"MB/s of the full path in {name}", min(full), FULL_MB_S_JA if language == "ja" else FULL_MB_S),
    ]


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


def print_stages(language: str) -> None:
    """Prints a row: microseconds of processor time a note by stage with their share, and mentions a note.

    A note counts with the fastest of its runs, so that what else the machine does weighs little.
    """
    text = text_of(f"hand/{language}/dev.jsonl", STAGE_CHARS)
    notes = [Document(str(at), text[at : at + NOTE_CHARS]) for at in range(0, len(text), NOTE_CHARS)]
    run = _stage_timer(language)
    runs = [[run(note) for note in notes] for _ in range(STAGE_RUNS + 1)][1:]
    best = [[min(times) for times in zip(*of_note, strict=True)] for of_note in zip(*runs, strict=True)]
    *stages, n_mentions = (sum(column) / len(notes) for column in zip(*best, strict=True))
    shares = "".join(f"{one / 1e3:10,.0f}{one / sum(stages):6.0%}" for one in stages)
    print(f"{language:10}{shares}{sum(stages) / 1e3:10,.0f}{n_mentions:10.1f}", flush=True)


def _stage_timer(language: str) -> Callable[[Document], list[int]]:
    """What does a note stage by stage: nanoseconds of each of ``STAGES``, and the number of mentions."""
    settings, pack, keyed = settings_for(language), load_pack(language), Keyed(bytes(32))
    detector, words, genitives = Detector(settings), EverydayWords([pack]), pack.strings("genitive", "names")

    def run(note: Document) -> list[int]:
        record, clock = Record(note.id, (note,)), [time.process_time_ns()]
        spans = detector.detect(record)
        clock.append(time.process_time_ns())
        replacements = Replacements(record, spans, [pack], settings.policy, keyed, settings.shift)
        linked = replacements.linked(0)
        clock.append(time.process_time_ns())
        texts = replacements.of(0)
        clock.append(time.process_time_ns())
        released = rewrite(note, linked, texts)
        clock.append(time.process_time_ns())
        verify(record, [released], words.is_ordinary, genitives, replacements.names(), words.stands_as_name)
        clock.append(time.process_time_ns())
        return [*(after - before for before, after in pairwise(clock)), len(linked)]

    return run
