"""An interrupt is answered in one line from the start of the program on."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from maskerad.cli.command import SummaryCommand
from maskerad.cli.main import app

INTERRUPTED_AT = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from maskerad.__main__ import run
run()
"""


def interrupted_at(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", INTERRUPTED_AT.format(module=module), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "module",
    ["maskerad.cli.main", "typer", "maskerad.corpora.formats", "maskerad.surrogates.numbers.phones", "rich.table"],
)
def test_an_interrupt_while_the_program_is_loaded_is_one_line(module: str) -> None:
    done = interrupted_at(module, "languages")
    assert done.returncode == 130
    assert done.stderr == "error: stopped: no output was written\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_that_is_to_be_ignored_is_ignored() -> None:
    """A shell starts what runs in the background so."""
    ignoring = INTERRUPTED_AT.replace("class", "signal.signal(signal.SIGINT, signal.SIG_IGN)\n\nclass")
    command = [sys.executable, "-c", ignoring.format(module="typer"), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_installed_command_starts_there() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"maskerad": "maskerad.__main__:run"}


def test_starting_imports_nothing_before_it_is_ready() -> None:
    code = "import sys; import maskerad.__main__; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {name for name in loaded if name.startswith("maskerad")} == {"maskerad", "maskerad.__main__"}
    assert not {"typing", "typer", "rich"} & set(loaded)


def test_what_is_told_of_a_command_before_it_is_loaded_is_what_it_says_itself() -> None:
    group: Any = get_command(app)
    told = {name: entry.help for name, entry in group.entries.items()}
    assert told == {name: command.help.partition("\n\n")[0] for name, command in group.commands.items()}
    assert {type(group.commands[name]) for name, entry in group.entries.items() if entry.kind} == {SummaryCommand}


def loaded_by(*arguments: str, cwd: Path) -> set[str]:
    """All modules that a call of the program loads."""
    code = (
        "import atexit, sys; from maskerad.__main__ import run;"
        "atexit.register(lambda: print('loaded', *sys.modules)); run()"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=True)
    return set(done.stdout.rpartition("loaded ")[2].split())


def rooms(modules: set[str]) -> set[str]:
    """The rooms of the program that modules lie in."""
    return {name.split(".")[1] for name in modules if name.startswith("maskerad.")} - {"__main__"}


@pytest.mark.parametrize("call", ["--version", "--help"])
def test_to_list_the_commands_loads_none(tmp_path: Path, call: str) -> None:
    modules = loaded_by(call, cwd=tmp_path)
    assert rooms(modules) == {"cli", "core"}
    assert not {"numpy", "pyarrow", "phonenumbers", "regex"} & modules


def test_a_command_loads_no_other(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Mamma Gunilla ringde.", encoding="utf-8")
    modules = loaded_by("detect", "note.txt", "note.jsonl", "-l", "sv", "--model", "none", cwd=tmp_path)
    assert "maskerad.cli.running" in modules
    assert not {"api", "evaluation", "experiments", "spark", "training", "vault"} & rooms(modules)
    assert not {"maskerad.cli.measuring.evaluating", "numpy", "pyarrow", "fastapi", "sqlalchemy", "httpx"} & modules
