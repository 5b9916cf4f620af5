"""The commands that learn: split, train crf, train silver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.learning.other_languages import tell_other_languages
from maskerad.cli.output.console import error_console, output_console
from maskerad.cli.output.progress import reporting
from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError, InputError
from maskerad.core.extras import CRF, require
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument, Destination, FormatOptions, read_documents
from maskerad.corpora.files.atomic import atomic_folder
from maskerad.text.codes import Code

if TYPE_CHECKING:
    from maskerad.recognisers.model_folder import ModelCard
    from maskerad.training.crf_model import Corpus, Listener

train_app = typer.Typer(help="Trains a recogniser on annotated texts.", no_args_is_help=True)

LOG_ITERATIONS = 10  # a line in a log for so many

Dev = Annotated[
    Path | None,
    typer.Option(help="Annotated texts to choose settings and take scores on; split off when not given.", exists=True),
]
Test = Annotated[
    Path | None, typer.Option(help="Annotated texts for one score at the end; never used to choose.", exists=True)
]
Unlabelled = Annotated[
    Path | None, typer.Option(help="More texts of the same kind, for clusters of words.", exists=True)
]
Silver = Annotated[
    Path | None,
    typer.Option(help="Texts that a model has annotated (train silver), learnt from too.", exists=True),
]
SchemeOfCorpus = Annotated[str, typer.Option(help="Label scheme of the corpus; told from its labels when not named.")]
Seed = Annotated[int, typer.Option(help="Another seed gives another split and another search.")]


@bundled
def split(
    source: opt.Source,
    target: Annotated[Path, typer.Argument(help="Folder to make; one JSONL file a part.", metavar="FOLDER")],
    parts: Annotated[str, typer.Option(help="Names and shares of the parts.")] = "train=70,dev=15,test=15",
    seed: Seed = 1,
    from_format: opt.FromFormat = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
) -> None:
    """Cuts a corpus into parts by record; records with near-duplicates of one another stay on one side.

    [bold]Example[/bold]

    maskerad split annotated/ parts/ --parts train=80,test=20
    """
    from maskerad.corpora import open_writer
    from maskerad.training.splits import split_corpus

    corpus = split_corpus(list(read_documents(source, reading, format_name=from_format)), _shares(parts), seed)
    with atomic_folder(Destination(target, source, overwrite, is_private=True), frozenset({".jsonl"})) as folder:
        for name, items in corpus.parts.items():
            with open_writer(Destination(folder / f"{name}.jsonl", is_private=True)) as writer:
                for item in items:
                    writer.write(item.document, item.spans)
    for name, items in corpus.parts.items():
        output_console().print(f"{name}: {counted(len(items), 'document')}", highlight=False)
    if corpus.duplicates:
        output_console().print(
            f"near-duplicates kept on one side: {counted(len(corpus.duplicates), 'pair')}", highlight=False
        )
    output_console().print(corpus.signature, highlight=False)


@train_app.command("crf")
@bundled
def crf(
    source: opt.Source,
    target: Annotated[Path, typer.Argument(help="Model folder to make.", metavar="MODEL")],
    language: opt.OneLanguage,
    dev: Dev = None,
    test: Test = None,
    unlabelled: Unlabelled = None,
    silver: Silver = None,
    scheme: SchemeOfCorpus = "",
    features: Annotated[str, typer.Option(help="Feature set, with changes: maskerad,-clusters,+lemma:1.")] = "maskerad",
    code: Annotated[Code, typer.Option(help="Tags.", case_sensitive=False)] = Code.BIO,
    tune: Annotated[int, typer.Option(help="Settings to try at random on the development part; 1: none.", min=1)] = 1,
    iterations: Annotated[int, typer.Option(help="L-BFGS iterations at most.", min=1)] = 130,
    c1: Annotated[float, typer.Option(help="Weight of the L1 norm.", min=0.0)] = 0.04,
    c2: Annotated[float, typer.Option(help="Weight of the squared L2 norm.", min=0.0)] = 0.03,
    min_count: Annotated[int, typer.Option(help="Leave out rarer features.", min=1)] = 1,
    dev_share: Annotated[float, typer.Option(help="Share of records split off without --dev.", min=0, max=0.5)] = 0.2,
    seed: Seed = 1,
    from_format: opt.FromFormat = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
) -> None:
    """Trains a conditional random field and writes a model folder with its card.

    [bold]Examples[/bold]

    maskerad train crf annotated/ model/ --language sv

    maskerad train crf train.jsonl model/ --dev dev.jsonl -l es --scheme meddocan --tune 20
    """
    require(CRF, "train crf")
    from maskerad.recognisers.crf.feature_sets import parse_feature_set
    from maskerad.training.crf import Fit
    from maskerad.training.crf_model import CrfPlan, train_crf

    corpus = _corpus(source, dev, test, reading, from_format, dev_share, seed)
    if unlabelled is not None:
        corpus = replace(corpus, unlabelled=tuple(item.document.text for item in read_documents(unlabelled, reading)))
    corpus = replace(corpus, silver=read_part(silver, reading))
    tell_other_languages(corpus.train, language)
    plan = CrfPlan(
        language=language,
        scheme=scheme or infer_scheme({span.label for item in corpus.train for span in item.spans}),
        features=parse_feature_set(features),
        code=code,
        fit=Fit(c1, c2, iterations, min_count),
        n_trials=tune,
        seed=seed,
    )
    with _listening(iterations) as listener:
        card = train_crf(corpus, plan, Destination(target, source, overwrite, is_private=True), listener)
    _print_card(card, target)


@train_app.command("silver")
@bundled
def silver(
    source: Annotated[Path, typer.Argument(help="Texts that nobody has annotated.", exists=True, metavar="TEXTS")],
    target: Annotated[Path, typer.Argument(help="File or folder to make.", metavar="OUT")],
    model: Annotated[Path, typer.Option(help="Folder of the model that annotates.", exists=True)],
    most: Annotated[int, typer.Option("--most", help="Texts at most; 0: all.", min=0)] = 0,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
) -> None:
    """Annotates texts with a good and slow model, so that a fast one can learn from it (--silver).

    [bold]Example[/bold]

    maskerad train silver archive/ silver.jsonl --model networks/
    """
    from maskerad.corpora import open_writer
    from maskerad.recognisers.model_folder import read_card
    from maskerad.recognisers.models import check_models
    from maskerad.training.silver import annotate

    check_models([model], read_card(model).languages)
    read = read_documents(source, reading, format_name=from_format)
    documents = [item.document for item in islice(read, most or None)]
    options = replace(reading, has_spans=True, scheme=read_card(model).scheme)
    n_documents = n_spans = n_chars = 0
    with (
        open_writer(Destination(target, source, overwrite, is_private=True), options, format_name=to_format) as writer,
        reporting(source) as progress,
    ):
        for item in annotate(documents, model):
            writer.write(item.document, item.spans)
            n_documents, n_spans = n_documents + 1, n_spans + len(item.spans)
            n_chars += len(item.document.text)
            progress(n_documents, n_chars)
    output_console().print(f"{counted(n_documents, 'document')}, {counted(n_spans, 'annotation')}", highlight=False)
    error_console().print(f"wrote {target}", highlight=False)


def _corpus(
    source: Path, dev: Path | None, test: Path | None, options: FormatOptions, from_format: str, share: float, seed: int
) -> Corpus:
    """The parts that were given; a development part is split off where there is none."""
    from maskerad.training.crf_model import Corpus
    from maskerad.training.splits import split_corpus

    documents = tuple(read_documents(source, options, format_name=from_format))
    tested = read_part(test, options)
    if dev is not None or not share:
        return Corpus(documents, read_part(dev, options), tested)
    try:
        corpus = split_corpus(documents, {"train": 1 - share, "dev": share}, seed)
    except InputError as error:
        raise InputError(f"{error.args[0]}; give --dev, or --dev-share 0 to train without a score") from None
    return Corpus(corpus.parts["train"], corpus.parts["dev"], tested, split=corpus.signature)


def read_part(path: Path | None, options: FormatOptions) -> tuple[AnnotatedDocument, ...]:
    """The documents of a part; none if none was named.

    Raises:
        InputError: If one was named and holds nothing: its absence would go unseen.
    """
    documents = tuple(read_documents(path, options)) if path is not None else ()
    if path is not None and not documents:
        raise InputError(f"{path} holds no document")
    return documents


def _shares(parts: str) -> dict[str, float]:
    shares: dict[str, float] = {}
    for part in parts.split(","):
        name, _, share = part.strip().partition("=")
        if not name.isidentifier() or name in shares or not share.replace(".", "", 1).isdecimal():
            raise ConfigError(f"--parts {parts!r}: write NAME=SHARE, with commas, each name once")
        shares[name] = float(share)
    if len(shares) == 1:
        raise ConfigError(f"--parts {parts!r}: one part alone takes everything; name others too: train=75,test=25")
    return shares


@contextmanager
def _listening(n_iterations: int) -> Iterator[Listener]:
    """A bar where somebody looks, else a line a stage and a line every so many iterations; one line a trial."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from maskerad.training.crf_model import Listener
    from maskerad.training.tuning import Trial

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[fit]}"),
        TimeElapsedColumn(),
        TextColumn("left at most"),
        TimeRemainingColumn(),
    )
    console = error_console()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=n_iterations, fit="")

        def on_stage(stage: str) -> None:
            progress.reset(task, description=stage, total=n_iterations, fit="")
            if not console.is_terminal:
                console.print(stage, highlight=False)

        def on_iteration(iteration: int, loss: float, n_features: int) -> None:
            fit = f"loss {loss:,.0f}  weights {n_features:,}"
            progress.update(task, completed=iteration, fit=fit)
            if not console.is_terminal and iteration % LOG_ITERATIONS == 0:
                console.print(f"iteration {iteration} of at most {n_iterations}, {fit}", highlight=False)

        def on_trial(trial: Trial) -> None:
            if trial.f1:
                console.print(f"c1 {trial.c1:g}  c2 {trial.c2:g}  dev F1 {trial.f1:.4f}", highlight=False)

        yield Listener(on_stage, on_iteration, on_trial)


def _print_card(card: ModelCard, target: Path) -> None:
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    for name in ("tokens", "annotations", "unencodable", "weights", "processor seconds", "peak memory MB"):
        table.add_row(name, f"{card.training[name]:,}" if card.training[name] is not None else "–")
    for score in card.scores:
        for name in ("precision", "recall", "f1", "span_f1"):
            value = score[name]
            table.add_row(f"{score['part']} {name}", f"{value:.4f}" if isinstance(value, float) else "–")
    output_console().print(table)
    for score in card.scores:
        output_console().print(f"signature of {score['part']}: {score['signature']}", highlight=False)
    error_console().print(f"wrote {target}", highlight=False)
