"""``python -m scripts.fuzz [--minutes M] [LAW ...]``: each law for so long, led by coverage; 1 if one was broken.

An input that breaks a law is kept below ``build/fuzz``; ``python -m scripts.fuzz --again FILE LAW`` shows it. Make an
``@example`` of it. Needed: the extra ``fuzz``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent.parent / "build" / "fuzz"
HANGS_S, MEMORY_MB = 60, 4_096


def main() -> int:
    """Runs the laws that are named, one after another; all when none is."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fuzz")
    parser.add_argument("--minutes", type=float, default=7.5)
    parser.add_argument("--again", type=Path)
    parser.add_argument("laws", nargs="*")
    asked = parser.parse_args()
    if asked.again:
        return _again(asked.again, *asked.laws)
    from tests.fuzz.test_laws import LAWS

    unknown = set(asked.laws) - set(LAWS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(LAWS)}")
    broken = [law for law in asked.laws or LAWS if not _holds(law, asked.minutes)]
    print(f"broken: {', '.join(broken)}" if broken else "no law was broken")
    return 1 if broken else 0


def _holds(law: str, minutes: float) -> bool:
    """Whether nothing broke a law in so many minutes; in a process of its own, since a fuzzer never returns."""
    corpus, crashes = HOME / law, HOME / "broken" / law
    for folder in (corpus, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    options = (f"-max_total_time={round(minutes * 60)}", f"-timeout={HANGS_S}", f"-rss_limit_mb={MEMORY_MB}")
    kept = (f"-artifact_prefix={crashes}/", "-max_len=4096", "-print_final_stats=1", str(corpus))
    print(f"=== {law}", flush=True)
    done = subprocess.run([sys.executable, "-m", "scripts.fuzz_guided", law, *options, *kept], check=False)
    return done.returncode == 0


def _again(file: Path, law: str) -> int:
    from tests.fuzz.test_laws import LAWS

    LAWS[law].hypothesis.fuzz_one_input(file.read_bytes())
    print("the law holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
