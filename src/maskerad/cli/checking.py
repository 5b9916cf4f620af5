"""The command check: what a project changes, whether all of it is right, and whether its examples come out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.output.console import output_console
from maskerad.languages import language_codes
from maskerad.languages.pack import SHARED
from maskerad.languages.toml_file import TomlFile
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.projects.project import KEY_FILE, read_project
from maskerad.pipeline.projects.project_changes import language_changes, settings_changes
from maskerad.pipeline.projects.project_problems import refuse
from maskerad.pipeline.projects.rule_examples import Examples
from maskerad.surrogates import read_key


def check(
    project: Annotated[Path, typer.Argument(help="Folder of the project.", metavar="PROJECT")] = Path(),
) -> None:
    """Says what a project changes, finds every mistake in it, and tries the examples of its rules.

    [bold]Example[/bold]

    maskerad check study
    """
    settings = read_project(project)
    read_key(project / KEY_FILE)
    for line in (*settings_changes(settings), *(language_changes(settings.project) if settings.project else ())):
        output_console().print(line)
    examples = _examples(settings)
    refuse(project, [problem for example in examples for problem in example.problems()])
    n_examples = sum(example.n_examples for example in examples)
    output_console().print(f"no mistakes; examples that come out as they should: {n_examples:,}")


def _examples(settings: Settings) -> list[Examples]:
    """The examples of every language folder; those of what all share are tried in the first language of the project."""
    if settings.project is None:
        return []
    examples = []
    for code in (*language_codes(settings.project), SHARED):
        folder = settings.project / code / "rules"
        files = [TomlFile.read(path, f"languages/{code}/rules/{path.name}") for path in sorted(folder.glob("*.toml"))]
        if files:
            spoken = settings.languages[0] if code == SHARED else code
            examples.append(Examples(replace(settings, languages=(spoken,), is_auto=False), files))
    return examples
