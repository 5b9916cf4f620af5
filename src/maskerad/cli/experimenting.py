"""The ``experiment`` commands: the studies of the source papers, one command each, on any corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.cli import options as opt
from maskerad.cli.console import error_console
from maskerad.cli.sheets import Html, Json, Markdown, Outputs
from maskerad.core.errors import ConfigError, MissingError

if TYPE_CHECKING:
    from maskerad.experiments.studies.corpus import StudyCorpus
    from maskerad.experiments.studies.methods import Method
    from maskerad.experiments.studies.trials import Progress

app = typer.Typer(help="Runs a study of the source papers on any annotated corpus.", no_args_is_help=True)

Corpus = Annotated[str, typer.Argument(help="File or folder, or NAME=PATH.", metavar="CORPUS")]
Language = Annotated[str, typer.Option("--language", "-l", help="Code of the language of the texts.")]
Methods = Annotated[
    list[str] | None,
    typer.Option("--method", "-m", help="rules, unambiguous, frequent, crf or crf:FEATURES; may be given again."),
]
Scheme = Annotated[str, typer.Option(help="Label scheme to study in; the corpus's own when not named.")]
Folds = Annotated[int, typer.Option(help="Folds, by record.", min=2)]
Seed = Annotated[int, typer.Option(help="Another seed gives another split.")]
Records = Annotated[int, typer.Option(help="Take only so many records, drawn by seed; 0: all.", min=0)]
DEFAULT_METHODS = ("rules", "unambiguous", "frequent")


@app.command("modules")
def modules(
    corpus: Corpus,
    language: Language,
    modules: Annotated[
        str, typer.Option(help="Letters: D dictionary, T titles, C common words, L learning.", metavar="LETTERS")
    ] = "DTCL",
    records: Records = 0,
    html: Html = None,
    json: Json = None,
    markdown: Markdown = None,
    overwrite: opt.Overwrite = False,
) -> None:
    """Every order of the rule modules for names (Carlsson & Dalianis 2010).

    [bold]Example[/bold]

    maskerad experiment modules gold.jsonl -l sv --html modules.html
    """
    from maskerad.experiments.studies.modules import run_modules
    from maskerad.experiments.studies.modules_sheet import modules_sheet

    outputs = Outputs(html, json, markdown, overwrite)
    with _progress() as progress:
        study = run_modules(_corpus(corpus, language, records=records), modules.upper(), progress)
    outputs.write(modules_sheet(study))


@app.command("crossval")
def crossval(
    corpus: Corpus,
    language: Language,
    method: Methods = None,
    scheme: Scheme = "",
    folds: Folds = 10,
    seed: Seed = 1,
    records: Records = 0,
    html: Html = None,
    json: Json = None,
    markdown: Markdown = None,
    overwrite: opt.Overwrite = False,
) -> None:
    """k-fold cross-validation by record, in the tables of Berg & Dalianis (2019).

    [bold]Example[/bold]

    maskerad experiment crossval gold.jsonl -l sv -m rules -m crf --folds 5
    """
    from maskerad.experiments.studies.crossval import crossval as run

    outputs = Outputs(html, json, markdown, overwrite)
    studied = _corpus(corpus, language, scheme, records)
    chosen = _methods(method, studied)
    with _progress() as progress:
        sheet = run(studied, chosen, folds, seed, progress=progress)
    outputs.write(sheet)


@app.command("errors")
def errors(
    corpus: Corpus,
    language: Language,
    method: Annotated[str, typer.Option("--method", "-m", help="Whose errors.")] = "rules",
    scheme: Scheme = "",
    folds: Folds = 5,
    seed: Seed = 1,
    records: Records = 0,
    html: Html = None,
    json: Json = None,
    markdown: Markdown = None,
    overwrite: opt.Overwrite = False,
) -> None:
    """Suggested reasons of every error, in the table of Trienes et al. (2020).

    [bold]Example[/bold]

    maskerad experiment errors gold.jsonl -l sv -m rules --html errors.html
    """
    from maskerad.experiments.studies.errors import errors as run

    outputs = Outputs(html, json, markdown, overwrite)
    studied = _corpus(corpus, language, scheme, records)
    (chosen,) = _methods([method], studied)
    with _progress() as progress:
        sheet = run(studied, chosen, folds, seed, progress)
    outputs.write(sheet)


@app.command("curve")
def curve(
    corpus: Corpus,
    language: Language,
    method: Methods = None,
    scheme: Scheme = "",
    shares: Annotated[str, typer.Option(help="Percent of the training records.")] = "10,20,40,60,80,100",
    samples: Annotated[int, typer.Option(help="Random samples of each size.", min=1)] = 3,
    test_share: Annotated[float, typer.Option(help="Share of records to test on.", min=0.01, max=0.9)] = 0.2,
    seed: Seed = 1,
    records: Records = 0,
    html: Html = None,
    json: Json = None,
    markdown: Markdown = None,
    overwrite: opt.Overwrite = False,
) -> None:
    """Learning curves with 95 % bands (Trienes et al. 2020).

    [bold]Example[/bold]

    maskerad experiment curve gold.jsonl -l sv -m rules -m crf --html curve.html
    """
    from maskerad.experiments.studies.curve import CurvePlan
    from maskerad.experiments.studies.curve import curve as run

    outputs = Outputs(html, json, markdown, overwrite)
    plan = CurvePlan(_percents(shares), samples, test_share, seed)
    studied = _corpus(corpus, language, scheme, records)
    chosen = _methods(method, studied)
    with _progress() as progress:
        sheet = run(studied, chosen, plan, progress)
    outputs.write(sheet)


def _corpus(wish: str, language: str, scheme: str = "", records: int = 0) -> StudyCorpus:
    """Reads ``NAME=PATH`` or a path, which names itself."""
    from dataclasses import replace

    from maskerad.corpora import read_documents
    from maskerad.experiments.studies.corpus import make_corpus, sample

    name, equals, rest = wish.partition("=")
    path = Path(rest if equals else wish)
    if not path.exists():
        raise MissingError(f"corpus {path} is not there")
    made = make_corpus(name if equals else path.stem, read_documents(path), language, scheme)
    return replace(made, documents=sample(made.documents, records, 1)) if records else made


def _methods(wishes: Sequence[str] | None, corpus: StudyCorpus) -> list[Method]:
    from maskerad.experiments.studies.methods import make_method

    named = list(wishes or DEFAULT_METHODS)
    if len(set(named)) < len(named):
        raise ConfigError(f"a method is named twice: {', '.join(named)}")
    return [make_method(wish, corpus.language, corpus.scheme) for wish in named]


def _percents(listed: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) / 100 for part in listed.split(","))
    except ValueError:
        raise ConfigError(f"shares {listed!r}: write percents with commas, such as 10,50,100") from None


@contextmanager
def _progress() -> Iterator[Progress]:
    """A line that says what is being done; nothing where nobody looks."""
    console = error_console()
    if not console.is_terminal:
        yield lambda what, done, total: None
        return
    with console.status("reading") as status:
        yield lambda what, done, total: status.update(f"{what} {done}/{total}")
