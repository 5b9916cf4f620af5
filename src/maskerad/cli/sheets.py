"""Shows a sheet on the terminal and writes it to files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.console import error_console
from maskerad.corpora import Destination
from maskerad.corpora.atomic import atomic_file
from maskerad.evaluation.report.sheet import Sheet, sheet_to_html, sheet_to_json, sheet_to_markdown, sheet_to_plain

Html = Annotated[Path | None, typer.Option(help="Page with tables and plots.", metavar="FILE")]
Json = Annotated[Path | None, typer.Option(help="Every number, for programs.", metavar="FILE")]
Markdown = Annotated[Path | None, typer.Option(help="The tables as Markdown.", metavar="FILE")]


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a sheet goes besides the terminal.

    Raises:
        ConfigError: If a file exists and must not be replaced.
        MissingError: If a folder is not there.
    """

    html: Path | None
    json: Path | None
    markdown: Path | None
    overwrite: bool

    def __post_init__(self) -> None:
        for path in (self.html, self.json, self.markdown):
            if path is not None:
                Destination(path, overwrite=self.overwrite).check()  # before any hour is spent

    def write(self, sheet: Sheet) -> None:
        """Prints the tables and writes the files."""
        typer.echo(sheet_to_plain(sheet))
        page = partial(sheet_to_html, made=date.today())
        renderings = ((self.html, page), (self.json, sheet_to_json), (self.markdown, sheet_to_markdown))
        for path, render in renderings:
            if path is not None:
                with atomic_file(Destination(path, overwrite=self.overwrite)) as file:
                    file.write(render(sheet).encode())
                error_console().print(f"wrote {path}", highlight=False)
