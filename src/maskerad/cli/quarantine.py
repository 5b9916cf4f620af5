"""The commands of quarantine: what did not leave, why, and how it is tried again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from maskerad.batch.journal import command_of
from maskerad.cli.arguments.resuming import RETRY, journal_of
from maskerad.cli.command import SummaryCommand
from maskerad.cli.output.console import error_console, manner, output_console, put_json
from maskerad.core.errors import FormatError, MissingError
from maskerad.core.extras import SQL, require
from maskerad.core.shown import shown

app = typer.Typer(help="What did not leave: list it, show its ids, try it again.", no_args_is_help=True)

Made = Annotated[
    Path, typer.Argument(help="OUT of the run, or its list of what is quarantined.", show_default=False, metavar="OUT")
]
Listed = Annotated[
    Path,
    typer.Argument(
        help="OUT of the run, or its list of what is quarantined; with --sql the table of the run.",
        show_default=False,
        metavar="OUT",
    ),
]
Address = Annotated[
    str, typer.Option("--sql", help="The database that holds the table OUT.", metavar="URL", show_default=False)
]
LIST_ENDING = ".quarantine.jsonl"
_NUMBER = re.compile(r"\S*\d\S*?(?=[,;:]?$)")


@app.command("list", cls=SummaryCommand)
def list_reasons(out: Listed, sql: Address = "") -> None:
    """Counts what is quarantined, by stage, code and reason."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for row in _rows(out, sql):
        counts[row["stage"], row["code"], _class_of(row["reason"])] += row["n_documents"]
    if manner.is_json:
        listed = [
            {"stage": stage, "code": code, "reason": reason, "documents": n_documents}
            for (stage, code, reason), n_documents in counts.most_common()
        ]
        put_json(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    if not counts:
        output_console().print("nothing is quarantined")
        return
    table = Table("documents", "stage", "code", "reason")
    for (stage, code, reason), n_documents in counts.most_common():
        table.add_row(str(n_documents), stage, code, shown(reason))
    output_console().print(table)


@app.command("show-ids")
def show_ids(
    out: Listed,
    sql: Address = "",
    code: Annotated[str, typer.Option(help="Only those of this code.", show_default=False)] = "",
    stage: Annotated[str, typer.Option(help="Only those of this stage.", show_default=False)] = "",
) -> None:
    """Prints the ids of what is quarantined, one a line; what could not be read has none."""
    for row in _rows(out, sql):
        if row["document"] and code in ("", row["code"]) and stage in ("", row["stage"]):
            typer.echo(shown(row["document"]))


@app.command("retry")
def retry(out: Made) -> None:
    """Works again on what is quarantined, and puts it into its place in OUT. All else stays as it is.

    The run must have been made with [bold]--resume[/bold]. Mend what was wrong first: the rows, or the limits, by
    giving the run's command again yourself with [bold]--resume --overwrite[/bold] and other limits.
    """
    target = out.with_name(out.name.removesuffix(LIST_ENDING))
    home, *arguments = command_of(journal_of(target))
    again = [*arguments, *(["--overwrite"] if "--overwrite" not in arguments else [])]
    error_console().print("again, for what is quarantined:", " ".join(["maskerad", *again]), markup=False)
    done = subprocess.run(
        [sys.executable, "-m", "maskerad", *again], cwd=home, env={**os.environ, RETRY: "1"}, check=False
    )
    raise typer.Exit(done.returncode)


def _rows(out: Path, address: str) -> list[dict[str, Any]]:
    if address:
        return _rows_of_table(address, str(out))
    path = out if out.name.endswith(LIST_ENDING) else out.with_name(out.name + LIST_ENDING)
    if not path.is_file():
        if path != out and out.exists():
            return []
        raise MissingError(f"{path}: no such list; nothing was quarantined, or no such run was made")
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line)
            rows.append({name: row[name] for name in ("document", "stage", "code", "reason", "n_documents")})
        except (ValueError, KeyError, TypeError):
            raise FormatError(f"{path}, line {number}: it is no entry of quarantine") from None
    return rows


def _rows_of_table(address: str, name: str) -> list[dict[str, Any]]:
    require(SQL, "--sql")
    from maskerad.batch.databases import read_quarantined

    return [asdict(quarantined) for quarantined in read_quarantined(address, name)]


def _class_of(reason: str) -> str:
    """A reason without the places and numbers of one document, so that the same faults are counted together."""
    return " ".join(_NUMBER.sub("…", word) for word in reason.split())
