"""The ``evaluate`` command."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.sheets import PrivateSheets, Renderers
from maskerad.cli.output.console import error_console
from maskerad.core import load_scheme
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.evaluation import Settings, pair_up, parse_bounds, to_html, to_json, to_markdown, to_plain, with_gold
from maskerad.evaluation import evaluate as evaluate_pairs
from maskerad.evaluation.report.page import Compared

FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        help="MEASURE=VALUE, with commas or again for another: exit status 1 when a measure is worse, such as "
        "recall=.95, exact.f1=.8, PATIENT.covered=1, documents_with_leak=.05 (worse is more there).",
        metavar="MEASURE=VALUE",
    ),
]


@bundled
def evaluate(
    gold: Annotated[Path, typer.Argument(help="Annotated by people.", exists=True, metavar="GOLD")],
    predicted: Annotated[Path, typer.Argument(help="Annotated by a program.", exists=True, metavar="PREDICTED")],
    gold_scheme: Annotated[str, typer.Option(help="Label scheme of GOLD; told from its labels when not named.")] = "",
    predicted_scheme: Annotated[
        str, typer.Option(help="Label scheme of PREDICTED; told from its labels when not named.")
    ] = "",
    scheme: Annotated[str, typer.Option(help="Label scheme in which labels are compared.")] = "core",
    from_format: opt.FromFormat = "",
    fail_under: FailUnder = None,
    *,
    reading: Reading,
    outputs: PrivateSheets,
) -> None:
    """Compares two annotations of the same texts: exact, overlap, tokens, characters, leaks; per label.

    [bold]Examples[/bold]

    maskerad evaluate gold.jsonl found.jsonl

    maskerad evaluate gold/ found.jsonl --html report.html --with-text

    maskerad evaluate gold/ found.jsonl --fail-under recall=.95,documents_with_leak=.05
    """
    bounds = parse_bounds(fail_under or (), load_scheme(scheme))
    page = partial(to_html, compared=Compared(gold.name, predicted.name, date.today()))
    right = list(read_documents(gold, reading, format_name=from_format))
    documents = list(read_documents(predicted, reading))
    settings = Settings(
        gold_scheme=gold_scheme or _scheme(right),
        predicted_scheme=predicted_scheme or _scheme(documents),
        scheme=scheme,
        with_text=outputs.is_private,
    )
    right_asked, found_asked, n_without_gold = with_gold(right, documents)
    evaluation = evaluate_pairs(pair_up(right_asked, found_asked), settings)
    evaluation = replace(evaluation, corpus=replace(evaluation.corpus, n_without_gold=n_without_gold))
    outputs.write_as(evaluation, Renderers(to_plain, page, to_json, to_markdown))
    problems = [problem for bound in bounds if (problem := bound.problem(evaluation))]
    for problem in problems:
        error_console().print(f"bound not kept: {problem}", style="red", markup=False, highlight=False)
    if problems:
        raise typer.Exit(1)


def _scheme(documents: list[AnnotatedDocument]) -> str:
    return infer_scheme({span.label for item in documents for span in item.spans})
