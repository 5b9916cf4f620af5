"""Other systems on the same texts, in the same run, each in an environment of its own under ``bench/peers``."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.bounds import Missed, at_least
from benchmarks.data import CORPORA, ROOT, text_of
from benchmarks.speed import rate
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for

HOME = ROOT / "bench" / "peers"
NOTE_CHARS = 2_000
TOTAL_CHARS = {"deduce": 400_000, "presidio": 400_000, "pydeid": 100_000}

_TIMED = """
import json, sys, time
notes = json.load(open(sys.argv[1], encoding="utf-8"))
{setup}
run(notes[0])
best = None
for _ in range(3):
    start = time.perf_counter()
    for note in notes:
        run(note)
    taken = time.perf_counter() - start
    best = taken if best is None else min(best, taken)
print("SECONDS", best)
"""
PEERS = {
    "deduce": (
        "deduce==3.0.6",
        "nl",
        3.0,
        "from deduce import Deduce\nrun = Deduce().deidentify",
    ),
    "presidio": (
        "presidio-analyzer==2.2.366",
        "en",
        10.0,
        "import logging; logging.disable(logging.CRITICAL)\n"
        "from presidio_analyzer import PatternRecognizer, RecognizerRegistry\n"
        "registry = RecognizerRegistry(); registry.load_predefined_recognizers(languages=['en'])\n"
        "kept = [r for r in registry.recognizers if isinstance(r, PatternRecognizer)]\n"
        "kept = [r for r in kept if r.supported_language == 'en']\n"
        "def run(note):\n    return [r.analyze(note, r.supported_entities, None) for r in kept]",
    ),
    "pydeid": (
        "pydeid==1.0.1",
        "en",
        50.0,
        "from pyDeid import deid_string\nrun = deid_string",
    ),
}


def main() -> Missed:
    """Prints our speed, theirs and the ratio; a peer that cannot be installed is named and left out."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print("Detection, one core, notes of 2,000 characters, best of three.\n")
    print(f"{'peer':10} {'language':>8} {'peer MB/s':>10} {'ours MB/s':>10} {'ratio':>7} {'target':>7}")
    missed = Missed()
    for name, (package, language, target, setup) in PEERS.items():
        text = text_of(f"hand/{language}/dev.jsonl", TOTAL_CHARS[name])
        theirs = _theirs(name, package, setup, text)
        if theirs is None:
            print(f"{name:10} {language:>8}  not measured: {package} could not be installed or run", flush=True)
            continue
        ours = rate(Detector(settings_for(language)).detect, text, NOTE_CHARS)
        print(f"{name:10} {language:>8} {theirs:10.3f} {ours:10.2f} {ours / theirs:7.1f} {target:7.0f}", flush=True)
        missed += at_least(f"times as fast as {name}", ours / theirs, target)
    return missed


def _theirs(name: str, package: str, setup: str, text: str) -> float | None:
    python = HOME / name / "bin" / "python"
    if not python.exists() and not _installed(HOME / name, package):
        return None
    notes = [text[at : at + NOTE_CHARS] for at in range(0, len(text), NOTE_CHARS)]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "notes.json")
        source.write_text(json.dumps(notes), encoding="utf-8")
        command = [str(python), "-c", _TIMED.format(setup=setup), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("SECONDS")]
    return len(text.encode()) / float(seconds[0]) / 1e6 if seconds else None


def _installed(folder: Path, package: str) -> bool:
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "install", package]
    if subprocess.run(pip, capture_output=True, check=False).returncode == 0:
        return True
    subprocess.run(["rm", "-rf", str(folder)], check=True)
    return False
