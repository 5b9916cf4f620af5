"""Processes of the program itself look for garbage more rarely; one that imports the package keeps its own habit."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from maskerad.core.collecting import collect_rarely

COMMAND = """
import gc, sys
from maskerad.cli.main import run
sys.argv = ["maskerad", "--version"]
try:
    run()
except SystemExit:
    print(gc.get_threshold()[0])
"""
IMPORT = """
import gc
before = gc.get_threshold()
import maskerad
maskerad.load("sv", model=None).detect("Ring Anna.")
print(gc.get_threshold() == before)
"""


def said(program: str) -> str:
    """The last line that a new process prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_a_command_collects_rarely() -> None:
    assert int(said(COMMAND)) > 10_000


def test_a_program_that_imports_the_package_keeps_its_thresholds() -> None:
    assert said(IMPORT) == "True"


def test_the_thresholds_are_those_that_were_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, ...]] = []
    monkeypatch.setattr(gc, "set_threshold", lambda *thresholds: told.append(thresholds))
    collect_rarely()
    assert told == [(50_000, 20, 100)]
