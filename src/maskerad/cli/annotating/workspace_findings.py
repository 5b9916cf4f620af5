"""The command that runs the checks of a protocol without a browser."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from maskerad.cli.annotating.workspace_projects import NAME, Database, Folder, opened
from maskerad.cli.output.console import output_console
from maskerad.core.counted import counted
from maskerad.core.extras import WORKSPACE, require

Layer = Annotated[str, typer.Option(help="Whose decisions; the adjudicated ones, or those of the only annotator.")]


def findings(folder: Folder, layer: Layer = "", database: Database = "") -> None:
    """Runs the checks of the protocol, and says where each document is held back from a stage, and by what.

    Places are told as document and offsets, never as text. The exit status is 1 where anything is held back.

    [bold]Example[/bold]

    maskerad workspace findings study --layer anna
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.release.exports import chosen_layer
    from maskerad.web.workspace.stages.finishing import held_back
    from maskerad.web.workspace.store.texts import read_record, record_numbers

    n_held, n_documents = Counter[str](), Counter[str]()
    with opened(folder, database) as project, project.database.reading() as connection:
        chosen = chosen_layer(connection, layer)
        for number in record_numbers(connection):
            record = read_record(connection, number)
            for document, stage, holding in held_back(connection, project, record, chosen):
                n_documents[stage.name] += 1
                n_held[stage.name] += bool(holding)
                for finding in holding:
                    place = f"{record.document(document).name}: {finding.start}..{finding.end}"
                    output_console().print(f"{stage.name}: {place}: {finding.kind}: {finding.message}", highlight=False)
    for name, n in n_documents.items():
        output_console().print(f"stage {name!r}: {n_held[name]} of {counted(n, 'document')} held back", highlight=False)
    if n_held.total():
        raise typer.Exit(1)
