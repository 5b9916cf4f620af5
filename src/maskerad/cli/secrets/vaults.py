"""The commands of the vault: reidentify, vault log, vault check, vault census."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.batch import Job
from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.vault_files import check_apart, check_said, existing_vault
from maskerad.cli.output.console import output_console
from maskerad.cli.runs import run
from maskerad.core.counted import counted

if TYPE_CHECKING:
    from maskerad.vault import Vault

app = typer.Typer(help="The vault: its access log, and whether it is whole.", no_args_is_help=True)

VaultFile = Annotated[Path, typer.Argument(help="The vault.", show_default=False, metavar="VAULT")]


@bundled
def reidentify(
    source: opt.Source,
    target: opt.Target,
    vault: Annotated[Path, typer.Option(help="The vault in which the originals are kept.", metavar="FILE")],
    who: opt.Who,
    why: opt.Why,
    record: Annotated[str, typer.Option(help="Id of the only record that is given back.", metavar="ID")] = "",
    vault_key: opt.VaultKey = None,
    project: opt.Project = None,
    from_format: opt.FromFormat = "",
    to_format: opt.ToFormat = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
) -> None:
    """Gives back the originals of safe texts that were made with --vault. Who, why and which record is noted there.

    [bold]Example[/bold]

    maskerad reidentify safe.csv asked.csv --vault study.vault --record p17 --who "A. Steward" --why "request 2026-14"
    """
    from maskerad.batch.reidentify import ReidentifyWork

    access = existing_vault(vault, vault_key, project)
    check_apart(vault, source, target)
    job = Job(source, target, from_format, to_format, reading, has_spans=False, overwrite=overwrite, is_private=True)
    run(job, ReidentifyWork(access, check_said(who, "--who"), check_said(why, "--why"), record))


@app.command("log")
def log(vault: VaultFile, vault_key: opt.VaultKey = None, project: opt.Project = None) -> None:
    """Shows who went back to which record, when and why, and checks that nothing of it was changed."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("number", "when (UTC)", "who", "what", "record", "why"):
        table.add_column(column, justify="right" if column == "number" else "left")
    digest = "none yet"
    with _opened(vault, vault_key, project) as opened:
        for access in opened.accesses():
            table.add_row(str(access.number), access.when, access.who, access.action, access.record, access.why)
            digest = access.digest
    output_console().print(table, markup=False)
    output_console().print(f"hash of the last entry: {digest}", highlight=False)


@app.command("check")
def check(vault: VaultFile, vault_key: opt.VaultKey = None, project: opt.Project = None) -> None:
    """Opens every entry and the whole log; tells how many there are, or what was changed."""
    with _opened(vault, vault_key, project) as opened:
        n_entries = opened.check()
    output_console().print(f"{vault}: {counted(n_entries, 'entry')}, all whole", highlight=False)


@app.command("census")
def census(
    vault: VaultFile,
    entries: Annotated[
        int, typer.Option(help="How many there must be: the documents that were kept in it.", min=0, show_default=False)
    ],
    who: opt.Who,
    why: opt.Why,
    vault_key: opt.VaultKey = None,
    project: opt.Project = None,
) -> None:
    """Takes stock of a vault that was made before vaults counted their entries, which is refused otherwise.

    Every entry and the log are opened first. What was taken out before cannot be seen: compare the number of entries
    with the documents that your runs kept.

    [bold]Example[/bold]

    maskerad vault census study.vault --entries 1200 --who "A. Steward" --why "made with an older version"
    """
    with _opened(vault, vault_key, project) as opened:
        opened.take_census(entries, check_said(who, "--who"), check_said(why, "--why"))
    output_console().print(f"{vault}: {counted(entries, 'entry')}, counted and whole", highlight=False)


def _opened(vault: Path, key: Path | None, project: Path | None) -> Vault:
    return existing_vault(vault, key, project).open()
