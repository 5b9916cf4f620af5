"""``python -m benchmarks.fresh LANGUAGE WAY MODEL NOTES``: one pass of a new process over notes it has never seen.

Prints one JSON object: what was done at each mark (``first note``, so many bytes, ``end``), in processor and in wall
seconds from the first note on, and the memory held there; before it what loading took.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

MARKS = (100_000, 400_000)
PAGE_BYTES = 4096


def measured(run: Callable[[str], object], notes: Sequence[str]) -> Iterator[dict[str, float]]:
    """What was done at each mark: bytes, processor and wall seconds, MB of memory. Needs no package: peers run it."""
    marks, n_bytes = list(MARKS), 0
    cpu, wall = time.process_time(), time.perf_counter()
    for number, note in enumerate(notes):
        run(note)
        n_bytes += len(note.encode())
        is_at_mark = bool(marks) and n_bytes >= marks[0]
        if is_at_mark or number in (0, len(notes) - 1):
            marks = [mark for mark in marks if mark > n_bytes]
            yield {
                "bytes": n_bytes,
                "cpu": time.process_time() - cpu,
                "wall": time.perf_counter() - wall,
                "mb": resident_mb(),
            }


def resident_mb() -> float:
    """Memory that the process holds; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE_BYTES / 1e6
    except OSError:
        return 0.0


def main(language: str, way: str, model: str, notes_file: str) -> None:
    """Runs one way, ``detect`` or ``deidentify``, with the model that ships or with rules alone."""
    notes = json.loads(Path(notes_file).read_text(encoding="utf-8"))
    start = time.process_time()
    import maskerad
    from maskerad.core.errors import MaskeradError

    engine = maskerad.load(language, key=bytes(32), model=() if model == "model" else None)
    work = engine.detect if way == "detect" else engine.deidentify
    work("x")
    loaded = time.process_time() - start

    def run(note: str) -> None:
        with suppress(MaskeradError):  # quarantined: it took its time all the same
            work(note)

    print(json.dumps({"load": loaded, "load_mb": resident_mb(), "marks": list(measured(run, notes))}))


if __name__ == "__main__":
    main(*sys.argv[1:])
