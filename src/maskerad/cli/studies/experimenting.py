"""The ``experiment`` commands: the studies of the source papers, one command each, on any corpus."""

from __future__ import annotations

from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.sheets import Sheets
from maskerad.cli.output.progress import progress_line
from maskerad.cli.studies import blind
from maskerad.cli.studies.material import percents, studied_corpora, studied_corpus, studied_methods
from maskerad.core.errors import ConfigError
from maskerad.core.extras import require

app = typer.Typer(help="Runs a study of the source papers on any annotated corpus.", no_args_is_help=True)
app.add_typer(blind.app, name="blind")


def _installed(methods: str | list[str] | None) -> str | list[str] | None:
    """Methods, if all that they need is there, which is told before a corpus is read.

    Raises:
        ExtraError: If something is missing.
    """
    from maskerad.experiments.studies.methods import NEEDS

    for name in {method.partition(":")[0] for method in ([methods] if isinstance(methods, str) else methods or ())}:
        if name in NEEDS:
            require(NEEDS[name], f"the method {name!r}")
    return methods


Corpus = Annotated[str, typer.Argument(help="File or folder, or NAME=PATH.", metavar="CORPUS")]
Methods = Annotated[
    list[str] | None,
    typer.Option(
        "--method",
        "-m",
        callback=_installed,
        help="rules, unambiguous, frequent, crf, crf:FEATURES, bilstm, model:FOLDER; again for more.",
    ),
]
Scheme = Annotated[str, typer.Option(help="Label scheme to study in; the corpus's own when not named.")]
Folds = Annotated[int, typer.Option(help="Folds, by record.", min=2)]
Seed = Annotated[int, typer.Option(help="Another seed gives another split.")]
Records = Annotated[int, typer.Option(help="Take only so many records, drawn by seed; 0: all.", min=0)]


