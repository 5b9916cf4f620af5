"""The commands for the backups of a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.annotating.workspace_projects import NAME, Folder, opened
from maskerad.cli.output.console import error_console
from maskerad.core.extras import WORKSPACE, require


def backup(folder: Folder) -> None:
    """Makes a backup while the project is in use, and tests it: its log must add up.

    [bold]Example[/bold]

    maskerad workspace backup study
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.backups import make_backup

    with opened(folder, "") as project:
        made = make_backup(project)
    error_console().print(f"wrote {made}", highlight=False)


def restore(
    folder: Folder,
    source: Annotated[Path, typer.Argument(help="A backup.", show_default=False, metavar="BACKUP")],
) -> None:
    """Brings a backup back, after testing it; what was there is kept beside it. Stop the server first.

    [bold]Example[/bold]

    maskerad workspace restore study study/backups/workspace-20260101T120000-000000Z.db
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.backups import restore as restore_backup

    former = restore_backup(folder, source)
    error_console().print(f"restored; what was there is {former}", highlight=False)
