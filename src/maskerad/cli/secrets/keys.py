"""The commands of the keys: key show, key new, key rotate."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.vault_files import check_said
from maskerad.cli.output.console import error_console, output_console
from maskerad.core.errors import ConfigError
from maskerad.pipeline.projects.project import KEY_FILE
from maskerad.surrogates import VAULT_KEY_FILE, fingerprint, make_key, read_key

app = typer.Typer(help="Keys: show their fingerprints, make new ones, rotate that of a vault.", no_args_is_help=True)

KeyFile = Annotated[Path, typer.Argument(help="Key file.", metavar="FILE")]


@app.command("show")
def show(file: KeyFile = Path(KEY_FILE)) -> None:
    """Shows what tells a key from others, and nothing that it could be used for."""
    output_console().print(f"{file}: {fingerprint(read_key(file))}", highlight=False)


@app.command("new")
def new(
    file: KeyFile = Path(KEY_FILE),
    aside: Annotated[
        bool, typer.Option("--aside", help="Keep the key that is there under a dated name, and make a new one.")
    ] = False,
) -> None:
    """Makes a key. One that is there is never overwritten.

    With another project key, the same texts get other surrogates: what was released before no longer agrees with what
    is released from now on. A vault's key is changed by [bold]maskerad key rotate[/bold], not here.
    """
    if aside and file.name == VAULT_KEY_FILE:
        raise ConfigError(
            f"{file}: a vault that needs this key would not open with a new one; use: maskerad key rotate"
        )
    if aside and file.is_file():
        kept = _dated(file)
        read_key(file)
        file.rename(kept)
        error_console().print(f"the old key is now {kept}", highlight=False)
    make_key(file)
    error_console().print(f"made {file} (secret: keep it, share it with nobody)", highlight=False)


@app.command("rotate")
def rotate(
    vault: Annotated[Path, typer.Argument(help="The vault.", show_default=False, metavar="VAULT")],
    who: opt.Who,
    why: opt.Why,
    vault_key: opt.VaultKey = None,
    project: opt.Project = None,
) -> None:
    """Gives a vault a new key and seals all of it anew. If it is interrupted, run it again.

    [bold]Example[/bold]

    maskerad key rotate study.vault --who "A. Steward" --why "yearly change"
    """
    from maskerad.vault import rotate as rotate_vault

    file = vault_key or (project or Path()) / VAULT_KEY_FILE
    kept = rotate_vault(vault, file, check_said(who, "--who"), check_said(why, "--why"))
    error_console().print(f"{vault}: sealed with the new key in {file}", highlight=False)
    error_console().print(
        f"{kept} opens only copies of the vault that were made before; destroy it when they are gone", highlight=False
    )


def _dated(file: Path) -> Path:
    """A name beside the file that is free: with the day, and a number from the second on."""
    day = datetime.now(UTC).date().isoformat()
    names = (f"{file.name}.{day}" + (f"-{number}" if number > 1 else "") for number in range(1, 1_000))
    free = (file.with_name(name) for name in names if not file.with_name(name).exists())
    return next(free)
