"""Other systems on the same texts, in the same run, each in an environment of its own under ``bench/peers``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.bounds import Missed, at_least
from benchmarks.data import CORPORA, ROOT
from benchmarks.speed import N_KEPT, fresh_notes, rates, run_fresh

HOME = ROOT / "bench" / "peers"
MEGABYTES = {"deduce": 0.6, "presidio": 1.0, "pydeid": 0.1}
NOTES = {"nl": ("hand/nl/dev.jsonl", "hand/nl/dev2.jsonl", "unlabelled/hr_physio_nl.jsonl")}
NOTES |= {"en": ("unlabelled/aci_bench_en.jsonl",)}

_TIMED = """
import json, sys
{setup}
from benchmarks.fresh import measured
print(json.dumps({{"marks": list(measured(run, json.load(open(sys.argv[1], encoding="utf-8"))))}}))
"""
PEERS = {
    "deduce": (
        "deduce==3.0.6",
        "nl",
        (1.5, 4.0),
        "from deduce import Deduce\nrun = Deduce().deidentify",
    ),
    "presidio": (
        "presidio-analyzer==2.2.366",
        "en",
        (3.0, 8.0),
        # Its whole engine, with the tokens of spaCy and no statistical model: none is to be had offline.
        "import logging, spacy; logging.disable(logging.CRITICAL)\n"
        "from presidio_analyzer import AnalyzerEngine\n"
        "from presidio_analyzer.nlp_engine import SpacyNlpEngine\n"
        "class Blank(SpacyNlpEngine):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.nlp = {'en': spacy.blank('en')}\n"
        "engine = AnalyzerEngine(nlp_engine=Blank(), supported_languages=['en'])\n"
        "def run(note):\n    return engine.analyze(note, language='en')",
    ),
    "pydeid": (
        "pydeid==1.0.1",
        "en",
        (20.0, 50.0),
        "from pyDeid import deid_string\nrun = deid_string",
    ),
}


def main() -> Missed:
    """Prints our speed and theirs; a peer that cannot be installed is named and left out."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print("Detection of new notes in a new process, one core, MB/s of processor time: over the first 100 kB,")
    print("the first 400 kB, and what is behind. We: rules alone. ratio: of 400 kB and of the rest, and targets.\n")
    print(f"{'':20}{'100 kB':>8}{'400 kB':>8}{'steady':>8}{'ratio':>16}{'target':>14}")
    missed = Missed()
    for name, (package, language, (least_first, least_steady), setup) in PEERS.items():
        notes = fresh_notes(NOTES[language], MEGABYTES[name] * 1e6)
        theirs = _theirs(name, package, setup, notes)
        if theirs is None:
            print(f"{name:10}{language:10}  not measured: {package} could not be installed or run", flush=True)
            continue
        we = [sys.executable, "-m", "benchmarks.fresh", language, "detect", "rules"]
        run_fresh(we, notes[:N_KEPT])  # what a language compiles is kept from its first use on
        ours = run_fresh(we, notes)
        assert ours is not None
        (_, first, steady), (_, our_first, our_steady) = rates(theirs["marks"]), rates(ours["marks"])
        for who, told in ((name, theirs), ("we", ours)):
            print(f"{who:10}{language:10}" + "".join(f"{rate:8.3f}" for rate in rates(told["marks"])), end="")
            print("" if who == name else f"{our_first / first:8.1f}{our_steady / steady:8.1f}", end="")
            print("\n" if who == name else f"{least_first:7.1f}{least_steady:7.1f}\n", end="", flush=True)
        missed += at_least(f"times as fast as {name} over the first 400 kB", our_first / first, least_first)
        missed += at_least(f"times as fast as {name} behind them", our_steady / steady, least_steady)
    return missed


def _theirs(name: str, package: str, setup: str, notes: Sequence[str]) -> dict[str, Any] | None:
    python = HOME / name / "bin" / "python"
    if not python.exists() and not _installed(HOME / name, package):
        return None
    return run_fresh([str(python), "-c", _TIMED.format(setup=setup)], notes)


def _installed(folder: Path, package: str) -> bool:
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "install", package]
    if subprocess.run(pip, capture_output=True, check=False).returncode == 0:
        return True
    subprocess.run(["rm", "-rf", str(folder)], check=True)
    return False
