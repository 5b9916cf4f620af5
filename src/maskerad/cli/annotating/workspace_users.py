"""The commands for the users of a workspace: who may come in, and what they may do."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from maskerad.cli.annotating.workspace_projects import NAME, Database, Folder, opened
from maskerad.cli.output.console import error_console, output_console
from maskerad.core.extras import WORKSPACE, require

app = typer.Typer(help="Who may come in, and what they may do.", no_args_is_help=True)
Who = Annotated[str, typer.Argument(help="Name of the user.", show_default=False, metavar="NAME")]
Password = Annotated[
    bool, typer.Option("--password/--no-password", help="Ask for a password, or read its line from standard input.")
]


@app.command("add")
def add(
    folder: Folder,
    name: Who,
    role: Annotated[str, typer.Option(help="admin, manager, curator, annotator or auditor.")] = "annotator",
    password: Password = True,
    suggestions: Annotated[bool, typer.Option("--suggestions/--no-suggestions", help="Shown what is found.")] = True,
    database: Database = "",
) -> None:
    """Makes a user; nobody can make themselves one, and no password is given by anybody but its owner.

    [bold]Example[/bold]

    maskerad workspace users add study anna --role annotator
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.people.accounts import add_user

    with opened(folder, database) as project:
        given = _password() if password else ""
        with project.database.writing() as connection:
            add_user(connection, name, role, given, suggestions)
    error_console().print(f"made {role} {name}", highlight=False)


@app.command("change")
def change(
    folder: Folder,
    name: Who,
    role: Annotated[str, typer.Option(help="The new role.")] = "",
    password: Annotated[bool, typer.Option("--password", help="Ask for a new password.")] = False,
    active: Annotated[bool | None, typer.Option("--active/--inactive", help="Whether they may come in.")] = None,
    suggestions: Annotated[
        bool | None, typer.Option("--suggestions/--no-suggestions", help="Shown what is found.")
    ] = None,
    database: Database = "",
) -> None:
    """Changes a user. Users are never deleted: whoever is inactive keeps their annotations and stays out.

    [bold]Example[/bold]

    maskerad workspace users change study anna --inactive
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.people.accounts import change_user

    with opened(folder, database) as project:
        given = _password() if password else ""
        with project.database.writing() as connection:
            change_user(connection, name, role=role, password=given, is_active=active, has_suggestions=suggestions)
    error_console().print(f"changed {name}", highlight=False)


@app.command("list")
def list_(folder: Folder, database: Database = "") -> None:
    """Lists the users.

    [bold]Example[/bold]

    maskerad workspace users list study
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.people.accounts import all_users

    with opened(folder, database) as project, project.database.reading() as connection:
        for user in all_users(connection):
            columns = (user.name, user.role, "" if user.is_active else "inactive")
            output_console().print("  ".join(filter(None, columns)), highlight=False)


def _password() -> str:
    """The password that somebody types twice, or a line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt("password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")
