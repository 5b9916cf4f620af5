"""The commands that show something: explain, languages, labels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.choices import settings_of
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.output.console import output_console
from maskerad.core import Document, LabelScheme, Span, load_scheme, record_of, scheme_names
from maskerad.corpora import read_documents
from maskerad.languages import language_codes, load_pack
from maskerad.languages.section_cues import load_section_cues
from maskerad.pipeline.choices import Choices
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.known_people import NOBODY, read_known_people
from maskerad.recognisers import recogniser_names
from maskerad.recognisers.base import Vetoed
from maskerad.text.sections import Section, SectionSplitter

if TYPE_CHECKING:
    from rich.table import Table


@bundled
def explain(
    source: opt.Source,
    language: opt.Language = "",
    known: opt.Known = None,
    project: opt.Project = None,
    from_format: opt.FromFormat = "",
    model: opt.Model = None,
    vetoed: Annotated[
        bool, typer.Option("--vetoed", help="Show also candidates that are medicine, and what explains them.")
    ] = False,
    no_text: Annotated[bool, typer.Option("--no-text", help="Show offsets only, no text of the document.")] = False,
    *,
    reading: Reading,
) -> None:
    """Shows every span that is found: where, what, by which recogniser and rule, on what evidence.

    It prints the originals: for eyes that may see them.

    [bold]Example[/bold]

    maskerad explain note.txt --language sv

    maskerad explain note.txt --project study --known people.csv
    """
    from rich.table import Table

    settings = settings_of(Choices(language, project, models=model or ()))
    people = read_known_people(known) if known else NOBODY
    detector = Detector(settings)
    sections = _Sections(detector, settings.project)
    for item in read_documents(source, reading, format_name=from_format):
        table = Table(title=item.document.id, title_justify="left", box=None, pad_edge=False)
        columns = ("line", "offsets", "section", "label", "score", "recogniser", "rule", "evidence")
        for column in columns if no_text else ("text", *columns):
            table.add_column(column, overflow="fold")
        record = people.completed(record_of(item.document))
        spans = list(detector.detect(record)[0])
        taken = [_as_vetoed(veto) for veto in detector.vetoed(record)[0]] if vetoed else []
        for span in sorted((*spans, *taken), key=lambda span: (span.start, span.end)):
            row = _explained(item.document, span, sections)
            table.add_row(*(row[1:] if no_text else row))
        output_console().print(table)


class _Sections:
    """Which part of a letter or note a span stands in."""

    def __init__(self, detector: Detector, project: Path | None) -> None:
        self._detector, self._project = detector, project
        self._splitters: dict[str, SectionSplitter] = {}
        self._split: tuple[Document, list[Section]] | None = None

    def kind_at(self, document: Document, offset: int) -> str:
        """The kind of the section at an offset, "" between sections."""
        if self._split is None or self._split[0] is not document:
            code = self._detector.language(document)
            splitter = self._splitters.setdefault(code, SectionSplitter([load_section_cues(code, self._project)]))
            self._split = document, splitter.split(document.text)
        kinds = (section.kind.value for section in self._split[1] if section.start <= offset < section.end)
        return next(kinds, "")


def _as_vetoed(vetoed: Vetoed) -> Span:
    """A candidate that was vetoed, as a row: what proposed it and what explains it."""
    source = replace(vetoed.span.source, recogniser="vetoed", evidence=vetoed.entry)
    return replace(vetoed.span, source=source)


def _explained(document: Document, span: Span, sections: _Sections) -> tuple[str, ...]:
    line = document.text.count("\n", 0, span.start) + 1
    return (
        document.text[span.start : span.end],
        str(line),
        f"{span.start}-{span.end}",
        sections.kind_at(document, span.start),
        span.label,
        f"{span.score:.2f}",
        span.source.recogniser,
        span.source.rule,
        span.source.evidence,
    )


def languages() -> None:
    """Lists the language packs with the size of their word lists, and the recognisers."""
    from rich.table import Table

    codes = language_codes()
    packs = [load_pack(code) for code in codes]
    table = Table(box=None, pad_edge=False)
    table.add_column("entries")
    for pack in packs:
        table.add_column(f"{pack.code} {pack.name}", justify="right")
    for name in sorted({name for pack in packs for name in pack.list_names()}):
        table.add_row(name, *(f"{len(pack.list(name).entries):,}" for pack in packs))
    table.add_row("rule files", *(str(len(pack.rule_files())) for pack in packs))
    output_console().print(table)
    output_console().print("\nrecognisers, in the order they run by default:")
    for name in recogniser_names():
        output_console().print(f"  {name}", highlight=False)


def labels(scheme: Annotated[str, typer.Argument(help="Name of a scheme; all are listed without one.")] = "") -> None:
    """Lists the label schemes, or the labels of one and what they are in the core scheme.

    [bold]Example[/bold]

    maskerad labels meddocan
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    if scheme:
        _fill_labels(table, load_scheme(scheme))
    else:
        for column in ("scheme", "labels", "title", "source"):
            table.add_column(column)
        for name in scheme_names():
            known = load_scheme(name)
            table.add_row(name, str(len(known.labels)), known.title, known.source)
    output_console().print(table)


def _fill_labels(table: Table, scheme: LabelScheme) -> None:
    for column in ("label", "parent", "core", "meaning"):
        table.add_column(column)
    for label, meaning in scheme.labels.items():
        core = scheme.to_core.get(label) or "–"
        table.add_row(label, scheme.parents.get(label, ""), core, meaning)
