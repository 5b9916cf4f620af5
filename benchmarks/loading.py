"""Time and memory to load each language in a fresh process, and to the first result of the command line."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.bounds import Missed, at_most
from benchmarks.data import LANGUAGES

RUNS = 5
LOAD_S, LOAD_MB, COMMAND_S = 0.4, 120, 0.6
_LOAD = """
import resource, sys, time
before = time.perf_counter()
import maskerad
imported = time.perf_counter()
maskerad.load(sys.argv[1]).detect("x")
print(imported - before, time.perf_counter() - imported, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def main() -> Missed:
    """Prints medians of several runs."""
    print(f"Targets: load <= {LOAD_S} s and <= {LOAD_MB} MB; command line, start to result <= {COMMAND_S} s.")
    print(f"Medians of {RUNS} runs.\n")
    print(f"{'language':10} {'import s':>9} {'load s':>9} {'peak MB':>9} {'command s':>10}")
    missed = Missed()
    for language in LANGUAGES:
        runs = [_loaded(language) for _ in range(RUNS)]
        imported, loaded, peak = (statistics.median(column) for column in zip(*runs, strict=True))
        command = statistics.median(_command(language) for _ in range(RUNS))
        print(f"{language:10} {imported:9.3f} {loaded:9.3f} {peak:9.0f} {command:10.2f}", flush=True)
        missed += at_most(f"seconds to load {language}", loaded, LOAD_S)
        missed += at_most(f"MB to load {language}", peak, LOAD_MB)
        missed += at_most(f"seconds of the command line in {language}", command, COMMAND_S)
    return missed


def _loaded(language: str) -> list[float]:
    done = subprocess.run([sys.executable, "-c", _LOAD, language], capture_output=True, text=True, check=True)
    return [float(figure) for figure in done.stdout.split()]


def _command(language: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.txt"), Path(folder, "out.txt")
        source.write_text("BP 120/80.\n", encoding="utf-8")
        start = time.perf_counter()
        command = [sys.executable, "-m", "maskerad", "deidentify", str(source), str(target), "--language", language]
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - start
