"""The command watch: a folder of chats that grows."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from maskerad.batch import DeidentifyWork
from maskerad.batch.released import IdColumns
from maskerad.batch.watching import Pass, Watched, make_pass
from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.choices import ByColumn, Replacing, Within, key_of, people_of, settings_of
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.output.announcing import announce
from maskerad.cli.output.console import error_console
from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError
from maskerad.corpora.files.encoding import codec_name
from maskerad.pipeline.projects.project import KEY_FILE


@bundled
def watch(
    source: Annotated[Path, typer.Argument(help="Folder with the chats.", metavar="IN")],
    target: Annotated[Path, typer.Argument(help="Folder for what is made of them.", metavar="OUT")],
    *,
    choices: Replacing,
    known: opt.Known = None,
    reading: Reading,
    key: opt.Key = None,
    columns: ByColumn,
    limits: Within,
    statistics: Annotated[
        Path | None, typer.Option(help="CSV to keep of documents and spans by label and day.", metavar="FILE")
    ] = None,
    every: Annotated[
        float, typer.Option(help="Seconds between passes, until it is stopped; 0 makes one.", min=0)
    ] = 0.0,
) -> None:
    """De-identifies what is new or has changed in a folder, file by file; made again, it does nothing twice.

    A session keeps its names over files and passes by its id (--record-column) and the key, which must be one that
    stays. Exit status as for [bold]deidentify[/bold], of the last pass.

    [bold]Examples[/bold]

    maskerad watch chats/ safe/ --project study --language sv,en --foreign drop --statistics days.csv

    maskerad watch chats/ safe/ --project study --every 300
    """
    folder = choices.project or Path()
    if key is None and not (folder / KEY_FILE).is_file():
        raise ConfigError("maskerad watch needs a key that stays: --project (maskerad init makes one), or --key")
    settings = columns.over(limits.over(settings_of(choices)))
    settings = replace(settings, codec=codec_name(reading.encoding))
    if settings.limits.memory_mib:
        raise ConfigError("--max-memory limits worker processes; maskerad watch has none")
    names = IdColumns(reading.id_name, reading.record_name)
    work = DeidentifyWork(settings, key_of(key, choices.project), people_of(known), None, names)
    announce(settings)
    watched = Watched(source, target, work, reading, statistics)
    while True:
        made = make_pass(watched)
        _tell(made)
        if not every:
            raise typer.Exit(0 if made.is_complete else 1)
        time.sleep(every)


def _tell(made: Pass) -> None:
    """What a pass came to, in a few lines; nothing of one that had nothing to do."""
    console = error_console()
    for name, reason in made.refused.items():
        console.print(f"not read: {name!a}: {reason}", style="red", markup=False, highlight=False)
    for kind, count in made.unread.most_common():
        console.print(f"not read: {count:,} × {kind}", style="red", markup=False, highlight=False)
    spans = ", ".join(f"{label} {count:,}" for label, count in made.labels.most_common())
    phrases = [f"{counted(len(made.done), 'file')} done", f"{made.n_unchanged:,} unchanged"]
    phrases += [f"{counted(made.n_quarantined, 'document')} quarantined"] if made.n_quarantined else []
    console.print(", ".join(phrases) + (f"; spans: {spans}" if spans else ""), markup=False, highlight=False)