@app.command("modules")
@bundled
def modules(
    corpus: Corpus,
    language: opt.OneLanguage,
    modules: Annotated[
        str, typer.Option(help="Letters: D dictionary, T titles, C common words, L learning.", metavar="LETTERS")
    ] = "DTCL",
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Every order of the rule modules for names (Carlsson & Dalianis 2010).

    [bold]Example[/bold]

    maskerad experiment modules gold.jsonl -l sv --html modules.html
    """
    from maskerad.experiments.studies.modules import run_modules
    from maskerad.experiments.studies.modules_sheet import modules_sheet

    with progress_line() as progress:
        study = run_modules(
            studied_corpus(corpus, language, records=records, reading=reading), modules.upper(), progress
        )
    outputs.write(modules_sheet(study))


@app.command("crossval")
@bundled
def crossval(
    corpus: Corpus,
    language: opt.OneLanguage,
    method: Methods = None,
    scheme: Scheme = "",
    folds: Folds = 10,
    seed: Seed = 1,
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """k-fold cross-validation by record, in the tables of Berg & Dalianis (2019).

    [bold]Example[/bold]

    maskerad experiment crossval gold.jsonl -l sv -m rules -m crf --folds 5
    """
    from maskerad.experiments.studies.crossval import crossval as run

    studied = studied_corpus(corpus, language, scheme, records, reading=reading)
    chosen = studied_methods(method, studied)
    with progress_line() as progress:
        sheet = run(studied, chosen, folds, seed, progress=progress)
    outputs.write(sheet)


@app.command("errors")
@bundled
def errors(
    corpus: Corpus,
    language: opt.OneLanguage,
    method: Annotated[str, typer.Option("--method", "-m", callback=_installed, help="Whose errors.")] = "rules",
    scheme: Scheme = "",
    folds: Folds = 5,
    seed: Seed = 1,
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Suggested reasons of every error, in the table of Trienes et al. (2020).

    [bold]Example[/bold]

    maskerad experiment errors gold.jsonl -l sv -m rules --html errors.html
    """
    from maskerad.experiments.studies.errors import errors as run

    studied = studied_corpus(corpus, language, scheme, records, reading=reading)
    (chosen,) = studied_methods([method], studied)
    with progress_line() as progress:
        sheet = run(studied, chosen, folds, seed, progress)
    outputs.write(sheet)


@app.command("curve")
@bundled
def curve(
    corpus: Corpus,
    language: opt.OneLanguage,
    method: Methods = None,
    scheme: Scheme = "",
    shares: Annotated[str, typer.Option(help="Percent of the training records.")] = "10,20,40,60,80,100",
    samples: Annotated[int, typer.Option(help="Random samples of each size.", min=1)] = 3,
    test_share: Annotated[float, typer.Option(help="Share of records to test on.", min=0.01, max=0.9)] = 0.2,
    seed: Seed = 1,
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Learning curves with 95 % bands (Trienes et al. 2020).

    [bold]Example[/bold]

    maskerad experiment curve gold.jsonl -l sv -m rules -m crf --html curve.html
    """
    from maskerad.experiments.studies.curve import CurvePlan
    from maskerad.experiments.studies.curve import curve as run

    plan = CurvePlan(percents(shares), samples, test_share, seed)
    studied = studied_corpus(corpus, language, scheme, records, reading=reading)
    chosen = studied_methods(method, studied)
    with progress_line() as progress:
        sheet = run(studied, chosen, plan, progress)
    outputs.write(sheet)


@app.command("augment")
@bundled
def augment(
    corpora: Annotated[
        list[str], typer.Argument(help="The corpus to test on, then those to add.", metavar="A B [C …]")
    ],
    language: opt.OneLanguage,
    method: Methods = None,
    scheme: Scheme = "",
    folds: Folds = 10,
    seed: Seed = 1,
    records: Annotated[int, typer.Option(help="Add only so many records of each; 0: all.", min=0)] = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Whether general annotated text helps: A, A + B, A + C, tested on folds of A (Berg & Dalianis 2019).

    [bold]Example[/bold]

    maskerad experiment augment gold.jsonl news.jsonl -l sv --scheme conll -m crf
    """
    from maskerad.experiments.studies.augment import augment as run

    first = studied_corpus(corpora[0], language, scheme, reading=reading)
    others = [studied_corpus(corpus, language, first.scheme, records, reading=reading) for corpus in corpora[1:]]
    chosen = studied_methods(method or ["frequent"], first, *others)
    with progress_line() as progress:
        sheet = run([first, *others], chosen, folds, seed, progress)
    outputs.write(sheet)


@app.command("crossdomain")
@bundled
def crossdomain(
    corpora: Annotated[list[str], typer.Argument(help="One corpus a domain, or one with --by.", metavar="A B [C …]")],
    language: Annotated[
        list[str], typer.Option("--language", "-l", help="One for all, or one for each corpus in their order.")
    ],
    method: Methods = None,
    scheme: Annotated[str, typer.Option(help="Label scheme to study in.")] = "core",
    by: Annotated[str, typer.Option(help="Field of the documents that names their domain.", metavar="FIELD")] = "",
    test_share: Annotated[float, typer.Option(help="Share of records to test on.", min=0.01, max=0.9)] = 0.2,
    seed: Seed = 1,
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Trained on one domain, tested on each: the matrix of Trienes et al. (2020).

    [bold]Example[/bold]

    maskerad experiment crossdomain notes.jsonl letters.jsonl -l nl -m rules -m crf
    """
    from maskerad.experiments.studies.crossdomain import by_field
    from maskerad.experiments.studies.crossdomain import crossdomain as run

    domains = studied_corpora(corpora, language, scheme, records, reading=reading)
    if by:
        domains = [part for domain in domains for part in by_field(domain, by)]
    with progress_line() as progress:
        sheet = run(domains, lambda domain: studied_methods(method, domain), test_share, seed, progress)
    outputs.write(sheet)


@app.command("compare")
@bundled
def compare(
    corpora: Annotated[list[str], typer.Argument(help="One or more corpora.", metavar="A [B …]")],
    language: Annotated[
        list[str], typer.Option("--language", "-l", help="One for all, or one for each corpus in their order.")
    ],
    method: Methods = None,
    scheme: Scheme = "",
    test: Annotated[
        str, typer.Option(help="Test on this instead of folds; the one corpus named is trained on.", metavar="CORPUS")
    ] = "",
    folds: Folds = 5,
    seed: Seed = 1,
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Methods by corpora; each is tested against the one named before it, and against all (Trienes et al. 2020).

    [bold]Examples[/bold]

    maskerad experiment compare sv.jsonl nl.jsonl -l sv -l nl -m frequent -m crf -m rules

    maskerad experiment compare train.jsonl --test dev.jsonl -l sv -m crf:berg2019 -m crf -m model:neural/
    """
    from maskerad.experiments.studies.compare import compare as run
    from maskerad.experiments.studies.compare import compare_parts

    if test and len(corpora) > 1:
        raise ConfigError(f"--test goes with one corpus to train on, not {len(corpora)}")
    studied = studied_corpora([*corpora, *([test] if test else [])], language, scheme, records, reading=reading)
    with progress_line() as progress:
        if test:
            sheet = compare_parts(studied[0], studied[1], lambda corpus: studied_methods(method, corpus), progress)
        else:
            sheet = run(studied, lambda corpus: studied_methods(method, corpus), folds, seed, progress)
    outputs.write(sheet)


@app.command("mix")
@bundled
def mix(
    corpora: Annotated[list[str], typer.Argument(help="Two sources.", metavar="A B")],
    language: opt.OneLanguage,
    method: Methods = None,
    scheme: Annotated[str, typer.Option(help="Label scheme to study in.")] = "core",
    folds: Folds = 4,
    seed: Seed = 1,
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Two sources learnt alone and together: tables 2 to 5 of Kajiyama et al. (2018).

    [bold]Example[/bold]

    maskerad experiment mix hospital.jsonl encyclopaedia.jsonl -l ja -m rules -m crf:kajiyama2018
    """
    from maskerad.experiments.studies.mix import mix as run

    sources = studied_corpora(corpora, [language], scheme, records, reading=reading)
    chosen = studied_methods(method, *sources)
    with progress_line() as progress:
        sheet = run(sources, chosen, folds, seed, progress)
    outputs.write(sheet)


@app.command("annotator")
@bundled
def annotator(
    corpus: Corpus,
    language: opt.OneLanguage,
    learner: Annotated[
        str, typer.Option(callback=_installed, help="Method that learns from the finished records.")
    ] = "frequent",
    every: Annotated[int, typer.Option(help="Finished records between two trainings.", min=1)] = 2,
    scheme: Scheme = "",
    records: Records = 0,
    *,
    outputs: Sheets,
    reading: Reading,
) -> None:
    """Decisions that annotation takes, with and without each kind of help, by a simulated annotator.

    [bold]Example[/bold]

    maskerad experiment annotator gold.jsonl -l sv --learner crf
    """
    from maskerad.experiments.studies.annotator import annotator as run

    studied = studied_corpus(corpus, language, scheme, records, reading=reading)
    before, learning = studied_methods(["rules", learner], studied)
    with progress_line() as progress:
        sheet = run(studied, before, learning, every, progress)
    outputs.write(sheet)
