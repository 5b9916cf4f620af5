"""The commands that read a file or folder and make another: deidentify, show, detect, convert."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from maskerad.batch import DeidentifyWork, DetectWork, Job
from maskerad.batch.released import IdColumns
from maskerad.batch.work import Work
from maskerad.cli import databases
from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.choices import (
    ByColumn,
    Finding,
    Replacing,
    Within,
    key_of,
    people_of,
    settings_of,
    vault_of,
)
from maskerad.cli.arguments.gold import FOUND, gold_of
from maskerad.cli.arguments.inputs import check_alone, check_columns, make_folder, pairs
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.resuming import with_journal
from maskerad.cli.output.console import error_console
from maskerad.cli.output.tables import print_losses
from maskerad.cli.runs import run, run_all
from maskerad.core import SchemeMap, load_scheme
from maskerad.core.errors import ConfigError
from maskerad.corpora import Conversion, Loss
from maskerad.corpora import convert as convert_corpus
from maskerad.corpora.files.encoding import codec_name

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
KeptIn = Annotated[
    Path | None,
    typer.Option("--vault", help="Keep what leads back to the originals, sealed, in this file.", metavar="FILE"),
]
Leaks = Annotated[
    bool, typer.Option("--quarantine-leaks", help="Quarantine a record in which an original is left, not mask it.")
]


@bundled
def deidentify(
    sources: opt.MaybeSources = None,
    target: opt.MaybeTarget = None,
    *,
    choices: Replacing,
    place: databases.InDatabase,
    known: opt.Known = None,
    spans: Spans = FOUND,
    gold_scheme: GoldScheme = "",
    spans_to: SpansOut = None,
    doubts: DoubtsOut = None,
    html: Page = None,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    reading: Reading,
    scheme: opt.Scheme = "",
    key: opt.Key = None,
    vault: KeptIn = None,
    vault_key: opt.VaultKey = None,
    columns: ByColumn,
    quarantine_leaks: Leaks = False,
    limits: Within,
    defuse_formulas: opt.DefuseFormulas = False,
    workers: opt.Workers = 1,
    overwrite: opt.Overwrite = False,
    resume: opt.Resume = False,
    dry_run: opt.DryRun = False,
) -> None:
    """Writes a safe copy: finds who and what identifies people and puts something else there.

    [bold]Examples[/bold]

    maskerad deidentify notes/ safe/ --language sv

    maskerad deidentify notes.csv safe.csv -l nl --text-column note --record-column patient --workers 4

    maskerad deidentify chat.jsonl safe.jsonl -l auto -s PERSON=indexed -s default=tag --foreign drop

    maskerad deidentify annotated/ shared/ -l es --spans gold

    maskerad deidentify 2023.csv 2024.csv.gz safe/ -l sv --column name=PATIENT --column ward=drop

    maskerad deidentify --sql sqlite:///ward.db --query "SELECT * FROM notes" --into safe_notes -l sv --project study
    """
    settings = columns.over(limits.over(settings_of(choices)))
    settings = replace(settings, codec=codec_name(reading.encoding))
    settings = replace(settings, quarantine_leaks=quarantine_leaks or settings.quarantine_leaks)
    if place.is_named:
        files = {"IN": sources, "OUT": target, "--spans-to": spans_to, "--doubts": doubts, "--html": html}
        further = {"--from": from_format, "--to": to_format, "--scheme": scheme, "--defuse-formulas": defuse_formulas}
        flags = {"--overwrite": overwrite, "--dry-run": dry_run, "--spans": spans != FOUND}
        databases.check_only({**files, **further, **flags})
        people, secret = people_of(known), key_of(key, choices.project)
        access = databases.database_vault(vault, vault_key, choices.project)
        own = DeidentifyWork(settings, secret, people, access, IdColumns(reading.id_name, reading.record_name))
        databases.deidentify_rows(place, own, reading, workers, resume)
    if not sources or target is None:
        raise ConfigError("name what is read and what is made of it: IN and OUT, or --sql, --query and --into")
    inputs = pairs(sources, target, from_format)
    check_alone(inputs, {"--spans-to": spans_to, "--doubts": doubts, "--html": html})
    check_columns(columns.rules, inputs, from_format)
    if vault is not None and defuse_formulas:
        raise ConfigError("--vault and --defuse-formulas: a text that was defused could not be given back")
    people, secret = people_of(known), key_of(key, choices.project)
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
            marked = gold.scheme.name
            job = replace(job, has_spans=True, work_scheme=marked, scheme=scheme or marked)
        access = vault_of(job, vault, vault_key, choices.project)
        names = IdColumns(reading.id_name, reading.record_name)
        work = DeidentifyWork(settings, secret, people, access, names, gold)
        runs.append((with_journal(job, work) if resume else job, work))
    if not dry_run:
        make_folder(inputs, target)
    run_all(runs, settings, people)


@bundled
def show(
    source: opt.Source,
    page: Annotated[Path, typer.Option("--output", "-o", help="The page to make.", metavar="PAGE")] = Path(
        "before-after.html"
    ),
    *,
    choices: Replacing,
    known: opt.Known = None,
    from_format: opt.FromFormat = "",
    reading: Reading,
    key: opt.Key = None,
    limits: Within,
    workers: opt.Workers = 1,
    overwrite: opt.Overwrite = False,
) -> None:
    """Makes a page that shows your own texts before and after, and writes nothing else. It holds the originals.

    [bold]Example[/bold]

    maskerad show notes/ --language sv -o notes.html
    """
    settings = limits.over(settings_of(choices))
    settings = replace(settings, codec=codec_name(reading.encoding))
    job = Job(source, None, from_format, options=reading, page_target=page, overwrite=overwrite, n_workers=workers)
    people = people_of(known)
    run(job, DeidentifyWork(settings, key_of(key, choices.project), people), settings, people)


@bundled
def detect(
    sources: opt.Sources,
    target: opt.Target,
    *,
    choices: Finding,
    known: opt.Known = None,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    reading: Reading,
    scheme: opt.Scheme = "core",
    limits: Within,
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
    settings, people = limits.over(settings_of(choices)), people_of(known)
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


@bundled
def convert(
    sources: opt.Sources,
    target: opt.Target,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    from_scheme: Annotated[str, typer.Option(help="Label scheme of IN.")] = "",
    to_scheme: Annotated[str, typer.Option(help="Label scheme of OUT.")] = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
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
