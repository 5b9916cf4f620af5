"""The browser's side: its own tests under node, its types, and that the built file is the one that the sources give."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S

FRONTEND = Path(__file__).parents[2] / "frontend"
BUILT = Path(__file__).parents[2] / "src" / "maskerad" / "web" / "workspace" / "static" / "workspace.js"


@pytest.fixture(scope="module")
def frontend() -> Path:
    """Folder of the sources, with what they are built by."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("no node on this machine: the tests of the browser's side need it, users do not")
    if not (FRONTEND / "node_modules" / "esbuild").is_dir():
        pytest.skip("frontend/node_modules is missing: make frontend")
    return FRONTEND


def run(*command: str, at: Path) -> str:
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_pure_core_passes_its_tests(frontend: Path) -> None:
    run("node", "build.mjs", "--tests", at=frontend)
    told = run("node", "--test", "--test-reporter=tap", "build/tests/", at=frontend)
    assert "# fail 0" in told
    assert int(told.split("# pass ")[1].split()[0]) >= 38


def test_types_hold(frontend: Path) -> None:
    run("npx", "--no-install", "tsc", "--noEmit", at=frontend)


def test_the_built_file_is_built_from_these_sources(frontend: Path, tmp_path: Path) -> None:
    again = tmp_path / "workspace.js"
    run("node", "build.mjs", "--out", str(again), at=frontend)
    assert again.read_text("utf-8") == BUILT.read_text("utf-8"), "make frontend, and commit static/workspace.js"


def test_nothing_of_the_locked_packages_names_a_host() -> None:
    assert "resolved" not in (FRONTEND / "package-lock.json").read_text("utf-8")
