"""Installs each wheel of ``dist`` as somebody would who has Python and nothing else, and uses it.

The environment, ``build/bare``, begins empty. Nothing is compiled: packages without a wheel are refused, no compiler
is on the path. ``scripts/sbom.py`` reads afterwards what is there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
BARE = ROOT / "build" / "bare"
PYTHON = BARE / "bin" / "python"
NOTE = "Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer tisdag 22/5."
NAME = "Lindqvist"


def main() -> int:
    """Installs and tries each; 1 if anything of it fails."""
    wheels = sorted((ROOT / "dist").glob("maskerad-*.whl"))
    return max(map(_tried, wheels), default=1)


def _tried(wheel: Path) -> int:
    venv.create(BARE, clear=True, with_pip=False)
    install(wheel)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "note.txt").write_text(NOTE, encoding="utf-8")
        (home / "notes.jsonl").write_text(json.dumps({"id": "1", "text": NOTE}) + "\n", encoding="utf-8")
        tried = [
            _succeeds(home, "--version"),
            _succeeds(home, "demo"),
            _succeeds(home, "deidentify", "note.txt", "safe.txt", "--language", "sv"),
            _succeeds(home, "deidentify", "notes.jsonl", "safe.csv", "--language", "sv"),
        ]
        released = "".join(file.read_text(encoding="utf-8") for file in home.glob("safe.*"))
    if not all(tried) or not released or NAME in released:
        print(f"{wheel.name}: does not work", file=sys.stderr)
        return 1
    print(f"{wheel.name}: installed without a compiler, demo and deidentify work")
    return 0


def install(wheel: Path) -> None:
    """The wheel and all that it needs, at the versions that the project is tested with."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(PYTHON), "install")
    options = ("--only-binary", ":all:", "--constraint", str(ROOT / "constraints.txt"))
    subprocess.run([*pip, *options, str(wheel)], env=_without_compiler(), check=True)


def _succeeds(folder: Path, *arguments: str) -> bool:
    command: Sequence[str] = (str(BARE / "bin" / "maskerad"), *arguments)
    done = subprocess.run(command, cwd=folder, env=_without_compiler(), capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"maskerad {' '.join(arguments)}: {done.returncode}\n{done.stderr}", file=sys.stderr)
    return not done.returncode


def _without_compiler() -> dict[str, str]:
    """What the user's environment says, with no other program on the path than those of the environment."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MASKERAD_CACHE")}
    return kept | {"PATH": str(BARE / "bin"), "CC": "no-compiler", "CXX": "no-compiler", "MASKERAD_CACHE": "off"}


if __name__ == "__main__":
    sys.exit(main())
