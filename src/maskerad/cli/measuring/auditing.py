"""The ``audit`` command."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.choices import Finding, settings_of
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.sheets import Renderers, Sheets
from maskerad.cli.output.progress import progress_line
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.evaluation import pair_up

MISS_RATE_HELP = "Share of mentions that is missed in the simulation, beside the measured one; again for more."
LABEL_HELP = "Label whose names attackers look at, with all labels below it; again for more. PERSON when not named."


@bundled
def audit(
    gold: Annotated[Path, typer.Argument(help="Annotated by people.", exists=True, metavar="GOLD")],
    predicted: Annotated[
        Path | None, typer.Option(help="Annotated by a program; without it, the texts are detected.", metavar="FILE")
    ] = None,
    miss_rate: Annotated[list[float] | None, typer.Option(help=MISS_RATE_HELP, min=0.0, max=1.0)] = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="Scope to compare; again for more. All five when not named.")
    ] = None,
    label: Annotated[list[str] | None, typer.Option(help=LABEL_HELP)] = None,
    rounds: Annotated[int, typer.Option(help="How often misses are planted anew.", min=1, max=1000)] = 3,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 1,
    gold_scheme: Annotated[str, typer.Option(help="Label scheme of GOLD; told from its labels when not named.")] = "",
    predicted_scheme: Annotated[
        str, typer.Option(help="Label scheme of --predicted; told from its labels when not named.")
    ] = "",
    from_format: opt.FromFormat = "",
    *,
    choices: Finding,
    reading: Reading,
    outputs: Sheets,
) -> None:
    """Measures what a detection leaks, and what each scope would cost: attackers look for real names among surrogates.

    [bold]Examples[/bold]

    maskerad audit gold.jsonl --language sv --html audit.html

    maskerad audit gold.jsonl --predicted found.jsonl -l nl --miss-rate 0.02 --miss-rate 0.001
    """
    from maskerad.experiments.attacks.residuals import one_rate
    from maskerad.experiments.attacks.simulation import SCOPES
    from maskerad.experiments.audit import AuditPlan, check_gold, detected
    from maskerad.experiments.audit import audit as audit_documents
    from maskerad.experiments.audit_page import Audited, to_html
    from maskerad.experiments.audit_tables import to_json, to_markdown, to_plain

    audited = Audited(gold.name, predicted.name if predicted else "detected by the program", date.today())
    outputs = replace(outputs, source=gold)
    settings = settings_of(choices)
    right = list(read_documents(gold, reading, format_name=from_format))
    check_gold(right)
    automatic = list(read_documents(predicted, reading)) if predicted else None
    plan = AuditPlan(
        gold_scheme or _scheme(right),
        predicted_scheme or _scheme(automatic or []),
        tuple(map(one_rate, miss_rate or [])),
        tuple(scope or SCOPES),
        tuple(label or ["PERSON"]),
        rounds,
        seed=seed,
    )
    with progress_line() as progress:
        automatic = detected(right, settings, progress) if automatic is None else automatic
        made = audit_documents(right, pair_up(right, automatic), settings, plan, progress)
    outputs.write_as(made, Renderers(to_plain, partial(to_html, audited=audited), to_json, to_markdown))


def _scheme(documents: list[AnnotatedDocument]) -> str:
    return infer_scheme({span.label for item in documents for span in item.spans})
