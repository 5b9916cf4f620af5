"""Input made to be slow: the time must grow no faster than the text. Prints the exponent of the growth."""

from __future__ import annotations

import math
import time

from benchmarks.bounds import Missed
from benchmarks.data import LANGUAGES
from maskerad.core import Document, Record
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.settings import settings_for

EXPONENT_MAX = 1.2
SMALL, LARGE = 25_000, 400_000
UNITS = {
    "digits": "1234567890",
    "dots": ".",
    "spaces": " ",
    "letters": "a",
    "capitals": "A",
    "ampersands": "&",
    "&amp;": "&amp;",
    "&#": "&#",
    "<": "<",
    "slashes": "/",
    "equals": "=",
    "a@": "a@",
    "a.": "a.",
    "Dr.": "Dr. ",
    "Anna": "Anna ",
    "1/2": "1/2/",
    "12-": "12-",
    "1 ": "1 ",
    "+46": "+46 ",
    "(0": "(0",
    "quotes": "'",
    "hyphens": "Anna-",
    "initials": "A. ",
    "zero-width": "a\u200b",
    "combining": "e\u0301",
    "kanji": "山",
    "no blanks": "Anna,",
    "lines": "Berg\nAnna, ",
    "tabs": "Anna\t",
    "quoted mail": "> Anna\n",
    "single letters": "a b ",
}


def main() -> Missed:
    """Prints, per language, the slowest unit and every exponent above the bound."""
    print(f"Growth of process time between {SMALL:,} and {LARGE:,} characters of one repeated unit; 1 is linear.\n")
    missed = Missed()
    for language in LANGUAGES:
        engine = Deidentifier(settings_for(language), bytes(32))
        rows = {name: _growth(engine, unit) for name, unit in UNITS.items()}
        worst = max(rows, key=lambda name: rows[name][0])
        slow = max(rows, key=lambda name: rows[name][1])
        steep = [f"{name} {exponent:.2f}" for name, (exponent, _) in rows.items() if exponent > EXPONENT_MAX]
        line = f"{language}: greatest exponent {rows[worst][0]:.2f} ({worst})"
        line += f", slowest {rows[slow][1]:.2f} s per million characters ({slow})"
        missed += [f"{language}: {one}, at most {EXPONENT_MAX}" for one in steep]
        print(line + (f"; above {EXPONENT_MAX}: {', '.join(steep)}" if steep else ""), flush=True)
    return missed


def _growth(engine: Deidentifier, unit: str) -> tuple[float, float]:
    small, large = (_seconds(engine, unit, size) for size in (SMALL, LARGE))
    return math.log(large / small) / math.log(LARGE / SMALL), large / LARGE * 1e6


def _seconds(engine: Deidentifier, unit: str, size: int) -> float:
    text = (unit * (size // len(unit) + 1))[:size]
    best = math.inf
    for _ in range(3 if size == SMALL else 1):
        start = time.process_time()
        engine.release(Record("h", (Document("h", text),)))
        best = min(best, time.process_time() - start)
    return best
