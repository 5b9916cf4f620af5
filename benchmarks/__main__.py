"""``python -m benchmarks [PART ...]``: the parts of ``PARTS``; all but those of hours when none is named.

``python -m benchmarks world [--show FOLDER] [LANGUAGE ...]`` judges some languages only, and shows what it found.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import (
    accuracy,
    dates,
    determinism,
    hostile,
    kept,
    kills,
    leaks,
    learned,
    linking,
    loading,
    memory,
    numbers,
    peers,
    personas,
    rewrap,
    service,
    speed,
    vault,
    veto,
    workspace,
    world,
)
from benchmarks.bounds import Missed

# Each prints its figures and answers with the bounds that it missed.
PARTS: dict[str, Callable[[], Missed]] = {
    "dates": dates.main,
    "accuracy": accuracy.main,
    "loading": loading.main,
    "service": service.main,
    "speed": speed.main,
    "hostile": hostile.main,
    "kept": kept.main,
    "kills": kills.main,
    "leaks": leaks.main,
    "learned": learned.missed,
    "linking": linking.main,
    "determinism": determinism.main,
    "vault": vault.main,
    "veto": veto.main,
    "memory": memory.main,
    "numbers": numbers.main,
    "peers": peers.main,
    "personas": personas.main,
    "rewrap": rewrap.main,
    "workspace": workspace.main,
    "world": world.main,
}

HOURS = frozenset({"learned"})


def main(names: list[str]) -> int:
    """Runs the named parts in order; 1 if a bound was missed."""
    if names[:1] == ["world"]:
        return _told(world.main(names[1:]))
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    missed = Missed()
    for name in names or [part for part in PARTS if part not in HOURS]:
        print(f"\n=== {name} ===", flush=True)
        missed += [f"{name}: {line}" for line in PARTS[name]()]
    return _told(missed)


def _told(missed: Missed) -> int:
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
