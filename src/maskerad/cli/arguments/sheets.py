"""Shows figures on the terminal and writes them to files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.output.console import error_console, output_console, put_json
from maskerad.core.errors import ConfigError
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_file
from maskerad.evaluation.report.sheet import Sheet, sheet_to_html, sheet_to_json, sheet_to_markdown, sheet_to_plain

T = TypeVar("T")

STDOUT = Path("-")


@dataclass(frozen=True, slots=True)
class Renderers(Generic[T]):
    """How a result is written for each kind of reader."""

    plain: Callable[[T], str]
    html: Callable[[T], str]
    json: Callable[[T], str]
    markdown: Callable[[T], str]


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a result goes besides the terminal; ``-`` for JSON is standard output, in place of the tables.

    Raises:
        ConfigError: If a file exists and must not be replaced, or two have one name.
        MissingError: If a folder is not there.
    """

    html: Path | None
    json: Path | None
    markdown: Path | None
    overwrite: bool
    source: Path | None = None
    is_private: bool = False

    def __post_init__(self) -> None:
        paths = [path for path in (self.html, self._json_file, self.markdown) if path is not None]
        if len({path.resolve() for path in paths}) < len(paths):
            raise ConfigError("--html, --json and --markdown name the same file")
        for path in paths:
            self._destination(path).check()  # before any hour is spent

    def write(self, sheet: Sheet) -> None:
        """Prints the tables of a sheet and writes the files."""
        page = partial(sheet_to_html, made=date.today())
        self.write_as(sheet, Renderers(sheet_to_plain, page, sheet_to_json, sheet_to_markdown))

    def write_as(self, result: T, renderers: Renderers[T]) -> None:
        """The same for a result that is written by others."""
        if self.json == STDOUT:
            put_json(renderers.json(result))
        else:
            output_console().print(renderers.plain(result))
        paths = (self.html, self._json_file, self.markdown)
        for path, render in zip(paths, (renderers.html, renderers.json, renderers.markdown), strict=True):
            if path is not None:
                with atomic_file(self._destination(path)) as file:
                    file.write(render(result).encode())
                error_console().print(f"wrote {path}")

    @property
    def _json_file(self) -> Path | None:
        return None if self.json == STDOUT else self.json

    def _destination(self, path: Path) -> Destination:
        return Destination(path, self.source, self.overwrite, is_private=self.is_private)


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Where figures go."""

    html: Annotated[Path | None, typer.Option(help="Page with tables and plots.", metavar="FILE")] = None
    json: Annotated[
        Path | None,
        typer.Option(help="Every number, for programs; - for standard output.", metavar="FILE", allow_dash=True),
    ] = None
    markdown: Annotated[Path | None, typer.Option(help="The tables as Markdown.", metavar="FILE")] = None
    overwrite: opt.Overwrite = False

    def made(self) -> Outputs:
        """The outputs, checked."""
        return Outputs(self.html, self.json, self.markdown, self.overwrite)


@dataclass(frozen=True, slots=True)
class PrivateSheetOptions(SheetOptions):
    """Where figures go that may come with text of the corpus."""

    with_text: Annotated[
        bool, typer.Option("--with-text", help="Show the text of errors and disagreements in the page.")
    ] = False

    def made(self) -> Outputs:
        """The outputs, checked; with text they are for their owner alone."""
        return Outputs(self.html, self.json, self.markdown, self.overwrite, is_private=self.with_text)


Sheets = Annotated[Outputs, SheetOptions]
PrivateSheets = Annotated[Outputs, PrivateSheetOptions]
