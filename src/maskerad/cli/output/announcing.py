"""What a run works with, said before it begins: nothing of it comes from a file in the working folder unannounced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from maskerad.cli.output.console import error_console
from maskerad.pipeline.configuration.model_choice import told_models
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.projects.project_changes import kept_beyond_default


def announce(settings: Settings) -> None:
    """Says which project is used, and what it or the command line keeps."""
    for line, style in _lines(settings):
        error_console().print(line, style=style)


def _lines(settings: Settings) -> Iterator[tuple[str, str | None]]:
    if settings.project_file is not None:
        yield f"project: {project_name(settings.project_file)}", None
    models = told_models(settings)
    yield f"model: {'; '.join(models) or 'none'}", None
    kept = kept_beyond_default(settings.policy)
    if kept:
        yield f"keeps originals beyond the defaults: {', '.join(kept)}", "yellow"


def project_name(file: Path) -> str:
    """A project as people know it: its folder, the working folder by its whole path."""
    return f"{Path.cwd()} (the working folder)" if file.parent == Path() else str(file.parent)
