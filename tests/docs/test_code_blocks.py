"""The code blocks of the README and of the pages of the site do what they say.

``python`` blocks are executed. In ``console`` blocks each line that begins with ``$ maskerad`` is run, in this process;
blocks of one page share a folder, in which ``text file=NAME`` blocks are written first. A page that holds the comment
``<!-- needs: NAME -->`` is skipped where the package of that name is not installed.

Commands in other blocks (those of the studies, which need corpora that are not shipped and take hours) are not run, but
every command and every option that they name must be there.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from tests.privacy.runs import Runner
from typer import Context
from typer.main import get_command

from maskerad.cli.main import app

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / name for name in ("index.md", "concepts.md", "data-protection-officer.md", "lists.md")),
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
    *sorted((ROOT / "docs" / "coming-from").glob("*.md")),
    *sorted((ROOT / "docs" / "studies").glob("*.md")),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)

ANY_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\s*(?:\$ )?maskerad (.+)$", re.MULTILINE)
NEEDS = re.compile(r"<!-- needs: (\w+) -->")


def commands(block: str) -> list[list[str]]:
    joined = block.replace("\\\n", " ")
    return [shlex.split(line[2:]) for line in joined.splitlines() if line.startswith("$ maskerad")]


def test_there_are_blocks_to_run() -> None:
    blocks = [found for page in PAGES for found in BLOCK.findall(page.read_text(encoding="utf-8"))]
    assert sum(language == "python" for language, _, _ in blocks) >= 30
    assert sum(len(commands(body)) for language, _, body in blocks if language == "console") >= 120


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    for package in NEEDS.findall(page.read_text(encoding="utf-8")):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    runner = Runner(tmp_path, capfd, caplog, monkeypatch)
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
                ran = runner.run(*command[1:])
                assert ran.status == 0, f"{' '.join(command)}\n{ran.said}"


def named_commands(page: Path) -> list[str]:
    """What follows the name of the program on every line of every block that begins with it."""
    blocks = [body.replace("\\\n", " ") for language, body in ANY_BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [line for body in blocks for line in COMMAND.findall(body)]


def unknown_words(line: str) -> list[str]:
    """The words of a command that name no command and no option of it."""
    command: Any = get_command(app)
    words = [word.partition("=")[0] for word in shlex.split(line, comments=True)]
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    if hasattr(command, "commands"):
        return [word for word in words[:1] if not word.startswith("-")]
    known = {name for one in command.get_params(Context(command)) for name in (*one.opts, *one.secondary_opts)}
    return [word for word in words if word.startswith("-") and word != "-" and word not in known | {"--help", "-h"}]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_options_on_a_page_are_there(page: Path) -> None:
    assert {line: words for line in named_commands(page) if (words := unknown_words(line))} == {}


def test_a_command_or_option_that_is_not_there_is_seen() -> None:
    assert unknown_words("experiment crossval x=$C/dev.jsonl -l sv --folds 5 -m rules") == []
    assert unknown_words("experiment crossval x --fold 5") == ["--fold"]
    assert unknown_words("deidentifi in out") == ["deidentifi"]
    assert sum(len(named_commands(page)) for page in PAGES if page.parent.name == "studies") >= 10
