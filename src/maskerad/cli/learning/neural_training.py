"""The commands that train neural recognisers, or take one over: train charlm, bilstm, transformer, adopt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.learning.other_languages import tell_other_languages
from maskerad.cli.learning.training import Silver, read_part
from maskerad.cli.output.console import error_console, output_console
from maskerad.core.extras import TRAIN, TRANSFORMER, require
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument, FormatOptions, read_documents
from maskerad.text.codes import Code

if TYPE_CHECKING:
    from maskerad.recognisers.model_folder import ModelCard
    from maskerad.training.neural.bilstm import Job
    from maskerad.training.neural.progress import Report, Step

Folder = Annotated[Path, typer.Argument(help="Model folder to make.", metavar="MODEL")]
Dev = Annotated[
    Path | None,
    typer.Option(help="Annotated texts to choose the best epoch on; split off when not given.", exists=True),
]
DevShare = Annotated[float, typer.Option(help="Share of the records split off without --dev.", min=0.05, max=0.5)]
SchemeOfCorpus = Annotated[str, typer.Option(help="Label scheme of the corpus; told from its labels when not named.")]
Tags = Annotated[Code, typer.Option("--code", help="Tags.", case_sensitive=False)]
Seed = Annotated[int, typer.Option(help="Of everything random: the same seed gives the same model.")]
Epochs = Annotated[int, typer.Option(help="Times the texts are read, at most.", min=1)]
Threads = Annotated[int, typer.Option(help="Threads; more than free cores makes it slower.", min=1, max=256)]
FullPrecision = Annotated[
    bool, typer.Option("--full-precision", help="Multiply in 32 bits: slower, the same on every processor.")
]


@bundled
def charlm(
    texts: Annotated[Path, typer.Argument(help="Texts without annotation.", exists=True, metavar="TEXTS")],
    target: Folder,
    more: Annotated[
        list[Path] | None, typer.Option("--and", help="Further texts; again for more.", exists=True)
    ] = None,
    hidden: Annotated[int, typer.Option(help="Dimensions of the state.", min=1)] = 512,
    epochs: Epochs = 3,
    seed: Seed = 1,
    workers: Annotated[int, typer.Option(help="Processes; with 2 both directions learn at once.", min=1, max=2)] = 1,
    threads: Annotated[
        int, typer.Option(help="Threads of each; more than free cores makes it slower.", min=1, max=256)
    ] = 1,
    full_precision: FullPrecision = False,
    from_format: opt.FromFormat = "",
    *,
    reading: Reading,
) -> None:
    """Trains two character language models, forward and backward, whose states tell a tagger what words mean here.

    A run that was stopped goes on where it was when it is started again.

    [bold]Example[/bold]

    maskerad train charlm unlabelled.jsonl language-models/
    """
    require(TRAIN, "train charlm")
    from maskerad.training.neural.charlm import CharLMSettings
    from maskerad.training.neural.charlm_folder import train_both

    paths = [
        item.document.text
        for path in (texts, *(more or []))
        for item in read_documents(path, reading, format_name=from_format)
    ]
    settings = CharLMSettings(hidden=hidden, epochs=epochs, seed=seed, n_threads=threads, is_mixed=not full_precision)
    with _reporting() as report:
        train_both(paths, settings, target, report, is_at_once=workers > 1)
    error_console().print(f"wrote {target}", highlight=False)


@bundled
def bilstm(
    source: opt.Source,
    target: Folder,
    language: opt.OneLanguage,
    dev: Dev = None,
    dev_share: DevShare = 0.2,
    silver: Silver = None,
    scheme: SchemeOfCorpus = "",
    language_models: Annotated[
        Path | None, typer.Option(help="Folder made by maskerad train charlm.", exists=True, metavar="FOLDER")
    ] = None,
    vectors: Annotated[
        Path | None, typer.Option(help="Word vectors: text of word2vec, fastText or GloVe.", exists=True)
    ] = None,
    hidden: Annotated[int, typer.Option(help="Dimensions of each direction of the LSTM.", min=1)] = 192,
    context: Annotated[int, typer.Option(help="Dimensions to which the language models are projected.", min=1)] = 128,
    networks: Annotated[
        int, typer.Option(help="Networks trained with a seed of their own each, whose scores are averaged.", min=1)
    ] = 1,
    characters: Annotated[str, typer.Option(help="How words are spelt out: cnn or lstm.")] = "cnn",
    layer: Annotated[
        str, typer.Option(help="Above the LSTM: crf, or softmax, which learns each tag by itself.")
    ] = "crf",
    optimiser: Annotated[str, typer.Option(help="adamw with one cycle, or sgd with halving.")] = "adamw",
    rate: Annotated[float, typer.Option(help="Highest learning rate.", min=0.0)] = 3e-3,
    dropout: Annotated[float, typer.Option(help="Locked dropout.", min=0.0, max=0.9)] = 0.25,
    batch: Annotated[int, typer.Option(help="Windows of a batch.", min=1)] = 16,
    code: Tags = Code.BIOES,
    epochs: Epochs = 16,
    seed: Seed = 1,
    threads: Threads = 1,
    full_precision: FullPrecision = False,
    from_format: opt.FromFormat = "",
    *,
    reading: Reading,
) -> None:
    """Trains a BiLSTM-CRF and writes a model folder with its card. The model runs without torch.

    A run that was stopped goes on at its last epoch when it is started again.

    [bold]Example[/bold]

    maskerad train bilstm train.jsonl model/ --dev dev.jsonl -l es --language-models language-models/
    """
    require(TRAIN, "train bilstm")
    from maskerad.recognisers.neural.settings import NetworkSettings
    from maskerad.training.neural.bilstm import train_bilstm
    from maskerad.training.neural.tagger import TaggerSettings

    settings = TaggerSettings(
        network=NetworkSettings(hidden=hidden, context=context, character_network=characters),
        code=code,
        layer=layer,
        optimiser=optimiser,
        rate=rate,
        epochs=epochs,
        batch=batch,
        dropout=dropout,
        seed=seed,
        n_threads=threads,
        is_mixed=not full_precision,
    )
    job = _job(_parts(source, dev, dev_share, seed, reading, from_format), language, scheme)
    job = replace(job, silver=read_part(silver, reading))
    job = replace(job, settings=settings, vectors=vectors, language_models=language_models, n_networks=networks)
    with _reporting() as report:
        card = train_bilstm(job, target, report)
    _print_scores(card, target)


@bundled
def transformer(
    source: opt.Source,
    target: Folder,
    language: opt.OneLanguage,
    base: Annotated[Path, typer.Option(help="Local Hugging Face folder to start from.", exists=True, metavar="FOLDER")],
    dev: Dev = None,
    dev_share: DevShare = 0.2,
    silver: Silver = None,
    scheme: SchemeOfCorpus = "",
    rate: Annotated[float, typer.Option(help="Highest learning rate.", min=0.0)] = 5e-5,
    batch: Annotated[int, typer.Option(help="Windows of a batch.", min=1)] = 8,
    code: Tags = Code.BIO,
    epochs: Epochs = 5,
    seed: Seed = 1,
    threads: Threads = 1,
    from_format: opt.FromFormat = "",
    *,
    reading: Reading,
) -> None:
    """Fine-tunes a transformer of a local folder; long texts are read in overlapping windows, nothing is cut off.

    [bold]Example[/bold]

    maskerad train transformer train.jsonl model/ --base xlm-roberta/ -l es
    """
    require(TRANSFORMER, "train transformer")
    from maskerad.training.neural.tagger import TaggerSettings
    from maskerad.training.neural.transformer import TransformerSettings, train_transformer

    job = _job(_parts(source, dev, dev_share, seed, reading, from_format), language, scheme)
    job = replace(job, silver=read_part(silver, reading))
    job = replace(job, settings=TaggerSettings(code=code))
    settings = TransformerSettings(epochs, rate, batch, seed=seed, n_threads=threads)
    with _reporting() as report:
        card = train_transformer(job, base, settings, target, report)
    _print_scores(card, target)


Parts = tuple[tuple[AnnotatedDocument, ...], tuple[AnnotatedDocument, ...]]


def _parts(source: Path, dev: Path | None, share: float, seed: int, options: FormatOptions, from_format: str) -> Parts:
    """Training and development part; the second is split off by record where there is none."""
    documents = tuple(read_documents(source, options, format_name=from_format))
    if dev is not None:
        return documents, read_part(dev, options)
    from maskerad.training.splits import split_corpus

    split = split_corpus(documents, {"train": 1 - share, "dev": share}, seed)
    return split.parts["train"], split.parts["dev"]


def _job(parts: Parts, language: str, scheme: str) -> Job:
    from maskerad.training.neural.bilstm import Job

    train, dev = parts
    tell_other_languages(train, language)
    return Job(train, dev, language, scheme or infer_scheme({span.label for item in train for span in item.spans}))


def adopt(
    source: Annotated[Path, typer.Argument(help="Local Hugging Face folder.", exists=True, metavar="FOLDER")],
    target: Folder,
    language: opt.OneLanguage,
    labels: Annotated[
        Path, typer.Option(help="TOML: each label of the model and the one it stands for, or nothing.", exists=True)
    ],
) -> None:
    """Takes over a token-classification model that somebody else trained, with a map of its labels.

    [bold]Example[/bold]

    maskerad train adopt their-model/ model/ -l nl --labels labels.toml
    """
    require(TRANSFORMER, "train adopt")
    from maskerad.corpora import Destination
    from maskerad.recognisers.neural.adopted import adopt as adopted
    from maskerad.recognisers.neural.adopted import read_label_map

    card = adopted(source, Destination(target, is_private=True), language, read_label_map(labels))
    error_console().print(f"wrote {target}: {', '.join(card.labels)}", highlight=False)


@contextmanager
def _reporting() -> Iterator[Report]:
    """A bar where somebody looks, else a line now and then: loss, speed, remaining time."""
    from rich.progress import BarColumn, Progress, TaskID, TextColumn

    console = error_console()
    if not console.is_terminal:
        yield lambda step: console.print(_line(step), highlight=False)
        return
    columns = (TextColumn("{task.description}"), BarColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        tasks: dict[str, TaskID] = {}  # a bar for each model that is trained

        def report(step: Step) -> None:
            if step.note:
                console.print(f"{step.what}: {step.note}", highlight=False)
            model = step.what.rpartition(",")[0]
            task = tasks[model] if model in tasks else tasks.setdefault(model, progress.add_task(""))
            progress.update(task, description=_line(step), completed=step.done, total=step.total)

        yield report


def _line(step: Step) -> str:
    minutes = "–" if step.left_s == float("inf") else f"{max(0.0, step.left_s) / 60:.0f} min"
    parts = (
        f"{step.what}:",
        f"{step.done:,} of {step.total:,},",
        f"loss {step.loss:.4f},",
        f"{step.rate:,.1f} a second,",
    )
    return " ".join((*parts, f"{minutes} left", step.note)).rstrip()


def _print_scores(card: ModelCard, target: Path) -> None:
    for score in card.scores:
        figures = "  ".join(
            f"{name} {value:.4f}" if isinstance(value := score[name], float) else f"{name} –"
            for name in ("precision", "recall", "f1", "span_f1")
        )
        output_console().print(f"{score['part']}: {figures}", highlight=False)
        output_console().print(f"signature of {score['part']}: {score['signature']}", highlight=False)
    error_console().print(f"wrote {target}", highlight=False)
