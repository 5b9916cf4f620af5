"""Peak memory and time of the command line over a table that is far larger than memory is allowed to be."""

from __future__ import annotations

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.bounds import Missed, at_most
from benchmarks.data import CORPORA, text_of

GIGABYTES = float(os.environ.get("MASKERAD_BENCH_GB", "0.2"))
PEAK_MB = 300
NOTE_CHARS = 2_000


def main() -> Missed:
    """De-identifies a CSV table of Swedish notes and prints the peak memory of the process."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "notes.csv"), Path(folder, "safe.csv")
        for gigabytes in (GIGABYTES / 4, GIGABYTES):
            _write_table(source, gigabytes)
            start = time.perf_counter()
            command = [sys.executable, "-m", "maskerad", "deidentify", str(source), str(target), "--language", "sv"]
            subprocess.run([*command, "--text-column", "note", "--overwrite"], capture_output=True, check=False)
            seconds = time.perf_counter() - start
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            size = source.stat().st_size / 1e6
            print(
                f"{size:8.0f} MB table: {seconds:7.1f} s, {size / seconds:5.2f} MB/s, peak {peak:5.0f} MB", flush=True
            )
    print(f"Target: peak <= {PEAK_MB} MB whatever the size (MASKERAD_BENCH_GB=5 for the full table).")
    return at_most("peak MB", peak, PEAK_MB)


def _write_table(path: Path, gigabytes: float) -> None:
    text = text_of("hand/sv/dev.jsonl", 1_000_000)
    notes = [text[at : at + NOTE_CHARS] for at in range(0, len(text), NOTE_CHARS)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "ward", "note"])
        number = 0
        while file.tell() < gigabytes * 1e9:
            writer.writerow([number, "A", notes[number % len(notes)]])
            number += 1
