"""The code blocks of the README and of the pages of the site do what they say.

``python`` blocks are executed. In ``console`` blocks each line that begins with ``$ maskerad`` is run; blocks of one
page share a folder, in which ``text file=NAME`` blocks are written first. A page that holds the comment
``<!-- needs: NAME -->`` is skipped where the package of that name is not installed.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / name for name in ("index.md", "concepts.md", "data-protection-officer.md", "lists.md")),
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
    *sorted((ROOT / "docs" / "coming-from").glob("*.md")),
]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)

NEEDS = re.compile(r"<!-- needs: (\w+) -->")


def commands(block: str) -> list[list[str]]:
    joined = block.replace("\\\n", " ")
    return [shlex.split(line[2:]) for line in joined.splitlines() if line.startswith("$ maskerad")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in NEEDS.findall(page.read_text(encoding="utf-8")):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for language, rest, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "python":
            exec(compile(body, str(page), "exec"), names)
        elif language in ("text", "toml", "csv") and "file=" in rest:
            target = tmp_path / rest.split("file=")[1].strip()
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(body, encoding="utf-8")
        elif language == "console":
            for command in commands(body):
                done = subprocess.run(
                    [sys.executable, "-m", *command], capture_output=True, text=True, cwd=tmp_path, check=False
                )
                assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr}"
