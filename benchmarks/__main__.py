"""``python -m benchmarks [PART ...]``: the parts of ``PARTS``; all but those of hours when none is named."""

from __future__ import annotations

import sys

from benchmarks import (
    accuracy,
    dates,
    determinism,
    hostile,
    kept,
    leaks,
    learned,
    linking,
    loading,
    memory,
    numbers,
    peers,
    personas,
    rewrap,
    speed,
    vault,
)

PARTS = {
    "dates": dates.main,
    "accuracy": accuracy.main,
    "loading": loading.main,
    "speed": speed.main,
    "hostile": hostile.main,
    "kept": kept.main,
    "leaks": leaks.main,
    "learned": learned.main,
    "linking": linking.main,
    "determinism": determinism.main,
    "vault": vault.main,
    "memory": memory.main,
    "numbers": numbers.main,
    "peers": peers.main,
    "personas": personas.main,
    "rewrap": rewrap.main,
}

HOURS = frozenset({"learned"})


def main(names: list[str]) -> int:
    """Runs the named parts in order."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for name in names or [part for part in PARTS if part not in HOURS]:
        print(f"\n=== {name} ===", flush=True)
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
