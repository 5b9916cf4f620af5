"""The commands that read a file or folder and make another: deidentify, show, detect, convert."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.batch import DeidentifyWork, DetectWork, Job, Summary, WithOriginals, run_job
from maskerad.batch.limited import Limited
from maskerad.batch.released import IdColumns
from maskerad.batch.work import Work
from maskerad.cli import options as opt
from maskerad.cli.announcing import announce
from maskerad.cli.before_after import BeforeAfter
from maskerad.cli.console import error_console, manner, put_json, stage
from maskerad.cli.gold import FOUND, gold_of
from maskerad.cli.progress import reporting
from maskerad.cli.summary_json import summary_json
from maskerad.cli.tables import print_losses, print_summary
from maskerad.cli.vault_files import check_apart, vault_access
from maskerad.core import SchemeMap, load_scheme
from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.corpora import Conversion, FormatOptions, Loss, detect_format
from maskerad.corpora import convert as convert_corpus
from maskerad.corpora.encoding import codec_name
from maskerad.corpora.partial import left_over, partial_of
from maskerad.corpora.streams import is_standard
from maskerad.pipeline.column_rules import BIRTH_DATE, DATE, HASH, ColumnRules, parse_columns
from maskerad.pipeline.known_people import NOBODY, KnownPeople, read_known_people
from maskerad.pipeline.limits import Limits
from maskerad.pipeline.policy import parse_policy
from maskerad.pipeline.project import IDS, KEY_FILE, PROJECT_FILE, read_project
from maskerad.pipeline.scopes import parse_scopes
from maskerad.pipeline.settings import Settings, settings_for
from maskerad.recognisers import recogniser_names
from maskerad.surrogates import KEY_BYTES, read_key, shift_for
from maskerad.surrogates.public_holidays import check_country

if TYPE_CHECKING:
    from maskerad.surrogates.vault import VaultAccess

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


def deidentify(
    source: opt.Source,
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
    text_column: opt.TextColumn = "",
    id_column: opt.IdColumn = "",
    record_column: opt.RecordColumn = "",
    encoding: opt.EncodingName = "utf-8",
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
    """
    settings = settings_of(language, project, foreign, recognisers, model)
    rules = [*_ruled(date_column, DATE), *_ruled(birth_date_column, BIRTH_DATE), *(column or ())]
    settings = replace(_with_dates(settings, shift, public_holidays), codec=codec_name(encoding))
    settings = replace(settings, columns=_with_columns(settings.columns, rules, ids, strict_columns))
    settings = _with_choices(settings, strategy, scope)
    settings = _with_limits(settings, max_characters, max_seconds, max_memory)
    settings = replace(settings, quarantine_leaks=quarantine_leaks or settings.quarantine_leaks)
    job = Job(
        source,
        None if dry_run else target,
        from_format,
        to_format,
        FormatOptions(
            encoding=encoding,
            text_column=text_column,
            id_column=id_column,
            record_column=record_column,
            defuses=defuse_formulas,
        ),
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
    people = _people(known)
    if vault is not None and defuse_formulas:
        raise ConfigError("--vault and --defuse-formulas: a text that was defused could not be given back")
    access = _vault(job, vault, vault_key, project)
    names = IdColumns(job.options.id_name, job.options.record_name)
    work = DeidentifyWork(settings, key_of(key, project), people, access, names, gold)
    run(job, work, settings, people)


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
    text_column: opt.TextColumn = "",
    id_column: opt.IdColumn = "",
    record_column: opt.RecordColumn = "",
    encoding: opt.EncodingName = "utf-8",
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
    settings = _with_choices(settings_of(language, project, foreign, recognisers, model), strategy, scope)
    settings = replace(settings, codec=codec_name(encoding))
    options = FormatOptions(
        encoding=encoding, text_column=text_column, id_column=id_column, record_column=record_column
    )
    job = Job(source, None, from_format, options=options, page_target=page, overwrite=overwrite, n_workers=workers)
    people = _people(known)
    run(job, DeidentifyWork(settings, key_of(key, project), people), settings, people)


def detect(
    source: opt.Source,
    target: opt.Target,
    language: opt.Language = "",
    known: opt.Known = None,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    text_column: opt.TextColumn = "",
    id_column: opt.IdColumn = "",
    record_column: opt.RecordColumn = "",
    encoding: opt.EncodingName = "utf-8",
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

    [bold]Examples[/bold]

    maskerad detect notes/ spans.jsonl --language sv

    maskerad detect letters.docx letters.ann -l de --to brat

    maskerad detect in.jsonl out.xml -l es --to meddocan --scheme meddocan
    """
    job = Job(
        source,
        None if dry_run else target,
        from_format,
        to_format or _spans_format(source, target),
        FormatOptions(
            encoding=encoding,
            text_column=text_column,
            id_column=id_column,
            record_column=record_column,
            defuses=defuse_formulas,
        ),
        scheme=scheme,
        overwrite=overwrite,
        is_private=True,
        n_workers=workers,
    )
    settings, people = settings_of(language, project, foreign, recognisers, model), _people(known)
    settings = _with_limits(settings, max_characters, max_seconds, max_memory)
    run(job, DetectWork(settings, people), settings, people)


def convert(
    source: opt.Source,
    target: opt.Target,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    from_scheme: Annotated[str, typer.Option(help="Label scheme of IN.")] = "",
    to_scheme: Annotated[str, typer.Option(help="Label scheme of OUT.")] = "",
    text_column: opt.TextColumn = "",
    id_column: opt.IdColumn = "",
    record_column: opt.RecordColumn = "",
    encoding: opt.EncodingName = "utf-8",
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
    reading = FormatOptions(
        encoding=encoding, text_column=text_column, id_column=id_column, record_column=record_column
    )
    writing = replace(reading, scheme=to_scheme or reading.scheme)
    plan = Conversion(from_format, to_format, reading, writing, labels, overwrite)
    losses = convert_corpus(source, target, plan)
    print_losses(losses)
    error_console().print(f"wrote {target}", highlight=False)
    raise typer.Exit(1 if losses.total(Loss.UNREAD) else 0)


def settings_of(
    language: str,
    project: Path | None,
    foreign: str = "",
    recognisers: str = "",
    models: list[Path] | None = None,
) -> Settings:
    """The settings of a project, of the working folder if it is one, or the defaults; with what the options say.

    Raises:
        UnknownNameError: If a language, recogniser or choice for ``--foreign`` does not exist.
        MissingError, ModelError: If a model folder is not there or does not fit.
    """
    folder = project or (Path() if Path(PROJECT_FILE).is_file() else None)
    with stage("settings and languages"):
        settings = read_project(folder, language) if folder else settings_for(language or "auto")
    if foreign:
        settings = settings.with_foreign(foreign)
    if recognisers:
        names = tuple(name.strip() for name in recognisers.split(","))
        for name in names:
            if name not in recogniser_names():
                raise UnknownNameError("recogniser", name, recogniser_names())
        settings = replace(settings, chain=names)
    return replace(settings, models=tuple(models or ()))


def _with_choices(settings: Settings, strategy: list[str] | None, scope: list[str] | None) -> Settings:
    """The settings with what the command line says of labels."""
    policy = parse_policy(strategy or [], settings.policy)
    return replace(settings, policy=replace(policy, scopes=parse_scopes(scope or [], policy.scopes)))


def _only_language(settings: Settings | None) -> str:
    """The language of texts that do not tell theirs; "" when they may be in several."""
    return settings.languages[0] if settings and len(settings.languages) == 1 else ""


def _ruled(names: list[str] | None, rule: str) -> list[str]:
    """Columns named by an option of their own, as ``--column`` has them."""
    return [f"{name}={rule}" for name in names or ()]


def _with_columns(rules: ColumnRules, items: list[str], ids: str, is_strict: bool) -> ColumnRules:
    """The rules of the project with those of the command line laid over them."""
    if ids and ids not in IDS:
        raise UnknownNameError("choice for --ids", ids, IDS)
    has_hashed_ids = ids == HASH if ids else rules.has_hashed_ids
    together = rules.updated(parse_columns(items))
    return replace(together, has_hashed_ids=has_hashed_ids, is_strict=is_strict or rules.is_strict)


def _with_dates(settings: Settings, shift: str, country: str) -> Settings:
    """The settings with what the command line says of dates."""
    chosen = shift_for(shift) if shift else settings.shift
    if country:
        chosen = replace(chosen, country=check_country(country))
    elif shift:
        chosen = replace(chosen, country=settings.shift.country)
    return replace(settings, shift=chosen)


def key_of(path: Path | None, project: Path | None) -> bytes:
    """The key that was named, the project's, or a fresh one that nobody keeps."""
    candidates = [path] if path else [project / KEY_FILE] if project else [Path(KEY_FILE)]
    if path or project or candidates[0].is_file():
        return read_key(candidates[0])
    error_console().print(
        "no project key: a fresh one is used and not kept, so another run gives other surrogates; "
        "maskerad init makes one that stays",
        style="yellow",
        highlight=False,
    )
    return os.urandom(KEY_BYTES)


def _vault(job: Job, vault: Path | None, key: Path | None, project: Path | None) -> VaultAccess | None:
    """The vault that is asked for, made if it is not there; none for a dry run, which writes nothing."""
    if vault is None or job.target is None:
        return None
    check_apart(vault, job.source, job.target, job.spans_target, job.doubts_target, job.quarantine_path)
    if not job.source_format:
        detect_format(job.source)  # no vault is made for an input that is not there
    access = vault_access(vault, key, project)
    access.open().close()
    return access


def _with_limits(settings: Settings, characters: int | None, seconds: float | None, memory_mib: int | None) -> Settings:
    """The settings with what the options say of limits."""
    own = settings.limits
    limits = Limits(
        own.characters if characters is None else characters,
        own.seconds if seconds is None else seconds,
        own.memory_mib if memory_mib is None else memory_mib,
    )
    return replace(settings, limits=limits)


def _within(limits: Limits, job: Job, work: Work) -> tuple[Job, Work]:
    """A job and its work within limits; memory can only be limited in worker processes."""
    n_workers = max(2, job.n_workers) if limits.memory_mib else job.n_workers
    return replace(job, n_workers=n_workers), Limited(work, limits)


def _people(path: Path | None) -> KnownPeople:
    with stage("known identifiers"):
        return read_known_people(path) if path else NOBODY


def _spans_format(source: Path, target: Path) -> str:
    """Spans of plain text go to brat unless the name of the target says otherwise."""
    return "brat" if not target.suffix and (source.is_dir() or source.suffix == ".txt") else ""


def run(job: Job, work: Work, settings: Settings | None = None, people: KnownPeople = NOBODY) -> None:
    """Runs a job with a progress bar, prints what came of it, makes its page, and leaves with its status.

    Args:
        job: What, and where to.
        work: What is done to each record.
        settings: What it works with, where it has any.
        people: Known beforehand.
    """
    if manner.is_json and job.target is not None and is_standard(job.target):
        raise ConfigError("--json and OUT - both write to standard output; name a file for one of them")
    _name_left_over(job)
    if settings is not None:
        announce(settings)
        job, work = _within(settings.limits, job, work)
    job = replace(job, known_records=frozenset(people.by_record))
    page = BeforeAfter(job, _only_language(settings)) if job.page_target is not None else None
    with reporting(job.source) as on_progress, stage("records read, worked on and written"):
        if page is None:
            summary = run_job(job, work, on_progress)
        else:
            summary = run_job(job, WithOriginals(work), on_progress, page.take)
            page.write()
    if manner.is_json:
        put_json(summary_json(job, summary, settings, _status(summary)))
    else:
        print_summary(job, summary)
    raise typer.Exit(_status(summary))


def _name_left_over(job: Job) -> None:
    """Names what killed runs to other outputs left in the folder; what they left of this one is removed."""
    if job.target is None:
        return
    for path in left_over(job.target.parent):
        if path != partial_of(job.target):
            message = f"left over from a run that was killed, and may hold originals: {path}; remove it"
            error_console().print(message, style="yellow", markup=False, highlight=False)


def _status(summary: Summary) -> int:
    return 0 if summary.account.is_complete else 1
