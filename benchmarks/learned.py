"""Learned recognisers: what each takes to train, how good it is, and how fast.

``python -m benchmarks.learned [ROW ...]``: the rows of ``ROWS`` in their order, each in a process of its own, whose
processor time and memory are printed behind it. Trained models are kept in ``bench-learned`` (``MASKERAD_BENCH`` names
another folder) and are not trained again while they lie there.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bounds import Missed
from benchmarks.data import CORPORA, ROOT
from benchmarks.hybrids import CORPORA_OF_ROWS

HOME = Path(os.environ.get("MASKERAD_BENCH", ROOT / "bench-learned")).resolve()
MEDDOCAN = CORPORA.resolve() / "meddocan"
SPANISH = ("--language", "es", "--scheme", "meddocan")
_DEV = ("--dev", str(MEDDOCAN / "dev.jsonl"))


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is measured.

    Attributes:
        target: What it must reach.
        command: Arguments of ``maskerad`` that make a model of the row's name; empty where the row only measures.
        needs: Rows whose models it builds on.
    """

    target: str
    command: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def _trained(kind: str, *options: str) -> tuple[str, ...]:
    return ("train", kind, str(MEDDOCAN / "train.jsonl"), "{target}", *_DEV, *SPANISH, *options)


_UNLABELLED = str(MEDDOCAN / "background.jsonl")
_SILVER = ("train", "silver", _UNLABELLED, "{target}", "--to", "jsonl")
_MEMBERS = ("--member", "{crf}", "--member", "{networks}", "--member", "{bilstm}")
ROWS = {
    "crf": Row(
        "NER F1 >= .965 on dev; <= 10 minutes, <= 4 GB",
        _trained("crf", "--unlabelled", _UNLABELLED),
    ),
    "charlm": Row("<= 60 minutes, <= 4 GB", ("train", "charlm", _UNLABELLED, "{target}", "--workers", "2")),
    "networks": Row(
        "three networks over the language models; <= 60 minutes each, <= 4 GB",
        _trained("bilstm", "--language-models", "{charlm}", "--networks", "3"),
        ("charlm",),
    ),
    "silver-1": Row(
        "unlabelled texts as these networks read them",
        (*_SILVER, "--model", "{networks}", "--most", "900"),
        ("networks",),
    ),
    "taught": Row("fast", _trained("bilstm", "--silver", "{silver-1}"), ("silver-1",)),
    "silver-2": Row("all unlabelled texts, as it reads them", (*_SILVER, "--model", "{taught}"), ("taught",)),
    "bilstm": Row(
        "NER F1 >= .970 on dev; fast; <= 60 minutes, <= 4 GB",
        _trained("bilstm", "--silver", "{silver-2}"),
        ("silver-2",),
    ),
    "best": Row(
        "NER F1 >= .978, span strict >= .983 on dev, policy chosen on other folds of it",
        ("train", "hybrid", str(MEDDOCAN / "dev.jsonl"), "{target}", *SPANISH, *_MEMBERS),
        ("crf", "networks", "bilstm"),
    ),
    **{name: Row("exact F1 >= rules + .05, safe R not below") for name in CORPORA_OF_ROWS},
    "speed": Row(
        "on one core: crf >= 80,000 tokens/s, bilstm >= 20,000, rules + crf >= 400,000 characters/s",
        needs=("crf", "bilstm"),
    ),
}  # fmt: skip


def main(names: Sequence[str] = ()) -> int:
    """Runs the named rows, all when none is named, with the rows that they need."""
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(ROWS)}", file=sys.stderr)
        return 2
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA", file=sys.stderr)
        return 2
    HOME.mkdir(exist_ok=True)
    return max((_run(name) for name in _with_needs(names or list(ROWS))), default=0)


def missed() -> Missed:
    """All rows; what ended with an error. Their targets stand beside their figures."""
    return ["a row ended with an error"] if main() else []


def _with_needs(names: Sequence[str]) -> list[str]:
    """Rows in the order in which they can run; models that are there are not made again for others."""
    ordered: dict[str, None] = {}
    for name in names:
        for need in _with_needs([n for n in ROWS[name].needs if not (HOME / n).exists()]):
            ordered.setdefault(need)
        ordered.setdefault(name)
    return list(ordered)


def _run(name: str) -> int:
    row = ROWS[name]
    print(f"\n--- {name}: {row.target}\n", flush=True)
    if row.command and (HOME / name).exists():
        _print_kept(name)
        return 0
    places = {"{target}": str(HOME / name)} | {f"{{{need}}}": str(HOME / need) for need in row.needs}
    command = [places.get(part, part) for part in row.command]
    if command:
        print(f"maskerad {' '.join(command)}", flush=True)
    module = ["-m", "maskerad", *command] if command else ["-m", "benchmarks.measured", name]
    start = time.monotonic()
    process = subprocess.Popen([sys.executable, *module], env=os.environ | _ONE_THREAD, cwd=ROOT)
    _, status, used = os.wait4(process.pid, 0)
    _print_cost(used, time.monotonic() - start)
    return os.waitstatus_to_exitcode(status)


# Libraries that count the cores of the machine would take all of them.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def _print_cost(used: resource.struct_rusage, wall_s: float) -> None:
    seconds, memory_mb = used.ru_utime + used.ru_stime, used.ru_maxrss // 1024
    print(f"{seconds:,.0f} processor seconds, {wall_s:,.0f} s by the clock, {memory_mb:,} MB at most", flush=True)


def _print_kept(name: str) -> None:
    """Scores and costs from the card of a model that was made before."""
    print(f"kept from before: {HOME / name}")
    readme = HOME / name / "README.md"
    wanted = ("On ", "| processor seconds", "| minutes", "| peak")
    for line in readme.read_text(encoding="utf-8").splitlines() if readme.is_file() else ():
        if line.startswith(wanted):
            print(line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
