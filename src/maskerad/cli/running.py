"""The commands that read a file or folder and make another: deidentify, show, detect, convert."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from maskerad.batch import DeidentifyWork, DetectWork, Job
from maskerad.batch.released import IdColumns
from maskerad.batch.work import Work
from maskerad.cli import options as opt
from maskerad.cli.choices import (
    key_of,
    people_of,
    ruled,
    settings_of,
    vault_of,
    with_choices,
    with_columns,
    with_dates,
    with_limits,
)
from maskerad.cli.console import error_console
from maskerad.cli.gold import FOUND, gold_of
from maskerad.cli.inputs import check_alone, check_columns, make_folder, pairs
from maskerad.cli.reading import READING, with_reading
from maskerad.cli.runs import run, run_all
from maskerad.cli.tables import print_losses
from maskerad.core import SchemeMap, load_scheme
from maskerad.core.errors import ConfigError
from maskerad.corpora import Conversion, FormatOptions, Loss
from maskerad.corpora import convert as convert_corpus
from maskerad.corpora.encoding import codec_name
from maskerad.pipeline.column_rules import BIRTH_DATE, DATE

Strategy = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        "-s",
        help="LABEL=STRATEGY, again for each label: suppress, drop, tag, indexed, indexed:TEXT#, surrogate, keep, "
        "substitute:TEXT, classes:FILE. A choice for PERSON or LOCATION holds for their kinds; 'default' for all else.",
        metavar="LABEL=STRATEGY",
    ),
]
ScopeOf = Annotated[
    list[str] | None,
    typer.Option(
        "--scope",
        help="LABEL=SCOPE, again for each label: over what a replacement is the same: mention, document, record "
        "(the default), corpus, or limited(K) for runs of at most K mentions.",
        metavar="LABEL=SCOPE",
    ),
]
SpansOut = Annotated[
    Path | None,
    typer.Option("--spans-to", help="Also write the new texts with their spans, as JSONL.", metavar="FILE"),
]
Spans = Annotated[
    str,
    typer.Option(
        help="What is replaced: what is found, or exactly what annotators marked in IN (gold), whose annotations are "
        "written around the surrogates.",
        metavar="found|gold",
    ),
]
GoldScheme = Annotated[
    str, typer.Option(help="Label scheme of IN with --spans gold; told from its labels when not named.")
]
DoubtsOut = Annotated[
    Path | None,
    typer.Option(
        "--doubts",
        help="Also write which mentions could be several people, and what contradicts, as JSONL without text.",
        metavar="FILE",
    ),
]
Page = Annotated[
    Path | None,
    typer.Option("--html", help="Also make a page that shows the texts before and after.", metavar="PAGE"),
]
Key = Annotated[
    Path | None,
    typer.Option(help="Key that decides the surrogates, instead of the project's.", metavar="FILE", dir_okay=False),
]
KeptIn = Annotated[
    Path | None,
    typer.Option("--vault", help="Keep what leads back to the originals, sealed, in this file.", metavar="FILE"),
]
Shift = Annotated[
    str, typer.Option(help="How the dates of a record move: weeks, weeks:52, days, days:30, none.", show_default=False)
]
PublicHolidays = Annotated[
    str, typer.Option(help="Few dates become or cease to be public holidays of this country.", metavar="COUNTRY")
]
DateColumn = Annotated[
    list[str] | None, typer.Option(help="Column that holds dates, which move with the record's; again for each.")
]
BirthDateColumn = Annotated[list[str] | None, typer.Option(help="Column that holds dates of birth; again for each.")]
Leaks = Annotated[
    bool, typer.Option("--quarantine-leaks", help="Quarantine a record in which an original is left, not mask it.")
]


@with_reading
def deidentify(
    sources: opt.Sources,
    target: opt.Target,
    language: opt.Language = "",
    strategy: Strategy = None,
    scope: ScopeOf = None,
    known: opt.Known = None,
    spans: Spans = FOUND,
    gold_scheme: GoldScheme = "",
    spans_to: SpansOut = None,
    doubts: DoubtsOut = None,
    html: Page = None,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    reading: FormatOptions = READING,
    scheme: opt.Scheme = "",
    project: opt.Project = None,
    key: Key = None,
    vault: KeptIn = None,
    vault_key: opt.VaultKey = None,
    foreign: opt.Foreign = "",
    shift: Shift = "",
    public_holidays: PublicHolidays = "",
    date_column: DateColumn = None,
    birth_date_column: BirthDateColumn = None,
    column: opt.Columns = None,
    strict_columns: opt.StrictColumns = False,
    ids: opt.Ids = "",
    quarantine_leaks: Leaks = False,
    recognisers: opt.Recognisers = "",
    model: opt.Model = None,
    max_characters: opt.MaxCharacters = None,
    max_seconds: opt.MaxSeconds = None,
    max_memory: opt.MaxMemory = None,
    defuse_formulas: opt.DefuseFormulas = False,
    workers: opt.Workers = 1,
    overwrite: opt.Overwrite = False,
    dry_run: opt.DryRun = False,
) -> None:
    """Writes a safe copy: finds who and what identifies people and puts something else there.

    [bold]Examples[/bold]

    maskerad deidentify notes/ safe/ --language sv

    maskerad deidentify notes.csv safe.csv -l nl --text-column note --record-column patient --workers 4

    maskerad deidentify chat.jsonl safe.jsonl -l auto -s PERSON=indexed -s default=tag --foreign drop

    maskerad deidentify annotated/ shared/ -l es --spans gold

    maskerad deidentify 2023.csv 2024.csv.gz safe/ -l sv --column name=PATIENT --column ward=drop
    """
    settings = settings_of(language, project, foreign, recognisers, model)
    rules = [*ruled(date_column, DATE), *ruled(birth_date_column, BIRTH_DATE), *(column or ())]
    settings = replace(with_dates(settings, shift, public_holidays), codec=codec_name(reading.encoding))
    settings = replace(settings, columns=with_columns(settings.columns, rules, ids, strict_columns))
    settings = with_choices(settings, strategy, scope)
    settings = with_limits(settings, max_characters, max_seconds, max_memory)
    settings = replace(settings, quarantine_leaks=quarantine_leaks or settings.quarantine_leaks)
    inputs = pairs(sources, target, from_format)
    check_alone(inputs, {"--spans-to": spans_to, "--doubts": doubts, "--html": html})
    check_columns(rules, inputs, from_format)
    if vault is not None and defuse_formulas:
        raise ConfigError("--vault and --defuse-formulas: a text that was defused could not be given back")
    people, secret = people_of(known), key_of(key, project)
    runs: list[tuple[Job, Work]] = []
    for pair in inputs:
        job = Job(
            pair.source,
            None if dry_run else pair.target,
            from_format,
            to_format,
            replace(reading, defuses=defuse_formulas),
            has_spans=False,
            spans_target=None if dry_run else spans_to,
            doubts_target=None if dry_run else doubts,
            page_target=None if dry_run else html,
            scheme=scheme or "core",
            overwrite=overwrite,
            n_workers=workers,
        )
        gold = gold_of(job, spans, gold_scheme)
        if gold is not None:
            own = gold.scheme.name
            job = replace(job, has_spans=True, work_scheme=own, scheme=scheme or own)
        access = vault_of(job, vault, vault_key, project)
        names = IdColumns(reading.id_name, reading.record_name)
        runs.append((job, DeidentifyWork(settings, secret, people, access, names, gold)))
    if not dry_run:
        make_folder(inputs, target)
    run_all(runs, settings, people)


@with_reading
def show(
    source: opt.Source,
    page: Annotated[Path, typer.Option("--output", "-o", help="The page to make.", metavar="PAGE")] = Path(
        "before-after.html"
    ),
    language: opt.Language = "",
    strategy: Strategy = None,
    scope: ScopeOf = None,
    known: opt.Known = None,
    from_format: opt.FromFormat = "",
    reading: FormatOptions = READING,
    project: opt.Project = None,
    key: Key = None,
    foreign: opt.Foreign = "",
    recognisers: opt.Recognisers = "",
    model: opt.Model = None,
    workers: opt.Workers = 1,
    overwrite: opt.Overwrite = False,
) -> None:
    """Makes a page that shows your own texts before and after, and writes nothing else. It holds the originals.

    [bold]Example[/bold]

    maskerad show notes/ --language sv -o notes.html
    """
    settings = with_choices(settings_of(language, project, foreign, recognisers, model), strategy, scope)
    settings = replace(settings, codec=codec_name(reading.encoding))
    job = Job(source, None, from_format, options=reading, page_target=page, overwrite=overwrite, n_workers=workers)
    people = people_of(known)
    run(job, DeidentifyWork(settings, key_of(key, project), people), settings, people)


@with_reading
def detect(
    sources: opt.Sources,
    target: opt.Target,
    language: opt.Language = "",
    known: opt.Known = None,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    reading: FormatOptions = READING,
    scheme: opt.Scheme = "core",
    project: opt.Project = None,
    foreign: opt.Foreign = "",
    recognisers: opt.Recognisers = "",
    model: opt.Model = None,
    max_characters: opt.MaxCharacters = None,
    max_seconds: opt.MaxSeconds = None,
    max_memory: opt.MaxMemory = None,
    defuse_formulas: opt.DefuseFormulas = False,
    workers: opt.Workers = 1,
    overwrite: opt.Overwrite = False,
    dry_run: opt.DryRun = False,
) -> None:
    """Writes the texts with the spans that were found, in any format. OUT holds the original texts.

    Only the texts of a table are searched; its other columns are written as they are, and those that look as if they
    identified somebody are named at the end. Rules by column are for [bold]deidentify[/bold].

    [bold]Examples[/bold]

    maskerad detect notes/ spans.jsonl --language sv

    maskerad detect letters.docx letters.ann -l de --to brat

    maskerad detect in.jsonl out.xml -l es --to meddocan --scheme meddocan
    """
    settings, people = settings_of(language, project, foreign, recognisers, model), people_of(known)
    settings = with_limits(settings, max_characters, max_seconds, max_memory)
    inputs = pairs(sources, target, from_format)
    runs: list[tuple[Job, Work]] = [
        (
            Job(
                pair.source,
                None if dry_run else pair.target,
                from_format,
                to_format or _spans_format(pair.source, pair.target),
                replace(reading, defuses=defuse_formulas),
                scheme=scheme,
                overwrite=overwrite,
                is_private=True,
                n_workers=workers,
            ),
            DetectWork(settings, people),
        )
        for pair in inputs
    ]
    if not dry_run:
        make_folder(inputs, target)
    run_all(runs, settings, people)


@with_reading
def convert(
    sources: opt.Sources,
    target: opt.Target,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    from_scheme: Annotated[str, typer.Option(help="Label scheme of IN.")] = "",
    to_scheme: Annotated[str, typer.Option(help="Label scheme of OUT.")] = "",
    reading: FormatOptions = READING,
    overwrite: opt.Overwrite = False,
) -> None:
    """Converts annotated texts from one format to another and says what got lost.

    [bold]Examples[/bold]

    maskerad convert brat-folder/ corpus.jsonl

    maskerad convert corpus.jsonl corpus.conll --from-scheme meddocan --to-scheme core
    """
    if bool(from_scheme) != bool(to_scheme):
        raise ConfigError("--from-scheme and --to-scheme go together")
    labels = SchemeMap(load_scheme(from_scheme), load_scheme(to_scheme)) if from_scheme else None
    writing = replace(reading, scheme=to_scheme or reading.scheme)
    plan = Conversion(from_format, to_format, reading, writing, labels, overwrite)
    n_unread = 0
    inputs = pairs(sources, target, from_format)
    make_folder(inputs, target)
    for pair in inputs:
        losses = convert_corpus(pair.source, pair.target, plan)
        print_losses(losses)
        error_console().print(f"wrote {pair.target}", markup=False, highlight=False)
        n_unread += losses.total(Loss.UNREAD)
    raise typer.Exit(1 if n_unread else 0)


def _spans_format(source: Path, target: Path) -> str:
    """Spans of plain text go to brat unless the name of the target says otherwise."""
    return "brat" if not target.suffix and (source.is_dir() or source.suffix == ".txt") else ""
