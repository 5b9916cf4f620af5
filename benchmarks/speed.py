"""What a user meets: a new process and text that it has never seen; and where the time goes, by stage.

No text is read twice, so no memo helps but as it does a user: words come again, notes do not. Time is that of the
processor, so that what else the machine does weighs little; wall time stands beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.bounds import Missed, at_least, at_most
from benchmarks.data import CORPORA, LANGUAGES, ROOT, read, text_of
from maskerad import load
from maskerad.core import Document, Record
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.look import SecondLook
from maskerad.pipeline.replace import Replacements
from maskerad.pipeline.rewrite import rewrite
from maskerad.pipeline.verification.verify import originals_of, trusted_names, verify
from maskerad.surrogates import Keyed

MEGABYTES = float(os.environ.get("MASKERAD_BENCH_MB", "2"))
FIRST_NOTE_S = 0.1
FIRST_MB_S = {"detect": 0.9, "deidentify": 0.4}  # over the first 400 kB, by rules alone
STEADY_MB_S = {"detect": 1.6, "deidentify": 0.5}
MODEL_MB_S = 0.6  # detection with the model that ships
MODEL_FIRST_S, MODEL_MB = 0.3, 200
TEXTS = (  # never-repeated notes: MEDDOCAN's are 12 MB, the others as much as there is
    ("es", ("meddocan/background.jsonl", "meddocan/train.jsonl", "meddocan/dev.jsonl")),
    ("en", ("unlabelled/aci_bench_en.jsonl",)),
    ("sv", ("unlabelled/1177_sv.jsonl",)),
    ("nl", ("hand/nl/dev.jsonl", "hand/nl/dev2.jsonl")),
)
N_KEPT = 20
STAGES = ("detect", "link", "surrogates", "rewrite", "verify")
NOTE_CHARS, STAGE_CHARS, STAGE_RUNS = 2_000, 200_000, 5


def main() -> Missed:
    """Prints a row a language, way and model, then the stages."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print(f"Up to {MEGABYTES} MB of new notes, UTF-8, one core, a new process (MASKERAD_BENCH_MB=20 for all there is).")
    print("load: import, language and an empty note. Rates in MB/s of processor time; steady: behind the first 400 kB,")
    print("in wall time too. MB: memory when loaded, behind the first note, 100 kB, 400 kB and at the end.\n")
    columns = ("MB", "load s", "note s", "100 kB", "400 kB", "steady", "wall")
    print(f"{'':22}" + "".join(f"{column:>8}" for column in columns) + "    memory")
    missed = Missed()
    for language, names in TEXTS:
        notes = fresh_notes(names, MEGABYTES * 1e6)
        for note in notes[:N_KEPT]:  # what a language compiles is kept from its first use on, not from each process on
            load(language, key=bytes(32)).deidentify(note)
        for model in ("rules", "model"):
            for way in ("detect", "deidentify"):
                missed += _print_row(language, way, model, notes)
    print(f"\nBy stage: microseconds a note of {NOTE_CHARS:,} characters of hand dev, and share\n")
    print(f"{'language':10}" + "".join(f"{stage:>16}" for stage in STAGES) + f"{'in all':>10}{'mentions':>10}")
    for code in LANGUAGES:
        print_stages(code)
    return missed


def fresh_notes(names: Sequence[str], n_bytes: float) -> list[str]:
    """Notes of some corpora, each once, up to so many bytes."""
    notes, total = list[str](), 0
    for document, _ in (pair for name in names for pair in read(name)):
        if total < n_bytes:
            notes.append(document.text)
            total += len(document.text.encode())
    return notes


def run_fresh(command: Sequence[str], notes: Sequence[str]) -> dict[str, Any] | None:
    """What a new process says of a pass over notes; None if it could not."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "notes.json")
        file.write_text(json.dumps(list(notes)), encoding="utf-8")
        done = subprocess.run([*command, str(file)], capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        return None
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def rates(marks: Sequence[dict[str, float]], clock: str = "cpu") -> tuple[float, float, float]:
    """MB/s over the first 100 kB, the first 400 kB, and behind them; that of all where there is no more."""
    early = [next((one for one in marks if one["bytes"] >= size), marks[-1]) for size in (100_000, 400_000)]
    last, base = marks[-1], early[-1]
    rest = last if base is last else {key: last[key] - base[key] for key in ("bytes", clock)}
    first, second, steady = (one["bytes"] / max(one[clock], 1e-9) / 1e6 for one in (*early, rest))
    return first, second, steady


def _print_row(language: str, way: str, model: str, notes: Sequence[str]) -> Missed:
    told = run_fresh([sys.executable, "-m", "benchmarks.fresh", language, way, model], notes)
    if told is None:
        return [f"{language} {way} {model}: the run failed"]
    marks = told["marks"]
    hundred, four_hundred, steady = rates(marks)
    row = f"{language} {way:11}{model:8}{marks[-1]['bytes'] / 1e6:8.2f}{told['load']:8.2f}{marks[0]['cpu']:8.2f}"
    row += f"{hundred:8.2f}{four_hundred:8.2f}{steady:8.2f}{rates(marks, 'wall')[2]:8.2f}    "
    print(row + "".join(f"{mb:6.0f}" for mb in (told["load_mb"], *(one["mb"] for one in marks))), flush=True)
    named = f"{language} {way} {model}"
    if model == "model":
        return [
            *(at_least(f"MB/s steady, {named}", steady, MODEL_MB_S) if way == "detect" else ()),
            *at_most(f"seconds of the first note, {named}", marks[0]["cpu"], MODEL_FIRST_S),
            *(at_most(f"MB, {named}", marks[-1]["mb"], MODEL_MB) if way == "detect" else ()),
        ]
    return [
        *at_most(f"seconds of the first note, {named}", marks[0]["cpu"], FIRST_NOTE_S),
        *at_least(f"MB/s of the first 400 kB, {named}", four_hundred, FIRST_MB_S[way]),
        *at_least(f"MB/s steady, {named}", steady, STEADY_MB_S[way]),
    ]


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
    detector, look = Detector(settings), SecondLook([pack])

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
        taken_out, sure = originals_of(record, [released]), list(trusted_names(record, [released]))
        verify(record, [released], look.forms(record, [pack], taken_out, sure, replacements.taken_out()))
        clock.append(time.process_time_ns())
        return [*(after - before for before, after in pairwise(clock)), len(linked)]

    return run
