"""The ``preselect`` command: which records of a corpus to annotate first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.output.console import error_console, output_console
from maskerad.core.errors import UnknownNameError
from maskerad.core.extras import WORKSPACE, require
from maskerad.corpora import (
    Broken,
    Destination,
    detect_format,
    group_records,
    open_writer,
    read_documents,
)


@bundled
def preselect(
    source: Annotated[Path, typer.Argument(help="Corpus to choose from.", exists=True, metavar="IN")],
    target: opt.Target,
    n: Annotated[int, typer.Option("--records", "-n", help="Records to choose.", min=1)] = 100,
    by: Annotated[
        str, typer.Option(help="hits (of dictionaries and patterns), uncertainty or random.")
    ] = "uncertainty",
    random_share: Annotated[float, typer.Option(help="Share drawn at random, whatever the rule.", min=0, max=1)] = 0.1,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 1,
    language: opt.Language = "auto",
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
) -> None:
    """Chooses which records of a large corpus to annotate first, and says by which rule.

    [bold]Example[/bold]

    maskerad preselect archive.jsonl first.jsonl --records 500 --language sv
    """
    require(WORKSPACE, "maskerad preselect")
    from maskerad.web.workspace.decisions.preselection import Rule
    from maskerad.web.workspace.stages.preselecting import chosen_documents
    from maskerad.web.workspace.stages.preselecting import preselect as preselect_records

    if by not in set(Rule):
        raise UnknownNameError("rule", by, [rule.value for rule in Rule])
    destination = Destination(target, source, overwrite, is_private=True)
    destination.check()
    documents = sorted(
        read_documents(source, reading, format_name=from_format),
        key=lambda document: document.document.record or document.document.id,
    )
    groups = [group for group in group_records(documents) if not isinstance(group, Broken)]
    chosen = preselect_records(groups, language, n, Rule(by), random_share, seed)
    kind = to_format or (from_format or detect_format(source) if target.suffix == "" else "")
    with open_writer(destination, reading, format_name=kind) as writer:
        for item in chosen_documents(groups, chosen):
            writer.write(item.document, item.spans)
    output_console().print(chosen.rule, highlight=False)
    error_console().print(f"wrote {target}", highlight=False)
